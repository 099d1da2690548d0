// ExecutionSteps: graphs whose reads take what is there (result::Growth::by_causes).
//
// Where program order and reads-from have no cycle, the events of an execution can be added one by one so that each read finds its write. What the
// model forbids it forbids with more events, too (memory/graph_rules.h): so a graph that is forbidden is not gone on with, and of one that
// is allowed any event may be dropped, except a write that will be read. Which writes will not be is asked here, for each thread and each
// kind of read that it may come to: if the graph with that read at the end of the thread is forbidden, so is every later one with such a
// read. Everything else that is dropped is dropped so that loops come back to the same graph.
#include <algorithm>

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

// Of sections nothing is said here.
bool ExecutionSteps::has_causes() const {
  if (rules_.opens_reads || rules_.reads_anything || rules_.stops_anywhere) return false;
  for (const flat::Template& of : program_.templates)
    for (const Edge& edge : of.edges)
      if (std::holds_alternative<flat::AtomicBegin>(edge.label)) return false;
  return true;
}

// By all that the thread can still come to; a thread that has not begun may do so.
std::vector<ExecutionSteps::EventTags> ExecutionSteps::possible_reads(const State& state, uint32_t thread,
                                                                      uint32_t variable) const {
  const flat::Template& of = program_.templates[thread];
  std::vector<EventTags> all;
  std::set<uint32_t> seen;
  std::vector<uint32_t> open{has_begun(state.control, thread) ? state.control.at[thread] : flat::index(of.entry)};
  auto add = [&](EventTags tags) {
    if (std::ranges::find(all, tags) == all.end()) all.push_back(tags);
  };
  while (!open.empty()) {
    uint32_t at = open.back();
    open.pop_back();
    if (!seen.insert(at).second) continue;
    for (const Edge& edge : flat::edges_of(of, at)) {
      open.push_back(flat::index(edge.to));
      const flat::Access* where = flat::access(edge.label);
      bool is_there = false;
      if (where != nullptr)
        flat::each_cell(*where, program_, [&](flat::VarId id) { is_there = is_there || flat::index(id) == variable; });
      if (!is_there) continue;
      if (auto* k = std::get_if<flat::Load>(&edge.label)) add({&mapping_.of(Mapped::load, k->order).read, nullptr});
      if (auto* k = std::get_if<flat::Rmw>(&edge.label)) {
        const memory::Mapped& update = mapping_.of(Mapped::update, k->order);
        add({&update.read, &update.write});
        if (!k->condition.is_true()) add({&mapping_.of(Mapped::failed, k->failure.value_or(k->order)).read, nullptr});
      }
    }
  }
  return all;
}

bool ExecutionSteps::is_readable(const State& state, const EventRef& write, uint32_t variable) {
  for (uint32_t thread = 0; thread < state.threads.size(); ++thread) {
    if (state.threads[thread].status != Status::goes_on) continue;
    for (const EventTags& tags : possible_reads(state, thread, variable)) {
      State with = state;
      add(with, thread, GraphEvent::Kind::read, *tags.read, nullptr, variable, write);
      if (tags.written != nullptr) {
        add(with, thread, GraphEvent::Kind::write, *tags.written, nullptr, variable);
        with.threads[thread].events.back().updates = true;
      }
      if (is_allowed_(with)) return true;
    }
  }
  return false;
}

// False: the step leads to a graph that is forbidden.
bool ExecutionSteps::forget_unreadable(ExecutionStep& step) {
  const State grown = step.next;
  if (!is_allowed_(grown)) return false;
  std::map<uint32_t, uint32_t> writes;  // how many, by variable
  for (const ThreadState& of : grown.threads)
    for (const GraphEvent& event : of.events) writes[event.variable] += event.kind == GraphEvent::Kind::write;
  std::map<std::tuple<uint32_t, uint32_t, uint32_t>, bool> readable;
  auto stays = [&](const EventRef& write, uint32_t variable) {
    // The only one, or the first values of what nobody has written: these stay in any case.
    bool is_first = write.thread == EventRef::kInitial;
    if (is_first && grown.overwritten.contains(variable)) return false;
    if (writes[variable] == 0 || (writes[variable] == 1 && !is_first)) return true;
    auto [found, is_new] = readable.try_emplace({write.thread, write.index, variable}, false);
    if (is_new) found->second = is_readable(grown, write, variable);
    return found->second;
  };
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> place;  // of those that are left
  std::vector<std::vector<uint32_t>> left(grown.threads.size());
  for (uint32_t thread = 0; thread < grown.threads.size(); ++thread) {
    const std::vector<GraphEvent>& events = grown.threads[thread].events;
    std::vector<uint32_t>& own = left[thread];
    for (uint32_t i = 0; i < events.size(); ++i) {
      const GraphEvent& event = events[i];
      if (event.kind == GraphEvent::Kind::write && !stays({thread, i}, event.variable)) continue;
      if (event.kind == GraphEvent::Kind::read) {
        if (!stays(event.source, event.variable)) continue;
        // Of equal ones the first and the last are left.
        std::vector<uint32_t> equal;
        std::ranges::copy_if(own, std::back_inserter(equal), [&](uint32_t other) {
          const GraphEvent& of = events[other];
          return of.kind == GraphEvent::Kind::read && of.variable == event.variable && of.source == event.source &&
                 of.tags == event.tags;
        });
        if (equal.size() >= 2) own.erase(std::ranges::find(own, equal.back()));
      }
      if (event.kind == GraphEvent::Kind::fence && event.tags != &mapping_.point()) {
        if (own.empty()) continue;
        const GraphEvent& last = events[own.back()];
        if (last.kind == GraphEvent::Kind::fence && last.tags == event.tags) continue;
      }
      own.push_back(i);
    }
    for (uint32_t i = 0; i < own.size(); ++i) place[{thread, own[i]}] = i;
  }
  for (const auto& [variable, number] : std::map(writes))
    if (variable != ~0u && !stays({EventRef::kInitial, variable}, variable)) step.next.overwritten.insert(variable);
  // Values go where their writes go.
  std::vector<std::pair<Term, Term>> changes;
  auto moved = [&](const EventRef& of) {
    if (!of.exists() || of.thread == EventRef::kInitial) return of;
    auto found = place.find({of.thread, of.index});
    return found == place.end() ? EventRef{} : EventRef{of.thread, found->second};
  };
  for (uint32_t thread = 0; thread < grown.threads.size(); ++thread) {
    std::vector<GraphEvent> events;
    for (uint32_t i = 0; i < left[thread].size(); ++i) {
      GraphEvent event = grown.threads[thread].events[left[thread][i]];
      event.source = moved(event.source);
      bool follows = i > 0 && left[thread][i - 1] + 1 == left[thread][i];
      event.updates = event.updates && follows;
      event.depends_on_previous = event.depends_on_previous && follows;
      events.push_back(event);
    }
    step.next.threads[thread].events = std::move(events);
  }
  std::set<uint32_t> old;
  for (uint32_t thread = 0; thread < grown.threads.size(); ++thread)
    for (uint32_t i = 0; i < grown.threads[thread].events.size(); ++i) {
      const GraphEvent& event = grown.threads[thread].events[i];
      if (event.kind != GraphEvent::Kind::write) continue;
      Term before = variable_of(grown, {thread, i}, event.variable);
      old.insert(before.id());
      if (EventRef now = moved({thread, i}); now.exists()) {
        auto written = std::ranges::find(step.changes, before, [](const auto& change) { return change.first; });
        changes.emplace_back(variable_of(step.next, now, event.variable),
                             written != step.changes.end() ? written->second : before);
      }
    }
  std::erase_if(step.changes, [&](const auto& change) { return old.contains(change.first.id()); });
  step.changes.insert(step.changes.end(), changes.begin(), changes.end());
  return true;
}

}  // namespace fencepost::check
