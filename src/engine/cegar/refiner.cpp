#include "engine/cegar/refiner.h"

#include <algorithm>
#include <unordered_set>

#include "engine/solvers.h"

namespace fencepost::engine::cegar {

using logic::InterpolationMethod;

namespace {

constexpr size_t kFew = 6, kAny = ~size_t{0};  // predicates
constexpr size_t kMostFruitless = 15;          // traces
constexpr size_t kCautious = 2;                // tiers of candidates

bool has_loop(const Trace& trace) {
  std::unordered_set<const flat::Edge*> passed;
  return !std::ranges::all_of(
      trace.moves, [&](const Move* move) { return move->edge == nullptr || passed.insert(move->edge).second; });
}

}  // namespace

std::variant<ConcreteRun, logic::Answer> Refiner::run_of(const Trace& trace) {
  const std::vector<Term>& formulas = formulas_.of(trace);
  auto solver = logic::make_solver(fastest_for(formulas), terms_, budget_, statistics_);
  for (Term formula : formulas) solver->assert_term(formula);
  logic::Answer answer = solver->check();
  if (answer == logic::Answer::sat) return formulas_.concrete(program_, trace, solver->model());
  return answer;
}

std::variant<ConcreteRun, Refiner::Outcome> Refiner::refine(const Trace& trace, Domain& domain) {
  auto run = run_of(trace);
  if (auto* concrete = std::get_if<ConcreteRun>(&run)) return std::move(*concrete);
  if (std::get<logic::Answer>(run) == logic::Answer::unknown) return Outcome::gave_up;
  std::vector<Term> formulas = formulas_.of(trace);
  // What loops keep stands in the program's text; of a trace that passes nothing twice, interpolants often say less.
  bool repeats = has_loop(trace);
  if (is_text_due() && by_text(trace, repeats ? kAny : kFew, domain)) return Outcome::refined;
  // The one that was asked for; where it tells nothing new, others may.
  std::vector<Refinement> order{refinement_};
  for (Refinement other : {Refinement::newton, Refinement::integers, Refinement::bw_bin_itp, Refinement::seq_itp})
    if (other != refinement_) order.push_back(other);
  bool found = false;
  for (Refinement refinement : order) {
    if (by_interpolants(formulas, refinement, domain)) return Outcome::refined;
    found = found || !learnt_.empty();
    if (refinement == refinement_ && !repeats && by_text(trace, kAny, domain)) return Outcome::refined;
    statistics_.add("cegar.fruitless");
  }
  source_ = "a sharper domain";
  learnt_.clear();
  if (domain.sharpen()) return Outcome::sharpened;
  return found ? Outcome::no_progress : Outcome::gave_up;
}

bool Refiner::by_text(const Trace& trace, size_t most, Domain& domain) {
  source_ = "the program's text";
  size_t tiers = most == kAny ? Candidates::kTiers : kCautious;
  for (size_t tier = 0; tier < tiers; ++tier) {
    std::optional<std::vector<Term>> told = path_proof_(trace, candidates_.of(trace, tier));
    if (!told) continue;
    if (told->size() > most) return false;
    learnt_ = std::move(*told);
    candidates_.remember(learnt_);
    if (!domain.refine(learnt_)) continue;
    statistics_.add("cegar.by-text");
    fruitless_ = 0;
    return true;
  }
  if (most == kAny) due_in_ = fruitless_ = std::min(2 * fruitless_ + 1, kMostFruitless);
  return false;
}

bool Refiner::is_text_due() {
  if (due_in_ == 0) return true;
  --due_in_;
  return false;
}

bool Refiner::by_interpolants(const std::vector<Term>& formulas, Refinement refinement, Domain& domain) {
  source_ = "interpolants";
  learnt_.clear();
  for (Term interpolant : interpolants(formulas, refinement)) learnt_.push_back(formulas_.program(interpolant));
  if (!domain.refine(learnt_)) return false;
  candidates_.remember(learnt_);
  return true;
}

std::vector<Term> Refiner::interpolants(const std::vector<Term>& formulas, Refinement refinement) {
  auto sequence = [&](InterpolationMethod method) {
    auto found = interpolator_.sequence(formulas, method);
    return found ? std::move(*found) : std::vector<Term>{};
  };
  switch (refinement) {
    case Refinement::newton: {
      std::vector<Term> found = sequence(InterpolationMethod::postcondition);
      return !found.empty() ? found : sequence(InterpolationMethod::precondition);
    }
    case Refinement::seq_itp:
    case Refinement::multi_seq:
      return sequence(InterpolationMethod::resolution);
    case Refinement::integers:
      return sequence(InterpolationMethod::integers);
    case Refinement::bw_bin_itp:
      break;
  }
  auto found = interpolator_.backward_binary(formulas, InterpolationMethod::precondition);
  return found ? std::vector<Term>{found->interpolant} : std::vector<Term>{};
}

}  // namespace fencepost::engine::cegar
