#include "fences/obstacle.h"

#include <algorithm>

#include "check/allowed.h"
#include "memory/graph_edit.h"

namespace fencepost::fences {

using memory::EventId;
using memory::ExecutionGraph;
using memory::Relation;

namespace {

constexpr uint32_t kTicks = 20'000;  // a second or so of judging

// Whether a check fails then follows from what was read.
bool follows_from_reads(const result::Violation& violation) {
  using enum core::Undef;
  return violation.concurrent && violation.graph && violation.kind != data_race && violation.kind != deadlock &&
         violation.kind != liveness && !violation.concurrent->uses_outside_life;
}

// The fences that were added stand right behind the marks of their places.
std::vector<bool> added_fences(const result::RunGraph& run, const std::vector<size_t>& added) {
  std::vector<bool> found(run.graph.size());
  const memory::EventSet* fences = run.graph.find_set("F");
  for (size_t i = 0; i < run.marks.size(); ++i) {
    size_t left = added[i];
    for (size_t event = run.marks[i].next; event < run.graph.size() && left > 0; ++event) {
      if (run.graph.events()[event].thread != static_cast<int>(run.marks[i].thread)) continue;
      if (fences == nullptr || !fences->test(event) || run.places[event] != run.marks[i].pos) break;
      found[event] = true;
      --left;
    }
  }
  return found;
}

}  // namespace

Obstacle::Obstacle(const result::Violation& violation, const Placement& with, const std::vector<core::Place>& places,
                   const std::vector<Kind>& kinds, const std::shared_ptr<const memory::Model>& model,
                   const Replays& replays)
    : claim_(violation), kinds_(kinds), model_(model), replays_(replays) {
  if (!violation.concurrent) return;  // a thread that is alone
  if (!violation.graph) {
    for (uint32_t i = 0; i < places.size(); ++i) passed_.insert(i);
    return;
  }
  const result::RunGraph& run = *violation.graph;
  std::vector<size_t> added;  // by mark
  for (const result::RunGraph::Mark& mark : run.marks) {
    auto at = std::ranges::find(places, mark.pos, &core::Place::pos);
    const auto place = static_cast<uint32_t>(at - places.begin());
    marks_.push_back({place, mark.thread, mark.next});
    passed_.insert(place);
    added.push_back(static_cast<size_t>(std::ranges::count(with, place, &Item::place)));
  }
  if (!follows_from_reads(violation)) return;
  const std::vector<bool> is_added = added_fences(run, added);
  std::vector<EventId> kept;
  for (EventId i = 0; i < run.graph.size(); ++i)
    if (!is_added[i]) kept.push_back(i);
  for (Mark& mark : marks_) mark.next = static_cast<uint32_t>(std::ranges::lower_bound(kept, mark.next) - kept.begin());
  graph_ = memory::part_of(run.graph, kept);
}

ExecutionGraph Obstacle::with(const Placement& fences) const {
  struct Added {
    size_t mark;
    uint32_t kind;
  };
  std::vector<Added> added;
  std::vector<memory::Event> events = graph_->events();
  const size_t own = events.size();
  for (size_t i = 0; i < marks_.size(); ++i)
    for (const Item& item : fences) {
      if (item.place != marks_[i].place) continue;
      added.push_back({i, item.kind});
      events.push_back({static_cast<int>(marks_[i].thread), 0, memory::kNoLocation, "fence"});
    }
  ExecutionGraph made(std::move(events));
  for (const auto& [name, set] : graph_->sets()) {
    memory::EventSet& mine = made.set(name);
    set.for_each([&](size_t i) { mine.set(i); });
  }
  for (const auto& [name, relation] : graph_->relations()) {
    Relation& mine = made.relation(name);
    relation.for_each([&](size_t i, size_t j) { mine.set(i, j); });
  }
  Relation& po = made.relation("po");
  for (size_t i = 0; i < added.size(); ++i) {
    const Mark& mark = marks_[added[i].mark];
    for (size_t event = 0; event < own; ++event) {
      if (made.events()[event].thread != static_cast<int>(mark.thread)) continue;
      event < mark.next ? po.set(event, own + i) : po.set(own + i, event);
    }
    for (size_t j = 0; j < i; ++j)
      if (marks_[added[j].mark].thread == mark.thread) po.set(own + j, own + i);
    made.set("F").set(own + i);
    for (const std::string& tag : kinds_[added[i].kind].tags) made.set(tag).set(own + i);
    if (graph_->find_relation("sm") != nullptr) made.relation("sm").set(own + i, own + i);
  }
  made.derive_static();
  made.derive_communication();
  return made;
}

bool Obstacle::survives(const Placement& fences, Budget& budget) const {
  budget.check();
  if (!graph_) return replays_(claim_, fences);
  try {
    LimitedTicks limited(budget, kTicks);
    return check::is_allowed(with(fences), model_, budget);
  } catch (const Exhausted&) {
    budget.check();
    return false;
  }
}

}  // namespace fencepost::fences
