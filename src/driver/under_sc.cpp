#include "driver/under_sc.h"

#include <algorithm>
#include <cmath>
#include <new>

#include "check/in_sequence.h"
#include "driver/challenged.h"
#include "engine/registry.h"

namespace fencepost::driver {

using result::Result;
using result::Verdict;

namespace {

// An UNSAFE is at hand already, which waits for this comparison: the work that it takes is limited, by steps, so that the
// answer is the same on every machine. The clock has a say only where the user's own time limit is near: the comparison never
// takes more than half of what is left, lest the UNSAFE get lost.
constexpr uint32_t kTicks = 150'000;  // some seconds

class Share {
 public:
  explicit Share(Budget& budget)
      : budget_(budget), ticks_(budget, kTicks), limit_(budget.elapsed() + budget.remaining()) {
    if (std::isfinite(limit_)) budget.limit_time(budget.elapsed() + std::max(budget.remaining() / 2, 0.001));
  }
  ~Share() {
    if (std::isfinite(limit_)) budget_.limit_time(limit_);
  }
  Share(const Share&) = delete;
  Share& operator=(const Share&) = delete;

 private:
  Budget& budget_;
  LimitedTicks ticks_;
  double limit_;  // infinity: none
};

// What fails is a check, not an order that the model wants, nor that nothing happens any more.
bool is_plain_failure(const result::Violation& violation) {
  return violation.kind != core::Undef::data_race && violation.kind != core::Undef::deadlock &&
         violation.kind != core::Undef::liveness && !violation.concurrent->uses_outside_life;
}

bool fails_as_well(const result::Violation& violation, const check::Checker& under_sc, Budget& budget) {
  if (!violation.concurrent || !is_plain_failure(violation)) return false;
  std::optional<result::ConcurrentRun> run = check::in_sequence(*violation.concurrent, violation.graph);
  if (!run) return false;
  result::Claim same = violation;
  same.concurrent = std::move(run);
  return under_sc.confirm(same, budget).violation.has_value();
}

bool is_same(const result::Violation& a, const result::Violation& b) { return a.kind == b.kind && a.pos == b.pos; }

// Checks of the same kinds under sc, and which of the failures are left that do not happen there, as far as was seen.
class UnderSc {
 public:
  UnderSc(const Options& options, const program::Cfa& cfa, const std::vector<result::Violation>& violations,
          Budget& budget)
      : options_(engine_options(options)),
        task_{*cfa.program, cfa, {core::UndefSet{}, false}, memory::load_model("sc")},
        checker_(task_),
        budget_(budget) {
    options_.engine = "bounded";  // in the same way in which the violation was found
    for (const result::Violation& violation : violations) task_.property.checks.set(violation.kind);
    for (const result::Violation& violation : violations)
      (fails_as_well(violation, checker_, budget_) ? fails_ : open_).push_back(&violation);
  }

  std::optional<Verdict> verdict() {
    for (bool all : {false, true}) {
      if (open_.empty()) return Verdict::unsafe;
      task_.property.all_violations = all;
      Challenge challenge(task_, checker_, options_, budget_);
      engine::Listener listener;
      listener.needs_run = [&] { return challenge.needs_run(); };
      result::Claims claims = engine::decide(engine::registry(), task_, options_, listener, budget_);
      Result result = checker_.confirm(claims, budget_);
      challenge.judge(result, claims.run);
      if (result.verdict == Verdict::safe && fails_.empty()) return Verdict::safe;
      if (result.verdict != Verdict::unsafe) return std::nullopt;
      for (const result::Violation& found : result.violations) close(found);
    }
    return open_.empty() ? std::optional(Verdict::unsafe) : std::nullopt;
  }

 private:
  void close(const result::Violation& found) {
    for (const result::Violation* violation : open_)
      if (is_same(*violation, found)) fails_.push_back(violation);
    std::erase_if(open_, [&](const result::Violation* violation) { return is_same(*violation, found); });
  }

  result::EngineOptions options_;
  result::Task task_;
  check::Checker checker_;
  Budget& budget_;
  std::vector<const result::Violation*> fails_, open_;
};

}  // namespace

std::optional<Verdict> verdict_under_sc(const Options& options, const program::Cfa& cfa,
                                        const std::vector<result::Violation>& violations, Budget& budget) {
  Share share(budget);
  try {
    return UnderSc(options, cfa, violations, budget).verdict();
  } catch (const Exhausted&) {
    return std::nullopt;
  } catch (const std::bad_alloc&) {
    return std::nullopt;
  }
}

}  // namespace fencepost::driver
