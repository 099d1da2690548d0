// An execution graph whose reads-from and coherence grow one edge at a time, judged after every one, for engines that build
// graphs step by step and go back. Its events stand from the start: a further event may change what is fixed between
// others (fences, dependencies), so it needs a new graph. Coherence stays transitive, initial writes first.
#pragma once

#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

#include "memory/execution_graph.h"

namespace fencepost::memory {

class GrowingGraph {
 public:
  virtual ~GrowingGraph() = default;

  // Adds an edge. False: the model forbids every graph that has all of these edges; then only undo() may follow.
  // Consistency::violation explains it, given a graph with rf() and co().
  virtual bool add_rf(EventId write, EventId read) = 0;    // a read without a source
  virtual bool add_co(EventId first, EventId second) = 0;  // two writes of one location
  // undo() restores the graph of the moment at which mark() returned this number.
  virtual size_t mark() const = 0;
  virtual void undo(size_t mark) = 0;
  // False: the last addition returned false.
  virtual bool possible() const = 0;
  // Does the model allow the graph? Requires that every read has a source and that coherence is total for each
  // location.
  virtual bool allowed() = 0;

  virtual const Relation& rf() const = 0;
  // The pairs that were added and those that follow from them.
  virtual const Relation& co() const = 0;
};

// The pairs to add to a transitive order so that it has `first` before `second` and is transitive again. It must not
// have `second` before `first`.
std::vector<std::pair<EventId, EventId>> closing_pairs(const Relation& co, EventId first, EventId second);

// Visits every completion of the coherence order that the model allows, until `visit` returns false. Every read has a
// source.
void each_coherence(GrowingGraph& growing, const ExecutionGraph& graph,
                    const std::function<bool(const Relation& co)>& visit);

}  // namespace fencepost::memory
