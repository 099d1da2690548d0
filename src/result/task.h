// What goes into an engine besides the program: which checks count, how far to unroll, and how to solve.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "core/undef.h"
#include "logic/solver.h"
#include "memory/model.h"

namespace fencepost::result {

struct Result;

struct Property {
  core::UndefSet checks = core::UndefSet::defaults();
  bool all_violations = false;                 // report every check that can fail, not only the first
  std::shared_ptr<const memory::Model> model;  // of programs with threads
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
  // Asked where nothing fails: is a run wanted that shows it? Null: never.
  std::function<bool()> needs_run = nullptr;
  // Told of each bound that was finished before a deeper one is tried, as if it were the last. Null: nobody is.
  std::function<void(const Result&)> finished = nullptr;
};

}  // namespace fencepost::result
