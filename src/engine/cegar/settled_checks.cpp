#include "engine/cegar/settled_checks.h"

#include <algorithm>
#include <map>
#include <memory>

#include "engine/solvers.h"
#include "logic/atoms.h"

namespace fencepost::engine::cegar {

using flat::FlatProgram;
using logic::Term;
using result::ThreadFacts;

namespace {

constexpr int kConflictsOfCheck = 2000;

bool is_asked(const flat::Check& check, const core::UndefSet& asked) { return !check.kind || asked.has(*check.kind); }

}  // namespace

Settled settled_by(const ThreadFacts& facts, const FlatProgram& program, const core::UndefSet& asked,
                   logic::Terms& terms, Budget& budget, Statistics& statistics) {
  Settled settled;
  settled.facts = logic::conjuncts_of(terms, facts.always).size();
  std::map<logic::SolverKind, std::unique_ptr<logic::Solver>> solvers;  // which know what always holds
  for (uint32_t of = 0; of < program.templates.size(); ++of) {
    for (const ThreadFacts::AtLocation& at : facts.at[of])
      if (!at.holds.is_false()) settled.facts += logic::conjuncts_of(terms, at.holds).size();
    for (const flat::Edge& edge : program.templates[of].edges) {
      auto* check = std::get_if<flat::Check>(&edge.label);
      if (check == nullptr || !is_asked(*check, asked)) continue;
      budget.check();
      ++settled.checks;
      const Term fails[] = {facts.always, facts.at[of][flat::index(edge.from)].holds, terms.not_(check->condition)};
      if (std::ranges::any_of(fails, &Term::is_false)) {
        ++settled.settled;
        continue;
      }
      std::unique_ptr<logic::Solver>& solver = solvers[fastest_for(fails)];
      if (!solver) {
        solver = logic::make_solver(fastest_for(fails), terms, budget, statistics);
        solver->limit_conflicts(kConflictsOfCheck);
        solver->assert_term(facts.always);
      }
      solver->push();
      for (Term formula : std::span(fails).subspan(1)) solver->assert_term(formula);
      if (solver->check() == logic::Answer::unsat) ++settled.settled;
      solver->pop();
    }
  }
  return settled;
}

}  // namespace fencepost::engine::cegar
