// Is an abstract failure a run? If not, why: the formulas that the domain has to tell from now on.
#pragma once

#include <variant>
#include <vector>

#include "engine/cegar/domain.h"
#include "engine/cegar/trace.h"
#include "logic/interpolate.h"

namespace fencepost::engine::cegar {

using Refinement = CegarOptions::Refinement;

class Refiner {
 public:
  // All outlive it.
  Refiner(const flat::FlatProgram& program, logic::Terms& terms, const Interleaving& steps, Refinement refinement,
          Budget& budget, Statistics& statistics)
      : program_(program),
        terms_(terms),
        steps_(steps),
        refinement_(refinement),
        budget_(budget),
        statistics_(statistics),
        formulas_(terms, steps),
        interpolator_(terms, budget, statistics) {}

  enum class Outcome { refined, no_progress, gave_up };
  // The run, or what became of the domain's precision.
  std::variant<ConcreteRun, Outcome> refine(const Trace& trace, Domain& domain);

 private:
  // What the failure says of earlier states, in the words of the program (weakest preconditions; Ball, Rajamani, SPIN 2001): those
  // predicates that relate variables to each other, which interpolants of a short trace rarely do.
  std::vector<Term> relations(const Trace& trace) const;
  std::vector<Term> interpolants(const std::vector<Term>& formulas, Refinement refinement);

  const flat::FlatProgram& program_;
  logic::Terms& terms_;
  const Interleaving& steps_;
  Refinement refinement_;
  Budget& budget_;
  Statistics& statistics_;
  TraceFormulas formulas_;
  logic::Interpolator interpolator_;
};

}  // namespace fencepost::engine::cegar
