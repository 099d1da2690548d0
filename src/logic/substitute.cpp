#include "logic/substitute.h"

#include <algorithm>
#include <vector>

#include "base/check.h"

namespace fencepost::logic {

bool Substitution::put(Term part, Term term) {
  FP_CHECK(part.sort() == term.sort());
  first_ = std::min(first_, part.id());
  return done_.emplace(part, term).first->second == term;
}

Term Substitution::operator()(Term term) {
  if (!term) return term;
  std::vector<Term> open = {term};  // not recursive: terms are deeper than the stack
  while (!open.empty()) {
    Term next = open.back();
    if (known(next)) {
      open.pop_back();
      continue;
    }
    bool ready = true;
    for (Term arg : next.args())
      if (!known(arg)) {
        open.push_back(arg);
        ready = false;
      }
    if (ready) done_.emplace(next, rebuilt(next));
  }
  return known(term);
}

Term Substitution::known(Term term) const {
  if (auto found = done_.find(term); found != done_.end()) return found->second;
  return term.id() < first_ || term.args().empty() ? term : Term();
}

Term Substitution::rebuilt(Term term) const {
  Term a = known(term.args()[0]);
  switch (term.op()) {
    case Op::ite:
      return terms_.ite(a, known(term.args()[1]), known(term.args()[2]));
    case Op::bv_extract:
      return terms_.extract(a, term->hi, term->lo);
    case Op::bv_zext:
      return terms_.zext(a, term.sort().width);
    case Op::bv_sext:
      return terms_.sext(a, term.sort().width);
    case Op::int_to_bv:
    case Op::fp_to_fp:
    case Op::fp_from_sbv:
    case Op::fp_from_ubv:
    case Op::fp_to_sbv:
    case Op::fp_to_ubv:
    case Op::fp_from_bits:
      return terms_.convert(term.op(), a, term.sort());
    default:
      return term.args().size() == 1 ? terms_.unary(term.op(), a) : terms_.binary(term.op(), a, known(term.args()[1]));
  }
}

}  // namespace fencepost::logic
