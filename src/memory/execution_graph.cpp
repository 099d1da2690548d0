#include "memory/execution_graph.h"

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
  loc = internal = external = same_instance = Relation(n);
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j < n; ++j) {
      const Event &a = events_[i], &b = events_[j];
      if (a.location != kNoLocation && a.location == b.location) loc.set(i, j);
      // Initial writes belong to no thread: each is external to everything but itself.
      const bool same_thread = i == j || (a.thread == b.thread && a.thread != kInitThread);
      (same_thread ? internal : external).set(i, j);
      if (i == j || (same_thread && a.instruction == b.instruction)) same_instance.set(i, j);
      if (!po_given && same_thread && a.instruction < b.instruction) po.set(i, j);
    }
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
