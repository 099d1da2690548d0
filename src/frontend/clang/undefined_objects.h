// Objects that are declared and defined nowhere: they belong to code that we do not see. Such an object exists, has an
// address of its own, and before the program starts it holds any values of its type; nobody but the program changes it.
// `init` chooses these values like any other choice of the environment, so that a counterexample replays with them, and
// only for objects that the program may read: of most only the address is used.
//
// A pointer in it could designate anything, objects that we do not see included. It holds the address of an object that
// stands for that (core::Known::nothing), and reading it is not modelled; the program may overwrite it first. What has no
// contents that we can choose is guarded instead: by Unsupported before every access that may find it. That are objects
// of a type without a size, or whose end is open, and those that change by themselves or hold too many values.
//
// Rejected: to take such objects as zero, as for definitions without initialiser. The program was written for what the
// other code puts there.
#pragma once

#include <vector>

#include "base/diagnostic.h"
#include "frontend/clang/opaque_objects.h"

namespace fencepost::frontend {

struct ProgramContext;

// Appends to `init`, after all functions have been elaborated. Returns the objects whose contents cannot be chosen.
std::vector<OpaqueObject> give_contents(ProgramContext& context, std::vector<Diagnostic>& warnings);

}  // namespace fencepost::frontend
