// Transfer: what a thread does in no order (sequencing.h).
#include <algorithm>
#include <map>
#include <set>

#include "unroll/transfer.h"

namespace fencepost::unroll {

bool Transfer::act(const program::Sequencing& label, const Step& step, State& state) {
  Sequences& all = p_.result.sequences;
  if (label.kind == program::Sequencing::Kind::begin) {
    if (state.concurrent) state.sequence = all.strand(state.sequence, all.new_unseq(), 0, label.has_calls);
    return true;
  }
  // A thread may have become concurrent since the beginning, and paths that jumped here were in another strand.
  if (state.sequence == Sequences::kThread) return true;
  Sequence here = all[state.sequence];
  if (label.kind == program::Sequencing::Kind::next) {
    state.sequence = all.strand(here.parent, here.unseq, here.strand + 1, here.in_order);
  } else {
    if (here.in_order) require_one_strand(step, here.unseq);
    state.sequence = here.parent;
  }
  return true;
}

// The body of a function is indeterminately sequenced with the other operands, nothing of which comes between two of its
// actions (C11 6.5.2.2p10). Program order cannot say so; it does not matter where others see one of the operands only.
void Transfer::require_one_strand(const Step& step, uint32_t unseq) {
  std::set<uint32_t> strands;
  for (size_t i = p_.events.size(); i-- > 0;) {
    const Event& event = p_.events[i];
    if (event.thread != step.thread) continue;
    uint32_t node = event.sequence;
    while (node != Sequences::kThread && p_.result.sequences[node].unseq != unseq)
      node = p_.result.sequences[node].parent;
    if (node == Sequences::kThread) break;  // before the expression
    bool is_of_life = !event.cells.empty() && unroll::is_of_life(p_.events.cell(event.cells[0].cell).at);
    if (!is_of_life && !event.guard.is_false()) strands.insert(p_.result.sequences[node].strand);
  }
  if (strands.size() > 1)
    p_.records.unsupported(
        step, p_.terms.boolean(true),
        "a call whose function accesses what threads share, as does another operand of the expression");
}

}  // namespace fencepost::unroll
