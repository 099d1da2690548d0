#include "engine/bounded/bounded.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/walk.h"
#include "engine/bounded/bounded_runs.h"
#include "engine/bounded/coverage.h"
#include "engine/bounded/failed_checks.h"
#include "engine/bounded/how_far.h"
#include "engine/bounded/open_places.h"
#include "engine/bounded/races.h"
#include "engine/bounded/some_run.h"
#include "engine/bounded/standstills.h"
#include "engine/deepening.h"
#include "runs/preparation.h"

namespace fencepost::engine::bounded {

using result::Claim;
using result::Claims;
using result::Verdict;
using unroll::Site;

namespace {

constexpr const char* kGaveUp = "the solver gave up";

class Run {
 public:
  Run(const result::Task& task, const result::EngineOptions& options, const Listener& listener, Budget& budget)
      : task_(task),
        property_(task.property),
        options_(options),
        listener_(listener),
        budget_(budget),
        how_far_(listener.progress),
        deepening_(options, Deepening::Goal::verdict, core::starts_threads(task.program),
                   listener.finished && std::isfinite(budget.remaining())) {
    if (deepening_.is_automatic() && core::starts_threads(task.program))
      unrolling_.wanted.check_places = &check_places_.emplace(task.cfa, property_.checks);
    unrolling_.wanted.checks = property_.checks;
    unrolling_.wanted.mathematical = options.integers == result::Integers::mathematical;
    if (task.model != nullptr) unrolling_.model = runs::facts_of(*task.model);
    if (property_.checks.has(core::Undef::data_race)) unrolling_.model.unread_writes = true;
    // What waits for what is told from reads, each by itself; and the whole formula is to be the model's alone.
    if (property_.checks.has(core::Undef::deadlock) || property_.checks.has(core::Undef::liveness) ||
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
  bool wants_more() const { return claims_.violations.empty() || property_.all_violations; }

  // One look at the program, within the bounds as they are. True: look again, deeper.
  bool round() {
    if (deepening_.is_too_large(events_)) return done(Verdict::safe_to_bound);
    claims_.statistics.add("bounded.rounds");
    unrolling_.bounds = deepening_.bounds();
    how_far_.look(fmt::format("look {}", claims_.statistics.get("bounded.rounds")));
    BoundedRuns runs(task_, unrolling_, options_, budget_, claims_.statistics);
    runs.tell_judged([this](size_t judged) { how_far_.judged(judged); });
    if (runs.has_threads()) {
      events_ = runs.unrolled().events.size();
      if (deepening_.is_too_large(events_)) return done(Verdict::safe_to_bound);
    }
    if (auto effort = deepening_.effort(runs.has_threads())) runs.limit(*effort);
    how_far_.knows(checks_of(runs.unrolled()), runs.has_threads() ? events_ : 0);
    how_far_.asks(fmt::format("can a check fail{}", done_before()));
    Standstills standstills(runs);
    FailedChecks::Answer failed = FailedChecks(runs).find(property_.all_violations);
    bool found_new = add(failed);
    bool gave_up = failed.gave_up;
    if (!gave_up) how_far_.settled();
    Races races;
    bool wants_races = property_.checks.has(core::Undef::data_race);
    if (wants_races && wants_more()) {
      how_far_.asks("is there a data race");
      races = find_races(runs, property_.all_violations);
      found_new = add(races) || found_new;
      gave_up = gave_up || races.gave_up;
    }
    for (core::Undef kind : {core::Undef::deadlock, core::Undef::liveness}) {
      if (!property_.checks.has(kind) || !wants_more()) continue;
      how_far_.asks(kind == core::Undef::deadlock ? "is there a deadlock" : "does a thread wait for ever");
      Answer found = standstills.find(kind, property_.all_violations);
      found_new = add(found) || found_new;
      gave_up = gave_up || found.gave_up;
    }
    if (!claims_.violations.empty() && runs.sections_are_open()) {
      SourcePos pos = claims_.violations.front().pos;
      claims_.violations.clear();
      return unknown(runs::kOpenSections, pos);
    }
    how_far_.asks("which runs go on past the bound");
    OpenPlaces places(runs, failed.some_fail);
    if (!claims_.violations.empty()) {
      bool deeper = property_.all_violations && !gave_up && look_for_more(runs, standstills, places, failed, found_new);
      return deeper || done(Verdict::unsafe);
    }
    if (failed.too_early) return unknown(result::kFailsTooEarly, failed.too_early->pos);
    if (gave_up) return stopped(kGaveUp, {});
    std::optional<Site> unsupported = places.unsupported();
    if (unsupported && !unsupported_) unsupported_ = unsupported;
    if (unsupported && !(deepening_.is_automatic() && runs.has_threads())) return done(Verdict::unknown);
    if (runs.gave_up()) return stopped(kGaveUp, {});
    std::vector<Site> open = places.unfinished();
    if (runs.gave_up()) return stopped(kGaveUp, {});
    if (unsupported) {
      deepening_.cover();
      return !open.empty() && go_deeper(open, runs, standstills);
    }
    if (runs.left_choices_out())
      return unknown("this memory model makes choices of its own (with ... from), and not all were looked at", {});
    if (runs.makes_races_undefined() && !wants_races) {
      races = find_races(runs, false);
      if (!races.claims.empty())
        return unknown("a data race, which this memory model makes undefined (--check data-race shows it)",
                       races.claims.front().pos);
      if (races.gave_up) return stopped(kGaveUp, {});
    }
    if (const std::optional<Claim>& use = races.use_outside_life) {
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
    if (!show_run(runs, open.empty())) return false;
    if (open.empty()) return done(Verdict::safe);
    auto lost = std::ranges::find_if(open, &Site::lost);
    if (lost != open.end()) return stopped(lost->detail, lost->pos);
    return go_deeper(open, runs, standstills);
  }

  static size_t checks_of(const unroll::Unrolled& unrolled) {
    std::set<uint32_t> sites;
    for (const unroll::Obligation& obligation : unrolled.obligations)
      if (obligation.kind == unroll::Obligation::Kind::check) sites.insert(obligation.site);
    return sites.size();
  }

  std::string done_before() const {
    return deepening_.has_finished() ? fmt::format(" past bound {}", deepening_.bound()) : "";
  }

  // Before anything is said about all runs one is shown; one that was cut shows nothing about `whole` runs. False: there is
  // none, and no deeper look will find one.
  bool show_run(BoundedRuns& runs, bool whole) {
    if (!listener_.needs_run || (shown_ && !(whole && claims_.run && !claims_.run->ends))) return true;
    shown_ = !listener_.needs_run();
    if (shown_) return true;
    how_far_.asks("a run that comes to its end");
    claims_.statistics.add("guards.asked");
    Timer timer(claims_.statistics, "time.guards-asked");
    claims_.run = some_run(runs);
    shown_ = claims_.run.has_value();
    if (shown_ || runs.gave_up()) return true;
    claims_.executions = result::Executions::none;
    std::optional<SourcePos> assumption = last_assumption(runs);
    return unknown(assumption ? fmt::format("no execution: the assumptions at line {} cannot hold", assumption->line)
                              : "no execution: the memory model allows none of the program's runs",
                   assumption.value_or(SourcePos{}));
  }

  // With violations at hand, deeper only for more of them, and only while that pays.
  bool look_for_more(BoundedRuns& runs, Standstills& standstills, OpenPlaces& places,
                     const FailedChecks::Answer& failed, bool found_new) {
    std::vector<Site> open = places.unfinished();
    if (!open.empty() && go_deeper(open, runs, standstills) && deepening_.pays(found_new)) return true;
    std::optional<Site> site = places.unsupported();
    if (!site && !open.empty()) site = open.front();
    if (site) note_more(site->detail, site->pos);
    if (failed.too_early) note_more(result::kFailsTooEarly, failed.too_early->pos);
    return false;
  }

  void note_more(const std::string& why, const SourcePos& pos) {
    claims_.diagnostics.push_back({Severity::note, pos, "there may be more violations: " + why, {}});
  }

  // Keeps the first violation of each place; true if there is a new one.
  bool add(const Answer& answer) {
    size_t before = claims_.violations.size();
    for (const Claim& claim : answer.claims) {
      auto is_same = [&](const Claim& known) {
        return known.kind == claim.kind && known.pos == claim.pos && known.detail == claim.detail;
      };
      if (std::ranges::none_of(claims_.violations, is_same)) claims_.violations.push_back(claim);
    }
    return claims_.violations.size() > before;
  }

  // What was finished remains so, and the bound of that is told.
  bool stopped(const std::string& why, const SourcePos& pos) {
    if (!deepening_.has_finished()) return unknown(why, pos);
    if (!deepening_.has_covered())
      claims_.reason = fmt::format("{}: {}, and few runs or none come to their end by then", why, claims_.reason);
    return deepening_.is_worth_telling() ? done(Verdict::safe_to_bound)
                                         : unknown(std::string(claims_.reason), claims_.reason_pos);
  }

  // Nothing was found within these bounds, but some runs go on.
  bool go_deeper(const std::vector<Site>& open, BoundedRuns& runs, Standstills& standstills) {
    Deepening::Finished finished{open, runs.has_threads(), [&] { return all_are_cut(runs, standstills); },
                                 [&] { return looks_at_all(runs, *check_places_); }};
    deepening_.finish(finished);
    const Site& shown = open.front();
    claims_.bound = deepening_.bound();
    claims_.reason = shown.detail;
    bool by_time = deepening_.is_automatic() && !runs.has_threads();
    if (shown.deepens)
      claims_.reason += by_time ? " (raise the time limit to go deeper)" : " (raise --unwind to go deeper)";
    claims_.reason_pos = shown.pos;
    if (deepening_.is_worth_telling()) tell_finished();
    return deepening_.deepen(finished) || done(Verdict::safe_to_bound);
  }

  void tell_finished() const {
    if (!listener_.finished || !claims_.violations.empty() || unsupported_) return;
    Claims so_far = claims_;
    so_far.verdict = Verdict::safe_to_bound;
    listener_.finished(so_far);
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
    if (!deepening_.has_covered()) {
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
  HowFar how_far_;
  Deepening deepening_;
  std::optional<program::CheckPlaces> check_places_;  // with threads, when bounds are deepened
  unroll::Options unrolling_;
  Claims claims_;
  bool shown_ = false;  // there is a run, or nobody wants one
  // What is not understood stands in the way of all but a violation, for which it is worth looking a little deeper.
  std::optional<Site> unsupported_;
  size_t events_ = 0;  // of threads, in the last look
};

}  // namespace

Claims BoundedEngine::run(const result::Task& task, Budget& budget) {
  return Run(task, options_, listener_, budget).run();
}

}  // namespace fencepost::engine::bounded
