// On which reads of its thread an event of a failing execution rests: states carry no dependencies (memory/graph_rules.h), so that a model that asks
// for them may forbid what they allow. Registers, and what threads have for themselves, carry what they were computed from; a branch orders all
// that follows.
#pragma once

#include <map>
#include <set>
#include <vector>

#include "logic/term.h"
#include "result/graph_of.h"

namespace fencepost::engine::cegar::graphs {

class TraceDependencies {
 public:
  explicit TraceDependencies(const flat::FlatProgram& program)
      : program_(program), control_(program.templates.size()) {}

  // The next step of the thread, and the events of `state` that it has made.
  void add(uint32_t thread, const flat::Edge& edge, const result::GraphState& state,
           const std::vector<result::EventRef>& events);
  void put(result::NumberedGraph& made) const;

 private:
  using Reads = std::set<uint32_t>;  // places in the thread
  struct Edge {
    const char* relation;
    uint32_t thread, from, to;
  };

  Reads of(uint32_t thread, logic::Term term) const;

  const flat::FlatProgram& program_;
  std::vector<Reads> control_;                              // by thread
  std::map<std::pair<uint32_t, uint32_t>, Reads> carried_;  // by thread and term
  std::vector<Edge> edges_;
};

}  // namespace fencepost::engine::cegar::graphs
