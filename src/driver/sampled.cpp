#include "driver/sampled.h"

#include "core/walk.h"
#include "memory/cat/store_order_shape.h"
#include "memory/probe.h"

namespace fencepost::driver {

using result::Claim;
using result::Claims;

// Another model may, as with RCU, forbid some.
bool allows_interleavings(const result::Task& task) {
  if (!core::starts_threads(task.program)) return true;
  if (task.model == nullptr) return false;
  auto shape = memory::cat::store_order_shape(task.model->program);
  return shape && shape->allows_interleavings();
}

Claims with_samples(const result::Task& task, const check::Checker& checker, Budget& budget,
                    engine::sampling::Finding finding, const std::function<Claims()>& engine) {
  // Runs are drawn with as many threads as they happen to have.
  if (task.threads != 0 || task.property.all_violations || !core::starts_threads(task.program) ||
      !allows_interleavings(task))
    return engine();
  memory::Relaxations relaxations = memory::relaxations(*task.model);
  // The machine that follows the run is the one that drew it: the cat file must have judged its graph as well, which that of a
  // run that is too long has not.
  auto replays = [&](const Claim& claim, Budget& own) {
    std::optional<result::Violation> violation = checker.confirm(claim, own).violation;
    return violation && violation->graph;
  };
  engine::sampling::Sampler sampler(task.program, task.property.checks, relaxations.store_load, replays, budget,
                                    finding);
  Claims claims = engine();
  std::optional<Claim> found = sampler.finding(claims.verdict == result::Verdict::unsafe);
  if (!found) return claims;
  // How far the engine came by then is no part of the answer.
  claims = {};
  claims.verdict = result::Verdict::unsafe;
  claims.decided_by = engine::sampling::kName;
  claims.violations.push_back(std::move(*found));
  claims.statistics.set("sampling.steps", static_cast<double>(sampler.steps()));
  return claims;
}

}  // namespace fencepost::driver
