#include "logic/substitute.h"

#include <algorithm>
#include <vector>

#include "base/check.h"
#include "logic/rebuild.h"

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
    if (ready) done_.emplace(next, rebuilt_from_known(next));
  }
  return known(term);
}

Term Substitution::known(Term term) const {
  if (auto found = done_.find(term); found != done_.end()) return found->second;
  return term.id() < first_ || term.args().empty() ? term : Term();
}

Term Substitution::rebuilt_from_known(Term term) const {
  Term args[3];
  for (size_t i = 0; i < term.args().size(); ++i) args[i] = known(term.args()[i]);
  return rebuilt(terms_, term, std::span(args, term.args().size()));
}

}  // namespace fencepost::logic
