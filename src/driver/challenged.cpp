#include "driver/challenged.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "core/walk.h"
#include "engine/sampling/sampler.h"
#include "memory/consistency.h"
#include "memory/probe.h"
#include "program/undefined_besides_races.h"

namespace fencepost::driver {

using core::Outcome;
using engine::sampling::Sample;
using result::Executions;
using result::kReport;
using result::Result;
using result::Verdict;

namespace {

// In steps of the interpreter, a few million of which are a second.
constexpr uint64_t kFloor = 10'000, kCap = 1'000'000;
constexpr uint64_t kFloorOfThreads = 25'000;  // schedules are many, and starting threads takes most of the steps
constexpr uint64_t kCapOfLonger = 100'000;    // where none has come to its end; long ones are slow
constexpr uint64_t kLongest = 5'000;          // of one run at first; later ones may be as long as all before
constexpr uint64_t kMostRuns = 300;
constexpr uint64_t kCapOfUnknown = 300'000, kMostRunsOfUnknown = 2'000;  // where nothing else is known
constexpr uint64_t kMostRefused = 5;
constexpr size_t kMostJudged = 1'000;  // steps of a run about which a cat file is asked
constexpr double kGrace = 0.5;         // seconds

// Work of the engine for which one step more may be spent, as its statistics tell.
constexpr double kShare = 0.05;

uint64_t earned(const Statistics& statistics, uint64_t floor) {
  double work = statistics.get("unroll.steps") + statistics.get("unroll.terms") + statistics.get("cadical.clauses") +
                100 * statistics.get("bounded.candidates");
  return std::clamp(static_cast<uint64_t>(kShare * work), floor, kCap);
}

// Before its verdict is taken back.
void blame_engine(Result& result, const SourcePos& pos, const std::string& but, const std::string& hint) {
  result.diagnostics.push_back(
      {Severity::error, pos,
       fmt::format("internal error: the engine says {}, but {}", result::name(result.verdict), but), hint});
}

}  // namespace

Challenge::Challenge(const result::Task& task, const check::Checker& checker, const result::EngineOptions& options,
                     Budget& budget)
    : task_(task),
      checker_(checker),
      as_in_c_(options.integers == result::Integers::bitvector),
      is_bounded_(options.unwind != 0 || !options.loop_bounds.empty()),
      budget_(budget),
      floor_(core::starts_threads(task.program) ? kFloorOfThreads : kFloor),
      not_looked_for_(core::starts_threads(task.program) ? program::undefined_besides_races(*task.model)
                                                         : std::nullopt),
      constants_(engine::sampling::constants_of(task.program)) {}

// Who asks again has found none: then longer ones are drawn.
bool Challenge::needs_run() {
  if (steps_ < floor_)
    draw_until(floor_);
  else
    draw_until_one_ends();
  return !has_run_;
}

void Challenge::draw_until_one_ends() {
  while (!has_run_ && steps_ < kCapOfLonger && seed_ < kMostRuns && !is_over_ && !failed_) draw();
}

void Challenge::draw_until(uint64_t steps) {
  auto start = std::chrono::steady_clock::now();
  while (steps_ < steps && seed_ < kMostRuns && !is_over_ && !failed_) draw();
  seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void Challenge::draw() {
  core::Limits limits;
  limits.steps = std::max(kLongest, steps_);
  // What earlier runs learnt does not count: each can be drawn again by its number alone.
  engine::sampling::SharedLocals locals;
  Sample sample(engine::sampling::draw_of(++seed_), task_.program, task_.property.checks, constants_, locals, budget_,
                limits);
  Outcome outcome = sample.run();
  steps_ += sample.steps() + task_.program.functions.size() + task_.program.globals.size();
  if (sample.is_the_only_one() && outcome.kind != Outcome::Kind::step_limit) is_over_ = true;
  bool stops = outcome.kind == Outcome::Kind::finished || outcome.kind == Outcome::Kind::blocked;
  if (outcome.kind == Outcome::Kind::violated) note_failure(sample, outcome);
  if (stops && sample.keeps_assumptions()) note_end(sample, outcome);
}

result::Run Challenge::recorded(Sample& sample) const {
  if (!sample.machine().has_spawned()) return sample.recorded(false);
  memory::Relaxations relaxations = memory::relaxations(*task_.model);
  bool buffers = relaxations.fits_store_buffers() && (relaxations.store_load || relaxations.store_store);
  return sample.recorded(buffers);
}

// Only models that keep less than all of the order of an interleaving surely allow it. Another must be asked: it may, as with
// RCU, forbid some.
bool Challenge::is_surely_allowed(const result::Run& run) const {
  return !run.concurrent || memory::coherence_source(*task_.model) != memory::CoherenceSource::chosen;
}

bool Challenge::is_too_long(const result::Run& run) const {
  return !is_surely_allowed(run) && run.concurrent->steps.size() > kMostJudged;
}

// How many threads each function has is not asked: if they are no more in all, it has no more.
bool Challenge::may_have_too_many(Sample& sample) const {
  return task_.threads != 0 && sample.machine().threads().size() > task_.threads + 1;
}

void Challenge::note_failure(Sample& sample, const Outcome& outcome) {
  if (!as_in_c_ || may_have_too_many(sample)) return;
  result::Run run = recorded(sample);
  if (is_too_long(run)) return;
  result::Claim claim = engine::sampling::claim_of(outcome.failures.front());
  claim.choices = run.choices;
  claim.concurrent = run.concurrent;
  if (!is_surely_allowed(run) && !checker_.confirm(claim, budget_).violation) return;
  failed_ = std::move(claim);
  failed_seed_ = seed_;
}

// A run in which nobody can go on is an execution as well, and a failure if deadlocks are.
void Challenge::note_end(Sample& sample, const Outcome& outcome) {
  ++ended_;
  bool is_blocked = outcome.kind == Outcome::Kind::blocked;
  bool is_failure = is_blocked && task_.property.checks.has(core::Undef::deadlock) && !may_have_too_many(sample);
  if ((has_run_ && !is_failure) || refused_ >= kMostRefused) return;
  result::Run run = recorded(sample);
  run.ends = !is_blocked;
  if (is_failure) {
    result::Claim claim{core::Undef::deadlock, outcome.pos, {}, {}, run.choices, run.concurrent};
    if (!checker_.confirm(claim, budget_).violation) return;
    failed_ = std::move(claim);
    failed_seed_ = seed_;
    return;
  }
  has_run_ = !is_too_long(run) && !checker_.problem_of(run, budget_);
  refused_ += has_run_ ? 0 : 1;
}

// What the engine exhibits is replayed even if that took all the time.
std::optional<std::string> Challenge::problem_of_engine(const result::Run& run) {
  Budget grace;
  grace.limit_time(kGrace);
  return checker_.problem_of(run, budget_.exhausted() ? grace : budget_);
}

bool Challenge::accepts(const result::Claims& claims) {
  accepted_ = accepted_ || has_run_ || (claims.run && !problem_of_engine(*claims.run));
  return accepted_ && !failed_ && !not_looked_for_;
}

void Challenge::meet_failure(Result& result) {
  std::string kind(core::info(failed_->kind).id);
  std::string again = fmt::format("fencepost run --seed {} shows it, with the same checks", failed_seed_);
  if (result.verdict == Verdict::safe_to_bound && is_bounded_) {
    result.diagnostics.push_back({Severity::warning, failed_->pos,
                                  fmt::format("a run drawn at random fails {} here, beyond the bound", kind), again});
    return;
  }
  std::optional<result::Violation> beyond;
  if (result.verdict == Verdict::safe_to_bound) beyond = checker_.confirm(*failed_, budget_).violation;
  if (beyond) {
    result.verdict = Verdict::unsafe;
    result.decided_by = engine::sampling::kName;
    result.bound = 0;
    result.reason.clear();
    result.reason_pos = {};
    result.violations.push_back(std::move(*beyond));
  } else {
    blame_engine(result, failed_->pos, fmt::format("a run drawn at random fails {} here", kind),
                 again + "; " + kReport);
    result.take_back("the engine found nothing, but a run of the interpreter fails (see the diagnostics)",
                     failed_->pos);
  }
}

// What the engine has to say about itself goes first.
void Challenge::try_runs(Result& result) {
  auto is_error = [](const Diagnostic& diagnostic) { return diagnostic.severity == Severity::error; };
  if (std::ranges::any_of(result.diagnostics, is_error)) return;
  try {
    while (steps_ < kCapOfUnknown && seed_ < kMostRunsOfUnknown && !is_over_ && !failed_) draw();
    std::optional<result::Violation> found;
    if (failed_) found = checker_.confirm(*failed_, budget_).violation;
    if (!found) return;
    result.verdict = Verdict::unsafe;
    result.decided_by = engine::sampling::kName;
    result.reason.clear();
    result.reason_pos = {};
    result.violations.push_back(std::move(*found));
    note_statistics(result);
  } catch (const Exhausted&) {
    return;
  }
}

void Challenge::judge(Result& result, const std::optional<result::Run>& run) {
  bool is_safe = result.verdict == Verdict::safe || result.verdict == Verdict::safe_to_bound;
  if (result.verdict == Verdict::unknown) return try_runs(result);
  if (!is_safe) return;  // how many runs were drawn before an engine was stopped is no part of an answer
  if (not_looked_for_)
    return result.take_back(
        fmt::format("this memory model makes undefined what may be no data race of C: {}", *not_looked_for_), {});
  bool was_exhausted = false;
  try {
    draw_until(earned(result.statistics, floor_));
    if (!run) draw_until_one_ends();
  } catch (const Exhausted&) {
    was_exhausted = true;
  }
  if (failed_) {
    meet_failure(result);
  } else if (!has_run_ && !run) {
    result.take_back(was_exhausted ? "the time was over before a run was found that comes to its end"
                                   : "no run was found that comes to its end, so nothing may have been shown",
                     {});
  } else if (!has_run_) {
    auto start = std::chrono::steady_clock::now();
    std::optional<std::string> problem = problem_of_engine(*run);
    seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (problem && !run->ends && !run->concurrent) {  // it is followed further than the engine looked
      result.take_back(fmt::format("no run comes to its end within the bound, and on one beyond it {}", *problem), {});
    } else if (problem) {
      blame_engine(result, {}, fmt::format("its run does not replay: {}", *problem), kReport);
      result.take_back("the run that the engine exhibits does not replay (see the diagnostics)", {});
    }
  }
  bool stays = result.verdict == Verdict::safe || result.verdict == Verdict::safe_to_bound;
  if (stays) result.executions = Executions::shown;
  note_statistics(result);
}

void Challenge::note_statistics(Result& result) const {
  if (seed_ == 0) return;
  result.statistics.set("guards.runs", static_cast<double>(seed_));
  result.statistics.set("guards.ended", static_cast<double>(ended_));
  result.statistics.set("guards.steps", static_cast<double>(steps_));
  result.statistics.set("guards.refused", static_cast<double>(refused_));
  result.statistics.set("time.guards", seconds_);
}

}  // namespace fencepost::driver
