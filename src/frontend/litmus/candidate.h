// The events of one choice of paths, as an execution graph: initial writes first, then the threads' events in order.
// Addresses that depend on reads make it *dynamic*: locations are then known only when every read has its source.
#pragma once

#include <functional>
#include <map>
#include <vector>

#include "frontend/litmus/test.h"
#include "frontend/litmus/thread_run.h"
#include "memory/cat/evaluator.h"
#include "memory/execution_graph.h"

namespace fencepost::litmus {

class Candidate {
 public:
  Candidate(const Test& test, const std::vector<const ThreadRun*>& runs);

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
  void build_sets(const std::vector<const ThreadRun*>& runs);
  void group_by_location();

  const Test& test_;
  bool dynamic_ = false;
  bool valid_ = true;
  std::vector<std::pair<Value, Value>> initial_;  // location and value
  std::vector<const ThreadEvent*> events_;        // by event id; null for initial writes
  std::vector<int> thread_of_;
  std::map<Value, uint32_t> location_ids_;
  std::vector<size_t> reads_, writes_;
  std::vector<std::vector<size_t>> sources_;
  std::vector<memory::cat::OpenLocation> open_;
  memory::ExecutionGraph graph_{{}};
};

}  // namespace fencepost::litmus
