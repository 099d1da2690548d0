// Reads a litmus test of any dialect. The first word of the file names the dialect; initial state (initial_state.h) and
// final condition (condition_parser.h) are common to all, the threads are those of assembly (asm_table.h) or C (c_parser.cpp).
#pragma once

#include <string>
#include <string_view>

#include "base/input_file.h"
#include "frontend/litmus/builder.h"
#include "frontend/litmus/scanner.h"
#include "frontend/litmus/test.h"

namespace fencepost::litmus {

// `macros`: the path of a .def file of C macros that come before the built-in ones, or empty.
Test parse_test(std::string_view text, const std::string& file, const std::string& macros = {},
                const InputFiles& inputs = {});
Test read_test(const std::string& path, const std::string& macros = {}, const InputFiles& inputs = {});

}  // namespace fencepost::litmus
