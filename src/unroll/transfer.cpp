#include "unroll/transfer.h"

#include <algorithm>

#include "base/check.h"
#include "core/choice_source.h"

namespace fencepost::unroll {

using core::Choice;

Transfer::Transfer(Parts& parts)
    : p_(parts), has_unknown_pointers_(std::ranges::any_of(parts.program.globals, [](const core::Global& global) {
        return global.known == core::Known::nothing;
      })) {}

bool Transfer::apply(const Step& step, State& state) {
  const size_t first = p_.events.size();
  bool goes_on = std::visit([&](const auto& label) { return act(label, step, state); }, step.edge->label);
  answer_questions(*step.edge, first, state);
  begin(*step.edge);
  end(step, state);
  return goes_on;
}

void Transfer::begin(const program::Edge& edge) {
  if (!std::holds_alternative<core::Check>(edge.label)) p_.lifetimes.checks_end();
}

// The checks before an access ask if its object lives. It made the events from `first` on.
void Transfer::answer_questions(const program::Edge& edge, size_t first, State& state) {
  if (auto* copy = std::get_if<core::Copy>(&edge.label)) {
    const Term from = p_.expressions.evaluate(*copy->src, state).term;
    for (const Lifetimes::Question& question : p_.lifetimes.asked())
      p_.events[question.event].asks_for_store = question.pointer != from;
    return;
  }
  const bool stores = std::holds_alternative<core::Store>(edge.label) || std::holds_alternative<core::Fill>(edge.label);
  if (!stores && !std::holds_alternative<core::Load>(edge.label) && !std::holds_alternative<core::Rmw>(edge.label))
    return;
  auto is_part = [&](size_t event) {
    const Event& made = p_.events[event];
    return made.kind == (stores ? Event::Kind::write : Event::Kind::read) &&
           !is_of_life(p_.events.cell(made.cells[0].cell).at);
  };
  size_t from = first, to = p_.events.size();
  while (from < to && !is_part(from)) ++from;
  while (from < to && !is_part(to - 1)) --to;
  for (size_t i = from; i < to; ++i)
    if (!is_part(i)) to = from;
  for (const Lifetimes::Question& question : p_.lifetimes.asked()) {
    Event& asks = p_.events[question.event];
    asks.asks_for_store = stores;
    asks.asks_from = static_cast<uint32_t>(from);
    asks.asks_to = static_cast<uint32_t>(to);
  }
}

void Transfer::end(const Step& step, State& state) {
  p_.cells.expose(state);
  p_.unmodelled.report(step);
}

ReadSet Transfer::reads_of(const core::Expr& expr, const State& state) {
  if (!p_.options.model.keep_dependencies) return 0;
  if (expr.op == core::ExprOp::reg) return state.regs.get(core::index(expr.reg)).reads;
  ReadSet all = 0;
  for (const core::ExprPtr& arg : expr.args) all = p_.reads.join(all, reads_of(*arg, state));
  return all;
}

Value Transfer::evaluated(const Step& step, const core::Expr& expr, State& state) {
  const size_t first = p_.events.size();
  if (state.concurrent) p_.lifetimes.refresh_exposed(step, state, expr);
  Value value = p_.expressions.evaluate(expr, state);
  p_.addresses.forget_made();
  value.reads = reads_of(expr, state);
  if (!p_.options.model.keep_dependencies) return value;
  // Where the number leads rests on what lives once it is known.
  const ReadSet number = value.reads;
  for (size_t i = first; i < p_.events.size(); ++i) {
    p_.events[i].addr = number;
    value.reads = p_.reads.join(value.reads, p_.reads.only(static_cast<uint32_t>(i)));
  }
  return value;
}

Value Transfer::fitting(const Value& value, const core::Type& type) {
  if (!value) return {};
  Value like = p_.expressions.unassigned(type);
  bool fits =
      value.term.sort() == like.term.sort() && static_cast<bool>(value.offset) == static_cast<bool>(like.offset);
  return fits ? value : like;
}

bool Transfer::act(const program::Assume& label, const Step&, State& state) {
  return p_.decisions.restrict(state, p_.expressions.condition(*label.condition, state));
}

bool Transfer::act(const program::Restrict& label, const Step& step, State& state) {
  if (state.concurrent) p_.lifetimes.refresh(step, state, *label.condition);
  Term condition = p_.expressions.condition(*label.condition, state);
  if (p_.decisions.decided(state.path, condition) != true) {
    p_.records.assume(step, state);
    p_.sections.stop(step, state, p_.terms.not_(condition));
  }
  return p_.decisions.restrict(state, condition);
}

bool Transfer::act(const program::ChooseOrder& label, const Step& step, State& state) {
  core::Type type = step.frame->type_of(label.reg);
  auto [value, range] = p_.expressions.variable(type, "order");
  if (range) p_.records.constrain(range);
  Term number = p_.expressions.choice_bits(value, type);
  p_.records.constrain(
      p_.terms.binary(logic::Op::bv_ult, number, p_.terms.bv(core::permutations(label.strands), type.bits)));
  set(state, label.reg, value);
  p_.records.choose(state, Choice::Kind::order, number);
  return true;
}

bool Transfer::act(const core::Let& label, const Step& step, State& state) {
  set(state, label.reg, evaluated(step, *label.value, state));
  return true;
}

bool Transfer::act(const core::Choose& label, const Step&, State& state) {
  auto [value, range] = p_.expressions.variable(label.type, "choice");
  if (range) p_.records.constrain(range);
  set(state, label.reg, value);
  p_.records.choose(state, Choice::Kind::value, p_.expressions.choice_bits(value, label.type));
  return true;
}

bool Transfer::act(const core::Alloc& label, const Step& step, State& state) {
  Term size = p_.expressions.size(*label.bytes, state);
  uint32_t shadow = 0;
  if (label.shadow) {
    std::vector<uint32_t> shadows = p_.pointers.objects(p_.expressions.evaluate(*label.shadow, state).term);
    FP_CHECK_MSG(shadows.size() == 1, "a shadow is made for one object");
    shadow = shadows.front();
  }
  uint32_t object = p_.allocations.make(step, state, label, size, shadow);
  set(state, label.reg, p_.pointers.make(object));
  if (p_.program.uses_addresses) p_.records.choose_address(state, object);
  return true;
}

bool Transfer::act(const core::Kill& label, const Step& step, State& state) {
  Value pointer = pointer_here(*label.ptr, state);
  if (state.concurrent) p_.view.adopt(state, pointer);
  p_.access.kill(state, pointer);
  if (state.concurrent) p_.lifetimes.end(step, state, pointer);
  return true;
}

bool Transfer::act(const core::Check& label, const Step& step, State& state) {
  if (label.kind == core::Undef::misaligned && state.concurrent) note_alignment(state, *label.condition);
  if (!p_.options.wanted.checks.has(label.kind)) return true;
  if (state.concurrent) p_.lifetimes.refresh(step, state, *label.condition);
  Term condition = p_.expressions.condition(*label.condition, state);
  if (state.concurrent) p_.checked.note_bounds(state, condition);
  std::optional<bool> known = p_.decisions.decided(state.path, condition);
  if (known == true) return true;
  if (known == false) condition = p_.terms.boolean(false);
  Site site = p_.records.site(step, step.edge->pos, label.detail.empty() ? step.edge->text : label.detail);
  site.undef = label.kind;
  p_.records.oblige(Obligation::Kind::check, state, p_.terms.not_(condition), site, Records::key(step));
  if (p_.options.model.failures_end_threads && state.concurrent && core::ends_program(label.kind))
    return p_.decisions.restrict(state, condition);
  // Where it cannot hold, nothing follows.
  return !condition.is_false();
}

void Transfer::note_alignment(State& state, const core::Expr& condition) {
  if (condition.op != core::ExprOp::ptr_aligned) return;
  Value pointer = pointer_here(*condition.args[0], state);
  Term bytes = p_.expressions.size(*condition.args[1], state);
  if (bytes.is_const() && !p_.expressions.may_lie_aligned(pointer, bytes.value()))
    p_.checked.note_alignment(state, pointer, static_cast<unsigned>(bytes.value()));
}

bool Transfer::act(const core::Return& label, const Step& step, State& state) {
  if (label.value) state.regs.set(step.frame->result_slot(), evaluated(step, *label.value, state));
  return true;
}

bool Transfer::act(const core::Unsupported& label, const Step& step, State&) {
  p_.records.unsupported(step, p_.terms.boolean(true), label.what);
  return false;
}

}  // namespace fencepost::unroll
