#include "fences/obstacle.h"

#include <algorithm>
#include <map>

#include "check/allowed.h"
#include "memory/graph_edit.h"

namespace fencepost::fences {

using memory::EventId;
using memory::ExecutionGraph;
using memory::Relation;
using AccessKind = program::Mapping::AccessKind;

namespace {

constexpr uint32_t kTicks = 20'000;  // a second or so of judging

// Whether a check fails then follows from what was read, or the model sees it.
bool follows_from_graph(const result::Violation& violation, const memory::Model& model) {
  using enum core::Undef;
  if (!violation.concurrent || !violation.graph || violation.concurrent->uses_outside_life) return false;
  if (violation.kind == data_race) return model.makes_races_undefined() && !violation.concurrent->stops_before_race;
  return violation.kind != deadlock && violation.kind != liveness;
}

// The fences of spots stand right behind their marks: where a fence is added at the position of the mark, and the order of a
// fence of the text is that of its site.
std::vector<bool> fences_of_spots(const result::RunGraph& run, const std::vector<size_t>& added,
                                  const std::set<uint32_t>& sites) {
  std::vector<bool> found(run.graph.size());
  const memory::EventSet* fences = run.graph.find_set("F");
  for (size_t event = 0; event < run.sites.size(); ++event)
    if (fences != nullptr && fences->test(event) && sites.contains(run.sites[event])) found[event] = true;
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

Obstacle::Obstacle(const result::Violation& violation, const Placement& with, const Judges& judges)
    : claim_(violation), judges_(judges) {
  const std::vector<Spot>& spots = judges.spots;
  if (!violation.concurrent) return;  // a thread that is alone
  if (!violation.graph) {
    for (uint32_t i = 0; i < spots.size(); ++i) passed_.insert(i);
    return;
  }
  const result::RunGraph& run = *violation.graph;
  std::map<uint32_t, uint32_t> spot_of_site;
  std::set<uint32_t> fence_sites;
  for (uint32_t i = 0; i < spots.size(); ++i) {
    if (spots[i].kind == Spot::Kind::place) continue;
    spot_of_site[spots[i].number + 1] = i;
    if (spots[i].kind == Spot::Kind::fence) fence_sites.insert(spots[i].number + 1);
  }
  std::vector<size_t> added;  // by mark
  for (const result::RunGraph::Mark& mark : run.marks) {
    auto at = std::ranges::find_if(spots, [&](const Spot& spot) { return spot.is_fence() && spot.mark == mark.pos; });
    const auto spot = static_cast<uint32_t>(at - spots.begin());
    const bool is_place = at != spots.end() && at->kind == Spot::Kind::place;
    added.push_back(is_place ? static_cast<size_t>(std::ranges::count(with, spot, &Item::spot)) : 0);
    marks_.push_back({spot, mark.thread, mark.next});
    if (at != spots.end()) passed_.insert(spot);
  }
  const Relation* updates = run.graph.find_relation("rmw");
  std::set<size_t> updating;  // reads of updates that wrote
  if (updates != nullptr) updates->for_each([&](size_t read, size_t) { updating.insert(read); });
  const memory::EventSet* writes = run.graph.find_set("W");
  const memory::EventSet* fences = run.graph.find_set("F");
  for (size_t event = 0; event < run.sites.size(); ++event) {
    auto found = spot_of_site.find(run.sites[event]);
    if (found == spot_of_site.end() || (fences != nullptr && fences->test(event))) continue;
    passed_.insert(found->second);
    Access access;
    access.spot = found->second;
    access.event = event;
    access.writes = writes != nullptr && writes->test(event);
    access.fails = !access.writes && !updating.contains(event);
    access.tags = &tags(access, level_at(spots, with, access.spot));
    accesses_.push_back(access);
  }
  if (!follows_from_graph(violation, *judges.model)) return;
  if (std::ranges::any_of(accesses_, [&](const Access& access) { return has_barriers(access); })) return;
  const std::vector<bool> is_added = fences_of_spots(run, added, fence_sites);
  std::vector<EventId> kept;
  for (EventId i = 0; i < run.graph.size(); ++i)
    if (!is_added[i]) kept.push_back(i);
  auto kept_before = [&](size_t event) {
    return static_cast<uint32_t>(std::ranges::lower_bound(kept, event) - kept.begin());
  };
  std::erase_if(marks_, [&](const Mark& mark) { return mark.spot >= spots.size(); });
  for (Mark& mark : marks_) mark.next = kept_before(mark.next);
  for (Access& access : accesses_) access.event = kept_before(access.event);
  for (EventId i = 0; i < kept.size(); ++i)
    if (violation.kind == core::Undef::data_race && run.steps[kept[i]] == violation.concurrent->races_at)
      racing_.push_back(i);
  graph_ = memory::part_of(run.graph, kept);
}

const memory::Mapped& Obstacle::mapped(const Access& access, const Level& level) const {
  using enum core::OrderSite::Kind;
  const core::OrderSite::Kind kind = judges_.spots[access.spot].access;
  if (kind == load) return judges_.mapping->of(AccessKind::load, level.order);
  if (kind == store) return judges_.mapping->of(AccessKind::store, level.order);
  if (access.fails) return judges_.mapping->of(AccessKind::failed, level.failure.value_or(level.order));
  return judges_.mapping->of(AccessKind::update, level.order);
}

const std::vector<std::string>& Obstacle::tags(const Access& access, const Level& level) const {
  return access.writes ? mapped(access, level).write : mapped(access, level).read;
}

bool Obstacle::has_barriers(const Access& access) const {
  auto at = [&](const Level& level) {
    return !mapped(access, level).before.empty() || !mapped(access, level).after.empty();
  };
  const Spot& spot = judges_.spots[access.spot];
  return at(spot.base) || std::ranges::any_of(spot.levels, at);
}

ExecutionGraph Obstacle::with(const Placement& changes) const {
  struct Added {
    size_t mark;
    const std::vector<std::string>* tags;
  };
  std::vector<Added> added;
  std::vector<memory::Event> events = graph_->events();
  const size_t own = events.size();
  auto add = [&](size_t mark, const Level& level) {
    const std::vector<std::string>& fence = judges_.mapping->of(AccessKind::fence, level.order).fence;
    if (level.order == core::MemoryOrder::relaxed || fence.empty()) return;
    added.push_back({mark, &fence});
    events.push_back({static_cast<int>(marks_[mark].thread), 0, memory::kNoLocation, "fence"});
  };
  for (size_t i = 0; i < marks_.size(); ++i) {
    const uint32_t number = marks_[i].spot;
    const Spot& spot = judges_.spots[number];
    if (spot.kind == Spot::Kind::fence) add(i, level_at(judges_.spots, changes, number));
    for (const Item& item : changes)
      if (spot.kind == Spot::Kind::place && item.spot == number) add(i, spot.levels[item.level]);
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
  for (const Access& access : accesses_) {
    const std::vector<std::string>& tags_now = tags(access, level_at(judges_.spots, changes, access.spot));
    if (&tags_now == access.tags) continue;
    for (const std::string& tag : *access.tags) made.set(tag).reset(access.event);
    for (const std::string& tag : tags_now) made.set(tag).set(access.event);
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
    for (const std::string& tag : *added[i].tags) made.set(tag).set(own + i);
    if (graph_->find_relation("sm") != nullptr) made.relation("sm").set(own + i, own + i);
  }
  made.derive_static();
  made.derive_communication();
  return made;
}

bool Obstacle::survives(const Placement& changes, Budget& budget) const {
  budget.check();
  if (!graph_) return judges_.replays(claim_, changes).has_value();
  try {
    LimitedTicks limited(budget, kTicks);
    const ExecutionGraph changed = with(changes);
    return claim_.kind == core::Undef::data_race ? check::is_undefined(changed, racing_, judges_.model, budget)
                                                 : check::is_allowed(changed, judges_.model, budget);
  } catch (const Exhausted&) {
    budget.check();
    return false;
  }
}

}  // namespace fencepost::fences
