#include "memory/execution_graph.h"

#include <algorithm>

namespace fencepost::memory {

EventSet& ExecutionGraph::set(std::string_view name) {
  auto it = sets_.find(name);
  if (it == sets_.end()) it = sets_.emplace(std::string(name), EventSet(size())).first;
  return it->second;
}

Relation& ExecutionGraph::relation(std::string_view name) {
  auto it = relations_.find(name);
  if (it == relations_.end()) it = relations_.emplace(std::string(name), Relation(size())).first;
  return it->second;
}

const EventSet* ExecutionGraph::find_set(std::string_view name) const {
  auto it = sets_.find(name);
  return it == sets_.end() ? nullptr : &it->second;
}

const Relation* ExecutionGraph::find_relation(std::string_view name) const {
  auto it = relations_.find(name);
  return it == relations_.end() ? nullptr : &it->second;
}

void ExecutionGraph::derive_static() {
  const size_t n = size();
  const bool po_given = find_relation("po") != nullptr;
  Relation& po = relation("po");
  Relation &loc = relation("loc"), &internal = relation("int"), &external = relation("ext");
  Relation& same_instance = relation("same-instance");
  loc = internal = external = Relation(n);
  same_instance = Relation::identity(EventSet::full(n));
  // Rows are the same for all events of a location, and nearly so for those of a thread.
  std::map<uint32_t, EventSet> by_location;
  std::map<int, std::vector<EventId>> by_thread;
  for (EventId i = 0; i < n; ++i) {
    if (events_[i].location != kNoLocation)
      by_location.try_emplace(events_[i].location, EventSet(n)).first->second.set(i);
    // Initial writes belong to no thread: each is external to everything but itself.
    if (events_[i].thread != kInitThread) by_thread[events_[i].thread].push_back(i);
  }
  const auto fill = [](Relation& r, size_t i, const EventSet& row) {
    for (size_t k = 0; k < r.stride(); ++k) r.row(i)[k] = row.word(k);
  };
  for (EventId i = 0; i < n; ++i) {
    if (events_[i].location != kNoLocation) fill(loc, i, by_location.at(events_[i].location));
    if (events_[i].thread == kInitThread) internal.set(i, i);
  }
  for (auto& [thread, members] : by_thread) {
    EventSet all(n), later(n);
    for (EventId e : members) all.set(e);
    std::stable_sort(members.begin(), members.end(),
                     [&](EventId a, EventId b) { return events_[a].instruction > events_[b].instruction; });
    for (size_t first = 0, end; first < members.size(); first = end) {
      const uint32_t instruction = events_[members[first]].instruction;
      EventSet same(n);
      for (end = first; end < members.size() && events_[members[end]].instruction == instruction; ++end)
        same.set(members[end]);
      for (size_t i = first; i < end; ++i) {
        fill(internal, members[i], all);
        fill(same_instance, members[i], same);
        if (!po_given) fill(po, members[i], later);
      }
      later |= same;
    }
  }
  external = internal.complement();
  relation("si") = same_instance;
  relation("id") = Relation::identity(EventSet::full(n));
  relation("po-loc") = po & loc;
  set("M") = set("R") | set("W");
  EventSet initial(n);
  for (size_t i = 0; i < n; ++i)
    if (events_[i].thread == kInitThread) initial.set(i);
  set("IW") = initial;
  set("I") = initial;
}

void ExecutionGraph::derive_communication() {
  const Relation &internal = relation("int"), &rf = relation("rf"), &co = relation("co");
  const Relation fr = rf.transpose().compose(co) - relation("id");
  relation("fr") = fr;
  for (const auto& [name, all] : {std::pair<std::string, const Relation&>{"rf", rf}, {"co", co}, {"fr", fr}}) {
    relation(name + "i") = all & internal;
    relation(name + "e") = all - internal;
  }
}

}  // namespace fencepost::memory
