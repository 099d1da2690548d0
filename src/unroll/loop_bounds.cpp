#include "unroll/loop_bounds.h"

#include <fmt/format.h>

namespace fencepost::unroll {

bool LoopBounds::allows(Iterations& done, const Next& next, const Step& step, const State& state) {
  if (next.before != state.path) ++(next.left ? done.symbolic : done.pruning);
  ++done.all;
  std::optional<unsigned> fixed = of_user(next.loop, next.pos);
  auto own = bounds_.of_loops.find(next.loop);
  unsigned bound = fixed ? *fixed : own != bounds_.of_loops.end() ? own->second : bounds_.unwind;
  uint64_t most_pruning = fixed ? bound : uint64_t{bound} * bounds_.pruning_factor;
  uint64_t most_visible = uint64_t{bound} * bounds_.visible_factor;
  bool is_costly = !fixed && bounds_.visible_factor != 0 && done.visible > most_visible;
  bool by_steps = next.steps > bounds_.loop_steps && done.all > bound;
  if (done.symbolic <= bound && done.pruning <= most_pruning && !is_costly && !by_steps) return true;
  bool certain = !fixed && !next.left && done.symbolic <= bound && done.pruning <= most_pruning && !by_steps;
  uint64_t most = certain ? most_visible : bound;
  bool recursion = next.loop.head == LoopId::kRecursion;
  Site site = records_.site(step, next.pos,
                            by_steps    ? fmt::format("the limit of {} steps was reached", bounds_.loop_steps)
                            : recursion ? fmt::format("the recursion of {} goes deeper than {}",
                                                      program_.function(next.loop.function).name, most + 1)
                                        : fmt::format("the loop goes on after {} iterations", most + 1));
  site.deepens = !fixed && !by_steps;
  site.certain = certain;
  site.starts_threads = events_.spawns(state.thread) > done.spawns;
  site.covered = bound;
  site.by_steps = by_steps;
  cut(state, next.loop, std::move(site));
  return false;
}

std::optional<unsigned> LoopBounds::of_user(const LoopId& loop, const SourcePos& pos) const {
  if (bounds_.by_user.empty()) return std::nullopt;
  auto by_function = bounds_.by_user.find(fmt::format("{}.{}", program_.function(loop.function).name, pos.line));
  if (by_function != bounds_.by_user.end()) return by_function->second;
  auto by_line = bounds_.by_user.find(std::to_string(pos.line));
  if (by_line != bounds_.by_user.end()) return by_line->second;
  return std::nullopt;
}

void LoopBounds::cut(const State& state, const LoopId& loop, Site site) {
  site.loop = loop;
  site.endless = loop.head != LoopId::kRecursion && !shapes_.of(loop.function).has_way_out(program::Loc{loop.head});
  site.certain = site.certain && !site.endless;
  uint64_t key = uint64_t{core::index(loop.function)} << 32 | loop.head;
  if (site.certain) key |= uint64_t{1} << 63;
  records_.oblige(Obligation::Kind::unwinding, state, terms_.boolean(true), site, key);
}

}  // namespace fencepost::unroll
