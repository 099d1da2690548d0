// The cheapest changes (spots.h) under which a program is safe, found by the runs that make them necessary:
//
//   1. The program is verified with the changes that are chosen so far, at first none. If no check fails: done.
//   2. A run on which one fails is made to survive as many changes as possible (obstacle.h). Every choice that is enough must have one of
//      the changes that are left, since a run that survives changes survives fewer and weaker ones.
//   3. The next choice is the cheapest one that has a change of each set that was found so (hitting_set.h). While a run that was
//      seen before survives it, that run gives the next set, and nothing is verified.
//
// Each choice that fails adds a set that it does not hit, and there are finitely many. No choice that is cheaper than the answer is enough:
// it would miss a set, whose run the program with it has. This rests on the memory model: with less it must allow more
// (monotony.h). Each verdict is the driver's, checked like that of `fencepost verify`.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/budget.h"
#include "fences/obstacle.h"
#include "result/result.h"

namespace fencepost::fences {

struct Question {
  Judges judges;
  bool all = false;                                                  // every cheapest choice, not only one
  std::function<result::Result(const Placement&)> verify = nullptr;  // the program with these changes
};

// Without a change, or with a weaker one, the others of the choice are not enough.
struct Necessity {
  Level weaker;
  result::Result result;
};

struct Answer {
  // Of the program with the changes of `choices.front()`; without any choice: UNSAFE with a run that no changes forbid, or UNKNOWN.
  result::Result result;
  std::vector<Placement> choices;  // of the same cost, all safe; the first may be empty: nothing is needed
  std::vector<std::vector<Necessity>> necessity;  // by change of the first choice
  Placement tried;           // UNKNOWN: of the program with these, which the runs so far make necessary
  bool are_all = false;      // there is no other choice as cheap
  bool is_doubtful = false;  // the model allows a run that it would not allow with less: a cheaper choice may be enough
  uint64_t verifications = 0, runs = 0, sets = 0, judged = 0;  // what it took
};

// Throws Exhausted.
Answer find_changes(const Question& question, Budget& budget);

uint64_t cost_of(const Item& item, const std::vector<Spot>& spots);

}  // namespace fencepost::fences
