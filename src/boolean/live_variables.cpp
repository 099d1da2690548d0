#include "boolean/live_variables.h"

namespace fencepost::boolean {

namespace {

void add_variables(const Formula& formula, VariableSet& to) {
  for (const Cube& cube : formula)
    for (const Literal& literal : cube) to.insert(literal.variable);
}

}  // namespace

LiveVariables::LiveVariables(const BooleanProgram& program) {
  const VariableSet none(program.variables.size());
  for (const Thread& thread : program.threads) {
    at_.emplace_back(thread.locations, none);
    anywhere_.push_back(none);
    entries_.push_back(thread.entry);
  }
  for (bool grew = true; grew;) {
    grew = false;
    for (uint32_t thread = 0; thread < program.threads.size(); ++thread) {
      const std::vector<Edge>& edges = program.threads[thread].edges;
      for (size_t i = edges.size(); i-- > 0;) grew = take_step(thread, edges[i]) || grew;
    }
  }
}

VariableSet LiveVariables::after(uint32_t thread, const Edge& edge) const {
  VariableSet live = at_[thread][edge.to];
  for (uint32_t other = 0; other < at_.size(); ++other)
    if (other != thread) live.insert(anywhere_[other]);
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

void LiveVariables::forget_others(const Configuration& at, ThreeValued& values) const {
  VariableSet live = at_[0][at.at[0]];
  for (uint32_t thread = 1; thread < at_.size(); ++thread)
    live.insert(at_[thread][flat::has_begun(at, thread) ? at.at[thread] : entries_[thread]]);
  values.keep(live);
}

}  // namespace fencepost::boolean
