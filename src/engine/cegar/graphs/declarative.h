// The loop of abstraction and refinement under the declarative semantics (seed 000, chapter 4): besides what the domain tells, the precision
// is the set of shared variables whose accesses are events. Where a failure is possible only because others may have any value, those are
// tracked from then on.
#pragma once

#include "engine/engine.h"
#include "flat/flat_program.h"
#include "logic/term.h"

namespace fencepost::engine::cegar::graphs {

// Decides the task, or the claims say why not. The program has threads, and the model is one that why_not_declarative takes.
void decide_declaratively(const result::Task& task, const flat::FlatProgram& program,
                          const std::shared_ptr<logic::Terms>& terms, const result::CegarOptions& options,
                          const Listener& listener, Budget& budget, result::Claims& claims);

}  // namespace fencepost::engine::cegar::graphs
