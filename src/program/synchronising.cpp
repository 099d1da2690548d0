#include "program/synchronising.h"

#include "memory/cat/evaluator.h"

namespace fencepost::program {

using core::MemoryOrder;
using AccessKind = Mapping::AccessKind;

namespace {

using Tags = std::vector<std::string>;

// Does the model allow a thread to read a plain write of another thread that nothing orders before the read?
bool takes_unordered(const memory::Model& model, const Mapping& mapping) {
  memory::ExecutionGraph graph({{memory::kInitThread, 0, 0, {}}, {0, 1, 0, {}}, {1, 2, 0, {}}});
  for (uint32_t write : {0, 1}) graph.set("W").set(write);
  graph.set("R").set(2);
  for (const std::string& tag : mapping.of(AccessKind::store, MemoryOrder::plain).write) graph.set(tag).set(1);
  for (const std::string& tag : mapping.of(AccessKind::load, MemoryOrder::plain).read) graph.set(tag).set(2);
  graph.relation("rf").set(1, 2);
  graph.relation("co").set(0, 1);
  graph.relation("sm") = memory::Relation::identity(memory::EventSet::full(3));
  graph.derive_static();
  return memory::cat::Evaluator(model.program).failing_checks(graph).empty();
}

// Does the model allow that one thread writes x and releases y, and another, which acquires that y, does not see x? With
// `is_write`: the first reads x, and what it reads is what the second writes.
bool loses_message(const memory::Model& model, const Mapping& mapping, AccessKind releasing, AccessKind acquiring,
                   bool is_write) {
  std::vector<memory::Event> events = {{memory::kInitThread, 0, 0, {}}, {memory::kInitThread, 1, 1, {}}};
  std::vector<std::pair<std::string, uint32_t>> sets = {{"W", 0}, {"W", 1}};
  std::vector<std::pair<uint32_t, uint32_t>> updates, control;
  auto add = [&](int thread, uint32_t location, const char* kind, const Tags& tags) {
    auto id = static_cast<uint32_t>(events.size());
    events.push_back({thread, id, location, {}});
    sets.emplace_back(kind, id);
    for (const std::string& tag : tags) sets.emplace_back(tag, id);
    return id;
  };
  auto barrier = [&](int thread, const Tags& tags) {
    return tags.empty() ? 0 : add(thread, memory::kNoLocation, "F", tags);
  };
  const memory::Mapped &plain = mapping.of(AccessKind::load, MemoryOrder::plain),
                       &stored = mapping.of(AccessKind::store, MemoryOrder::plain);
  uint32_t data = is_write ? add(0, 0, "R", plain.read) : add(0, 0, "W", stored.write);
  const memory::Mapped& release = mapping.of(releasing, MemoryOrder::release);
  barrier(0, release.before);
  uint32_t given = releasing == AccessKind::update ? add(0, 1, "R", release.read) : 0;
  uint32_t sent = add(0, 1, "W", release.write);
  if (given != 0) updates.emplace_back(given, sent);
  const memory::Mapped& acquire = mapping.of(acquiring, MemoryOrder::acquire);
  barrier(1, acquire.before);
  uint32_t taken = add(1, 1, "R", acquire.read);
  if (acquire.control_dependency) control.emplace_back(taken, barrier(1, acquire.after));
  uint32_t kept = acquiring == AccessKind::update ? add(1, 1, "W", acquire.write) : 0;
  if (kept != 0) updates.emplace_back(taken, kept);
  if (!acquire.control_dependency) barrier(1, acquire.after);
  uint32_t late = is_write ? add(1, 0, "W", stored.write) : add(1, 0, "R", plain.read);

  memory::ExecutionGraph graph(events);
  for (const auto& [name, id] : sets) graph.set(name).set(id);
  for (const auto& [read, write] : updates) graph.relation("rmw").set(read, write);
  for (const auto& [read, fence] : control) graph.relation("ctrl").set(read, fence);
  memory::Relation &rf = graph.relation("rf"), &co = graph.relation("co");
  rf.set(sent, taken);
  if (given != 0) rf.set(1, given);
  is_write ? rf.set(late, data) : rf.set(0, late);
  co.set(0, is_write ? late : data);
  co.set(1, sent);
  if (kept != 0) co.set(1, kept), co.set(sent, kept);
  graph.relation("sm") = memory::Relation::identity(memory::EventSet::full(events.size()));
  graph.derive_static();
  return memory::cat::Evaluator(model.program).failing_checks(graph).empty();
}

}  // namespace

Synchronising synchronising(const memory::Model& model, const Mapping& mapping) {
  Synchronising found;
  found.orders = model.built_in && !mapping.is_kernel();
  for (AccessKind releasing : {AccessKind::store, AccessKind::update})
    for (AccessKind acquiring : {AccessKind::load, AccessKind::update})
      for (bool is_write : {false, true})
        found.orders = found.orders && !loses_message(model, mapping, releasing, acquiring, is_write);
  found.reads_are_visible = found.orders && !takes_unordered(model, mapping);
  return found;
}

}  // namespace fencepost::program
