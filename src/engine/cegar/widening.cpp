#include "engine/cegar/widening.h"

#include <algorithm>
#include <set>

#include "flat/operands.h"

namespace fencepost::engine::cegar {

using logic::SignedBits;
using logic::Term;

std::vector<SignedBits> thresholds(const flat::FlatProgram& program) {
  std::set<SignedBits> found;
  std::set<uint32_t> seen;
  std::vector<Term> open;
  for (const flat::Template& of : program.templates)
    for (const flat::Edge& edge : of.edges) flat::each_term(edge, [&](Term term) { open.push_back(term); });
  while (!open.empty()) {
    Term term = open.back();
    open.pop_back();
    if (!seen.insert(term.id()).second) continue;
    if (term.is_const() && term.sort().kind == logic::SortKind::bitvec && is_ranged(term.sort()))
      for (int by : {-1, 0, 1}) found.insert(logic::as_signed(term.value(), term.sort().width) + by);
    open.insert(open.end(), term.args().begin(), term.args().end());
  }
  for (SignedBits small : {-1, 0, 1}) found.insert(small);
  return {found.begin(), found.end()};
}

Interval widened(const Interval& before, const Interval& now, logic::Sort sort, const std::vector<SignedBits>& to) {
  if (before.is_empty()) return now;
  Interval wide = now, all = all_of(sort);
  if (now.low < before.low) {
    auto above = std::ranges::upper_bound(to, now.low);
    wide.low = above == to.begin() ? all.low : std::max(all.low, *std::prev(above));
  }
  if (now.high > before.high) {
    auto at = std::ranges::lower_bound(to, now.high);
    wide.high = at == to.end() ? all.high : std::min(all.high, *at);
  }
  return wide;
}

}  // namespace fencepost::engine::cegar
