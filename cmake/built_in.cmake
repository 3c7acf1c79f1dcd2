# Writes the files of a folder out as a C table, so that they are there from anywhere:
#   cmake -DOUTPUT=robots_data.c -DHEADER=read/robots_data.h -DTYPE=ulna_robot -DNAME=ulna_robot
#         -DKEYS=name -DFILES=a.yaml;b.yaml -P built_in.cmake
# Each row: the file's name without ending, the value of each of KEYS (one line, as the file has it), text and length.
set(data)
set(table)
set(count 0)
list(SORT FILES)
foreach(file IN LISTS FILES)
  get_filename_component(stem ${file} NAME_WE)
  file(READ ${file} bytes HEX)
  set(values)
  foreach(key IN LISTS KEYS)
    file(STRINGS ${file} value REGEX "^${key}: " LIMIT_COUNT 1 ENCODING UTF-8)
    string(REGEX REPLACE "^${key}: *" "" value "${value}")
    string(REPLACE "\\;" ";" value "${value}")    # as file(STRINGS) writes a semicolon
    string(REPLACE "\\" "\\\\" value "${value}")
    string(REPLACE "\"" "\\\"" value "${value}")
    string(APPEND values "\"${value}\", ")
  endforeach()
  string(LENGTH "${bytes}" length)
  math(EXPR length "${length} / 2")
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
  string(REGEX REPLACE "((....,)(....,)(....,)(....,)(....,)(....,)(....,)(....,))" "\\1\n" bytes "${bytes}")
  string(APPEND data "static const unsigned char ${stem}[] = {\n${bytes}0};\n")
  string(APPEND table "  {\"${stem}\", ${values}(const char *)${stem}, ${length}},\n")
  math(EXPR count "${count} + 1")
endforeach()
file(WRITE ${OUTPUT} "#include \"${HEADER}\"\n\n${data}\nconst ${TYPE} ${NAME}s[] = {\n${table}};\n"
  "const int ${NAME}s_count = ${count};\n")
