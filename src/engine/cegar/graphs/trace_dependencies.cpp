#include "engine/cegar/graphs/trace_dependencies.h"

#include "flat/operands.h"
#include "logic/variables.h"

namespace fencepost::engine::cegar::graphs {

TraceDependencies::Reads TraceDependencies::of(uint32_t thread, logic::Term term) const {
  Reads all;
  if (!term) return all;
  for (logic::Term variable : logic::variables_of({term}))
    if (auto found = carried_.find({thread, variable.id()}); found != carried_.end())
      all.insert(found->second.begin(), found->second.end());
  return all;
}

void TraceDependencies::add(uint32_t thread, const flat::Edge& edge, const result::GraphState& state,
                            const std::vector<result::EventRef>& events) {
  using Kind = result::GraphEvent::Kind;
  auto carry = [&](flat::VarId id, Reads reads) { carried_[{thread, program_[id].term.id()}] = std::move(reads); };
  auto relate = [&](const char* relation, const Reads& from, uint32_t to) {
    for (uint32_t read : from) edges_.push_back({relation, thread, read, to});
  };
  const flat::Access* access = flat::access(edge.label);
  const Reads place = access != nullptr ? of(thread, access->place) : Reads{};
  auto* load = std::get_if<flat::Load>(&edge.label);
  auto* store = std::get_if<flat::Store>(&edge.label);
  auto* update = std::get_if<flat::Rmw>(&edge.label);
  std::optional<uint32_t> read;
  for (const result::EventRef& event : events) {
    if (event.thread != thread) continue;
    Kind kind = state.threads[thread].events[event.index].kind;
    relate("ctrl", control_[thread], event.index);
    if (kind == Kind::fence) continue;
    relate("addr", place, event.index);
    if (kind == Kind::read) read = event.index;
    if (kind == Kind::write && store != nullptr) relate("data", of(thread, store->value), event.index);
    if (kind == Kind::write && update != nullptr) relate("data", of(thread, update->value), event.index);
  }
  if (auto* assign = std::get_if<flat::Assign>(&edge.label)) carry(assign->target, of(thread, assign->value));
  if (auto* havoc = std::get_if<flat::Havoc>(&edge.label)) carry(havoc->target, {});
  if (auto* assume = std::get_if<flat::Assume>(&edge.label)) control_[thread].merge(of(thread, assume->condition));
  // What is no event a thread has for itself.
  Reads own;
  if (access != nullptr && events.empty())
    flat::each_cell(*access, program_, [&](flat::VarId id) { own.merge(of(thread, program_[id].term)); });
  if (load != nullptr) carry(load->target, read ? Reads{*read} : own);
  if (update != nullptr) carry(update->target, read ? Reads{*read} : own);
  if (store != nullptr && events.empty())
    flat::each_cell(*access, program_, [&](flat::VarId id) {
      Reads all = of(thread, store->value);
      if (!std::holds_alternative<flat::VarId>(access->to)) all.merge(of(thread, program_[id].term));
      carry(id, std::move(all));
    });
}

void TraceDependencies::put(result::NumberedGraph& made) const {
  for (const Edge& edge : edges_)
    made.graph.relation(edge.relation).set(made.number({edge.thread, edge.from}), made.number({edge.thread, edge.to}));
}

}  // namespace fencepost::engine::cegar::graphs
