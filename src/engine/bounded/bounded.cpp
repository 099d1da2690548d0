#include "engine/bounded/bounded.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/walk.h"
#include "engine/bounded/round.h"
#include "runs/preparation.h"

namespace fencepost::engine::bounded {

using result::Claim;
using result::Claims;
using result::Verdict;
using unroll::LoopId;
using unroll::Site;

namespace {

// Doubling ends here even without a time limit.
constexpr unsigned kDeepest = 1u << 20;
// When all violations are wanted, a doubling beyond this bound that brings none is the last.
constexpr unsigned kFruitless = 16;
// Iterations that must happen and that other threads can see are wanted in full, after first looks at what goes wrong
// early: as many as symbolic ones, twice as many, four times that, then so many times more in all loops, those that nobody
// has come to yet included. When symbolic ones are cut as well, they make no proof any more: a bound by which all threads
// have been started and all checks looked at will do, and half as many again are tried while that is fairly easy.
constexpr unsigned kSeenGrowth = 8;
// With threads the cost of a bound grows so fast that the last one would take all the time there is. Once a bound has been
// covered, which is two iterations at least, seed 004's guess, deeper ones are tried as long as that is easy.
constexpr unsigned kDeepestEasily = 4;
constexpr size_t kMostEvents = 400;
constexpr runs::Effort kEasy = {2'000, 50}, kFairlyEasy = {3'000, 100};

// Without threads questions are asked as the program is unrolled, after so many steps, then so many times more: what goes
// wrong early is found early, and the slices before the last cost little beside it. What is long is then unrolled in full.
constexpr uint64_t kFirstSlice = 500, kSliceGrowth = 8, kLargestSlice = 300'000;

class Run {
 public:
  Run(const result::Task& task, const result::EngineOptions& options, const Listener& listener, Budget& budget)
      : task_(task), property_(task.property), options_(options), listener_(listener), budget_(budget) {
    const result::Property& property = property_;
    if (deepening() && core::starts_threads(task.program))
      unrolling_.wanted.check_places = &check_places_.emplace(task.cfa, property.checks);
    unrolling_.wanted.checks = property.checks;
    unrolling_.wanted.mathematical = options.integers == result::Integers::mathematical;
    unrolling_.bounds.unwind = deepening() ? 1 : options.unwind;
    if (!deepening()) unrolling_.bounds.quiet_unwind = 1;
    if (deepening()) unrolling_.bounds.seen_unwind = 1;
    unrolling_.bounds.by_user = options.loop_bounds;
    most_steps_ = unrolling_.bounds.loop_steps;
    if (!core::starts_threads(task.program)) unrolling_.bounds.loop_steps = kFirstSlice;
    if (task.model != nullptr) unrolling_.model = runs::facts_of(*task.model);
    if (property.checks.has(core::Undef::data_race)) unrolling_.model.unread_writes = true;
    // What waits for what is told from reads, each by itself; and the whole formula is to be the model's alone.
    if (property.checks.has(core::Undef::deadlock) || property.checks.has(core::Undef::liveness) ||
        options.encoding == result::Encoding::monolithic)
      unrolling_.model.locks_guard = unrolling_.model.sections_guard = false;
  }

  Claims run() {
    try {
      while (round()) {
      }
    } catch (const Exhausted& exhausted) {
      stopped_by(exhausted);
    }
    if (unsupported_ && claims_.verdict != Verdict::unsafe)
      unknown("not supported: " + unsupported_->detail, unsupported_->pos);
    return std::move(claims_);
  }

 private:
  bool deepening() const { return options_.unwind == 0; }

  // True: unroll again, deeper.
  bool round() {
    if (covered_ && events_ > kMostEvents) return done(Verdict::safe_to_bound);
    claims_.statistics.add("bounded.rounds");
    Round round(task_, unrolling_, options_, budget_, claims_.statistics);
    if (round.has_threads()) events_ = round.events();
    if (covered_ && round.has_threads()) {
      if (events_ > kMostEvents) return done(Verdict::safe_to_bound);
      round.limit(must_go_on_ ? kFairlyEasy : kEasy);
    }
    bool more = add(round.violations(property_.all_violations));
    bool wants_races = property_.checks.has(core::Undef::data_race);
    if (wants_races && (claims_.violations.empty() || property_.all_violations))
      more = add(round.races(property_.all_violations)) || more;
    for (core::Undef kind : {core::Undef::deadlock, core::Undef::liveness})
      if (property_.checks.has(kind) && (claims_.violations.empty() || property_.all_violations))
        more = add(round.standstills(kind, property_.all_violations)) || more;
    if (!claims_.violations.empty() && round.sections_are_open()) {
      SourcePos pos = claims_.violations.front().pos;
      claims_.violations.clear();
      return unknown(runs::kOpenSections, pos);
    }
    if (claims_.violations.empty() && round.fails_too_early())
      return unknown(result::kFailsTooEarly, round.fails_too_early()->pos);
    if (!claims_.violations.empty()) {
      if (!property_.all_violations) return done(Verdict::unsafe);
      return !round.gave_up() && look_for_more(round, more) ? true : done(Verdict::unsafe);
    }
    if (round.gave_up()) return gave_up();
    std::optional<Site> unsupported = round.unsupported();
    if (unsupported && !unsupported_) unsupported_ = unsupported;
    if (unsupported && !(deepening() && round.has_threads())) return done(Verdict::unknown);
    if (round.gave_up()) return gave_up();
    std::vector<Site> open = round.unfinished();
    if (round.gave_up()) return gave_up();
    if (unsupported) {
      covered_ = true;
      return !open.empty() && go_deeper(open, round);
    }
    if (round.left_choices_out())
      return unknown("this memory model makes choices of its own (with ... from), and not all were looked at", {});
    if (round.makes_races_undefined() && !wants_races) {
      std::vector<Claim> races = round.races(false);
      if (!races.empty())
        return unknown("a data race, which this memory model makes undefined (--check data-race shows it)",
                       races.front().pos);
      if (round.gave_up()) return gave_up();
    }
    if (const std::optional<Claim>& use = round.used_outside_life()) {
      if (!property_.checks.has(use->kind))
        return unknown(
            fmt::format("an object is used here, and {}, which this memory model makes undefined", use->detail),
            use->pos);
      claims_.violations.push_back(*use);
      return done(Verdict::unsafe);
    }
    if (!task_.program.gaps.empty()) {
      const auto& [pos, what] = task_.program.gaps.front();
      return unknown(what, pos);
    }
    if (!show_run(round, open.empty())) return false;
    if (open.empty()) return done(Verdict::safe);
    auto lost = std::ranges::find_if(open, &Site::lost);
    if (lost != open.end()) return stopped(lost->detail, lost->pos);
    return go_deeper(open, round);
  }

  // Before anything is said about all runs one is shown; one that was cut shows nothing about `whole` runs. False: there is
  // none, and no deeper look will find one.
  bool show_run(Round& round, bool whole) {
    if (!listener_.needs_run || (shown_ && !(whole && claims_.run && !claims_.run->ends))) return true;
    shown_ = !listener_.needs_run();
    if (shown_) return true;
    claims_.statistics.add("guards.asked");
    Timer timer(claims_.statistics, "time.guards-asked");
    claims_.run = round.some_run();
    shown_ = claims_.run.has_value();
    if (shown_ || round.gave_up()) return true;
    claims_.executions = result::Executions::none;
    std::optional<SourcePos> assumption = round.last_assumption();
    return unknown(assumption ? fmt::format("no execution: the assumptions at line {} cannot hold", assumption->line)
                              : "no execution: the memory model allows none of the program's runs",
                   assumption.value_or(SourcePos{}));
  }

  // With violations at hand, deeper only for more of them, and only while that pays.
  bool look_for_more(Round& round, bool found_new) {
    std::vector<Site> open = round.unfinished();
    bool deeper = !open.empty() && go_deeper(open, round) && (found_new || claims_.bound < kFruitless);
    if (deeper) return true;
    std::optional<Site> site = round.unsupported();
    if (!site && !open.empty()) site = open.front();
    if (site) note_more(site->detail, site->pos);
    if (round.fails_too_early()) note_more(result::kFailsTooEarly, round.fails_too_early()->pos);
    return false;
  }

  void note_more(const std::string& why, const SourcePos& pos) {
    claims_.diagnostics.push_back({Severity::note, pos, "there may be more violations: " + why, {}});
  }

  // Keeps the first violation of each place; true if there is a new one.
  bool add(std::vector<Claim> violations) {
    size_t before = claims_.violations.size();
    for (Claim& violation : violations) {
      auto same = [&](const Claim& known) {
        return known.kind == violation.kind && known.pos == violation.pos && known.detail == violation.detail;
      };
      if (std::none_of(claims_.violations.begin(), claims_.violations.end(), same))
        claims_.violations.push_back(std::move(violation));
    }
    return claims_.violations.size() > before;
  }

  bool gave_up() { return stopped("the solver gave up", {}); }

  // What was finished remains so, and the bound of that is told.
  bool stopped(const std::string& why, const SourcePos& pos) {
    if (!finished_) return unknown(why, pos);
    if (!covered_)
      claims_.reason = fmt::format("{}: {}, and few runs or none come to their end by then", why, claims_.reason);
    return is_worth_telling() ? done(Verdict::safe_to_bound) : unknown(std::string(claims_.reason), claims_.reason_pos);
  }

  // A bound by which iterations are cut that must happen is one that no run ends within: it shows nothing.
  bool is_worth_telling() const { return covered_ || !must_go_on_; }

  bool go_deeper(const std::vector<Site>& open, Round& round) {
    unsigned bound = ~0u;
    bool may_deepen = false, more_steps = false;
    for (const Site& site : open) {
      bound = std::min(bound, site.covered);
      more_steps = more_steps || (site.by_steps && unrolling_.bounds.loop_steps < most_steps_);
      if (!site.deepens) continue;
      may_deepen = may_deepen || (site.certain ? unrolling_.bounds.seen_unwind : bound_of(site.loop)) < kDeepest;
    }
    const Site& shown = open.front();
    claims_.bound = bound;
    finished_ = true;
    claims_.reason = shown.detail;
    bool by_time = deepening() && !round.has_threads();
    if (shown.deepens)
      claims_.reason += by_time ? " (raise the time limit to go deeper)" : " (raise --unwind to go deeper)";
    claims_.reason_pos = shown.pos;
    must_go_on_ = std::any_of(open.begin(), open.end(), [](const Site& site) { return site.certain; });
    bool all_must = std::all_of(open.begin(), open.end(), [](const Site& site) { return site.certain; });
    bool starts = std::any_of(open.begin(), open.end(), [](const Site& site) { return site.starts_threads; });
    if (!deepening() || !round.has_threads()) covered_ = true;
    if (!covered_ && !must_go_on_) covered_ = !round.all_are_cut();
    if (!covered_ && !all_must && !starts) covered_ = round.looks_at_all(*check_places_);
    if (is_worth_telling()) tell_finished();
    if (covered_ && deepening() && round.has_threads() && claims_.bound >= kDeepestEasily)
      return done(Verdict::safe_to_bound);
    bool at_a_limit =
        std::ranges::any_of(open, [&](const Site& site) { return !site.deepens && !(site.by_steps && more_steps); });
    bool deepens = deepening() && may_deepen && (!at_a_limit || !options_.loop_bounds.empty());
    if (!deepens && !more_steps) return done(Verdict::safe_to_bound);
    uint64_t next_slice = unrolling_.bounds.loop_steps * kSliceGrowth;
    if (more_steps) unrolling_.bounds.loop_steps = next_slice > kLargestSlice ? most_steps_ : next_slice;
    if (!deepens && !deepening()) return true;
    unsigned& seen = unrolling_.bounds.seen_unwind;
    if (must_go_on_) seen = covered_ ? seen + (seen + 1) / 2 : seen * std::min(2 * seen, kSeenGrowth);
    if (must_go_on_ && claims_.bound > 1) return true;
    std::map<LoopId, unsigned> next;
    for (const Site& site : open)
      if ((site.deepens || site.by_steps) && !site.certain) next[site.loop] = 2 * bound_of(site.loop);
    for (const auto& [loop, deeper] : next) unrolling_.bounds.of_loops[loop] = deeper;
    return true;
  }

  void tell_finished() const {
    if (!listener_.finished || !claims_.violations.empty() || unsupported_) return;
    Claims so_far = claims_;
    so_far.verdict = Verdict::safe_to_bound;
    listener_.finished(so_far);
  }

  unsigned bound_of(const LoopId& loop) const {
    auto own = unrolling_.bounds.of_loops.find(loop);
    return own == unrolling_.bounds.of_loops.end() ? unrolling_.bounds.unwind : own->second;
  }

  bool done(Verdict verdict) {
    claims_.verdict = verdict;
    if (verdict != Verdict::safe_to_bound) {
      claims_.bound = 0;
      claims_.reason.clear();
      claims_.reason_pos = {};
    }
    return false;
  }

  bool unknown(const std::string& reason, const SourcePos& pos) {
    done(Verdict::unknown);
    claims_.reason = reason;
    claims_.reason_pos = pos;
    return false;
  }

  void stopped_by(const Exhausted& exhausted) {
    if (!claims_.violations.empty()) {
      done(Verdict::unsafe);
      note_more(exhausted.what(), {});
      return;
    }
    std::string why = exhausted.what();
    if (!covered_) {
      stopped(why, claims_.reason_pos);
      return;
    }
    claims_.reason = why + ": " + claims_.reason;
    done(Verdict::safe_to_bound);
  }

  const result::Task& task_;
  const result::Property& property_;
  const result::EngineOptions& options_;
  const Listener& listener_;
  Budget& budget_;
  std::optional<program::CheckPlaces> check_places_;  // with threads, when bounds are deepened
  unroll::Options unrolling_;
  Claims claims_;
  bool shown_ = false;       // there is a run, or nobody wants one
  bool finished_ = false;    // some bound was, as far as that goes
  bool covered_ = false;     // and it is worth telling
  bool must_go_on_ = false;  // iterations that must happen were cut in the last round
  // What is not understood stands in the way of all but a violation, for which it is worth looking a little deeper.
  std::optional<Site> unsupported_;
  size_t events_ = 0;  // of threads, in the last round
  uint64_t most_steps_ = 0;
};

}  // namespace

Claims BoundedEngine::run(const result::Task& task, Budget& budget) {
  return Run(task, options_, listener_, budget).run();
}

}  // namespace fencepost::engine::bounded
