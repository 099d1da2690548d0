#include "driver/read_program.h"

#include <algorithm>

#include "driver/explain_run.h"
#include "frontend/litmus/parser.h"
#include "frontend/litmus/to_core.h"

namespace fencepost::driver {

frontend::Elaborated read_program(const Options& options, Budget& budget, bool shows_output, const Changes* changes) {
  auto is_litmus = [](const std::string& file) { return file.ends_with(".litmus"); };
  if (std::ranges::none_of(options.files, is_litmus)) {
    frontend::SourceOptions source = source_options(options);
    source.shows_output = shows_output;
    if (changes != nullptr) {
      source.marks_places = changes->marks_places;
      source.fences = changes->fences;
      source.orders = changes->orders;
      source.maps_source = changes->maps_source;
      source.insertions = changes->insertions;
      source.handovers = changes->handovers;
    }
    return frontend::elaborate(source, budget);
  }
  if (changes != nullptr && !changes->marks_places)
    throw InputError(source_pos(options.files[0], 0), "witnesses are about C files, and this is a litmus test",
                     "write the test as a C program");
  if (changes != nullptr)
    throw InputError(source_pos(options.files[0], 0), "fences are placed in C files, and this is a litmus test",
                     "write the test as a C program");
  if (options.files.size() != 1)
    throw InputError(source_pos(options.files[0], 0), "a litmus test is a program of its own",
                     "give one test and no other file");
  if (!options.entry.empty())
    throw InputError(source_pos(options.files[0], 0), "a litmus test has no functions to start at",
                     "leave out --entry");
  litmus::Test test = litmus::read_test(options.files[0], {}, InputFiles(options.root));
  frontend::Elaborated read{litmus::to_core(test), {}};
  read.own_model = default_model(test);
  return read;
}

}  // namespace fencepost::driver
