// Does one formula follow from another? Asked thousands of times about small formulas, most of which need no solver:
//
//   - A conjunct of the conclusion that is one of the premise's holds. Equal terms are one term, so this is where a step that does not
//     touch the variables of a conjunct keeps it.
//   - A conclusion that is a disjunction holds if one of its members does so.
//   - What the premise says about a variable by `variable = constant` is put into the rest, which often folds.
//   - What was proved once is known.
//
// All else goes to Z3: engines that make proofs work with CaDiCaL. Where that needs more than a few conflicts on bits, integers often tell
// at once (logic/integers.h): x < y and y < z + 1 are orders among numbers. Then both once more with many conflicts, and in the end Z3 has
// all the time, and cvc5 where it gives up.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "logic/single_questions.h"

namespace fencepost::check {

class Implications {
 public:
  Implications(logic::Terms& terms, Budget& budget, Statistics& statistics)
      : terms_(terms),
        budget_(budget),
        statistics_(statistics),
        questions_(logic::make_single_questions(budget, statistics)) {}

  enum class Answer { holds, fails, not_known };
  Answer operator()(logic::Term premise, logic::Term conclusion);

 private:
  using Parts = std::vector<logic::Term>;
  const Parts& conjuncts(logic::Term formula);
  const Parts& disjuncts(logic::Term formula);
  Answer decided(logic::Term premise, logic::Term conclusion);
  bool is_plain(logic::Term premise, logic::Term conclusion);
  Answer solved(logic::Term premise, logic::Term conclusion);
  bool holds_on_integers(std::span<const logic::Term> against, int most_conflicts);

  logic::Terms& terms_;
  Budget& budget_;
  Statistics& statistics_;
  std::unique_ptr<logic::SingleQuestions> questions_;
  std::set<std::pair<uint32_t, uint32_t>> proved_;  // premise, conclusion
  std::deque<logic::Assignment> models_;            // of premises without their conclusions; most refute others as well
  std::unordered_map<logic::Term, Parts> conjuncts_, disjuncts_;
};

// The formulas whose disjunction this is, from left to right; none for false.
std::vector<logic::Term> disjuncts_of(logic::Terms& terms, logic::Term formula);

}  // namespace fencepost::check
