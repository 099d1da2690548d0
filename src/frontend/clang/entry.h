// The function that starts a run: main (command_line.h), a named function with arbitrary arguments
// (`f`), or with given integer ones (`f(5, -3)`).
#pragma once

#include "frontend/clang/elaborator.h"

namespace fencepost::frontend {

struct Entry {
  const clang::FunctionDecl* function = nullptr;
  std::optional<std::vector<core::SignedBits>> arguments;  // absent: arbitrary
};

// Throws InputError if the entry does not exist or its text is malformed.
Entry find_entry(const SourceOptions& options, const Linker& linker, std::vector<Diagnostic>& warnings);

// A function that calls what has the attribute `destructor`, if anything has.
void define_destructors(ProgramContext& context);
void define_entry(const Entry& entry, ProgramContext& context, core::FunctionId id);

}  // namespace fencepost::frontend
