# embed_files(target output.inc FOLDER dir FILES ...): writes at build time, into the target's binary folder, one C++
# initialiser {"path relative to dir", R"(text)"}, a file; whoever includes output.inc decides what they initialise.
# Also runs as a script: that is the build-time half.
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
function(embed_files target output)
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
  target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_BINARY_DIR})
endfunction()
