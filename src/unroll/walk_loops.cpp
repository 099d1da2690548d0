// Walk: what happens at the head of a loop.
#include <bit>

#include "unroll/walk.h"

namespace fencepost::unroll {

bool Walk::enter_head(program::Loc head, State& state, bool from_back, const program::Edge* edge) {
  Visit& visit = top().loops[index(head)];
  if (from_back) p_.work.round(top().function, head, position(*top().procedure, head));
  if (from_back && visit.path != nullptr) {
    if (!next_iteration(visit, head, state, step(state, edge))) return false;
  } else {
    visit.done = {};
    visit.done.spawns = p_.events.spawns(state.thread);
  }
  visit.path = state.path;
  visit.stamp = ++stamp_;
  visit.signal_waits = signal_waits_;
  visit.regs = state.regs;
  visit.memory = state.memory;
  visit.events = p_.events.size();
  visit.section = state.section;
  visit.control = state.control;
  visit.scopes = state.scopes;
  visit.before = p_.spin_loops.retried(p_.view.last_read(), state);
  return true;
}

bool Walk::next_iteration(Visit& visit, program::Loc head, State& state, const Step& step) {
  const Activation& here = top();
  // The same state again, for sure: this run never ends, so there is nothing more to find on it.
  if (visit.path == state.path && (unchanged(head, visit, state) || wrote_the_same(head, visit, state))) {
    // Who could leave the loop waits for what would let it; who cannot waits for nothing. Who waits for a signal meanwhile does not
    // go round in circles: a wake-up in vain again and again is a deadlock's business.
    bool waits = here.shape->has_way_out(head) && visit.signal_waits == signal_waits_;
    Wait::Kind kind = waits ? Wait::Kind::loop : Wait::Kind::idle;
    p_.records.wait(kind, step, state, p_.terms.boolean(true), p_.events.size());
    p_.sections.stop(step, state, p_.terms.boolean(true));
    return false;
  }
  if (is_idle_alone(head, visit, state)) {
    p_.records.wait(Wait::Kind::idle, step, state, p_.terms.boolean(true), p_.events.size());
    p_.sections.stop(step, state, p_.terms.boolean(true));
    return false;
  }
  if (state.concurrent) {
    if (!p_.feasible.may_reach(state.path)) return false;
    Term waited = p_.spin_loops.is_idle(here, head, visit, state);
    p_.records.wait(Wait::Kind::loop, step, state, waited, visit.events);
    p_.sections.stop(step, state, waited);
    if (!p_.decisions.restrict(state, p_.terms.not_(waited))) return false;
    Term retried = p_.spin_loops.is_retry(here, head, visit, state);
    if (!p_.decisions.restrict(state, p_.terms.not_(retried))) return false;
  }
  // Threads that others can see go on for ever are not executed for ever.
  bool endless = state.concurrent && visit.path == state.path &&
                 (!here.shape->has_way_out(head) || p_.equality.states(here, head, visit, state).is_true());
  if (endless) ++visit.done.symbolic;
  if (state.concurrent && p_.events.size() > visit.events) ++visit.done.visible;
  LoopId loop{here.function, index(head)};
  LoopBounds::Next next{loop, position(*here.procedure, head), visit.path, anybody_left(head, visit.stamp), p_.steps};
  if (!p_.loop_bounds.allows(visit.done, next, step, state)) {
    p_.sections.stop(step, state, p_.terms.boolean(true));
    return false;
  }
  if (!state.concurrent) return true;
  Term repeats = p_.spin_loops.may_repeat(here, head, visit, state);
  // It goes on or stays, as the run likes.
  if (!repeats.is_false()) repeats = p_.terms.and_(repeats, p_.terms.fresh("stays", logic::bool_sort()));
  p_.records.wait(Wait::Kind::loop, step, state, repeats, visit.events);
  p_.sections.stop(step, state, repeats);
  return p_.decisions.restrict(state, p_.terms.not_(repeats));
}

bool Walk::unchanged(program::Loc head, const Visit& last, const State& state) const {
  if (!last.memory.same(state.memory)) return false;
  return last.regs.compare(state.regs, [&](uint64_t reg, const Value&, const Value&) {
    return !stack_.back()->shape->live(head, core::Reg{static_cast<uint32_t>(reg)});
  });
}

// Contents are compared now and then only: loops that fill large objects would be quadratic. What threads share is not
// compared there, so this is for programs without.
bool Walk::wrote_the_same(program::Loc head, Visit& last, const State& state) {
  return std::has_single_bit(++last.done.unchanged) && !state.concurrent && p_.sharing.empty() &&
         p_.equality.states(top(), head, last, state).is_true();
}

// As with threads an iteration need not happen that left everything as it was by what was chosen in it, such as a weak
// compare-exchange that failed; unless it is asked whether threads go on. Compared now and then only, as above.
bool Walk::is_idle_alone(program::Loc head, const Visit& last, const State& state) {
  if (state.concurrent || last.path == state.path || last.section != state.section) return false;
  if (p_.options.wanted.checks.has(core::Undef::liveness) || !std::has_single_bit(last.done.all + 1)) return false;
  return p_.decisions.decided(state.path, p_.spin_loops.is_idle(top(), head, last, state)) == true;
}

bool Walk::anybody_left(program::Loc head, uint64_t since) const {
  const Activation& here = *stack_.back();
  uint32_t end = index(here.shape->loop_end(head));
  for (const auto& [loc, arrivals] : here.pending)
    if (loc < index(head) || loc > end)
      for (const Arrival& arrival : arrivals)
        if (arrival.stamp > since) return true;
  return false;
}

bool Walk::anybody_waits(const Activation& activation, uint64_t since) {
  for (const auto& [loc, arrivals] : activation.pending)
    for (const Arrival& arrival : arrivals)
      if (arrival.stamp > since) return true;
  return false;
}

SourcePos Walk::position(const program::Procedure& procedure, program::Loc loc) {
  uint32_t first = procedure.first_out[index(loc)];
  return first < procedure.edges.size() ? procedure.edges[first].pos : SourcePos();
}

}  // namespace fencepost::unroll
