#include "boolean/live_variables.h"

#include <optional>

namespace fencepost::boolean {

namespace {

void add_variables(const Formula& formula, VariableSet& to) {
  for (const Cube& cube : formula)
    for (const Literal& literal : cube) to.insert(literal.variable);
}

std::vector<bool> outside_of_sections(const Thread& thread) {
  std::vector<bool> outside(thread.locations, false), inside = outside;
  std::vector<std::pair<uint32_t, bool>> open{{thread.entry, false}};
  while (!open.empty()) {
    auto [at, is_inside] = open.back();
    open.pop_back();
    std::vector<bool>& seen = is_inside ? inside : outside;
    if (seen[at]) continue;
    seen[at] = true;
    for (uint32_t i = thread.first_out[at]; i < thread.first_out[at + 1]; ++i) {
      Edge::Kind kind = thread.edges[i].kind;
      bool next = kind == Edge::Kind::atomic_begin || (is_inside && kind != Edge::Kind::atomic_end);
      open.emplace_back(thread.edges[i].to, next);
    }
  }
  return outside;
}

}  // namespace

LiveVariables::LiveVariables(const BooleanProgram& program) {
  const VariableSet none(program.variables.size());
  for (const Thread& thread : program.threads) {
    at_.emplace_back(thread.locations, none);
    anywhere_.push_back(none);
    entries_.push_back(thread.entry);
    overwritten_.emplace_back(thread.locations, none);
    find_overwritten(static_cast<uint32_t>(at_.size()) - 1, thread);
  }
  for (bool grew = true; grew;) {
    grew = false;
    for (uint32_t thread = 0; thread < program.threads.size(); ++thread) {
      const std::vector<Edge>& edges = program.threads[thread].edges;
      for (size_t i = edges.size(); i-- > 0;) grew = take_step(thread, edges[i]) || grew;
    }
  }
}

void LiveVariables::find_overwritten(uint32_t number, const Thread& thread) {
  const std::vector<bool> outside = outside_of_sections(thread);
  std::vector<VariableSet>& sets = overwritten_[number];
  const VariableSet none = anywhere_[number];
  for (bool grew = true; grew;) {
    grew = false;
    for (uint32_t at = thread.locations; at-- > 0;) {
      if (thread.may_wait[at] || outside[at]) continue;
      std::optional<VariableSet> all;  // on each way
      for (uint32_t i = thread.first_out[at]; i < thread.first_out[at + 1]; ++i) {
        const Edge& edge = thread.edges[i];
        VariableSet one = edge.kind == Edge::Kind::atomic_end ? none : sets[edge.to];
        for (const Update& update : edge.updates) one.insert(update.target);
        if (all)
          all->keep(one);
        else
          all = std::move(one);
      }
      if (all) grew = sets[at].insert(*all) || grew;
    }
  }
}

VariableSet LiveVariables::after(uint32_t thread, const Edge& edge) const {
  VariableSet live = anywhere_[thread];
  live.erase(live);
  for (uint32_t other = 0; other < at_.size(); ++other)
    if (other != thread) live.insert(anywhere_[other]);
  live.erase(overwritten_[thread][edge.to]);
  live.insert(at_[thread][edge.to]);
  return live;
}

// True if something is live before the step that was not known to be.
bool LiveVariables::take_step(uint32_t thread, const Edge& edge) {
  VariableSet before = at_[thread][edge.to];
  const VariableSet live = after(thread, edge);
  for (const Update& update : edge.updates) before.erase(update.target);
  add_variables(edge.blocked, before);
  add_variables(edge.passes, before);
  for (const Update& update : edge.updates) {
    if (!live.contains(update.target)) continue;
    add_variables(update.pos, before);
    add_variables(update.neg, before);
  }
  anywhere_[thread].insert(before);
  return at_[thread][edge.from].insert(before);
}

BooleanProgram LiveVariables::without_idle_updates(BooleanProgram program) const {
  for (uint32_t thread = 0; thread < program.threads.size(); ++thread)
    for (Edge& edge : program.threads[thread].edges) {
      const VariableSet live = after(thread, edge);
      for (Update& update : edge.updates)
        if (!live.contains(update.target)) update = {update.target, {}, {}};
    }
  return program;
}

VariableSet LiveVariables::live_at(const Configuration& at) const {
  VariableSet live = anywhere_[0];
  live.erase(live);
  auto add = [&](uint32_t thread) {
    live.insert(at_[thread][flat::has_begun(at, thread) ? at.at[thread] : entries_[thread]]);
  };
  for (uint32_t thread = 0; thread < at_.size(); ++thread)
    if (thread != at.atomic) add(thread);
  if (at.atomic != Configuration::kNobody) {
    live.erase(overwritten_[at.atomic][at.at[at.atomic]]);
    add(at.atomic);
  }
  return live;
}

}  // namespace fencepost::boolean
