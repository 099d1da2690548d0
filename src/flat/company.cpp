#include "flat/company.h"

#include <algorithm>
#include <set>

namespace fencepost::flat {

namespace {

const Spawn* spawn_of(const Edge& edge) { return std::get_if<Spawn>(&edge.label); }

bool add(std::vector<TemplateId>& to, TemplateId id) {
  auto at = std::ranges::lower_bound(to, id);
  if (at != to.end() && *at == id) return false;
  to.insert(at, id);
  return true;
}

// Can a thread that stands at the end of the edge come to it again?
bool repeats(const Template& of, const Edge& edge) {
  std::vector<bool> reached(of.locations);
  std::vector<Loc> open{edge.to};
  while (!open.empty()) {
    Loc at = open.back();
    open.pop_back();
    if (at == edge.from) return true;
    if (reached[index(at)]) continue;
    reached[index(at)] = true;
    for (uint32_t i = of.first_out[index(at)]; i < of.first_out[index(at) + 1]; ++i) open.push_back(of.edges[i].to);
  }
  return false;
}

}  // namespace

Company::Company(const FlatProgram& program) : program_(program) {
  find_single();
  find_under_way();
  find_together();
  find_sections();
}

bool Company::may_be(TemplateId of, Loc at, TemplateId other, Loc other_at) const {
  if (of == other) return !is_single(of);
  if (index(of) == 0) return std::ranges::binary_search(under_way_[index(at)], other);
  if (index(other) == 0) return std::ranges::binary_search(under_way_[index(other_at)], of);
  return together_[index(of)][index(other)];
}

void Company::find_single() {
  size_t count = program_.templates.size();
  std::vector<uint32_t> made(count, 0);
  single_.assign(count, true);
  for (uint32_t i = 0; i < count; ++i) single_[i] = program_.templates[i].instances == Instances{1};
  for (const Template& of : program_.templates)
    for (const Edge& edge : of.edges)
      if (const Spawn* spawn = spawn_of(edge))
        if (++made[index(spawn->spawned)] > 1 || repeats(of, edge)) single_[index(spawn->spawned)] = false;
  if (made[0] > 0) single_[0] = false;
  // Whoever is made by one of many may be one of many.
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < count; ++i)
      for (const Edge& edge : program_.templates[i].edges)
        if (const Spawn* spawn = spawn_of(edge); spawn && !single_[i] && single_[index(spawn->spawned)]) {
          single_[index(spawn->spawned)] = false;
          changed = true;
        }
  }
}

void Company::find_under_way() {
  size_t count = program_.templates.size();
  std::vector<Set> makes(count);  // with all that those make
  for (uint32_t i = 0; i < count; ++i) makes[i] = {TemplateId{i}};
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < count; ++i)
      for (const Edge& edge : program_.templates[i].edges)
        if (const Spawn* spawn = spawn_of(edge))
          for (TemplateId id : Set(makes[index(spawn->spawned)])) changed = add(makes[i], id) || changed;
  }
  const Template& first = program_.templates[0];
  under_way_.resize(first.locations);
  for (bool changed = true; changed;) {
    changed = false;
    for (const Edge& edge : first.edges) {
      Set after = under_way_[index(edge.from)];
      if (const Spawn* spawn = spawn_of(edge))
        for (TemplateId id : makes[index(spawn->spawned)]) add(after, id);
      if (auto* join = std::get_if<Join>(&edge.label); join && !join->is_of_copies && is_single(join->joined))
        std::erase(after, join->joined);
      for (TemplateId id : after) changed = add(under_way_[index(edge.to)], id) || changed;
    }
  }
}

void Company::find_together() {
  size_t count = program_.templates.size();
  together_.assign(count, std::vector<bool>(count));
  for (const Set& set : std::set<Set>(under_way_.begin(), under_way_.end()))
    for (TemplateId one : set)
      for (TemplateId other : set) together_[index(one)][index(other)] = true;
}

void Company::find_sections() {
  for (const Template& of : program_.templates) {
    std::vector<bool>& inside = sections_.emplace_back(of.locations, true);
    inside[index(of.entry)] = false;
    auto waits = [](const Edge& edge) { return std::holds_alternative<Join>(edge.label); };
    bool joins = false;
    for (bool changed = true; changed;) {
      changed = false;
      for (const Edge& edge : of.edges) {
        bool after = std::holds_alternative<AtomicBegin>(edge.label) ||
                     (inside[index(edge.from)] && !std::holds_alternative<AtomicEnd>(edge.label));
        if (after || !inside[index(edge.to)]) continue;
        inside[index(edge.to)] = false;
        changed = true;
      }
    }
    for (const Edge& edge : of.edges) joins = joins || (waits(edge) && inside[index(edge.from)]);
    if (joins) inside.assign(of.locations, false);
  }
}

}  // namespace fencepost::flat
