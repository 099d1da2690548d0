#include "driver/read_program.h"

#include <algorithm>

#include "frontend/litmus/parser.h"
#include "frontend/litmus/to_core.h"

namespace fencepost::driver {

frontend::Elaborated read_program(const Options& options, Budget& budget) {
  auto is_litmus = [](const std::string& file) { return file.ends_with(".litmus"); };
  if (std::ranges::none_of(options.files, is_litmus)) return frontend::elaborate(source_options(options), budget);
  if (options.files.size() != 1)
    throw InputError(source_pos(options.files[0], 0), "a litmus test is a program of its own",
                     "give one test and no other file");
  if (!options.entry.empty())
    throw InputError(source_pos(options.files[0], 0), "a litmus test has no functions to start at",
                     "leave out --entry");
  return {litmus::to_core(litmus::read_test(options.files[0], {}, InputFiles(options.root))), {}};
}

}  // namespace fencepost::driver
