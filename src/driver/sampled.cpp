#include "driver/sampled.h"

#include "core/walk.h"
#include "driver/replayed.h"
#include "engine/sampling/sampler.h"
#include "memory/cat/store_order_shape.h"
#include "memory/probe.h"

namespace fencepost::driver {

using result::Result;
using result::Violation;

namespace {

// Another model may, as with RCU, forbid some.
bool allows_interleavings(const result::Property& property) {
  if (property.model == nullptr) return false;
  auto shape = memory::cat::store_order_shape(property.model->program);
  return shape && shape->allows_interleavings();
}

}  // namespace

Result with_samples(const core::Program& program, const result::Property& property, Budget& budget,
                    const std::function<Result()>& engine) {
  if (property.all_violations || !core::starts_threads(program) || !allows_interleavings(property)) return engine();
  memory::Relaxations relaxations = memory::relaxations(*property.model);
  auto replayed = [&](Violation violation, Budget& own) { return replays(violation, program, property, own); };
  Result result;
  std::optional<Violation> found;
  {
    engine::sampling::Sampler sampler(program, property.checks, relaxations.store_load, replayed, budget);
    result = engine();
    found = sampler.found();
  }
  budget.resume();
  if (!found || !result.violations.empty()) return result;
  result.verdict = result::Verdict::unsafe;
  result.bound = 0;
  result.reason.clear();
  result.reason_pos = {};
  result.violations.push_back(std::move(*found));
  return result;
}

}  // namespace fencepost::driver
