// A pre-execution (M. Batty et al., POPL 2011): the events of one choice of paths, without reads-from, as an execution graph:
// initial writes first, then the threads' events in order.
// Addresses that depend on reads make it *dynamic*: locations are then known only when every read has its source.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <vector>

#include "engine/litmus/thread_run.h"
#include "frontend/litmus/test.h"
#include "memory/cat/evaluator.h"
#include "memory/execution_graph.h"

namespace fencepost::litmus {

class PreExecution {
 public:
  // `registers`: also the register reads and writes and the branches through which dependencies pass, for models that
  // compute dependencies themselves (catdep). One register write a read and one register read a use stand for the chain
  // of instructions between them: the closure of data flow is the same.
  PreExecution(const Test& test, const std::vector<const ThreadRun*>& runs, bool registers = false);

  bool dynamic() const { return dynamic_; }
  bool addresses_valid() const { return valid_; }
  const memory::ExecutionGraph& graph() const { return graph_; }

  const std::vector<size_t>& reads() const { return reads_; }
  const std::vector<size_t>& writes() const { return writes_; }                     // initial ones included
  const std::vector<size_t>& sources(size_t read) const { return sources_[read]; }  // static addresses only
  const ThreadEvent& event(size_t e) const { return *events_[e]; }                  // not of initial writes
  Value address(size_t e) const { return e < initial_.size() ? initial_[e].first : events_[e]->address; }
  Value written(size_t e) const { return e < initial_.size() ? initial_[e].second : events_[e]->value; }
  Value value_for_comparison(size_t e) const;
  bool is_location(const Value& address) const;

  // Dynamic addresses: give every event its location; false when one is not a location of the test.
  bool resolve_addresses(const std::function<Value(const Value&)>& value);
  const std::vector<memory::cat::OpenLocation>& open_locations() const { return open_; }
  const memory::EventSet* writes_to(const Value& location) const;
  Value initial_value(const Value& location) const;

 private:
  void collect_locations();
  void build_sets();
  void add_registers(size_t thread, size_t local, const ThreadEvent& e);
  void add_event(size_t thread, const ThreadEvent* e);
  void group_by_location();

  const Test& test_;
  bool dynamic_ = false;
  bool valid_ = true;
  std::vector<Value> accessed_;
  std::vector<std::pair<Value, Value>> initial_;  // location and value
  std::vector<const ThreadEvent*> events_;        // by event id; null for initial writes
  std::vector<int> thread_of_;
  std::vector<std::vector<size_t>> id_of_;  // per thread and place in its run
  std::deque<ThreadEvent> synthetic_;       // register events
  std::vector<std::pair<size_t, size_t>> data_flow_, control_flow_, register_flow_;
  std::vector<std::vector<size_t>> register_write_;  // per thread and read: the event that receives it
  std::map<Value, uint32_t> location_ids_;
  std::vector<size_t> reads_, writes_;
  std::vector<std::vector<size_t>> sources_;
  std::vector<memory::cat::OpenLocation> open_;
  memory::ExecutionGraph graph_{{}};
};

}  // namespace fencepost::litmus
