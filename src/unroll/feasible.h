// What can be where a path ends, asked of a solver. Terms tell of a pointer where it may lead, but not what its choices have to do
// with each other and with the branches that led here: a choice of objects and one of offsets that have lost their common
// shape combine to places where no run goes. What threads share remembers each such place (sharing.h), and the next
// execution goes on from there, to more of them: soon any pointer may lead anywhere.
//
// Only what is on the path is asked, not what threads do to each other, so that questions are small; one that is not is not
// answered. Rejected: asking about every branch; most of them have an answer that is plain to see.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "base/budget.h"
#include "base/statistics.h"
#include "logic/evaluate.h"
#include "logic/solver.h"
#include "unroll/pointers.h"
#include "unroll/state.h"

namespace fencepost::unroll {

class Feasible {
 public:
  Feasible(Terms& terms, Pointers& pointers, Budget& budget) : terms_(terms), pointers_(pointers), budget_(budget) {}

  // Can the condition hold where the path ends? Does the path end at all? True also if nobody knows.
  bool may_hold(Path path, Term condition);
  bool may_reach(Path path) { return may_hold(path, path->guard); }
  // All values that the number has on this path where the condition holds; none: there are more, or nobody knows.
  std::optional<std::set<Bits>> values(Path path, Term condition, Term number, size_t most);
  // The same pointer on this path, without the places where no run of the path has it.
  Value narrowed(Path path, const Value& pointer);
  size_t questions() const { return questions_; }
  size_t refuted() const { return refuted_; }

 private:
  // Something that some run does, which answers other questions as well.
  struct Example {
    explicit Example(logic::Assignment found) : values(std::move(found)), evaluator(values) {}
    logic::Assignment values;
    logic::Evaluator evaluator;
  };
  bool is_supported(Term term);
  logic::Answer ask(Term path, Term condition);  // if sat, the newest example shows it
  bool few_values(Path path, const Pointee& place, std::set<Bits>& values);

  Terms& terms_;
  Pointers& pointers_;
  Budget& budget_;
  std::vector<bool> supported_;  // by term
  Statistics statistics_;        // the solver's, of which nothing is told
  std::unique_ptr<logic::Solver> solver_;
  std::deque<std::unique_ptr<Example>> examples_;        // the last few, newest first
  size_t since_new_ = 0;                                 // questions to this solver
  std::map<std::pair<uint32_t, uint32_t>, bool> known_;  // by the terms of the path and of the condition
  size_t questions_ = 0, refuted_ = 0;
};

// All values of a term that is a choice between constants, or of their sums with one; false if it is something else, or if there
// are more of them.
bool few_constants(Term term, size_t most, std::set<Bits>& values);

}  // namespace fencepost::unroll
