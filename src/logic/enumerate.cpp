#include "logic/enumerate.h"

#include <algorithm>

#include "logic/evaluate.h"

namespace fencepost::logic {
namespace {

class Pushed {
 public:
  explicit Pushed(Solver& solver) : solver_(solver) { solver_.push(); }
  ~Pushed() { solver_.pop(); }
  Pushed(const Pushed&) = delete;
  Pushed& operator=(const Pushed&) = delete;

 private:
  Solver& solver_;
};

}  // namespace

Term constant(Terms& terms, Bits value, Sort sort) {
  switch (sort.kind) {
    case SortKind::boolean:
      return terms.boolean(value != 0);
    case SortKind::bitvec:
      return terms.bv(value, sort.width);
    case SortKind::integer:
      return terms.integer(static_cast<SignedBits>(value));
    case SortKind::floating:
      break;
  }
  return terms.fp_bits(value, sort.width);
}

Combinations enumerate(Terms& terms, Solver& solver, std::span<const Term> observed, size_t most,
                       std::span<const Term> assumptions) {
  Combinations found;
  Pushed blocking(solver);
  for (;;) {
    Answer answer = solver.check(assumptions);
    found.complete = answer == Answer::unsat;
    if (answer != Answer::sat || (most != 0 && found.values.size() == most)) break;
    Assignment model = solver.model();
    Evaluator value(model);
    Clauses other;
    std::vector<Bits> combination;
    std::vector<Term> differs;
    for (Term term : observed) {
      combination.push_back(value(term));
      differs.push_back(terms.ne(term, constant(terms, combination.back(), term.sort())));
    }
    found.values.push_back(std::move(combination));
    other.add(differs);
    solver.assert_clauses(other);
  }
  std::ranges::sort(found.values);
  return found;
}

}  // namespace fencepost::logic
