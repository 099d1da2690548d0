#include "runs/monolithic.h"

#include <bit>

#include "base/diagnostic.h"

namespace fencepost::runs {

using logic::Term;
using memory::cat::CheckKind;
using memory::cat::Op;

std::vector<Term> monolithic(const unroll::Unrolled& unrolled, const memory::cat::Program& program,
                             const program::Mapping& mapping, const ReadsFrom& reads_from,
                             const Relational::Before& before, logic::Terms& terms, Budget& budget) {
  std::vector<Term> all;
  for (const std::vector<uint32_t>& writes : reads_from.writes_by_cell())
    for (uint32_t a : writes)
      for (uint32_t b : writes)
        for (uint32_t c : writes)
          if (a != b && b != c && a != c) {
            budget.check();
            all.push_back(terms.implies(terms.and_(before(a, b), before(b, c)), before(a, c)));
          }
  Skeleton nodes = skeleton(unrolled, mapping, terms);
  Relational relational(unrolled, nodes, reads_from, program, mapping, before, terms, budget);
  auto width = static_cast<unsigned>(std::bit_width(nodes.nodes.size()));
  for (const Op& op : program.ops) {
    if (!op.needed) continue;
    if (op.kind == Op::Kind::let) relational.define(op);
    if (op.kind == Op::Kind::with_from || op.kind == Op::Kind::for_all ||
        (op.kind == Op::Kind::check && op.check.negated))
      throw InputError(op.pos, "this part of the model cannot be encoded for all runs at once",
                       "use --encoding lazy, which judges one run after the other");
    if (op.kind != Op::Kind::check || op.check.role != memory::cat::CheckRole::require) continue;
    TermRelation relation = relational.relation(*op.check.expr);
    std::vector<Term> clocks(nodes.nodes.size());
    if (op.check.kind == CheckKind::acyclic)
      for (Term& clock : clocks) clock = terms.fresh("clock", logic::bv_sort(width));
    for (const auto& [pair, term] : relation) {
      bool is_loop = pair.first == pair.second;
      if (op.check.kind == CheckKind::empty || is_loop)
        all.push_back(terms.not_(term));
      else if (op.check.kind == CheckKind::acyclic)
        all.push_back(terms.implies(term, terms.binary(logic::Op::bv_ult, clocks[pair.first], clocks[pair.second])));
    }
  }
  return all;
}

}  // namespace fencepost::runs
