#include "runs/well_founded.h"

#include <algorithm>
#include <bit>
#include <unordered_map>

#include "logic/substitute.h"

namespace fencepost::runs {

using logic::Term;
using unroll::Event;

std::vector<Term> unspecified_is_well_founded(const unroll::Unrolled& unrolled, const ReadsFrom& reads_from,
                                              logic::Terms& terms, Budget& budget) {
  std::vector<uint32_t> unspecified;
  for (uint32_t read : reads_from.reads()) {
    Term here = unrolled.events[read].value.unspecified;
    if (here && here.op() == logic::Op::variable) unspecified.push_back(read);
  }
  std::unordered_map<Term, Term> rank;  // by variable
  auto bits = static_cast<unsigned>(std::bit_width(unspecified.size()));
  for (uint32_t read : unspecified)
    rank.try_emplace(unrolled.events[read].value.unspecified, terms.fresh("rank", logic::bv_sort(bits)));

  std::vector<Term> constraints;
  for (uint32_t read : unspecified) {
    budget.check();
    Term here = unrolled.events[read].value.unspecified;
    auto may_hand_on = [&](const Source& source) {
      Term from = unrolled.events[source.write].value.unspecified;
      return from && !from.is_const();
    };
    if (std::none_of(reads_from.sources(read).begin(), reads_from.sources(read).end(), may_hand_on)) continue;
    logic::Substitution earlier(terms);
    for (uint32_t cause : unspecified) {
      Term other = unrolled.events[cause].value.unspecified;
      earlier.put(other, terms.and_(other, terms.binary(logic::Op::bv_ult, rank.at(other), rank.at(here))));
    }
    for (const Source& source : reads_from.sources(read)) {
      if (!may_hand_on(source)) continue;
      Term from = unrolled.events[source.write].value.unspecified;
      constraints.push_back(terms.implies(terms.and_(source.taken, here), earlier(from)));
    }
  }
  return constraints;
}

}  // namespace fencepost::runs
