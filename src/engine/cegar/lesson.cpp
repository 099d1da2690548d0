#include "engine/cegar/lesson.h"

namespace fencepost::engine::cegar {

using Outcome = Refiner::Outcome;

Lesson learn_from(const std::vector<Trace>& traces, Abstractor& abstractor, Refiner& refiner, Domain& domain,
                  const std::function<void()>& learnt) {
  bool is_sharper = false;
  for (const Trace& trace : traces) {
    if (!abstractor.is_possible(trace)) continue;
    auto refined = refiner.refine(trace, domain);
    if (auto* run = std::get_if<ConcreteRun>(&refined)) return {&trace, std::move(*run), std::nullopt};
    auto outcome = std::get<Outcome>(refined);
    if (outcome != Outcome::refined && outcome != Outcome::sharpened) return {&trace, std::nullopt, outcome};
    is_sharper = is_sharper || outcome == Outcome::sharpened;
    if (learnt) learnt();
  }
  // Elements from before a sharper domain are void.
  if (is_sharper)
    abstractor.start();
  else
    abstractor.prune(traces);
  return {};
}

}  // namespace fencepost::engine::cegar
