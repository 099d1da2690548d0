// Transfer: waits, and atomic sections.
#include "unroll/transfer.h"

namespace fencepost::unroll {

bool Transfer::act(const core::Join& label, const Step& step, State& state) {
  // Do others go on meanwhile, with what the section has written? The interpreter lets them; runs in which a section is one step have no such thing.
  if (state.section != 0)
    p_.records.unsupported(step, p_.terms.boolean(true), "a wait for the end of a thread inside an atomic section");
  const core::Type& type = label.thread->type;
  Term wanted = p_.expressions.evaluate(*label.thread, state).term;
  Term known = p_.terms.boolean(false), finished = p_.terms.boolean(false);
  Value result;
  for (uint32_t number = 0; number < p_.names.threads(); ++number) {
    Term is_it = p_.terms.eq(wanted, p_.arithmetic->constant(number, type));
    if (is_it.is_false() || p_.paths.decided(state.path, is_it) == false) continue;
    Term ended = p_.terms.and_(is_it, p_.threads.has_finished(number));
    known = p_.terms.or_(known, is_it);
    finished = p_.terms.or_(finished, ended);
    ThreadTable::Thread& thread = p_.threads[number];
    if (thread.finished && thread.end == Event::kNone) continue;  // it never comes to its end
    uint32_t join = p_.events.add(Event::Kind::join, step, state, ended, core::MemoryOrder::seq_cst);
    p_.events[join].partner = thread.end;
    if (thread.end == Event::kNone) {
      // It is run later: then its end is known, but what it returned would be wanted here.
      thread.joined_early.push_back(join);
      if (label.reg && step.frame->shape->live(step.edge->to, *label.reg))
        p_.records.unsupported(step, ended, "the result of a thread that is joined by one that was made before it");
      continue;
    }
    if (label.reg && thread.result) {
      Value value = fitting(thread.result, step.frame->type_of(*label.reg));
      result = result ? p_.cells.choose(is_it, value, result) : value;
    }
  }
  if (!known.is_true()) p_.records.unsupported(step, p_.terms.not_(known), "a wait for the end of what is no thread");
  p_.records.wait(Wait::Kind::join, step, state, p_.terms.not_(finished), p_.events.size());
  p_.sections.stop(step, state, p_.terms.not_(finished));
  if (label.reg) set(state, *label.reg, result);
  return p_.decisions.restrict(state, finished);
}

bool Transfer::act(const core::Self& label, const Step& step, State& state) {
  core::Type type = step.frame->type_of(label.reg);
  set(state, label.reg, {p_.arithmetic->constant(state.thread, type), {}, {}});
  return true;
}

bool Transfer::act(const core::Await& label, const Step& step, State& state) {
  Term condition = p_.expressions.condition(*label.condition, state);
  p_.records.wait(Wait::Kind::await, step, state, p_.terms.not_(condition), 0);
  if (p_.decisions.decided(state.path, condition) != true) p_.sections.wait(step, state, p_.terms.not_(condition));
  return p_.decisions.restrict(state, condition);
}

bool Transfer::act(const core::AtomicBegin&, const Step& step, State& state) {
  if (state.section != 0) return true;
  // A section orders like a full fence on both sides, whatever is in it. One that begins before there are threads may make the first.
  if (state.concurrent)
    p_.events.add(Event::Kind::fence, step, state, p_.terms.boolean(true), core::MemoryOrder::seq_cst);
  state.section = p_.sections.open();
  p_.guarded.enter_section(state);
  return true;
}

bool Transfer::act(const core::AtomicEnd&, const Step& step, State& state) {
  if (state.section == 0) return true;
  p_.sections.leave(state);
  state.section = 0;
  if (state.concurrent)
    p_.events.add(Event::Kind::fence, step, state, p_.terms.boolean(true), core::MemoryOrder::seq_cst);
  return true;
}

}  // namespace fencepost::unroll
