// Flags of compilers among our options, so that the command line of a build can be given as it is. Those that say what the program means are
// translated to options of ours or go to Clang; the others change no answer and are left out, with a note. What could be a misspelt option
// of ours (-model for --model) stays, and is an error.
#pragma once

#include <string>
#include <vector>

namespace fencepost::cli {

struct CompilerFlags {
  std::vector<std::string> arguments;   // what is left, for our own parser
  std::vector<std::string> left_out;    // changes no answer
  std::vector<std::string> not_obeyed;  // may change what a program computes, and is not followed
};

CompilerFlags without_compiler_flags(const std::vector<std::string>& given);

}  // namespace fencepost::cli
