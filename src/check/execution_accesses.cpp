// ExecutionSteps: accesses to what threads share.
#include "check/execution_steps.h"
#include "flat/operands.h"

namespace fencepost::check {

using flat::Edge;
using logic::Term;
using result::EventRef;
using result::GraphEvent;
using result::ThreadState;
using Status = result::ThreadState::Status;
using Mapped = program::Mapping::AccessKind;

namespace {

// Three equal runs of reads at the end, of at most so many each, count as two (result::ExecutionProof).
constexpr size_t kMostInARow = 12;

void drop_third_copy(std::vector<GraphEvent>& events) {
  auto from_end = [&](size_t i) -> const GraphEvent& { return events[events.size() - 1 - i]; };
  auto repeats = [&](size_t i, size_t period) {
    const GraphEvent &late = from_end(i), &early = from_end(i + period);
    return late.kind == GraphEvent::Kind::read && early.kind == GraphEvent::Kind::read && late.section == 0 &&
           early.section == 0 && late.variable == early.variable && late.source == early.source &&
           *late.tags == *early.tags;
  };
  for (size_t period = 1; period <= kMostInARow && 3 * period <= events.size(); ++period) {
    bool is_third = true;
    for (size_t i = 0; is_third && i < 2 * period; ++i) is_third = repeats(i, period);
    if (is_third) return events.resize(events.size() - period);
  }
}

}  // namespace

void ExecutionSteps::access(const State& state, uint32_t thread, const Edge& edge, const TouchedVariable& at,
                            Steps& all) {
  uint32_t variable = flat::index(at.variable);
  if (!is_event(thread, edge, variable) || !tracked_.contains(variable))
    return quiet_access(state, thread, edge, at, all);
  if (auto* store = std::get_if<flat::Store>(&edge.label)) {
    const memory::Mapped& mapped = mapping_.of(Mapped::store, store->order);
    ExecutionStep step{state, at.when, {}};
    fence(step.next, thread, edge, mapped.before);
    EventRef write = add(step.next, thread, GraphEvent::Kind::write, mapped.write, &edge, variable);
    fence(step.next, thread, edge, mapped.after);
    step.changes.emplace_back(value_of(write, variable), store->value);
    arrive(step.next, thread, edge.to);
    return wake(std::move(step), variable, write, all);
  }
  // The last write of its own, or what was there first, and all writes of others.
  EventRef own{EventRef::kInitial, variable};
  for (uint32_t other = 0; other < state.threads.size(); ++other)
    for (uint32_t i = 0; i < state.threads[other].events.size(); ++i) {
      const GraphEvent& event = state.threads[other].events[i];
      if (event.kind != GraphEvent::Kind::write || event.variable != variable) continue;
      if (other == thread)
        own = {other, i};
      else
        read(state, thread, edge, at, {other, i}, all);
    }
  read(state, thread, edge, at, own, all);
  if (!may_come(state, thread, variable)) return;
  State waiting = state;
  ThreadState& self = waiting.threads[thread];
  self.status = Status::blocks;
  self.edge = &edge;
  self.variable = variable;
  all.push_back({std::move(waiting), at.when, {}});
}

// Nobody else changes the variable, or it is not tracked and may be anything.
void ExecutionSteps::quiet_access(const State& state, uint32_t thread, const Edge& edge, const TouchedVariable& at,
                                  Steps& all) {
  ExecutionStep step{state, at.when, {}};
  bool is_own = !is_event(thread, edge, flat::index(at.variable));
  Term cell = program_[at.variable].term, found = is_own ? cell : Term();
  if (auto* k = std::get_if<flat::Load>(&edge.label)) step.changes.emplace_back(program_[k->target].term, found);
  if (auto* k = std::get_if<flat::Store>(&edge.label); k != nullptr && is_own)
    step.changes.emplace_back(cell, k->value);
  if (auto* k = std::get_if<flat::Rmw>(&edge.label)) {
    step.changes.emplace_back(program_[k->target].term, found);
    if (is_own) {
      logic::Substitution old(terms_);
      old.put(program_[k->target].term, cell);
      step.changes.emplace_back(cell, terms_.ite(old(k->condition), old(k->value), cell));
    }
  }
  arrive(step.next, thread, edge.to);
  all.push_back(std::move(step));
}

void ExecutionSteps::read(const State& state, uint32_t thread, const Edge& edge, const TouchedVariable& at,
                          const EventRef& source, Steps& all) {
  uint32_t variable = flat::index(at.variable);
  Term value = value_in(state, source, variable);
  // The state in which the read, of this kind, has happened.
  auto with_read = [&](const memory::Mapped& mapped) {
    ExecutionStep step{state, at.when, {}};
    ThreadState& self = step.next.threads[thread];
    self.status = Status::goes_on;
    self.edge = nullptr;
    self.variable = ~0u;
    self.source = {};
    fence(step.next, thread, edge, mapped.before);
    add(step.next, thread, GraphEvent::Kind::read, mapped.read, &edge, variable, source);
    return step;
  };
  auto only_read = [&](Mapped kind, core::MemoryOrder order, flat::VarId target, Term when) {
    const memory::Mapped& mapped = mapping_.of(kind, order);
    ExecutionStep step = with_read(mapped);
    if (!mapped.after.empty()) {
      fence(step.next, thread, edge, mapped.after);
      step.next.threads[thread].events.back().depends_on_previous = mapped.control_dependency;
    }
    step.possible = terms_.and_(step.possible, when);
    step.changes.emplace_back(program_[target].term, value);
    drop_third_copy(step.next.threads[thread].events);
    arrive(step.next, thread, edge.to);
    all.push_back(std::move(step));
  };
  if (auto* load = std::get_if<flat::Load>(&edge.label))
    return only_read(Mapped::load, load->order, load->target, terms_.boolean(true));
  const auto& update = std::get<flat::Rmw>(edge.label);
  logic::Substitution old(terms_);
  old.put(program_[update.target].term, value);
  Term writes = old(update.condition);
  if (!writes.is_true())
    only_read(Mapped::failed, update.failure.value_or(update.order), update.target, terms_.not_(writes));
  if (writes.is_false()) return;
  const memory::Mapped& mapped = mapping_.of(Mapped::update, update.order);
  ExecutionStep step = with_read(mapped);
  EventRef write = add(step.next, thread, GraphEvent::Kind::write, mapped.write, &edge, variable);
  step.next.threads[thread].events.back().updates = true;
  fence(step.next, thread, edge, mapped.after);
  step.possible = terms_.and_(step.possible, writes);
  step.changes.emplace_back(program_[update.target].term, value);
  step.changes.emplace_back(value_of(write, variable), old(update.value));
  arrive(step.next, thread, edge.to);
  wake(std::move(step), variable, write, all);
}

// With each set of those that wait for such a write.
void ExecutionSteps::wake(ExecutionStep step, uint32_t variable, const EventRef& write, Steps& all) const {
  std::vector<ExecutionStep> made{std::move(step)};
  for (uint32_t other = 0; other < program_.templates.size(); ++other) {
    const ThreadState& waiting = made.front().next.threads[other];
    if (waiting.status != Status::blocks || waiting.variable != variable) continue;
    for (size_t i = made.size(); i-- > 0;) {
      ExecutionStep taken = made[i];
      taken.next.threads[other].status = Status::takes;
      taken.next.threads[other].source = write;
      made.push_back(std::move(taken));
    }
  }
  for (ExecutionStep& one : made) all.push_back(std::move(one));
}

}  // namespace fencepost::check
