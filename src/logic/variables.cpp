#include "logic/variables.h"

#include <unordered_set>

namespace fencepost::logic {

std::vector<Term> variables_of(std::vector<Term> terms) {
  std::vector<Term>&open = terms, found;
  std::unordered_set<Term> seen;
  while (!open.empty()) {
    Term next = open.back();
    open.pop_back();
    if (!next || !seen.insert(next).second) continue;
    if (next.op() == Op::variable) found.push_back(next);
    open.insert(open.end(), next.args().begin(), next.args().end());
  }
  return found;
}

}  // namespace fencepost::logic
