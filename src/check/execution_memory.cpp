// ExecutionSteps: graphs that grow in the order in which memory sees their events (result::Growth::by_memory).
//
// Under sc the events of an execution have an order that contains program order, rf, co and fr, in which a section is in one piece: a read
// takes the write that is last there, and what is added comes after all that is there. Under a model of store buffers
// (flat/buffer_facts.h) a write has two places in such an order: where its thread passes it, and where it leaves the buffer and memory
// has it. A read takes its own thread's youngest write that waits, or the last in memory. So each event that is added
// finds its relations to earlier ones by the last write to its location in memory and by the writes that wait; whether these leave
// in order, by the barriers between them. Whoever joins a thread needs its end. Nothing else of the past is looked at again.
#include <algorithm>

#include "check/execution_steps.h"
#include "flat/automaton_shape.h"
#include "flat/operands.h"
#include "flat/under_model.h"
#include "memory/probe.h"

namespace fencepost::check {

using flat::Edge;
using logic::Term;
using result::EventRef;
using result::GraphEvent;
using result::ThreadState;
using Status = result::ThreadState::Status;
using Mapped = program::Mapping::AccessKind;

// Is there such an order for the executions of this program?
bool ExecutionSteps::has_memory() {
  std::optional<flat::BufferFacts> buffers = flat::buffer_facts(model_);
  is_buffered_ = buffers && !flat::not_understood(program_, *buffers);
  return is_buffered_ || memory::is_sequentially_consistent(model_) || flat::is_strong_in_c(program_, model_);
}

Term ExecutionSteps::variable_of(const State& state, const EventRef& write, uint32_t variable) {
  if (growth_ == result::Growth::by_threads) return value_of(write, variable);
  const std::vector<GraphEvent>& events = state.threads[write.thread].events;
  if (is_by_memory() && !events[write.index].pending) return program_.variables[variable].term;
  auto older = std::count_if(events.begin(), events.begin() + write.index, [&](const GraphEvent& event) {
    return event.kind == GraphEvent::Kind::write && event.variable == variable && event.pending == is_by_memory();
  });
  return value_of({write.thread, static_cast<uint32_t>(older)}, variable);
}

bool ExecutionSteps::has_pending(const State& state, uint32_t thread) const {
  return std::ranges::any_of(state.threads[thread].events, &GraphEvent::pending);
}

// By a thread in a section alone, if it is there and can go on; by one that does nothing that others see, and would do it whatever they
// do; by all.
std::vector<uint32_t> ExecutionSteps::movers_by_memory(const State& state) {
  std::vector<uint32_t> all;
  for (uint32_t thread = 0; thread < state.threads.size(); ++thread)
    if (can_go_on(state, thread)) all.push_back(thread);
  for (auto is_first : {+[](ExecutionSteps&, const State& at, uint32_t of) { return at.threads[of].section != 0; },
                        +[](ExecutionSteps& self, const State& at, uint32_t of) { return self.is_quiet(at, of); }})
    for (uint32_t thread : all)
      if (is_first(*this, state, thread)) return {thread};
  return all;
}

// Not where a loop begins: otherwise it could go round for ever, and others would never be looked at.
bool ExecutionSteps::is_quiet(const State& state, uint32_t thread) {
  auto edges = edges_from(program_, state.control, thread);
  if (loop_heads_[thread][state.control.at[thread]] || !flat::is_passed_by_anyone(edges, terms_)) return false;
  for (const Edge& edge : edges) {
    if (waits_for_buffer(state, thread, edge)) return false;
    if (const flat::Access* where = flat::access(edge.label)) {
      auto* variable = std::get_if<flat::VarId>(&where->to);
      if (variable == nullptr) return false;  // whether it is inside of an array is not known
      uint32_t number = flat::index(*variable);
      if (tracked_.contains(number) && is_event(thread, edge, number)) return false;
    } else if (!std::holds_alternative<flat::Assign>(edge.label) && !std::holds_alternative<flat::Assume>(edge.label) &&
               !std::holds_alternative<flat::Havoc>(edge.label) && !std::holds_alternative<flat::Check>(edge.label)) {
      return false;
    }
  }
  return true;
}

// What a fence with these tags keeps: writes before it before those after it, or before all.
ExecutionSteps::Keeps ExecutionSteps::kept_by(const std::vector<std::string>& tags) {
  if (!is_buffered_ || tags.empty()) return Keeps::nothing;
  auto [found, is_new] = kept_by_.try_emplace(&tags, Keeps::nothing);
  if (!is_new) return found->second;
  memory::Kept kept = memory::kept_by(model_, memory::Between::fence, tags);
  if (kept.store_store && memory::relaxations(model_).store_store) found->second = Keeps::writes;
  if (kept.store_load) found->second = Keeps::all;
  return found->second;
}

bool ExecutionSteps::waits_for_buffer(const State& state, uint32_t thread, const Edge& edge) {
  if (!is_buffered_) return false;
  auto* join = std::get_if<flat::Join>(&edge.label);
  if (join != nullptr && has_pending(state, flat::index(join->joined))) return true;
  if (!has_pending(state, thread)) return false;
  // A barrier behind a write that waits: it stays only as long as that is so.
  for (const GraphEvent& event : state.threads[thread].events)
    if (event.kind == GraphEvent::Kind::fence && event.edge != nullptr && kept_by(*event.tags) == Keeps::all)
      return true;
  if (auto* k = std::get_if<flat::Fence>(&edge.label))
    return kept_by(mapping_.of(Mapped::fence, k->order).fence) == Keeps::all;
  if (auto* k = std::get_if<flat::Load>(&edge.label))
    return kept_by(mapping_.of(Mapped::load, k->order).before) == Keeps::all;
  if (auto* k = std::get_if<flat::Store>(&edge.label))
    return kept_by(mapping_.of(Mapped::store, k->order).before) == Keeps::all;
  return std::holds_alternative<flat::Rmw>(edge.label) || std::holds_alternative<flat::AtomicBegin>(edge.label) ||
         std::holds_alternative<flat::Spawn>(edge.label) || join != nullptr;
}

EventRef ExecutionSteps::visible(const State& state, uint32_t thread, uint32_t variable) const {
  const std::vector<GraphEvent>& own = state.threads[thread].events;
  for (auto i = static_cast<uint32_t>(own.size()); i-- > 0;)
    if (own[i].pending && own[i].variable == variable) return {thread, i};
  for (uint32_t other = 0; other < state.threads.size(); ++other)
    for (uint32_t i = 0; i < state.threads[other].events.size(); ++i) {
      const GraphEvent& event = state.threads[other].events[i];
      if (event.kind == GraphEvent::Kind::write && event.variable == variable && !event.pending) return {other, i};
    }
  return {EventRef::kInitial, variable};
}

ExecutionSteps::Steps ExecutionSteps::steps_by_memory(const State& state) {
  Steps all;
  std::vector<uint32_t> going = movers_by_memory(state);
  bool is_one = going.size() == 1 && (state.threads[going[0]].section != 0 || is_quiet(state, going[0]));
  for (uint32_t thread : going) {
    Steps own;
    Term stuck = terms_.boolean(state.threads[thread].section != 0);
    for (const Edge& one : edges_from(program_, state.control, thread)) {
      auto* assume = std::get_if<flat::Assume>(&one.label);
      stuck = terms_.and_(stuck, assume != nullptr ? terms_.not_(assume->condition) : terms_.boolean(false));
      if (std::holds_alternative<flat::Exit>(one.label) || waits_for_buffer(state, thread, one)) continue;
      edge(state, thread, one, own);
    }
    if (!stuck.is_false()) {  // what it has read in its section does not change: it never leaves it
      own.push_back({state, stuck, {}});
      own.back().next.threads[thread].status = Status::stands;
    }
    for (ExecutionStep& step : own) {
      bool grew = step.next.threads[thread].events.size() != state.threads[thread].events.size();
      if (is_by_memory()) forget(state, thread, step.next);
      if (is_by_causes() && grew && !forget_unreadable(step)) continue;
      all.push_back(std::move(step));
    }
  }
  for (uint32_t thread = 0; thread < state.threads.size() && !is_one; ++thread) leave_buffer(state, thread, all);
  return all;
}

// Writes reach memory in program order, or those to one variable do and those on both sides of a barrier.
void ExecutionSteps::leave_buffer(const State& state, uint32_t thread, Steps& all) {
  const std::vector<GraphEvent>& events = state.threads[thread].events;
  for (uint32_t i = 0; i < events.size(); ++i) {
    if (!events[i].pending) continue;
    bool may = true, is_behind = false;
    for (uint32_t k = i; k-- > 0;) {
      is_behind = is_behind || (events[k].kind == GraphEvent::Kind::fence && events[k].edge != nullptr &&
                                kept_by(*events[k].tags) != Keeps::nothing);
      bool passes = memory::relaxations(model_).store_store && !is_behind && events[k].variable != events[i].variable;
      may = may && (!events[k].pending || passes);
    }
    if (!may) continue;
    const uint32_t variable = events[i].variable;
    ExecutionStep step{state, terms_.boolean(true), {}};
    step.next.threads[thread].events[i].pending = false;
    step.changes.emplace_back(program_.variables[variable].term, value_in(state, {thread, i}, variable));
    for (uint32_t k = i + 1; k < events.size(); ++k)
      if (events[k].pending && events[k].variable == variable)
        step.changes.emplace_back(variable_of(step.next, {thread, k}, variable),
                                  value_in(state, {thread, k}, variable));
    forget(state, thread, step.next);
    all.push_back(std::move(step));
  }
}

// The thread has taken a step from the state `before`. All events but those that the next ones are related to.
void ExecutionSteps::forget(const State& before, uint32_t thread, State& next) {
  // The write that has just reached memory, if there is one: that of the step, or one that has left the buffer.
  const std::vector<GraphEvent>&old = before.threads[thread].events, made = next.threads[thread].events;
  std::optional<uint32_t> latest;
  for (uint32_t i = 0; i < made.size(); ++i)
    if (made[i].kind == GraphEvent::Kind::write && !made[i].pending && (i >= old.size() || old[i].pending)) latest = i;
  for (uint32_t other = 0; other < next.threads.size(); ++other) {
    std::vector<GraphEvent> left;
    const std::vector<GraphEvent>& events = next.threads[other].events;
    for (uint32_t i = 0; i < events.size(); ++i) {
      GraphEvent event = events[i];
      if (event.kind == GraphEvent::Kind::read) continue;
      bool is_overwritten = event.kind == GraphEvent::Kind::write && !event.pending && latest &&
                            made[*latest].variable == event.variable && (other != thread || i != *latest);
      if (is_overwritten) continue;
      if (event.kind == GraphEvent::Kind::fence && event.edge == nullptr &&
          (!is_over(next, other) || i + 1 < events.size()))
        continue;
      bool is_behind = std::any_of(events.begin(), events.begin() + i, [](const GraphEvent& of) { return of.pending; });
      if (event.kind == GraphEvent::Kind::fence && event.edge != nullptr &&
          (!is_behind || kept_by(*event.tags) == Keeps::nothing))
        continue;
      event.section = 0;
      event.source = {};
      event.updates = event.depends_on_previous = false;
      left.push_back(event);
    }
    next.threads[other].events = std::move(left);
  }
}

}  // namespace fencepost::check
