// The cheapest fences under which a program is safe, found by the runs that make them necessary:
//
//   1. The program is verified with the fences that are chosen so far, at first none. If no check fails: done.
//   2. A run on which one fails is made to survive as many fences as possible (obstacle.h). Every choice that is enough must have one of
//      the fences that are left, since a run that survives fences survives fewer of them.
//   3. The next choice is the cheapest one that has a fence of each set that was found so (hitting_set.h).
//
// Each choice that fails adds a set that it does not hit, and there are finitely many. No choice that is cheaper than the answer is enough:
// it would miss a set, whose run the program with it has. This rests on the memory model: with fewer fences it must allow more, as all
// built-in ones do. Each verdict is the driver's, checked like that of `fencepost verify`.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/budget.h"
#include "fences/obstacle.h"
#include "result/result.h"

namespace fencepost::fences {

struct Question {
  std::vector<core::Place> places;
  std::vector<Kind> kinds;
  Costs costs;
  std::shared_ptr<const memory::Model> model;
  bool all = false;                                                  // every cheapest choice, not only one
  std::function<result::Result(const Placement&)> verify = nullptr;  // the program with these fences
  Replays replays = nullptr;
};

struct Answer {
  // Of the program with the fences of `choices.front()`; without any choice: UNSAFE with a run that no fences forbid, or UNKNOWN.
  result::Result result;
  std::vector<Placement> choices;       // of the same cost, all safe; the first may be empty: no fence is needed
  std::vector<result::Result> without;  // by fence of the first choice: the verdict with all others of it
  Placement tried;                      // UNKNOWN: of the program with these, which the runs so far make necessary
  bool are_all = false;                 // there is no other choice as cheap
  uint64_t verifications = 0, runs = 0, sets = 0;  // what it took
};

// Throws Exhausted.
Answer find_fences(const Question& question, Budget& budget);

uint64_t cost_of(const Item& item, const Question& question);

}  // namespace fencepost::fences
