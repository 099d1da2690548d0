#include "runs/happens_before_races.h"

#include <algorithm>
#include <set>

#include "base/check.h"
#include "logic/evaluate.h"
#include "unroll/sharing.h"

namespace fencepost::runs {

using logic::Term;
using unroll::Event;

HappensBeforeRaces::HappensBeforeRaces(const unroll::Unrolled& unrolled, const memory::Model& model,
                                       logic::Terms& terms, Budget& budget)
    : unrolled_(unrolled), terms_(terms), undefined_(model) {
  if (!undefined_.possible()) return;
  StaticOrder order(unrolled);
  std::vector<std::vector<uint32_t>> by_cell(unrolled.cells.size());
  for (uint32_t i = 0; i < unrolled.events.size(); ++i) {
    const Event& event = unrolled.events[i];
    if (event.kind != Event::Kind::read && event.kind != Event::Kind::write) continue;
    for (const Event::PossibleCell& possible : event.cells) by_cell[possible.cell].push_back(i);
  }
  std::set<std::pair<uint32_t, uint32_t>> seen;
  for (const std::vector<uint32_t>& accesses : by_cell)
    for (uint32_t write : accesses) {
      budget.check();
      const Event& a = unrolled.events[write];
      if (a.kind != Event::Kind::write) continue;
      const Kind kind = kind_of(a);
      for (uint32_t other : accesses) {
        const Event& b = unrolled.events[other];
        if (b.at_end || b.converts) continue;                             // it looks, and does not use
        if (kind == Kind::end && b.kind == Event::Kind::write) continue;  // who ends a life has looked before
        bool twice = b.kind == Event::Kind::write && other < write;
        bool plain = a.order == core::MemoryOrder::plain || b.order == core::MemoryOrder::plain;
        if (a.thread == b.thread || twice || !plain || order.precedes(write, other) || order.precedes(other, write))
          continue;
        Term needs = terms.and_(terms.and_(a.guard, b.guard), same_cell(a, b, terms));
        if (needs.is_false() || !seen.insert({write, other}).second) continue;
        pairs_.push_back({write, other, needs, kind});
      }
    }
}

HappensBeforeRaces::Kind HappensBeforeRaces::kind_of(const Event& write) const {
  if (unrolled_.cells[write.cells[0].cell].at != unroll::kLifetimeAt) return Kind::contents;
  return write.value.term.is_const() && write.value.term.value() == 0 ? Kind::end : Kind::beginning;
}

std::optional<HappensBeforeRaces::Found> HappensBeforeRaces::race(Search& search, const std::vector<SourcePos>& except,
                                                                  Kind kind) {
  auto is_reported = [&](const Pair& pair) {
    return std::find(except.begin(), except.end(), unrolled_.events[pair.write].pos) != except.end();
  };
  // A literal of its own for each pair, so that what rules the race out does not rule the run out.
  std::vector<std::pair<Pair, Term>> proposed;
  Term question = terms_.boolean(false);
  for (const Pair& pair : pairs_) {
    if (pair.kind != kind || is_reported(pair)) continue;
    Term literal = terms_.fresh("race", logic::bool_sort());
    search.require({terms_.implies(literal, pair.together)});
    proposed.emplace_back(pair, literal);
    question = terms_.or_(question, literal);
  }
  // Runs that do nothing unsupported first; of the others replay finds out whether they come to the race before.
  Term clean = terms_.boolean(true);
  for (const unroll::Obligation& obligation : unrolled_.obligations)
    if (obligation.kind == unroll::Obligation::Kind::unsupported)
      clean = terms_.and_(clean, terms_.not_(obligation.failure));
  for (;;) {
    std::optional<logic::Assignment> model = search.ask({terms_.and_(question, clean)});
    if (!model && clean.is_true()) return std::nullopt;
    if (!model) {
      clean = terms_.boolean(true);
      continue;
    }
    Refinement& runs = *search.refinement();
    undefined_.judge(runs.run().graph);
    logic::Evaluator evaluate(*model);
    for (const auto& [pair, literal] : proposed) {
      if (!evaluate.holds(pair.together)) continue;
      memory::EventId write = runs.run().number[pair.write], other = runs.run().number[pair.other];
      if (undefined_.relates(write, other)) return Found{pair, std::move(*model)};
      // All that the run orders, not only what was proposed: the next run tends to order it alike.
      Term premise = runs.premise(*model, undefined_.why_not(write, other));
      FP_CHECK(evaluate.holds(premise));  // otherwise the same run would come again, for ever
      search.require({terms_.not_(terms_.and_(premise, literal))});
    }
  }
}

}  // namespace fencepost::runs
