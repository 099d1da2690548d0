# cmake -DMODELS=dir -DOUTPUT=file.cpp -P embed_models.cmake: the text of models/**/*.cat as C++ string literals, so that
# the program finds its models wherever it is installed.
file(GLOB_RECURSE files RELATIVE ${MODELS} ${MODELS}/*.cat)
list(SORT files)
set(text "#include \"memory/model.h\"\n\nnamespace fencepost::memory {\n\n")
string(APPEND text "std::span<const EmbeddedFile> embedded_models() {\n  static constexpr EmbeddedFile kFiles[] = {\n")
foreach(file IN LISTS files)
  file(READ ${MODELS}/${file} content)
  string(APPEND text "      {\"${file}\", R\"CAT(${content})CAT\"},\n")
endforeach()
string(APPEND text "  };\n  return kFiles;\n}\n\n}  // namespace fencepost::memory\n")
file(WRITE ${OUTPUT} "${text}")
