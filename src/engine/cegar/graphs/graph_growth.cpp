// GraphSteps: the moves of graphs that forget (growing_graphs.h).
#include <algorithm>

#include "engine/cegar/graphs/graph_steps.h"
#include "flat/automaton_shape.h"
#include "flat/operands.h"

namespace fencepost::engine::cegar::graphs {

using flat::Barrier;
using flat::Edge;
using flat::VarId;
using Order = program::Mapping::AccessKind;
using Status = ThreadState::Status;

void GraphSteps::expand_growing(uint32_t from) {
  const GraphState& state = states_[from];
  const auto threads = static_cast<uint32_t>(state.threads.size());
  auto goes_on = [&](uint32_t thread) { return can_go_on(state, thread); };
  std::optional<uint32_t> alone;
  for (uint32_t thread = 0; thread < threads; ++thread)
    if (state.threads[thread].section != 0 && goes_on(thread)) alone = thread;
  for (uint32_t thread = 0; thread < threads && !alone; ++thread)
    if (goes_on(thread) && is_for_itself(state, thread)) alone = thread;
  for (uint32_t thread = 0; thread < threads; ++thread) {
    if (alone && alone != thread) continue;
    if (goes_on(thread)) expand_edges(from, thread);
    if (!alone) expand_buffer(from, thread);
  }
  if (expansions_[from].moves.empty()) expansions_[from].leaf = Leaf::safe;
}

// In a section others go on only when it cannot: a thread that waits there waits for ever, since what it has read does not change.
void GraphSteps::expand_edges(uint32_t from, uint32_t thread) {
  auto edges = flat::edges_from(program_, states_[from].control, thread);
  for (const Edge& edge : edges)
    if (!has_to_wait(states_[from], thread, edge) && !std::holds_alternative<flat::Exit>(edge.label))
      take(from, thread, edge);
  if (states_[from].threads[thread].section == 0 || flat::is_passed_by_anyone(edges, terms_)) return;
  Term none = terms_.boolean(true);
  for (const Edge& edge : edges)
    if (auto* assume = std::get_if<flat::Assume>(&edge.label)) none = terms_.and_(none, terms_.not_(assume->condition));
  stand(from, thread, none);
}

// Its next steps are no events, and one of them can be taken, whatever the variables are: they commute with all that others do. At the head of
// a loop others have their turn, so that none is forgotten (the cycle proviso; flat/reduction.h).
bool GraphSteps::is_for_itself(const GraphState& state, uint32_t thread) const {
  auto edges = flat::edges_from(program_, state.control, thread);
  if (facts_.is_loop_head(thread, state.control.at[thread]) || !flat::is_passed_by_anyone(edges, terms_)) return false;
  return std::ranges::all_of(edges, [&](const Edge& edge) {
    if (has_to_wait(state, thread, edge)) return false;
    const flat::Access* access = flat::access(edge.label);
    if (access == nullptr)
      return std::holds_alternative<flat::Assign>(edge.label) || std::holds_alternative<flat::Assume>(edge.label) ||
             std::holds_alternative<flat::Havoc>(edge.label) || std::holds_alternative<flat::Check>(edge.label);
    auto* variable = std::get_if<VarId>(&access->to);
    return variable != nullptr && (program_[*variable].owner || !is_tracked(flat::index(*variable)) ||
                                   !facts_.is_seen(*variable, thread, edge.from));
  });
}

// Of a fence of the graph. Only those of accesses and of the program's fences are there between pending writes.
Barrier GraphSteps::barrier_of(const GraphEvent& fence) const {
  if (!facts_.buffers()) return Barrier::none;
  const flat::Label& label = fence.edge->label;
  const memory::Mapped* mapped = nullptr;
  if (auto* load = std::get_if<flat::Load>(&label)) mapped = &mapping_.of(Order::load, load->order);
  if (auto* store = std::get_if<flat::Store>(&label)) mapped = &mapping_.of(Order::store, store->order);
  return mapped != nullptr && fence.tags == &mapped->after ? facts_.buffers()->after(label)
                                                           : facts_.buffers()->before(label);
}

// Until writes of the thread, or of the one that it joins, have left their buffer.
bool GraphSteps::has_to_wait(const GraphState& state, uint32_t thread, const Edge& edge) const {
  if (!facts_.buffers()) return false;
  auto has_pending = [&](uint32_t of) {
    return std::ranges::any_of(state.threads[of].events, [](const GraphEvent& event) { return event.pending; });
  };
  if (auto* join = std::get_if<flat::Join>(&edge.label); join != nullptr && has_pending(flat::index(join->joined)))
    return true;
  if (!has_pending(thread)) return false;
  return facts_.buffers()->before(edge.label) == Barrier::full ||
         std::ranges::any_of(state.threads[thread].events, [&](const GraphEvent& event) {
           return event.kind == GraphEvent::Kind::fence && event.edge != nullptr && barrier_of(event) == Barrier::full;
         });
}

// The write that a read by the thread takes now.
EventRef GraphSteps::latest(const GraphState& state, uint32_t thread, uint32_t variable) const {
  EventRef own, in_memory{EventRef::kInitial, variable};
  for (uint32_t other = 0; other < state.threads.size(); ++other)
    for (uint32_t i = 0; i < state.threads[other].events.size(); ++i) {
      const GraphEvent& event = state.threads[other].events[i];
      if (event.kind != GraphEvent::Kind::write || event.variable != variable) continue;
      if (!event.pending) in_memory = {other, i};
      if (event.pending && other == thread) own = {other, i};
    }
  return own.exists() ? own : in_memory;
}

// A pending write that none has to precede reaches memory.
void GraphSteps::expand_buffer(uint32_t from, uint32_t thread) {
  const std::vector<GraphEvent>& events = states_[from].threads[thread].events;
  std::set<uint32_t> passed;  // variables
  for (uint32_t i = 0; i < events.size(); ++i) {
    // Barriers are there only behind pending writes.
    if (events[i].kind == GraphEvent::Kind::fence && events[i].edge != nullptr) break;
    if (!events[i].pending || !passed.insert(events[i].variable).second) continue;
    const uint32_t variable = events[i].variable;
    GraphState next = states_[from];
    next.threads[thread].events[i].pending = false;
    // Later ones to the same variable move up, and the last place is empty.
    Action action{terms_.boolean(true), {}};
    auto of = [&](const GraphState& state, uint32_t place) { return value_of(state, {thread, place}, variable); };
    Term first = of(states_[from], i);
    action.updates.push_back({program_.variables[variable].term, first.is_const() ? Term() : first});
    std::vector<Term> emptied, filled;
    if (!first.is_const()) emptied.push_back(first);
    for (uint32_t k = i + 1; k < events.size(); ++k) {
      if (!events[k].pending || events[k].variable != variable) continue;
      Term value = of(states_[from], k), moved = of(next, k);
      if (value.is_const()) continue;
      action.updates.push_back({moved, value});
      emptied.push_back(value);
      filled.push_back(moved);
    }
    for (Term place : emptied)
      if (std::ranges::find(filled, place) == filled.end()) action.updates.push_back({place, Term()});
    go(from, std::move(next), thread, nullptr, std::move(action), true);
    if (!facts_.buffers()->per_variable) break;
  }
}

std::vector<std::vector<uint32_t>> GraphSteps::kept_by_memory(uint32_t from, const GraphState& next) const {
  return seen_by_future(
      states_[from], next, [&](const GraphEvent& fence) { return barrier_of(fence) != Barrier::none; },
      [&](uint32_t thread) {
        return flat::has_begun(next.control, thread) && flat::edges_from(program_, next.control, thread).empty();
      });
}

// By one more read of the thread: then it may be allowed later, too, and otherwise never (memory/graph_rules.h).
bool GraphSteps::may_observe(const GraphState& state, uint32_t thread, const EventRef& write, uint32_t variable) {
  uint32_t location =
      flat::has_begun(state.control, thread) ? state.control.at[thread] : flat::index(program_.templates[thread].entry);
  return std::ranges::any_of(facts_.future_reads(thread, location, variable),
                             [&](const GraphFacts::FutureRead& future) {
                               GraphState with = state;
                               put(with, thread, {GraphEvent::Kind::read, future.read, nullptr, variable, 0, write});
                               if (future.written != nullptr) {
                                 GraphEvent event{GraphEvent::Kind::write, future.written, nullptr, variable, 0, {}};
                                 event.updates = true;
                                 put(with, thread, event);
                               }
                               return solver_.allows(graph(with).graph);
                             });
}

std::vector<std::vector<uint32_t>> GraphSteps::kept_by_causes(GraphState& next) {
  std::map<uint32_t, size_t> writes;  // by variable
  for (const ThreadState& of : next.threads)
    for (const GraphEvent& event : of.events)
      if (event.kind == GraphEvent::Kind::write) ++writes[event.variable];
  auto is_observed = [&](const EventRef& write, uint32_t variable) {
    if (write.thread == EventRef::kInitial && next.overwritten.contains(variable)) return false;
    if (writes[variable] == 0 || (writes[variable] == 1 && write.thread != EventRef::kInitial)) return true;
    for (uint32_t thread = 0; thread < next.threads.size(); ++thread)
      if (next.threads[thread].status == Status::goes_on && may_observe(next, thread, write, variable)) return true;
    return false;
  };
  for (const auto& [variable, number] : std::map(writes))
    if (!is_observed({EventRef::kInitial, variable}, variable)) next.overwritten.insert(variable);
  return needed_by_future(next, mapping_.point(), is_observed);
}

// Values keep their writes company: of those to one variable by one thread, each has the variable of its place among them.
void GraphSteps::rename_values(const Forgotten& forgotten, const GraphState& next, Action& action) {
  std::vector<Term> old, taken;
  std::vector<Update> renamed;
  auto update_of = [&](Term variable) {
    return std::ranges::find(action.updates, variable, [](const Update& of) { return of.variable; });
  };
  for (uint32_t thread = 0; thread < next.threads.size(); ++thread) {
    const std::vector<GraphEvent>& events = forgotten.grown.threads[thread].events;
    const std::vector<uint32_t>& kept = forgotten.kept[thread];
    for (uint32_t i = 0; i < events.size(); ++i) {
      if (events[i].kind != GraphEvent::Kind::write) continue;
      Term name = value_of(forgotten.grown, {thread, i}, events[i].variable);
      if (name.is_const()) continue;
      old.push_back(name);
      auto place = std::ranges::find(kept, i);
      if (place == kept.end()) continue;
      Term now = value_of(next, {thread, static_cast<uint32_t>(place - kept.begin())}, events[i].variable);
      taken.push_back(now);
      auto update = update_of(name);
      if (now != name || update != action.updates.end())
        renamed.push_back({now, update != action.updates.end() ? update->value : name});
    }
  }
  std::erase_if(action.updates, [&](const Update& of) { return std::ranges::find(old, of.variable) != old.end(); });
  action.updates.insert(action.updates.end(), renamed.begin(), renamed.end());
  for (Term name : old)
    if (std::ranges::find(taken, name) == taken.end()) action.updates.push_back({name, Term()});
}

}  // namespace fencepost::engine::cegar::graphs
