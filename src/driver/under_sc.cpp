#include "driver/under_sc.h"

#include <algorithm>
#include <new>

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

}  // namespace

std::optional<Verdict> verdict_under_sc(const Options& options, const program::Cfa& cfa, const core::Program& program,
                                        const result::Property& property, Budget& budget) {
  Part part(budget, options.timeout);
  result::Property under_sc{property.checks, false, memory::load_model("sc")};
  try {
    Result result = engine::bounded::BoundedEngine(engine_options(options)).run(cfa, under_sc, budget);
    keep_replayed(result, program, under_sc, budget);
    if (result.verdict == Verdict::safe || result.verdict == Verdict::unsafe) return result.verdict;
  } catch (const Exhausted&) {
  } catch (const std::bad_alloc&) {
  }
  return std::nullopt;
}

}  // namespace fencepost::driver
