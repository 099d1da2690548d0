#include "runs/monolithic.h"

namespace fencepost::runs {

using logic::Term;

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
  Relational relational(unrolled, nodes, reads_from, mapping, before, terms, budget);
  for (Term axiom : axioms(program, relational, nodes.nodes.size(), Clocks::bits, terms)) all.push_back(axiom);
  return all;
}

}  // namespace fencepost::runs
