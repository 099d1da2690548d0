// An execution graph: events and the base relations over them, by name. It is what a memory model judges. Producers
// (the litmus simulator, the engines) add events, fill the relations that they decide (rf, co, dependencies, ...) and
// call derive(), which adds what follows from the events alone (loc, int, ext, po-loc, rfe, fr, ...).
// Names are those of herd7's manual, so that published cat files apply. Invariant: all sets and relations have size()
// events; co, when present, is a strict total order per location that starts with the initial write.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/bit_matrix.h"

namespace fencepost::memory {

using EventId = uint32_t;
using EventSet = BitSet;
using Relation = BitMatrix;

constexpr int kInitThread = -1;
constexpr uint32_t kNoLocation = UINT32_MAX;

struct Event {
  int thread = kInitThread;
  uint32_t instruction = 0;         // position in the thread; events of one instruction are not in po
  uint32_t location = kNoLocation;  // dense id; fences and branches have none
  std::string label;                // for people: "W x = 1", "fence sc"
};

class ExecutionGraph {
 public:
  explicit ExecutionGraph(std::vector<Event> events) : events_(std::move(events)) {}

  size_t size() const { return events_.size(); }
  const std::vector<Event>& events() const { return events_; }
  std::vector<Event>& events() { return events_; }

  EventSet& set(std::string_view name);  // created empty on first use
  Relation& relation(std::string_view name);
  const EventSet* find_set(std::string_view name) const;
  const Relation* find_relation(std::string_view name) const;
  const std::map<std::string, EventSet, std::less<>>& sets() const { return sets_; }
  const std::map<std::string, Relation, std::less<>>& relations() const { return relations_; }

  // po (unless given), loc, int, ext, id, po-loc, M, IW.
  void derive_static();
  // rfe, rfi, fr, fre, fri, coe, coi from rf and co.
  void derive_communication();

 private:
  std::vector<Event> events_;
  std::map<std::string, EventSet, std::less<>> sets_;
  std::map<std::string, Relation, std::less<>> relations_;
};

}  // namespace fencepost::memory
