#include "check/alternatives.h"

#include <map>

#include "base/budget.h"
#include "check/allowed.h"
#include "memory/graph_edit.h"

namespace fencepost::check {

using memory::EventId;
using memory::EventSet;
using memory::ExecutionGraph;
using memory::Relation;

namespace {

// Pairs of events that are looked at, and steps of judging: a second or two.
constexpr size_t kMostWork = 20'000'000;
constexpr uint32_t kMostTicks = 20'000;

// All that follows from another event.
Relation consequences(const ExecutionGraph& graph) {
  Relation follows = *graph.find_relation("po");
  for (const char* name : {"rf", "sync", "rmw"})
    if (const Relation* relation = graph.find_relation(name)) follows |= *relation;
  return follows.closure();
}

class Search {
 public:
  Search(const ExecutionGraph& graph, const std::shared_ptr<const memory::Model>& model)
      : graph_(graph), model_(model), follows_(consequences(graph)), rf_(*graph.find_relation("rf")) {
    budget_.limit_ticks(kMostTicks);
  }

  // Throws Exhausted.
  std::vector<EventId> of(EventId read) {
    std::vector<EventId> kept;
    for (EventId event = 0; event < graph_.size(); ++event)
      if (event == read || !follows_.test(read, event)) kept.push_back(event);
    std::vector<EventId> found;
    for (EventId write : kept)
      if (is_candidate(write, read) && !is_taken(write, read) && fits(kept, write, read)) found.push_back(write);
    return found;
  }

 private:
  bool is_candidate(EventId write, EventId read) const {
    return write != read && graph_.find_set("W")->test(write) && !rf_.test(write, read) &&
           graph_.events()[write].location == graph_.events()[read].location;
  }

  // By another update, if this is one as well.
  bool is_taken(EventId write, EventId read) const {
    const Relation* rmw = graph_.find_relation("rmw");
    if (rmw == nullptr || !rmw->domain().test(read)) return false;
    bool taken = false;
    rmw->domain().for_each(
        [&](size_t other) { taken = taken || (rf_.test(write, other) && !follows_.test(read, other)); });
    return taken;
  }

  bool fits(const std::vector<EventId>& kept, EventId write, EventId read) {
    work_ += kept.size() * kept.size();
    if (work_ > kMostWork) throw Exhausted(Resource::steps, "too many alternatives");
    ExecutionGraph part = memory::part_of(graph_, kept);
    Relation& rf = part.relation("rf");
    for (size_t i = 0; i < kept.size(); ++i) place_[kept[i]] = i;
    rf_.for_each([&](size_t from, size_t to) {
      if (to == read && !follows_.test(read, from)) rf.reset(place_[from], place_[to]);
    });
    rf.set(place_[write], place_[read]);
    return is_allowed(part, model_, budget_);
  }

  const ExecutionGraph& graph_;
  const std::shared_ptr<const memory::Model>& model_;
  Budget budget_;
  Relation follows_;
  const Relation& rf_;
  std::map<EventId, size_t> place_;  // in the part
  size_t work_ = 0;
};

}  // namespace

std::vector<std::optional<std::vector<EventId>>> alternatives(const result::RunGraph& run,
                                                              const std::shared_ptr<const memory::Model>& model) {
  std::vector<std::optional<std::vector<EventId>>> found(run.graph.size());
  Search search(run.graph, model);
  const EventSet& reads = *run.graph.find_set("R");
  try {
    for (EventId event = 0; event < run.graph.size(); ++event)
      if (reads.test(event)) found[event] = search.of(event);
  } catch (const Exhausted&) {
    return found;
  }
  return found;
}

}  // namespace fencepost::check
