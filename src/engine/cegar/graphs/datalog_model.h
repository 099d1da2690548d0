// A cat model as Datalog: each set and relation of its text is a predicate, each operator a rule or two. Facts are what the graph has; `co` is
// open, since whoever asks chooses it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/cegar/graphs/datalog.h"
#include "memory/execution_graph.h"
#include "memory/model.h"

namespace fencepost::engine::cegar::graphs {

class DatalogModel {
 public:
  // Throws InputError for a model that has no such form: choices of its own, functions that look into sets, negation in a circle.
  explicit DatalogModel(const memory::Model& model);
  ~DatalogModel();

  // The graph's own facts: all but coherence.
  Database facts(const memory::ExecutionGraph& graph) const;
  uint32_t coherence() const { return coherence_; }
  // Some axiom fails: of what follows so far, or of what all follows from.
  bool violated(const Database& database, bool whole) const;

 private:
  class Algebra;
  struct Base {
    std::string name;
    uint32_t predicate = 0;
    bool is_set = false;
  };
  struct Query {
    memory::cat::CheckKind kind{};
    bool negated = false;
    uint32_t predicate = 0;
  };

  Rules rules_;
  std::vector<Base> base_;
  std::vector<Query> queries_;
  uint32_t coherence_ = 0;
};

}  // namespace fencepost::engine::cegar::graphs
