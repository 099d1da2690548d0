#include "runs/marks.h"

#include <algorithm>
#include <bit>
#include <unordered_map>

#include "logic/substitute.h"

namespace fencepost::runs {

using logic::Term;
using unroll::Event;

std::vector<Term> marks_have_causes(const unroll::Unrolled& unrolled, const ReadsFrom& reads_from, logic::Terms& terms,
                                    Budget& budget) {
  std::vector<uint32_t> marked;
  for (uint32_t read : reads_from.reads()) {
    Term mark = unrolled.events[read].value.mark;
    if (mark && mark.op() == logic::Op::variable) marked.push_back(read);
  }
  std::unordered_map<Term, Term> rank;  // by mark
  auto bits = static_cast<unsigned>(std::bit_width(marked.size()));
  for (uint32_t read : marked)
    rank.try_emplace(unrolled.events[read].value.mark, terms.fresh("rank", logic::bv_sort(bits)));

  std::vector<Term> constraints;
  for (uint32_t read : marked) {
    budget.check();
    Term mark = unrolled.events[read].value.mark;
    auto may_hand_on = [&](const Source& source) {
      Term from = unrolled.events[source.write].value.mark;
      return from && !from.is_const();
    };
    if (std::none_of(reads_from.sources(read).begin(), reads_from.sources(read).end(), may_hand_on)) continue;
    logic::Substitution earlier(terms);
    for (uint32_t cause : marked) {
      Term other = unrolled.events[cause].value.mark;
      earlier.put(other, terms.and_(other, terms.binary(logic::Op::bv_ult, rank.at(other), rank.at(mark))));
    }
    for (const Source& source : reads_from.sources(read)) {
      if (!may_hand_on(source)) continue;
      Term from = unrolled.events[source.write].value.mark;
      constraints.push_back(terms.implies(terms.and_(source.taken, mark), earlier(from)));
    }
  }
  return constraints;
}

}  // namespace fencepost::runs
