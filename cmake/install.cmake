# `cmake --install`, and a package for Debian by CPack: the program, which needs none of its sources, its manual pages, completions and
# documents. Its shared libraries become dependencies of the package by dpkg-shlibdeps.
include(GNUInstallDirs)
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)  # CPack packs what is built; tests need not be
install(TARGETS fencepost RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY ${CMAKE_BINARY_DIR}/help/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 FILES_MATCHING PATTERN "*.1.gz"
        PATTERN "bash" EXCLUDE PATTERN "zsh" EXCLUDE PATTERN "fish" EXCLUDE)
install(FILES ${CMAKE_BINARY_DIR}/help/bash/fencepost DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${CMAKE_BINARY_DIR}/help/zsh/_fencepost DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
install(FILES ${CMAKE_BINARY_DIR}/help/fish/fencepost.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
install(FILES README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} FILES_MATCHING PATTERN "*.md" PATTERN "*.svg" PATTERN "*.png")
install(DIRECTORY examples contrib DESTINATION ${CMAKE_INSTALL_DOCDIR})

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME fencepost)
set(CPACK_PACKAGE_CONTACT "The Fencepost authors <fencepost@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "verifier for concurrent C under weak memory models")
set(CPACK_PACKAGE_DESCRIPTION "Proves that no execution of a C program fails under a memory model, or shows one that does.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "graphviz")
include(CPack)
