#include "engine/bounded/open_places.h"

#include <set>
#include <tuple>

#include "base/check.h"
#include "logic/evaluate.h"

namespace fencepost::engine::bounded {

using logic::Assignment;
using logic::Term;
using unroll::Obligation;
using unroll::Site;
using Kind = Obligation::Kind;

OpenPlaces::OpenPlaces(BoundedRuns& runs, bool some_fail) : runs_(runs), unrolled_(runs.unrolled()) {
  logic::Terms& terms = runs.terms();
  Term over = terms.boolean(false);
  for (const Obligation& obligation : unrolled_.obligations) {
    failures_.push_back(terms.and_(obligation.failure, terms.not_(over)));
    // Where no check can fail the chain is not needed.
    if (some_fail && obligation.kind == Kind::check) over = terms.or_(over, obligation.failure);
  }
}

std::optional<Site> OpenPlaces::unsupported() {
  Term question = runs_.terms().boolean(false);
  for (size_t i = 0; i < failures_.size(); ++i)
    if (unrolled_.obligations[i].kind == Kind::unsupported) question = runs_.terms().or_(question, failures_[i]);
  std::optional<Assignment> model = runs_.ask_relevant(question);
  if (!model) return std::nullopt;
  logic::Evaluator evaluate(*model);
  for (size_t i = 0; i < failures_.size(); ++i)
    if (unrolled_.obligations[i].kind == Kind::unsupported && evaluate.holds(failures_[i]))
      return unrolled_.sites[unrolled_.obligations[i].site];
  FP_UNREACHABLE("a model of nothing");
}

std::vector<Site> OpenPlaces::unfinished() {
  std::vector<Site> found;
  std::set<std::tuple<unroll::LoopId, bool, bool>> loops;
  auto each_open = [&](auto&& visit) {
    for (size_t i = 0; i < failures_.size(); ++i) {
      const Site& site = unrolled_.sites[unrolled_.obligations[i].site];
      if (unrolled_.obligations[i].kind == Kind::unwinding && !loops.contains({site.loop, site.deepens, site.certain}))
        visit(site, failures_[i]);
    }
  };
  for (;;) {
    Term question = runs_.terms().boolean(false);
    each_open([&](const Site&, Term failure) { question = runs_.terms().or_(question, failure); });
    std::optional<Assignment> model = runs_.ask_relevant(question);
    if (!model) return found;
    logic::Evaluator evaluate(*model);
    each_open([&](const Site& site, Term failure) {
      if (!evaluate.holds(failure)) return;
      loops.insert({site.loop, site.deepens, site.certain});
      found.push_back(site);
    });
  }
}

}  // namespace fencepost::engine::bounded
