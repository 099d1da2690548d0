#include "fences/spots.h"

#include <algorithm>
#include <tuple>

namespace fencepost::fences {

using core::MemoryOrder;
using core::OrderSite;
using AccessKind = program::Mapping::AccessKind;

namespace {

MemoryOrder failure_of(const Level& level) { return level.failure.value_or(MemoryOrder::relaxed); }

// Of one access, weaker ones first. A compare-exchange whose failure has the stronger order is one of C23, and so may be its other levels.
std::vector<Level> levels_of(const OrderSite& site) {
  using enum MemoryOrder;
  switch (site.kind) {
    case OrderSite::Kind::load:
      return {{relaxed}, {acquire}, {seq_cst}};
    case OrderSite::Kind::store:
      return {{relaxed}, {release}, {seq_cst}};
    case OrderSite::Kind::fence:
      return {};
    case OrderSite::Kind::update:
      break;
  }
  const bool has_stronger_failure = site.failure && !is_as_strong(site.order, *site.failure);
  std::vector<Level> all;
  for (MemoryOrder order : {relaxed, acquire, release, acq_rel, seq_cst}) {
    if (!site.failure) all.push_back({order});
    for (MemoryOrder failure : {relaxed, acquire, seq_cst})
      if (site.failure && (has_stronger_failure || is_as_strong(order, failure))) all.push_back({order, failure});
  }
  return all;
}

// What the text has is a level, too, where it is none of those that are offered: memory_order_consume, which none becomes.
void add_written(const Level& written, std::vector<Level>& all) {
  if (std::ranges::find(all, written) != all.end()) return;
  auto stronger = std::ranges::find_if(all, [&](const Level& level) { return is_as_strong(level, written); });
  all.insert(stronger, written);
}

class Maker {
 public:
  Maker(const memory::Model& model, const program::Mapping& mapping, const Costs& costs, const Wanted& wanted)
      : kinds_(kinds_of(model)), mapping_(mapping), costs_(costs), wanted_(wanted) {}

  Spot at_place(const core::Place& place, uint32_t number) const {
    Spot spot{Spot::Kind::place, number, OrderSite::Kind::fence, place.pos, place.pos, {}, {}};
    for (const Kind& kind : kinds_)
      spot.levels.push_back({kind.order, std::nullopt, costs_.at(kind.order, place.loops)});
    return spot;
  }

  Spot at_site(const OrderSite& site, uint32_t number) const {
    const bool is_fence = site.kind == OrderSite::Kind::fence;
    Spot spot{is_fence ? Spot::Kind::fence : Spot::Kind::access, number, site.kind, site.pos, site.mark(), {}, {}};
    const Level written = written_level(site, costs_);
    std::vector<Level> all = is_fence ? of_fences(site) : of_accesses(site);
    const bool relaxes = wanted_.direction == Direction::relax;
    add_written(written, all);
    if (relaxes) std::erase_if(all, [&](const Level& level) { return !is_as_strong(written, level); });
    spot.base = relaxes ? all.front() : written;
    std::erase_if(all, [&](const Level& level) { return level == spot.base || !is_as_strong(level, spot.base); });
    if (is_fence) drop_nameless(site, all);
    drop_same(site, spot.base, all);
    spot.levels.assign(all.rbegin(), all.rend());
    return spot;
  }

 private:
  // Weaker ones first, without any as the weakest.
  std::vector<Level> of_fences(const OrderSite& site) const {
    std::vector<Level> all = {{MemoryOrder::relaxed, std::nullopt, 0}};
    for (auto kind = kinds_.rbegin(); kind != kinds_.rend(); ++kind)
      all.push_back({kind->order, std::nullopt, costs_.at(kind->order, site.loops)});
    return all;
  }

  std::vector<Level> of_accesses(const OrderSite& site) const {
    std::vector<Level> all = levels_of(site);
    std::erase_if(all, [&](const Level& level) { return !is_known(site.kind, level); });
    for (Level& level : all) level.cost = costs_.of_access(site.kind, level.order, level.failure, site.loops);
    return all;
  }

  // A fence whose order the text does not name is another call, as of the kernel; only these can become one another.
  static void drop_nameless(const OrderSite& site, std::vector<Level>& all) {
    std::erase_if(all, [&](const Level& level) { return core::is_of_c(level.order) != core::is_of_c(site.order); });
  }

  static AccessKind access_of(OrderSite::Kind kind) {
    return kind == OrderSite::Kind::load    ? AccessKind::load
           : kind == OrderSite::Kind::store ? AccessKind::store
           : kind == OrderSite::Kind::fence ? AccessKind::fence
                                            : AccessKind::update;
  }

  bool is_known(OrderSite::Kind kind, const Level& level) const {
    return !mapping_.unknown().contains({access_of(kind), level.order}) &&
           (!level.failure || !mapping_.unknown().contains({AccessKind::failed, *level.failure}));
  }

  bool are_same(OrderSite::Kind kind, const Level& a, const Level& b) const {
    auto row = [](const memory::Mapped& mapped) {
      return std::tie(mapped.before, mapped.read, mapped.write, mapped.fence, mapped.after, mapped.control_dependency);
    };
    return row(mapping_.of(access_of(kind), a.order)) == row(mapping_.of(access_of(kind), b.order)) &&
           (!a.failure ||
            row(mapping_.of(AccessKind::failed, *a.failure)) == row(mapping_.of(AccessKind::failed, *b.failure)));
  }

  void drop_same(const OrderSite& site, const Level& base, std::vector<Level>& all) const {
    std::vector<Level> kept;
    for (const Level& level : all) {
      auto is_same = [&](const Level& weaker) {
        return is_as_strong(level, weaker) && are_same(site.kind, level, weaker);
      };
      if (!is_same(base) && std::ranges::none_of(kept, is_same)) kept.push_back(level);
    }
    all = std::move(kept);
  }

  const std::vector<Kind> kinds_;
  const program::Mapping& mapping_;
  const Costs& costs_;
  const Wanted& wanted_;
};

}  // namespace

bool is_as_strong(const Level& first, const Level& second) {
  return is_as_strong(first.order, second.order) && is_as_strong(failure_of(first), failure_of(second));
}

std::vector<Level> next_weaker(const std::vector<Level>& levels, const Level& level) {
  std::vector<Level> below;
  for (const Level& one : levels)
    if (is_as_strong(level, one) && !is_as_strong(one, level)) below.push_back(one);
  std::vector<Level> next;
  for (const Level& one : below)
    if (std::ranges::none_of(below, [&](const Level& other) { return is_as_strong(other, one) && !(other == one); }))
      next.push_back(one);
  return next;
}

Level level_at(const std::vector<Spot>& spots, const Placement& items, uint32_t spot) {
  auto found = std::ranges::find(items, spot, &Item::spot);
  return found == items.end() ? spots[spot].base : spots[spot].levels[found->level];
}

Level written_level(const OrderSite& site, const Costs& costs) {
  const bool is_fence = site.kind == OrderSite::Kind::fence;
  const uint64_t cost =
      is_fence ? costs.at(site.order, site.loops) : costs.of_access(site.kind, site.order, site.failure, site.loops);
  return {site.order, site.failure, cost};
}

std::vector<Spot> spots_of(const std::vector<core::Place>& places, const std::vector<OrderSite>& sites,
                           const memory::Model& model, const program::Mapping& mapping, const Costs& costs,
                           const Wanted& wanted) {
  const Maker maker(model, mapping, costs, wanted);
  std::vector<Spot> spots;
  auto add = [&](Spot spot) {
    if (!spot.levels.empty()) spots.push_back(std::move(spot));
  };
  for (uint32_t i = 0; i < sites.size(); ++i) {
    const bool is_wanted = sites[i].kind == OrderSite::Kind::fence ? wanted.fences : wanted.accesses;
    if (sites[i].is_usable && is_wanted) add(maker.at_site(sites[i], i));
  }
  for (uint32_t i = 0; wanted.added_fences && i < places.size(); ++i) add(maker.at_place(places[i], i));
  return spots;
}

}  // namespace fencepost::fences
