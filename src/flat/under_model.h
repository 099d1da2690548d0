// What has to be proved about interleavings so that a program is safe under a memory model. An engine that abstracts, and who checks
// its proofs, know interleavings alone: a model is the flat programs that stand for it. Which ones follows from what the model
// allows (memory/probe.h), never from its name.
//
//   one thread, or a model that allows exactly the interleavings      the program itself
//   a model whose runs are those of a machine with store buffers      the program with these (store_buffers.h), or, if they have no bound, the
//                                                                    program and no races while stores wait (triangular_races.h); data
//                                                                    races are not asked for
//   the same, and any number of threads                               the program itself, if no store has to wait (delays.h), or with
//                                                                    checks that there are no such races (watched_races.h)
//   a model of C without values out of thin air, where races are       the program itself, and monitors which say that there are no
//   undefined (rc11)                                                   races, and no runs but interleavings (robustness.h)
//
// Every other model is refused.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/budget.h"
#include "core/undef.h"
#include "flat/flat_program.h"
#include "flat/not_flat.h"
#include "memory/model.h"

namespace fencepost::flat {

struct Obligation {
  FlatProgram program;
  bool forbids_races = false;  // two conflicting next steps of two threads are a failure as well
  // runs: its interleavings are runs of the given program; buffered_runs: they stand for some; order: what fails says that runs may be no
  // interleavings, and nothing about the program itself.
  enum class About : uint8_t { runs, buffered_runs, order } about = About::runs;
};

// If no interleaving of any of the programs fails, no run of the given one under the model does; the first stands for the runs
// themselves. Without a model: of a program without threads.
std::variant<std::vector<Obligation>, NotFlat> under_model(FlatProgram program, const memory::Model* model,
                                                           const core::UndefSet& checks, logic::Terms& terms,
                                                           Budget& budget);

// What has to be proved so that every run of the program under the model is one of its interleavings, whether checks fail on it or not: of
// the programs here no check has a kind. None to be proved: it is so. For programs in which each template has one instance; not to be had
// under models that under_model refuses.
std::variant<std::vector<Obligation>, NotFlat> only_interleavings(const FlatProgram& program,
                                                                  const memory::Model& model, logic::Terms& terms);

// Do all its executions have one order of memory, since a model of C without values out of thin air (rc11) judges them, and all that
// threads write for each other has seq_cst accesses alone? (Theorem 4 of the paper of rc11; robustness.h.) Not if it has atomic sections,
// of which such models know nothing.
bool is_strong_in_c(const FlatProgram& program, const memory::Model& model);

// Why nothing can be proved so, whatever the program with threads is.
std::optional<std::string> why_not_under(const memory::Model& model, const core::UndefSet& checks);

}  // namespace fencepost::flat
