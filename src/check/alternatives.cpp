#include "check/alternatives.h"

#include <algorithm>
#include <map>

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
  Search(const ExecutionGraph& graph, const std::shared_ptr<const memory::Model>& model, const Budget& budget)
      : graph_(graph),
        model_(model),
        budget_(Budget::Beside{budget}),
        follows_(consequences(graph)),
        rf_(*graph.find_relation("rf")),
        writes_(*graph.find_set("W")),
        updates_(graph.size()),
        updates_of_(graph.size()) {
    budget_.limit_ticks(kMostTicks);
    const Relation* rmw = graph.find_relation("rmw");
    if (rmw == nullptr) return;
    updates_ = rmw->domain();
    rf_.for_each([&](size_t write, size_t read) {
      if (updates_.test(read)) updates_of_[write].push_back(read);
    });
  }

  // Throws Exhausted.
  std::vector<EventId> of(EventId read) {
    if (budget_.exhausted()) throw Exhausted(Resource::time, "no time for alternatives");
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
    return write != read && writes_.test(write) && !rf_.test(write, read) &&
           graph_.events()[write].location == graph_.events()[read].location;
  }

  // By another update, if this is one as well.
  bool is_taken(EventId write, EventId read) const {
    return updates_.test(read) &&
           std::ranges::any_of(updates_of_[write], [&](EventId other) { return !follows_.test(read, other); });
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
  const EventSet& writes_;
  EventSet updates_;                              // their reads
  std::vector<std::vector<EventId>> updates_of_;  // by the write that they take
  std::map<EventId, size_t> place_;               // in the part
  size_t work_ = 0;
};

}  // namespace

std::vector<std::optional<std::vector<EventId>>> alternatives(const result::RunGraph& run,
                                                              const std::shared_ptr<const memory::Model>& model,
                                                              const Budget& budget) {
  std::vector<std::optional<std::vector<EventId>>> found(run.graph.size());
  Search search(run.graph, model, budget);
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
