#include "flat/delays.h"

#include <algorithm>

#include "flat/automaton_shape.h"
#include "flat/operands.h"

namespace fencepost::flat {

Delays::Delays(const FlatProgram& program, const BufferFacts& facts, logic::Terms& terms)
    : program_(program), facts_(facts) {
  find_conflicts();
  find_alone();
  for (uint32_t thread = 0; thread < program.templates.size(); ++thread) {
    find_ahead(thread);
    find_stops(thread, terms);
  }
}

void Delays::find_conflicts() {
  size_t threads = program_.templates.size(), variables = program_.variables.size();
  buffered_.assign(threads, Variables(variables));
  changed_.assign(threads, Variables(variables));
  Variables read(variables);
  for (const Template& of : program_.templates)
    for (const Edge& edge : of.edges)
      if (reads(edge.label)) each_cell(*access(edge.label), program_, [&](VarId id) { read[index(id)] = true; });
  for (uint32_t by = 0; by < threads; ++by)
    for (const Edge& edge : program_.templates[by].edges) {
      const Access* touched = access(edge.label);
      if (touched == nullptr) continue;
      each_cell(*touched, program_, [&](VarId id) {
        if (program_[id].owner || !read[index(id)]) return;
        for (uint32_t thread = 0; thread < threads; ++thread) {
          if (thread == by && program_.templates[by].instances == Instances{1}) continue;
          buffered_[thread][index(id)] = true;
          if (writes(edge.label)) changed_[thread][index(id)] = true;
        }
      });
    }
  // What one store may write is buffered as a whole: stores to one cell stay in order.
  for (uint32_t thread = 0; thread < threads; ++thread)
    for (bool grew = true; grew;) {
      grew = false;
      for (const Group& group : program_.groups) {
        auto is_buffered = [&](const Group::Cell& cell) { return buffered_[thread][index(cell.variable)]; };
        if (std::ranges::none_of(group.cells, is_buffered) || std::ranges::all_of(group.cells, is_buffered)) continue;
        for (const Group::Cell& cell : group.cells) buffered_[thread][index(cell.variable)] = true;
        grew = true;
      }
    }
}

void Delays::find_alone() {
  const Template& main = program_.templates[0];
  alone_.assign(main.locations, true);
  for (bool changed = true; changed;) {
    changed = false;
    for (const Edge& edge : main.edges) {
      if (!alone_[index(edge.to)]) continue;
      if (alone_[index(edge.from)] && !std::holds_alternative<Spawn>(edge.label)) continue;
      alone_[index(edge.to)] = false;
      changed = true;
    }
  }
}

bool Delays::is_buffered(uint32_t thread, const Access& access) const {
  bool any = false;
  each_cell(access, program_, [&](VarId id) { any = any || buffered_[thread][index(id)]; });
  return any;
}

bool Delays::is_changed_by_others(uint32_t thread, const Access& access) const {
  bool any = false;
  each_cell(access, program_, [&](VarId id) { any = any || changed_[thread][index(id)]; });
  return any;
}

void Delays::find_ahead(uint32_t thread) {
  const Template& of = program_.templates[thread];
  ahead_.emplace_back(of.locations, Ahead{false, Variables(program_.variables.size())});
  for (bool grew = true; grew;) {
    grew = false;
    for (size_t i = of.edges.size(); i-- > 0;) grew = add_ahead(thread, of.edges[i]) || grew;
  }
}

bool Delays::add_ahead(uint32_t thread, const Edge& edge) {
  if (facts_.before(edge.label) == Barrier::full || std::holds_alternative<Exit>(edge.label)) return false;
  Ahead& here = ahead_[thread][index(edge.from)];
  const Ahead there = ahead_[thread][index(edge.to)];
  bool grew = false;
  auto set = [&](std::vector<bool>::reference bit) {
    grew = grew || !bit;
    bit = true;
  };
  auto* load = std::get_if<Load>(&edge.label);
  bool loads =
      (load && is_changed_by_others(thread, load->from)) || (facts_.after(edge.label) != Barrier::full && there.load);
  grew = loads && !here.load;
  here.load = here.load || loads;
  if (facts_.before(edge.label) == Barrier::stores) return grew;
  if (auto* store = std::get_if<Store>(&edge.label); store && is_buffered(thread, store->to))
    each_cell(store->to, program_, [&](VarId id) { set(here.stores[index(id)]); });
  if (facts_.after(edge.label) != Barrier::none) return grew;
  for (size_t id = 0; id < there.stores.size(); ++id)
    if (there.stores[id]) set(here.stores[id]);
  return grew;
}

bool Delays::is_at_once(uint32_t thread, const Edge& edge) const {
  auto* store = std::get_if<Store>(&edge.label);
  if (store == nullptr) return false;
  if (!is_buffered(thread, store->to) || is_alone(thread, edge.from)) return true;
  const Ahead& ahead = ahead_[thread][index(edge.to)];
  if (facts_.after(edge.label) == Barrier::full) return true;
  if (ahead.load) return false;
  if (!facts_.per_variable || facts_.after(edge.label) == Barrier::stores) return true;
  auto* same = std::get_if<VarId>(&store->to.to);
  for (uint32_t id = 0; id < ahead.stores.size(); ++id)
    if (ahead.stores[id] && !(same != nullptr && *same == VarId{id})) return false;
  return true;
}

const Edge* Delays::first_that_waits() const {
  for (uint32_t thread = 0; thread < program_.templates.size(); ++thread) {
    const Template& of = program_.templates[thread];
    const std::vector<bool> outside = sections_of(of).outside;  // a section begins and ends with an empty buffer
    for (const Edge& edge : of.edges)
      if (std::holds_alternative<Store>(edge.label) && outside[index(edge.from)] && !is_at_once(thread, edge))
        return &edge;
  }
  return nullptr;
}

void Delays::find_stops(uint32_t thread, logic::Terms& terms) {
  const Template& of = program_.templates[thread];
  std::vector<bool>& stops = stops_.emplace_back(loop_heads(of));
  for (uint32_t location = 0; location < of.locations; ++location) {
    std::span<const Edge> edges = edges_of(of, location);
    bool goes_on = is_passed_by_anyone(edges, terms) &&
                   std::ranges::all_of(edges, [&](const Edge& edge) { return is_unseen(thread, edge); });
    if (!goes_on) stops[location] = true;
  }
}

// It neither waits nor has to do with anything of others, if it can be taken at all.
bool Delays::is_unseen(uint32_t thread, const Edge& edge) const {
  if (facts_.before(edge.label) == Barrier::full || facts_.after(edge.label) == Barrier::full) return false;
  if (std::holds_alternative<Exit>(edge.label) || std::holds_alternative<AtomicEnd>(edge.label)) return false;
  const Access* touched = access(edge.label);
  if (touched == nullptr) return true;
  if (std::holds_alternative<Store>(edge.label) && is_buffered(thread, *touched)) return !is_at_once(thread, edge);
  // The cell of a group at a place that there is not is waited for.
  return std::holds_alternative<VarId>(touched->to) && !is_changed_by_others(thread, *touched);
}

}  // namespace fencepost::flat
