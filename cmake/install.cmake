# What `make install` puts where: headers, libraries, the command, the CMake package and the pkg-config files. All of
# it finds its own place at the time of use, so the tree may be moved, and `cmake --install --prefix` may choose it.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/ulna)
install(DIRECTORY include/ulna DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
install(TARGETS ulna ulna_static EXPORT ulna)
if(TARGET ulna_read)
  install(TARGETS ulna_read ulna_read_static EXPORT ulna)
endif()
if(TARGET ulna_adaptive)
  install(TARGETS ulna_adaptive ulna_adaptive_static EXPORT ulna)
endif()
install(TARGETS ulna_batch ulna_batch_static EXPORT ulna)
install(TARGETS ulna_generate ulna_generate_static EXPORT ulna)
install(TARGETS ulna_scenario ulna_scenario_static EXPORT ulna)
install(EXPORT ulna NAMESPACE ulna:: FILE ulnaTargets.cmake DESTINATION ${package_dir})

configure_package_config_file(cmake/ulnaConfig.cmake.in ulnaConfig.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(ulnaConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/ulnaConfig.cmake ${PROJECT_BINARY_DIR}/ulnaConfigVersion.cmake
  DESTINATION ${package_dir})

file(RELATIVE_PATH up_from_pkgconfig /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
string(REGEX REPLACE "/$" "" up_from_pkgconfig ${up_from_pkgconfig})
set(packages ulna ulna_read ulna_batch ulna_generate ulna_scenario)
set(with_adaptive)    # what ulna_scenario requires beyond the readers
if(TARGET ulna_adaptive)
  list(APPEND packages ulna_adaptive)
  set(with_adaptive ", ulna_adaptive = ${PROJECT_VERSION}")
endif()
foreach(pc IN LISTS packages)
  configure_file(cmake/${pc}.pc.in ${pc}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${pc}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()

install(FILES README.md CHANGELOG.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs examples DESTINATION ${CMAKE_INSTALL_DOCDIR} PATTERN CMakeLists.txt EXCLUDE)
