#include "engine/bounded/failed_checks.h"

#include <algorithm>

#include "base/check.h"
#include "logic/evaluate.h"

namespace fencepost::engine::bounded {

using logic::Assignment;
using logic::Term;
using result::Claim;
using unroll::Obligation;
using Kind = Obligation::Kind;

// What is left when the program ends is there beside all that is left.
bool FailedChecks::ends_run(const Obligation& obligation) const {
  core::Undef kind = unrolled_.sites[obligation.site].undef;
  return obligation.kind != Kind::check || (kind != core::Undef::unfreed && kind != core::Undef::memory_leak);
}

// What runs leave out does not keep them from failing.
bool FailedChecks::is_unsupported(const Obligation& obligation) const {
  return obligation.kind == Kind::unsupported && !unrolled_.sites[obligation.site].is_left_out;
}

// The run that a model describes stops at its first obligation.
const Obligation& FailedChecks::first_met(const Assignment& model) const {
  logic::Evaluator evaluate(model);
  auto first = std::ranges::find_if(unrolled_.obligations, [&](const Obligation& obligation) {
    return !reported_.contains(obligation.site) && evaluate.holds(obligation.failure);
  });
  FP_CHECK(first != unrolled_.obligations.end());
  return *first;
}

// Of several failures the one that the schedule meets first: what comes later may rest on what is undefined.
FailedChecks::Moment FailedChecks::first_scheduled(const Assignment& model, const Scheduled& scheduled) const {
  logic::Evaluator evaluate(model);
  uint32_t best = 0, best_time = ~0u;
  for (uint32_t i = 0; i < unrolled_.obligations.size(); ++i) {
    const Obligation& obligation = unrolled_.obligations[i];
    if (obligation.kind != Kind::check || reported_.contains(obligation.site) || !evaluate.holds(obligation.failure))
      continue;
    uint32_t time = 0;
    for (uint32_t event = obligation.events; event-- > 0;) {
      if (unrolled_.events[event].thread != obligation.thread || scheduled.place[event] == ~0u) continue;
      // What is unsequenced may have been scheduled in another order.
      const unroll::Event& last = unrolled_.events[event];
      time = std::max(time, scheduled.place[event] + (last.is_access() && !last.at_end ? 1 : 0));
      if (last.sequence == unroll::Sequences::kThread) break;
    }
    if (time < best_time) {
      best = i;
      best_time = time;
    }
  }
  FP_CHECK(best_time != ~0u);
  return {unrolled_.obligations[best], best_time};
}

// What comes after the failure is not shown, but for promises, which must be kept; nor are sections that never end, which
// would stop all others: they did not begin before it, and nobody read from them. True: the failure comes too early.
bool FailedChecks::cut(Scheduled& scheduled, const Moment& moment) const {
  const auto& [failed, time] = moment;
  std::vector<result::RunStep>& steps = scheduled.run.steps;
  scheduled.cut(time);
  auto comes_after = [&](uint32_t number) {
    return number >= moment.time && steps[number].thread == moment.failed.thread;
  };
  bool is_read = std::ranges::any_of(steps, [&](const result::RunStep& step) {
    return step.thread != moment.failed.thread && step.source != result::RunStep::kInitial && comes_after(step.source);
  });
  scheduled.leave_out([&](uint32_t number, const result::RunStep& step) {
    if (step.thread == moment.failed.thread) return !is_read && comes_after(number);
    return number >= scheduled.blocked[step.thread];
  });
  return is_read && ends_run(failed);
}

FailedChecks::Explained FailedChecks::explain(const Assignment& model) const {
  const runs::Refinement* refinement = runs_.refinement();
  std::optional<Scheduled> scheduled;
  if (refinement != nullptr) scheduled = schedule(unrolled_, refinement->run(), refinement->relaxations(), model);
  bool too_early = false;
  const Obligation* first = nullptr;
  if (scheduled) {
    Moment moment = first_scheduled(model, *scheduled);
    too_early = cut(*scheduled, moment);
    first = &moment.failed;
  } else {
    first = &first_met(model);
  }
  FP_CHECK(first->kind == Kind::check);
  const unroll::Site& site = unrolled_.sites[first->site];
  Claim claim{site.undef, site.pos, site.function, site.detail, {}, {}};
  if (refinement == nullptr) {
    claim.choices = runs_.choices_of(model);
  } else {
    claim.concurrent = scheduled ? std::move(scheduled->run) : result::ConcurrentRun{};
    claim.concurrent->ended_by = first->thread;
    if (!scheduled) claim.doubt = result::kReadsInCircles;
  }
  return {std::move(claim), first->site, too_early};
}

// A check counts on runs that did nothing unsupported before; when all are wanted, on runs that fail nothing before.
Term FailedChecks::question(bool all) {
  logic::Terms& terms = runs_.terms();
  Term over = terms.boolean(false), question = terms.boolean(false);
  // With threads no order of the list is that of the run: the whole run must be clean.
  if (runs_.has_threads())
    for (const Obligation& obligation : unrolled_.obligations)
      if (is_unsupported(obligation) || (reported_.contains(obligation.site) && ends_run(obligation)))
        over = terms.or_(over, obligation.failure);
  for (const Obligation& obligation : unrolled_.obligations) {
    if (obligation.kind == Kind::unwinding) continue;
    if (obligation.kind == Kind::check && !reported_.contains(obligation.site))
      question = terms.or_(question, terms.and_(obligation.failure, terms.not_(over)));
    if (!runs_.has_threads() && (obligation.kind == Kind::unsupported || (all && ends_run(obligation))))
      over = terms.or_(over, obligation.failure);
  }
  return question;
}

FailedChecks::Answer FailedChecks::find(bool all) {
  Answer answer;
  std::vector<Claim> too_early;
  while (std::optional<Assignment> model = runs_.ask(question(all))) {
    answer.some_fail = true;
    Explained explained = explain(*model);
    if (!explained.too_early)
      answer.claims.push_back(std::move(explained.claim));
    else if (!core::ends_program(explained.claim.kind))
      too_early.push_back(std::move(explained.claim));
    else
      answer.too_early = unrolled_.sites[explained.site];
    if (!all && !answer.claims.empty()) return answer;
    FP_CHECK(reported_.insert(explained.site).second);
  }
  answer.gave_up = runs_.gave_up();
  // Harder to show, and to understand.
  if (all || answer.claims.empty()) std::ranges::move(too_early, std::back_inserter(answer.claims));
  return answer;
}

}  // namespace fencepost::engine::bounded
