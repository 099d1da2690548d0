#include "driver/sampled.h"

#include "core/walk.h"
#include "engine/sampling/sampler.h"
#include "memory/cat/store_order_shape.h"
#include "memory/probe.h"

namespace fencepost::driver {

using result::Claim;
using result::Claims;

namespace {

// Another model may, as with RCU, forbid some.
bool allows_interleavings(const result::Task& task) {
  if (task.model == nullptr) return false;
  auto shape = memory::cat::store_order_shape(task.model->program);
  return shape && shape->allows_interleavings();
}

}  // namespace

Claims with_samples(const result::Task& task, const check::Checker& checker, Budget& budget,
                    const std::function<Claims()>& engine) {
  if (task.property.all_violations || !core::starts_threads(task.program) || !allows_interleavings(task))
    return engine();
  memory::Relaxations relaxations = memory::relaxations(*task.model);
  auto replays = [&](const Claim& claim, Budget& own) { return checker.confirm(claim, own).violation.has_value(); };
  Claims claims;
  std::optional<Claim> found;
  {
    engine::sampling::Sampler sampler(task.program, task.property.checks, relaxations.store_load, replays, budget);
    claims = engine();
    found = sampler.found();
  }
  budget.resume();
  if (!found || !claims.violations.empty()) return claims;
  claims.verdict = result::Verdict::unsafe;
  claims.bound = 0;
  claims.reason.clear();
  claims.reason_pos = {};
  claims.violations.push_back(std::move(*found));
  return claims;
}

}  // namespace fencepost::driver
