// ExecutionSteps: accesses to what threads share.
#include "check/execution_steps.h"
#include "flat/automaton_shape.h"
#include "flat/operands.h"

namespace fencepost::check {

using flat::Edge;
using logic::Term;
using result::EventRef;
using result::GraphEvent;
using result::ThreadState;
using Status = result::ThreadState::Status;
using Mapped = program::Mapping::AccessKind;

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
    step.next.threads[thread].events[write.index].pending =
        is_by_memory() && is_buffered_ && step.next.threads[thread].section == 0;
    step.changes.emplace_back(variable_of(step.next, write, variable), store->value);
    arrive(step.next, thread, edge.to);
    return wake(std::move(step), variable, write, store->value, all);
  }
  if (is_by_memory()) return read(state, thread, edge, at, visible(state, thread, variable), all);
  // The last write of its own, or what was there first, and all writes of others; or all of them.
  EventRef own{EventRef::kInitial, variable};
  for (uint32_t other = 0; other < state.threads.size(); ++other)
    for (uint32_t i = 0; i < state.threads[other].events.size(); ++i) {
      const GraphEvent& event = state.threads[other].events[i];
      if (event.kind != GraphEvent::Kind::write || event.variable != variable) continue;
      if (other == thread && !rules_.reads_anything)
        own = {other, i};
      else
        read(state, thread, edge, at, {other, i}, all);
    }
  if (own.thread != EventRef::kInitial || !state.overwritten.contains(variable))
    read(state, thread, edge, at, own, all);
  if (is_by_causes()) return;
  if (may_be_open(thread, edge)) {
    if (may_come(state, rules_.reads_anything ? ~0u : thread, variable)) read(state, thread, edge, at, {}, all);
    return;
  }
  if (!may_come(state, thread, variable)) return;
  State waiting = state;
  ThreadState& self = waiting.threads[thread];
  self.status = Status::blocks;
  self.edge = &edge;
  self.variable = variable;
  all.push_back({std::move(waiting), at.when, {}});
}

// Whether a cycle of program order and reads-from may go through the read (memory/graph_rules.h).
bool ExecutionSteps::may_be_open(uint32_t thread, const Edge& edge) {
  if (!rules_.opens_reads) return false;
  if (!model_.built_in || rules_.reads_anything) return true;
  auto [known, is_new] = may_be_open_.try_emplace(&edge, false);
  if (!is_new) return known->second;
  bool may = false;
  if (auto* load = std::get_if<flat::Load>(&edge.label))
    may = may_follow_unordered(thread, edge, mapping_.of(Mapped::load, load->order));
  if (auto* update = std::get_if<flat::Rmw>(&edge.label)) {
    const memory::Mapped& as = mapping_.of(Mapped::update, update->order);
    may = !memory::keeps_load_store(model_, as, as, true) || may_follow_unordered(thread, edge, as) ||
          may_follow_unordered(thread, edge, mapping_.of(Mapped::failed, update->failure.value_or(update->order)));
  }
  return may_be_open_[&edge] = may;
}

// A write that others may see, and that the model does not keep behind the read.
bool ExecutionSteps::may_follow_unordered(uint32_t thread, const Edge& read, const memory::Mapped& as) const {
  std::set<uint32_t> seen;
  std::vector<uint32_t> open{flat::index(read.to)};
  while (!open.empty()) {
    uint32_t at = open.back();
    open.pop_back();
    if (!seen.insert(at).second) continue;
    for (const Edge& edge : flat::edges_of(program_.templates[thread], at)) {
      open.push_back(flat::index(edge.to));
      const flat::Access* where = flat::access(edge.label);
      if (where == nullptr || !flat::writes(edge.label) || !flat::is_shared(*where, program_)) continue;
      bool is_seen = false;
      flat::each_cell(*where, program_,
                      [&](flat::VarId id) { is_seen = is_seen || is_event(thread, edge, flat::index(id)); });
      auto* store = std::get_if<flat::Store>(&edge.label);
      const memory::Mapped& writes = store != nullptr
                                         ? mapping_.of(Mapped::store, store->order)
                                         : mapping_.of(Mapped::update, std::get<flat::Rmw>(edge.label).order);
      if (is_seen && !memory::keeps_load_store(model_, as, writes, false)) return true;
    }
  }
  return false;
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
  // The state in which the read, of this kind, has happened, and what it has taken.
  auto with_read = [&](const memory::Mapped& mapped) {
    ExecutionStep step{state, at.when, {}};
    ThreadState& self = step.next.threads[thread];
    self.status = Status::goes_on;
    self.edge = nullptr;
    self.variable = ~0u;
    self.source = {};
    fence(step.next, thread, edge, mapped.before);
    EventRef made = add(step.next, thread, GraphEvent::Kind::read, mapped.read, &edge, variable, source);
    return std::pair(std::move(step),
                     source.exists() ? value_in(state, source, variable) : value_of_open(made, variable));
  };
  auto old = [&](Term term, Term value) {
    logic::Substitution with(terms_);
    with.put(program_[std::get<flat::Rmw>(edge.label).target].term, value);
    return with(term);
  };
  auto only_read = [&](Mapped kind, core::MemoryOrder order, flat::VarId target, const auto& when) {
    const memory::Mapped& mapped = mapping_.of(kind, order);
    auto [step, value] = with_read(mapped);
    if (!mapped.after.empty()) {
      fence(step.next, thread, edge, mapped.after);
      step.next.threads[thread].events.back().depends_on_previous = mapped.control_dependency;
    }
    step.possible = terms_.and_(step.possible, when(value));
    if (step.possible.is_false()) return;
    step.changes.emplace_back(program_[target].term, value);
    drop_third_copy(step.next, thread);
    arrive(step.next, thread, edge.to);
    all.push_back(std::move(step));
  };
  if (auto* load = std::get_if<flat::Load>(&edge.label))
    return only_read(Mapped::load, load->order, load->target, [&](Term) { return terms_.boolean(true); });
  const auto& update = std::get<flat::Rmw>(edge.label);
  only_read(Mapped::failed, update.failure.value_or(update.order), update.target,
            [&](Term value) { return terms_.not_(old(update.condition, value)); });
  const memory::Mapped& mapped = mapping_.of(Mapped::update, update.order);
  auto [step, value] = with_read(mapped);
  Term writes = old(update.condition, value), written = old(update.value, value);
  if (writes.is_false()) return;
  EventRef write = add(step.next, thread, GraphEvent::Kind::write, mapped.write, &edge, variable);
  step.next.threads[thread].events.back().updates = true;
  fence(step.next, thread, edge, mapped.after);
  step.possible = terms_.and_(step.possible, writes);
  step.changes.emplace_back(program_[update.target].term, value);
  step.changes.emplace_back(variable_of(step.next, write, variable), written);
  arrive(step.next, thread, edge.to);
  wake(std::move(step), variable, write, written, all);
}

// With each set of those that wait for such a write, and of open reads that have taken this value.
void ExecutionSteps::wake(ExecutionStep step, uint32_t variable, const EventRef& write, Term written, Steps& all) {
  std::vector<ExecutionStep> made{std::move(step)};
  auto or_else = [&](const auto& take) {
    for (size_t i = made.size(); i-- > 0;) {
      ExecutionStep taken = made[i];
      take(taken);
      made.push_back(std::move(taken));
    }
  };
  for (uint32_t other = 0; other < program_.templates.size(); ++other) {
    const ThreadState of = made.front().next.threads[other];
    if (of.status == Status::blocks && of.variable == variable)
      or_else([&](ExecutionStep& taken) {
        taken.next.threads[other].status = Status::takes;
        taken.next.threads[other].source = write;
      });
    if (other == write.thread && !rules_.reads_anything) continue;
    for (uint32_t i = 0; i < of.events.size(); ++i)
      if (result::is_open(of.events[i]) && of.events[i].variable == variable)
        or_else([&](ExecutionStep& taken) {
          Term value = value_of_open({other, i}, variable);
          taken.next.threads[other].events[i].source = write;
          taken.possible = terms_.and_(taken.possible, terms_.eq(value, written));
          taken.changes.emplace_back(value, Term());
        });
  }
  for (ExecutionStep& one : made) all.push_back(std::move(one));
}

}  // namespace fencepost::check
