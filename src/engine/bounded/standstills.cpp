#include "engine/bounded/standstills.h"

#include <fmt/format.h>

#include <algorithm>

namespace fencepost::engine::bounded {

using logic::Assignment;
using result::Claim;

runs::Search& Standstills::resting_runs() {
  if (!standstill_) {
    standstill_ = std::make_unique<runs::Standstill>(runs_.unrolled(), runs_.terms());
    resting_ = runs_.search(standstill_->watched());
  }
  return *resting_;
}

// Named after a place that is not known yet.
Claim Standstills::explain(core::Undef kind, const Assignment& model, const std::vector<SourcePos>& reported) {
  Claim claim;
  claim.kind = kind;
  std::vector<const unroll::Wait*> waits = standstill_->waits(kind, model);
  auto open = std::ranges::find_if(
      waits, [&](const unroll::Wait* wait) { return std::ranges::find(reported, wait->pos) == reported.end(); });
  std::rotate(waits.begin(), open, open + 1);
  claim.pos = waits.front()->pos;
  claim.function = waits.front()->function;
  for (const unroll::Wait* wait : waits)
    claim.detail +=
        fmt::format("{}thread {} waits at line {}", claim.detail.empty() ? "" : ", ", wait->thread, wait->pos.line);
  const runs::Refinement* found = resting_->refinement();
  if (found == nullptr) {
    claim.choices = runs_.choices_of(model);
    return claim;
  }
  claim.concurrent.emplace();
  if (auto scheduled = schedule(standstill_->watched(), found->run(), found->relaxations(), model)) {
    std::erase_if(scheduled->run.steps,
                  [&](const result::RunStep& step) { return step.thread == standstill_->observer(); });
    claim.concurrent = std::move(scheduled->run);
  }
  return claim;
}

Answer Standstills::find(core::Undef kind, bool all) {
  Answer answer;
  std::vector<SourcePos> reported;
  runs::Search& resting = resting_runs();
  while (std::optional<Assignment> model = resting.ask({standstill_->question(kind, reported)})) {
    answer.claims.push_back(explain(kind, *model, reported));
    if (!all) break;
    reported.push_back(answer.claims.back().pos);
  }
  answer.gave_up = resting.gave_up();
  return answer;
}

}  // namespace fencepost::engine::bounded
