#include "driver/under_sc.h"

#include <algorithm>
#include <new>

#include "check/in_sequence.h"
#include "driver/replayed.h"
#include "engine/bounded/bounded.h"

namespace fencepost::driver {

using result::Result;
using result::Verdict;

namespace {

// As long as all took so far and a second, but an UNSAFE is at hand: it must not get lost because this takes the last of
// the time.
class Part {
 public:
  Part(Budget& budget, double limit) : budget_(budget), limit_(limit) {
    double now = budget.elapsed();
    budget.limit_time(now + std::min(now + 1, std::max(budget.remaining() / 2, 0.001)));
  }
  ~Part() { budget_.limit_time(limit_); }
  Part(const Part&) = delete;
  Part& operator=(const Part&) = delete;

 private:
  Budget& budget_;
  double limit_;
};

// What fails is a check, not an order that the model wants, nor that nothing happens any more.
bool is_plain_failure(const result::Violation& violation) {
  return violation.kind != core::Undef::data_race && violation.kind != core::Undef::deadlock &&
         violation.kind != core::Undef::liveness && !violation.concurrent->uses_unborn;
}

bool fails_as_well(const result::Violation& violation, const core::Program& program, const result::Property& under_sc,
                   Budget& budget) {
  if (!violation.concurrent || !is_plain_failure(violation)) return false;
  std::optional<result::ConcurrentRun> run = check::in_sequence(*violation.concurrent, violation.graph);
  if (!run) return false;
  result::Violation same = violation;
  same.concurrent = std::move(run);
  same.graph.reset();
  return replays(same, program, under_sc, budget);
}

}  // namespace

std::optional<Verdict> verdict_under_sc(const Options& options, const program::Cfa& cfa, const core::Program& program,
                                        const result::Property& property,
                                        const std::vector<result::Violation>& violations, Budget& budget) {
  Part part(budget, options.timeout);
  result::Property under_sc{property.checks, false, memory::load_model("sc")};
  try {
    for (const result::Violation& violation : violations)
      if (fails_as_well(violation, program, under_sc, budget)) return Verdict::unsafe;
    Result result = engine::bounded::BoundedEngine(engine_options(options)).run(cfa, under_sc, budget);
    keep_replayed(result, program, under_sc, budget);
    if (result.verdict == Verdict::safe || result.verdict == Verdict::unsafe) return result.verdict;
  } catch (const Exhausted&) {
  } catch (const std::bad_alloc&) {
  }
  return std::nullopt;
}

}  // namespace fencepost::driver
