#include "check/block_steps.h"

namespace fencepost::check {

using logic::Term;

Term BlockSteps::before(flat::TemplateId of, const flat::Block& block, size_t steps, Term holds) {
  while (steps > 0) holds = steps_(edge(of, block, --steps)).before(holds);
  return holds;
}

Term BlockSteps::possible(flat::TemplateId of, const flat::Block& block, size_t steps) {
  Term all = terms_.boolean(true);
  while (steps > 0) {
    FlatStep& step = steps_(edge(of, block, --steps));
    all = terms_.and_(step.possible(), step.before(all));
  }
  return all;
}

Term BlockSteps::goes_on(flat::TemplateId of, const flat::Block& block, size_t position) {
  const flat::Template& thread = program_[of];
  uint32_t from = flat::index(edge(of, block, position).from);
  Term any = terms_.boolean(false);
  for (uint32_t i = thread.first_out[from]; i < thread.first_out[from + 1]; ++i)
    any = terms_.or_(any, std::holds_alternative<flat::Check>(thread.edges[i].label)
                              ? terms_.boolean(true)
                              : steps_(thread.edges[i]).possible());
  return any;
}

}  // namespace fencepost::check
