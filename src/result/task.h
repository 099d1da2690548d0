// What goes into an engine: a program, what to find out about it, and how.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "core/core.h"
#include "core/undef.h"
#include "logic/solver.h"
#include "memory/model.h"
#include "program/cfa.h"
#include "result/buffers_options.h"
#include "result/cegar_options.h"
#include "result/symmetric_options.h"

namespace fencepost::result {

struct Property {
  core::UndefSet checks = core::UndefSet::defaults();
  bool all_violations = false;  // report every check that can fail, not only the first
};

// Program and automaton outlive it.
struct Task {
  const core::Program& program;
  const program::Cfa& cfa;  // of `program`
  Property property;
  std::shared_ptr<const memory::Model> model;  // of programs with threads
  // No more threads than that run a function that any number of them may run; 0: there is no limit.
  uint32_t threads = 0;
};

enum class Integers { bitvector, mathematical };
// How the memory model gets into the formula: by what forbids the runs that were proposed, with the order of accesses from the
// start where it has one order of them, or all of it before solving.
enum class Encoding { lazy, ordered, monolithic };

struct EngineOptions {
  unsigned unwind = 0;                          // 0: deepen until complete or out of budget
  std::map<std::string, unsigned> loop_bounds;  // "function.line" or "line" of the loop head -> bound
  Integers integers = Integers::bitvector;
  logic::SolverKind solver = logic::SolverKind::cadical;
  Encoding encoding = Encoding::lazy;
  std::string engine;  // the one that the user names; empty: whichever decides such tasks
  unsigned jobs = 2;   // so many of them at once, where several may decide
  CegarOptions cegar;
  BuffersOptions buffers;
  SymmetricOptions symmetric;
};

}  // namespace fencepost::result
