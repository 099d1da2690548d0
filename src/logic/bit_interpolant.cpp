#include "logic/bit_interpolant.h"

#include <algorithm>
#include <unordered_map>

#include "logic/bitblast.h"
#include "logic/resolution.h"
#include "logic/variables.h"

namespace fencepost::logic {
namespace {

// One side's clauses, with its SAT variables numbered after those of the side before.
class Side final : public ClauseSink {
 public:
  Side(ResolutionProver& prover, int offset, Budget& budget)
      : prover_(prover), offset_(offset), blaster_(*this, budget) {}

  void clause(std::span<const int> literals) override {
    shifted_.clear();
    for (int literal : literals) shifted_.push_back(shift(literal));
    prover_.clause(shifted_);
  }

  void assert_terms(std::span<const Term> terms) {
    for (Term term : terms) {
      int unit[] = {blaster_.literal(term)};
      clause(unit);
    }
  }

  std::vector<int> bits(Term variable) const {
    std::vector<int> found;
    for (int literal : blaster_.bits(variable)) found.push_back(shift(literal));
    return found;
  }
  int last_variable() { return offset_ + blaster_.gates().variables(); }

 private:
  int shift(int literal) const { return literal < 0 ? literal - offset_ : literal + offset_; }

  ResolutionProver& prover_;
  int offset_;
  std::vector<int> shifted_;
  Bitblaster blaster_;
};

std::vector<Term> common_variables(std::span<const Term> a, std::span<const Term> b) {
  std::vector<Term> of_a = variables_of({a.begin(), a.end()}), of_b = variables_of({b.begin(), b.end()}), common;
  std::ranges::sort(of_a, {}, &Term::id);
  std::ranges::sort(of_b, {}, &Term::id);
  std::ranges::set_intersection(of_a, of_b, std::back_inserter(common), {}, &Term::id, &Term::id);
  return common;
}

class Interpolation {
 public:
  using ClauseId = ResolutionProver::ClauseId;

  Interpolation(Terms& terms, Budget& budget) : terms_(terms), budget_(budget), prover_(budget) {}

  Term operator()(std::span<const Term> a, std::span<const Term> b, size_t most_conflicts) {
    Side first(prover_, 0, budget_);
    first.assert_terms(a);
    of_a_ = prover_.inputs();
    last_of_a_ = first.last_variable();
    Side second(prover_, last_of_a_, budget_);
    second.assert_terms(b);
    for (Term variable : common_variables(a, b)) {
      std::vector<int> here = first.bits(variable), there = second.bits(variable);
      for (size_t i = 0; i < here.size(); ++i) {
        for (int sign : {1, -1}) {
          int same[] = {sign * here[i], -sign * there[i]};
          prover_.clause(same);
        }
        shared_.emplace(here[i], bit(variable, static_cast<unsigned>(i)));
      }
    }
    return prover_.solve(most_conflicts) == Answer::unsat ? lifted() : Term();
  }

 private:
  Term bit(Term variable, unsigned at) {
    if (variable.sort().kind == SortKind::boolean) return variable;
    Term word = variable.sort().kind == SortKind::floating ? terms_.unary(Op::fp_to_bits, variable) : variable;
    return terms_.eq(terms_.extract(word, at, at), terms_.bv(1, 1));
  }

  // Parents before children; only what the empty clause comes from.
  Term lifted() {
    ClauseId empty = prover_.empty_clause();
    std::vector<bool> needed(empty + 1);
    needed[empty] = true;
    for (ClauseId id = empty + 1; id-- > 0;)
      if (needed[id])
        for (const auto& parent : prover_.parents(id)) needed[parent.clause] = true;
    std::vector<Term> partial(empty + 1);
    for (ClauseId id = 0; id <= empty; ++id) {
      if (!needed[id]) continue;
      budget_.check();
      partial[id] = prover_.parents(id).empty() ? of_input(id) : of_derived(id, partial);
    }
    return partial[empty];
  }

  // What a clause of A says about the shared bits; a clause of B says nothing.
  Term of_input(ClauseId id) {
    if (id >= of_a_) return terms_.boolean(true);
    Term any = terms_.boolean(false);
    for (int literal : prover_.literals(id))
      if (auto found = shared_.find(std::abs(literal)); found != shared_.end())
        any = terms_.or_(any, literal > 0 ? found->second : terms_.not_(found->second));
    return any;
  }

  Term of_derived(ClauseId id, const std::vector<Term>& partial) {
    Term result;
    for (const auto& [pivot, clause] : prover_.parents(id)) {
      bool only_in_a = pivot <= last_of_a_ && !shared_.contains(pivot);
      if (!result)
        result = partial[clause];
      else
        result = only_in_a ? terms_.or_(result, partial[clause]) : terms_.and_(result, partial[clause]);
    }
    return result;
  }

  Terms& terms_;
  Budget& budget_;
  ResolutionProver prover_;
  size_t of_a_ = 0;                       // input clauses
  int last_of_a_ = 0;                     // SAT variable
  std::unordered_map<int, Term> shared_;  // SAT variables of A that B knows
};

}  // namespace

Term bit_interpolant(Terms& terms, std::span<const Term> a, std::span<const Term> b, Budget& budget,
                     size_t most_conflicts) {
  if (!supports(SolverKind::cadical, a) || !supports(SolverKind::cadical, b)) return {};
  return Interpolation(terms, budget)(a, b, most_conflicts);
}

}  // namespace fencepost::logic
