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

  // One more edge. False: the model forbids every graph that has all of these edges, whatever else it has; then nothing but
  // undo() may follow. Why, Consistency::violation tells of a graph with rf() and co().
  virtual bool add_rf(EventId write, EventId read) = 0;    // of a read without a source
  virtual bool add_co(EventId first, EventId second) = 0;  // two writes of one location
  // Back to the moment at which mark() was asked.
  virtual size_t mark() const = 0;
  virtual void undo(size_t mark) = 0;
  // False: as above.
  virtual bool possible() const = 0;
  // When every read has its source and all writes of a location are in order: does the model allow the graph?
  virtual bool allowed() = 0;

  virtual const Relation& rf() const = 0;
  // What was added and what follows from it.
  virtual const Relation& co() const = 0;
};

// The pairs that an order lacks to have `first` before `second` and be transitive again; it has not the opposite.
std::vector<std::pair<EventId, EventId>> closing_pairs(const Relation& co, EventId first, EventId second);

// Every way to complete the order of writes that the model allows, until `visit` says no. Reads have their sources.
void each_coherence(GrowingGraph& growing, const ExecutionGraph& graph,
                    const std::function<bool(const Relation& co)>& visit);

}  // namespace fencepost::memory
