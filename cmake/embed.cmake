# embed_files(target source.cpp output.inc FOLDER dir FILES ...): writes at build time, into the target's binary folder, one
# C++ initialiser {"path relative to dir", R"(text)"}, a file; source.cpp includes output.inc and decides what that
# initialises. Only this source gets the binary folder as include path: others compile alike in every build folder, and
# ccache sees it. Also runs as a script: that is the build-time half.
if(CMAKE_SCRIPT_MODE_FILE)
  set(out "")
  string(REPLACE "," ";" FILES "${FILES}")
  foreach(file IN LISTS FILES)
    file(READ "${FOLDER}/${file}" text)
    string(APPEND out "{\"${file}\", R\"fencepost(${text})fencepost\"},\n")
  endforeach()
  file(WRITE "${OUTPUT}" "${out}")
  return()
endif()

set(FENCEPOST_EMBED_SCRIPT ${CMAKE_CURRENT_LIST_FILE})
function(embed_files target source output)
  cmake_parse_arguments(ARG "" "FOLDER" "FILES" ${ARGN})
  set(inputs ${ARG_FILES})
  list(TRANSFORM inputs PREPEND "${ARG_FOLDER}/")
  string(REPLACE ";" "," list "${ARG_FILES}")
  add_custom_command(
    OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${output}
    COMMAND ${CMAKE_COMMAND} "-DFILES=${list}" -DFOLDER=${ARG_FOLDER}
            -DOUTPUT=${CMAKE_CURRENT_BINARY_DIR}/${output} -P ${FENCEPOST_EMBED_SCRIPT}
    DEPENDS ${inputs} ${FENCEPOST_EMBED_SCRIPT}
    VERBATIM)
  target_sources(${target} PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/${output})
  set_source_files_properties(${CMAKE_CURRENT_SOURCE_DIR}/${source} PROPERTIES INCLUDE_DIRECTORIES ${CMAKE_CURRENT_BINARY_DIR})
endfunction()
