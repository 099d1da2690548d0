// Executor: how often loops and recursion go on. An iteration that leaves the path condition as it was is free: its
// branches were constant, so it must happen. One during which some path left the loop is symbolic and counts against the
// bound. In between are *quiet* ones, whose path condition changed although nobody left: an abort, an assumption or a
// failed check thinned the paths out. Those usually belong to loops with a constant number of iterations, so they have a
// larger bound, which ends `for (;;) if (choose()) abort();` all the same.
//
// After many steps no iteration is free any more: whoever is in a loop leaves it within the bound or is cut, and all others
// come to their ends. So a long loop keeps nothing from being looked at that does not need it.
//
// With threads an iteration that must happen may still be dear: each of its events can meet each event of the others, and
// what goes wrong between them mostly does so early. When bounds are deepened anyway, those iterations have one as well.
#include <fmt/format.h>

#include <bit>

#include "unroll/executor.h"

namespace fencepost::unroll {

bool Executor::enter_head(Activation& activation, program::Loc head, State& state, bool from_back) {
  Visit& visit = activation.loops[index(head)];
  if (from_back && visit.path != nullptr) {
    // The same state again, for sure: this run never ends, so there is nothing more to find on it.
    if (visit.path == state.path &&
        (unchanged(activation, head, visit, state) || wrote_the_same(activation, head, visit, state))) {
      records_.wait(Wait::Kind::idle, step(), state, terms_.boolean(true), events_.size());
      return false;
    }
    if (state.concurrent) {
      Term waited = spin_loops_.is_idle(activation, head, visit, state);
      records_.wait(Wait::Kind::loop, step(), state, waited, visit.events);
      if (!restrict(state, terms_.not_(waited))) return false;
      if (!restrict(state, terms_.not_(spin_loops_.is_retry(activation, head, visit, state)))) return false;
    }
    LoopId loop{activation.function, index(head)};
    bool left = anybody_left(activation, head, visit.stamp);
    // Threads that others can see go on for ever are not executed for ever.
    bool endless = state.concurrent && visit.path == state.path &&
                   (!activation.shape->has_way_out(head) || equality_.states(activation, head, visit, state).is_true());
    if (endless) ++visit.count;
    if (state.concurrent && events_.size() > visit.events) ++visit.seen;
    if (!count_iteration(visit, left, loop, position(*activation.procedure, head), state)) return false;
    if (state.concurrent) {
      Term repeats = spin_loops_.may_repeat(activation, head, visit, state);
      // It goes on or stays, as the run likes.
      if (!repeats.is_false()) repeats = terms_.and_(repeats, terms_.fresh("stays", logic::bool_sort()));
      records_.wait(Wait::Kind::loop, step(), state, repeats, visit.events);
      if (!restrict(state, terms_.not_(repeats))) return false;
    }
  } else {
    visit.count = visit.quiet = visit.seen = visit.rounds = visit.all = 0;
    visit.spawns = spawns_[state.thread];
  }
  visit.path = state.path;
  visit.stamp = ++stamp_;
  visit.regs = state.regs;
  visit.memory = state.memory;
  visit.events = events_.size();
  visit.before = spin_loops_.retried(last_read_, state);
  return true;
}

bool Executor::count_iteration(Visit& visit, bool left, const LoopId& loop, const SourcePos& pos, const State& state) {
  if (visit.path != state.path) ++(left ? visit.count : visit.quiet);
  ++visit.all;
  std::optional<unsigned> fixed = user_bound(loop, pos);
  auto own = options_.bounds.of_loops.find(loop);
  unsigned bound = fixed ? *fixed : own != options_.bounds.of_loops.end() ? own->second : options_.bounds.unwind;
  uint64_t quiet_bound = fixed ? bound : uint64_t{bound} * options_.bounds.quiet_unwind;
  uint64_t seen_bound = uint64_t{bound} * options_.bounds.seen_unwind;
  bool seen_enough = !fixed && options_.bounds.seen_unwind != 0 && visit.seen > seen_bound;
  bool by_steps = steps_ > options_.bounds.loop_steps && visit.all > bound;
  if (visit.count <= bound && visit.quiet <= quiet_bound && !seen_enough && !by_steps) return true;
  bool certain = !fixed && !left && visit.count <= bound && visit.quiet <= quiet_bound && !by_steps;
  uint64_t most = certain ? seen_bound : bound;
  bool recursion = loop.head == LoopId::kRecursion;
  Site site = records_.site(
      step(), pos,
      by_steps    ? fmt::format("the limit of {} steps was reached", options_.bounds.loop_steps)
      : recursion ? fmt::format("the recursion of {} goes deeper than {}", program_.function(loop.function).name, most + 1)
                  : fmt::format("the loop goes on after {} iterations", most + 1));
  site.deepens = !fixed && !by_steps;
  site.certain = certain;
  site.starts_threads = spawns_[state.thread] > visit.spawns;
  site.covered = bound;
  site.by_steps = by_steps;
  cut(state, loop, std::move(site));
  return false;
}

bool Executor::unchanged(const Activation& activation, program::Loc head, const Visit& last, const State& state) const {
  if (!last.memory.same(state.memory)) return false;
  return last.regs.compare(state.regs, [&](uint64_t reg, const Value&, const Value&) {
    return !activation.shape->live(head, core::Reg{static_cast<uint32_t>(reg)});
  });
}

// Contents are compared now and then only: loops that fill large objects would be quadratic. What threads share is not
// compared there, so this is for programs without.
bool Executor::wrote_the_same(const Activation& activation, program::Loc head, Visit& last, const State& state) {
  return std::has_single_bit(++last.rounds) && !state.concurrent && sharing_.empty() &&
         equality_.states(activation, head, last, state).is_true();
}

bool Executor::anybody_left(const Activation& activation, program::Loc head, uint64_t since) {
  uint32_t end = index(activation.shape->loop_end(head));
  for (const auto& [loc, arrivals] : activation.pending)
    if (loc < index(head) || loc > end)
      for (const Arrival& arrival : arrivals)
        if (arrival.stamp > since) return true;
  return false;
}

bool Executor::anybody_waits(const Activation& activation, uint64_t since) {
  for (const auto& [loc, arrivals] : activation.pending)
    for (const Arrival& arrival : arrivals)
      if (arrival.stamp > since) return true;
  return false;
}

std::optional<unsigned> Executor::user_bound(const LoopId& loop, const SourcePos& pos) const {
  if (options_.bounds.by_user.empty()) return std::nullopt;
  auto by_function =
      options_.bounds.by_user.find(fmt::format("{}.{}", program_.function(loop.function).name, pos.line));
  if (by_function != options_.bounds.by_user.end()) return by_function->second;
  auto by_line = options_.bounds.by_user.find(std::to_string(pos.line));
  if (by_line != options_.bounds.by_user.end()) return by_line->second;
  return std::nullopt;
}

SourcePos Executor::position(const program::Procedure& procedure, program::Loc loc) {
  uint32_t first = procedure.first_out[index(loc)];
  return first < procedure.edges.size() ? procedure.edges[first].pos : SourcePos();
}

void Executor::cut(const State& state, const LoopId& loop, Site site) {
  site.loop = loop;
  site.endless = loop.head != LoopId::kRecursion && !shapes_.of(loop.function).has_way_out(program::Loc{loop.head});
  site.certain = site.certain && !site.endless;
  uint64_t key = uint64_t{core::index(loop.function)} << 32 | loop.head;
  if (site.certain) key |= uint64_t{1} << 63;
  records_.oblige(Obligation::Kind::unwinding, state, terms_.boolean(true), site, key);
}

}  // namespace fencepost::unroll
