"""generate.py HEADERS OUT: makes functions.inc, structs.inc, _core.pyi and _results.py in OUT, from table.py and the headers."""
import os
import pprint
import re
import sys

import table

LONGEST_TEXT = 4000  # a string literal of C may have 4095 characters


# Headers

def read_headers(folder):
    texts = [open(os.path.join(folder, name), encoding="utf-8").read() for name in sorted(os.listdir(folder))]
    return "\n".join(texts)


def prose(comment):
    """A comment of C as plain lines."""
    lines = re.sub(r"^/\*\s?|\s*\*/$", "", comment.strip()).split("\n")
    return "\n".join(re.sub(r"^ \*\s?", "", line).rstrip() for line in lines).strip()


def declarations(headers):
    """{function: (return type, comment)}: a comment stands for all functions up to the next one."""
    found, comment = {}, ""
    pattern = re.compile(r"/\*.*?\*/|^ULNA_API\s+([^;(]*?)(ulna_\w+)\s*\([^;]*;|^typedef\s", re.S | re.M)
    for match in pattern.finditer(headers):
        if match.group(2):
            found[match.group(2)] = (match.group(1).strip(), comment)
        elif match.group(0).startswith("/*"):
            line = headers[headers.rfind("\n", 0, match.start()) + 1:match.start()]
            if not line.strip():
                comment = prose(match.group(0))
    return found


# Functions

class Array:
    """One input or output: q:n, mode:ip, poses:mxT, active:nx6?."""

    def __init__(self, text):
        self.name, shape = text.split(":")
        self.optional = shape.endswith("?")
        shape = shape.rstrip("?")
        self.whole = shape.startswith("i")
        dims = [] if shape in ("1", "i1") else shape.lstrip("i").split("x")
        self.pose = bool(dims) and dims[-1] == "T"
        self.dims = dims[:-1] if self.pose else dims

    def shape(self):
        named = {"m": "n+1", "s": "min(6, n)"}
        return "(" + ", ".join([named.get(d, d) for d in self.dims] + (["4", "4"] if self.pose else [])) + ")"

    def c_type(self):
        return "ulna_pose" if self.pose else "int" if self.whole else "double"

    def c(self):
        def code(d):
            return d if d.isdigit() else "DIM_6N" if d == "6n" else "DIM_" + d.upper()
        dims = ", ".join(code(d) for d in self.dims)
        kind = "POSE" if self.pose else "WHOLE" if self.whole else "REAL"
        return '{"%s", %s, %d, %d, {%s}}' % (self.name, kind, self.optional, len(self.dims), dims or "0")


class Function:
    def __init__(self, line):
        head, options, code, lanes = ([part.strip() for part in re.split(r" \|(?!\|)", line)] + [""])[:4]
        name, inputs, outputs = re.fullmatch(r"(\w+)\((.*?)\) -> (.*)", head).groups()
        self.name = name
        self.inputs = [Array(text) for text in inputs.split()]
        self.outputs = [Array(text) for text in outputs.split()]
        self.options = options.split()
        self.code, _, self.by = code.partition(" by ")
        self.lanes = lanes.split()
        called = re.findall(r"\b(ulna_\w+)\(", code)
        self.c_function = next(f for f in called if not f.endswith("_count"))
        self.result = "".join(word.capitalize() for word in name.split("_")) if len(self.outputs) > 1 else None


def functions():
    lines = [line for line in table.FUNCTIONS.strip().split("\n") if line and not line.startswith("#")]
    return [Function(line) for line in lines]


# C

def literal(text):
    text = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", '\\n"\n    "')
    return '"%s"' % text


def ends_in_status(statement, declared):
    call = re.match(r"\s*(ulna_\w+)\(", statement)
    return bool(call) and declared[call.group(1)][0] == "ulna_status"


def body(code, declared):
    statements = [s.strip() for s in code.split(";") if s.strip()]
    last = statements.pop()
    lines = [s + ";" for s in statements]
    lines += ["return %s;" % last] if ends_in_status(last, declared) else [last + ";", "return ULNA_OK;"]
    return lines


OPTION_C = {
    "method": "const ulna_inverse_method method = (ulna_inverse_method)call->option.method",
    "forward_method": "const ulna_forward_method forward_method = (ulna_forward_method)call->option.method",
    "point": "const ulna_point *point = call->option.has_point ? &call->option.point : NULL",
    "axes": "const ulna_axes axes = call->option.axes",
    "frame": "const int frame = call->option.frame",
    "of": "const ulna_regressor_of of = call->option.of",
    "input": "const ulna_forward_input input = call->option.input",
    "ik": "const ulna_ik_options *ik = &call->option.ik",
}


def adapter(f, declared):
    used = f.code + " " + f.by
    lines = ["static ulna_status one_%s(const state_call *call)" % f.name, "{"]
    if re.search(r"\bmodel\b", used):
        lines.append("const ulna_model *model = call->model;")
    if re.search(r"\bwork\b", used):
        lines.append("ulna_work *work = call->work;")
    for k, a in enumerate(f.inputs):
        lines.append("const %s *%s = call->in[%d];" % (a.c_type(), a.name, k))
    for k, a in enumerate(f.outputs):
        lines.append("%s *%s = call->out[%d];" % (a.c_type(), a.name, k))
    for option in f.options:
        if option in OPTION_C:
            lines.append(OPTION_C[option] + ";")
    if f.by:
        lines.append("if (call->option.method >= 0) return %s;" % f.by)
    return "\n".join(lines + body(f.code, declared) + ["}", ""])


def signature(f):
    words = ["$self"] + [a.name + ("=None" if a.optional else "") for a in f.inputs] + ["*"]
    for option in f.options:
        if option == "ik":
            continue
        default = table.OPTIONS[option][1]
        words.append(keyword(option) + ("=" + default if default else ""))
    words += ["%s=None" % s for s in table.SURROUNDINGS] + ["out=None", "errors='raise'"]
    if "ik" in f.options:
        words.append("**options")
    return "(%s)" % ", ".join(words)


def keyword(option):
    return "method" if option == "forward_method" else option


def shapes(arrays):
    return ", ".join("%s %s" % (a.name, a.shape()) for a in arrays)


def document(f, declared):
    lines = ["%s from %s." % (shapes(f.outputs), shapes(f.inputs) or "the robot alone"), ""]
    lines += [declared[f.c_function][1], ""]
    for option in f.options:
        lines.append("%s: %s" % (keyword(option), table.OPTIONS[option][2]))
    for name, (size, words) in table.SURROUNDINGS.items():
        lines.append("%s (%s): %s" % (name, size, words))
    lines += ["Leading dimensions broadcast. out: the array (a tuple of them) to write into. errors: 'raise', or 'nan' for states",
              "that cannot be computed. C: %s." % f.c_function]
    return "\n".join(lines)


def c_functions(declared):
    all_functions = functions()
    out = ["/* Made by generate.py from table.py; not to be edited. */", ""]
    out += [adapter(f, declared) for f in all_functions]
    out.append("static function_info functions[] = {")
    for f in all_functions:
        options = " | ".join("OPTION_" + o.upper() for o in f.options) or "0"
        lanes = "LANES_%s, LANES_FOR_%s" % (f.lanes[0].upper(), f.lanes[1].upper()) if f.lanes else "LANES_NONE, 0"
        out.append('{"%s", %s, %d, %d, %s, one_%s, %s, {%s}, {%s}},' % (
            f.name, '"%s"' % f.result if f.result else "NULL", len(f.inputs), len(f.outputs), options, f.name, lanes,
            ", ".join(a.c() for a in f.inputs) or "{0}", ", ".join(a.c() for a in f.outputs)))
    out += ["};", "enum { FUNCTION_COUNT = %d };" % len(all_functions), ""]
    out += surroundings()
    for k, f in enumerate(all_functions):
        out.append("static PyObject *py_%s(PyObject *self, PyObject *const *args, Py_ssize_t count, PyObject *names)\n"
                   "{ return call_function(&functions[%d], self, args, count, names); }" % (f.name, k))
    out += ["", "#define FUNCTION_METHODS \\"]
    for f in all_functions:
        out.append('  {"%s", (PyCFunction)(void (*)(void))py_%s, METH_FASTCALL | METH_KEYWORDS, doc_%s}, \\'
                   % (f.name, f.name, f.name))
    out += ["", ""]
    docs = []
    for f in all_functions:
        text = "%s%s\n--\n\n%s" % (f.name, signature(f), document(f, declared))
        if len(text.encode()) > LONGEST_TEXT:
            raise SystemExit("generate.py: the comment of %s is too long for a docstring" % f.c_function)
        docs.append("static const char doc_%s[] =\n    %s;" % (f.name, literal(text)))
    return "\n".join(out[:2] + docs + out[2:])


def surroundings():
    """Keywords of all functions, as inputs that may be left out."""
    arrays = [Array("%s:%s?" % (name, size)) for name, (size, _) in table.SURROUNDINGS.items()]
    return ["static const array_info surroundings[] = {%s};" % ", ".join(a.c() for a in arrays), ""]


# Structs: options and outcomes as dicts

C_KINDS = {"double": "FIELD_DOUBLE", "int": "FIELD_INT", "bool": "FIELD_BOOL", "long": "FIELD_LONG", "uint64_t": "FIELD_UINT64"}


def without_comments(text):
    return re.sub(r"//[^\n]*", "", re.sub(r"/\*.*?\*/", "", text, flags=re.S))


def enumerations(headers):
    """{type: [names]} in the order of their values."""
    text = without_comments(headers)
    lists = {name: re.findall(r"\bX\((\w+),", body) for name, body in
             re.findall(r"#define (ULNA_\w+_LIST)\(X\)((?:[^\n]*\\\n)*[^\n]*\n)", text)}
    found = {}
    for inside, name in re.findall(r"typedef enum\s*{(.*?)}\s*(ulna_\w+)\s*;", text, re.S):
        made = re.search(r"(ULNA_\w+_LIST)\(", re.sub(r"#define[^\n]*|#undef[^\n]*", "", inside))
        if made:
            found[name] = lists[made.group(1)]
        elif "=" not in inside:
            found[name] = [w.strip() for w in inside.split(",") if w.strip() and not w.strip().endswith("_COUNT")]
    return found


def spelled(names):
    """ULNA_AXES_BASE, ULNA_AXES_TOOL as base, tool: without what all begin with."""
    if len(names) > 1:
        start = os.path.commonprefix(names)
        start = start[:start.rfind("_") + 1]
    else:
        start = "ULNA_"
    return [re.sub("^" + start, "", name).lower().replace("_", "-") for name in names]


def structures(headers):
    """{type: [(C type, name, pointer, dimensions)]} of all plain structs."""
    text = without_comments(headers)
    found = {}
    for inside, name in re.findall(r"typedef struct\s*{([^{}]*)}\s*(ulna_\w+)\s*;", text):
        fields = []
        for line in inside.split(";"):
            line = " ".join(line.split())
            match = re.fullmatch(r"((?:const )?\w+) (.*)", line)
            if not match or "(" in line:
                if "(" in line:
                    fields.append(None)
                continue
            for one in match.group(2).split(","):
                one = one.strip()
                stars = one.count("*")
                dims = re.findall(r"\[(\w+)\]", one)
                fields.append((match.group(1), re.sub(r"[*\s]|\bconst\b|\[.*", "", one), stars, dims))
        found[name] = fields
    return found


def field(struct, entry, known, enums):
    c_type, name, stars, dims = entry
    plain = c_type.replace("const ", "")
    key = name.rstrip("_")
    count = " * ".join(dims) or "1"
    where = "offsetof(%s, %s)" % (struct, name)
    length = table.LENGTHS.get("%s.%s" % (struct, name))
    if stars == 1 and plain == "char":
        return '{"%s", FIELD_TEXT, %s, 1, 0, NULL, NULL}' % (key, where)
    if stars == 1 and plain in ("double", "bool"):
        kind = "FIELD_ARRAY" if plain == "double" else "FIELD_FLAGS"
        return '{"%s", %s, %s, %s, 0, NULL, NULL}' % (key, kind, where, length or "DIM_N")
    if stars == 1 and plain in known and length:
        return '{"%s", FIELD_STRUCT_POINTER, %s, 1, 0, &struct_%s, NULL}' % (key, where, plain)
    if stars:
        return None
    if plain in C_KINDS:
        return '{"%s", %s, %s, %s, %d, NULL, NULL}' % (key, C_KINDS[plain], where, count, len(dims))
    if plain in enums:
        return '{"%s", FIELD_ENUM, %s, 1, 0, NULL, enum_%s}' % (key, where, plain)
    if plain == "ulna_pose" and not dims:
        return '{"%s", FIELD_POSE, %s, 1, 0, NULL, NULL}' % (key, where)
    if plain in known and not dims:
        return '{"%s", FIELD_STRUCT, %s, 1, 0, &struct_%s, NULL}' % (key, where, plain)
    return None


def c_structs(headers):
    enums, structs = enumerations(headers), structures(headers)
    out = ["/* Made by generate.py from the headers; not to be edited. */", ""]
    used = set()
    wanted = table.STRUCTS
    made = []
    for struct in wanted:
        fields = [field(struct, e, wanted, enums) for e in structs[struct] if e]
        fields = [f for f in fields if f]
        made.append("static const field_info fields_%s[] = {\n%s,\n{NULL, 0, 0, 0, 0, NULL, NULL}};\n"
                    "const struct_info struct_%s = {\"%s\", sizeof(%s), fields_%s};\n"
                    % (struct, ",\n".join(fields), struct, struct, struct, struct))
        used |= set(re.findall(r"enum_(\w+)", made[-1]))
    for name in sorted(used):
        values = ", ".join('"%s"' % w for w in spelled(enums[name]))
        out.append("static const char *const enum_%s[] = {%s, NULL};" % (name, values))
    return "\n".join(out + [""] + made)


def struct_header():
    lines = ["/* Made by generate.py; not to be edited. */"]
    lines += ["extern const struct_info struct_%s;" % s for s in table.STRUCTS]
    return "\n".join(lines) + "\n"


# Python

def python_type(a):
    return "Any" if not a.dims and not a.pose else "Array"


def stub_method(f):
    words = ["self"]
    words += [a.name + (": Optional[ArrayLike] = ..." if a.optional else ": ArrayLike") for a in f.inputs] + ["*"]
    for option in f.options:
        if option != "ik":
            kind, default, _ = table.OPTIONS[option]
            words.append("%s: %s%s" % (keyword(option), kind, " = ..." if default else ""))
    words += ["%s: Optional[ArrayLike] = ..." % s for s in table.SURROUNDINGS]
    words.append("out: %s = ..." % ("Optional[Array]" if not f.result else "Optional[Sequence[Optional[Array]]]"))
    words.append("errors: str = ...")
    if "ik" in f.options:
        words.append("**options: Any")
    result = f.result and "_results." + f.result or python_type(f.outputs[0])
    return "    def %s(%s) -> %s: ..." % (f.name, ", ".join(words), result)


def table_text():
    """The table as Python data: {function: {inputs, outputs, options}}."""
    def arrays(some):
        return [{"name": a.name, "dims": a.dims, "pose": a.pose, "whole": a.whole} for a in some if not a.optional]
    return {f.name: {"inputs": arrays(f.inputs), "outputs": arrays(f.outputs), "options": [keyword(o) for o in f.options]}
            for f in functions()}


def results_module():
    out = ['"""What functions with several results give. Made by generate.py from table.py; not to be edited."""',
           "from typing import Any, NamedTuple", "", "from numpy.typing import NDArray", "", "Array = NDArray[Any]", ""]
    for f in functions():
        if f.result:
            out += ["", "class %s(NamedTuple):" % f.result, '    """Of Robot.%s: %s."""' % (f.name, shapes(f.outputs)), ""]
            out += ["    %s: %s" % (a.name, python_type(a)) for a in f.outputs] + [""]
    out += ["", "TABLE: Any = " + pprint.pformat(table_text(), width=120, sort_dicts=False)]
    return "\n".join(out) + "\n"


def stub_module():
    fixed = open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "src", "core.pyi"), encoding="utf-8").read()
    return fixed.replace("    # methods of table.py\n", "\n".join(stub_method(f) for f in functions()) + "\n")


def write(folder, name, text):
    path = os.path.join(folder, name)
    if os.path.exists(path) and open(path, encoding="utf-8").read() == text:
        return
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def main():
    headers, out = read_headers(sys.argv[1]), sys.argv[2]
    os.makedirs(out, exist_ok=True)
    declared = declarations(headers)
    write(out, "functions.inc", c_functions(declared))
    write(out, "structs.inc", c_structs(headers))
    write(out, "structs.h", struct_header())
    write(out, "_core.pyi", stub_module())
    write(out, "_results.py", results_module())


if __name__ == "__main__":
    main()
