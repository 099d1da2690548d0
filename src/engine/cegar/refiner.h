// Is an abstract failure a run? If not, why: the formulas that the domain has to tell from now on.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "engine/cegar/candidates.h"
#include "engine/cegar/domain.h"
#include "engine/cegar/path_proof.h"
#include "logic/interpolate.h"

namespace fencepost::engine::cegar {

using Refinement = CegarOptions::Refinement;

class Refiner {
 public:
  // All outlive it.
  Refiner(const flat::FlatProgram& program, logic::Terms& terms, const Steps& steps, Refinement refinement,
          Budget& budget, Statistics& statistics)
      : program_(program),
        terms_(terms),
        refinement_(refinement),
        budget_(budget),
        statistics_(statistics),
        formulas_(terms, steps),
        candidates_(program, terms, steps),
        path_proof_(program, terms, steps, budget, statistics),
        interpolator_(terms, budget, statistics) {}

  // The run that it is, or whether it is known to be none.
  std::variant<ConcreteRun, logic::Answer> run_of(const Trace& trace);

  enum class Outcome { refined, sharpened, no_progress, gave_up };
  // The run, or what became of the domain's precision.
  std::variant<ConcreteRun, Outcome> refine(const Trace& trace, Domain& domain);
  // Of the last refine(): what the domain was told, and from where.
  const std::vector<Term>& learnt() const { return learnt_; }
  const std::string& source() const { return source_; }

 private:
  // Where the text has told nothing of traces, it is asked of fewer and fewer.
  bool is_text_due();
  // most: so many predicates at once are taken.
  bool by_text(const Trace& trace, size_t most, Domain& domain);
  bool by_interpolants(const std::vector<Term>& formulas, Refinement refinement, Domain& domain);
  std::vector<Term> interpolants(const std::vector<Term>& formulas, Refinement refinement);

  const flat::FlatProgram& program_;
  logic::Terms& terms_;
  Refinement refinement_;
  Budget& budget_;
  Statistics& statistics_;
  TraceFormulas formulas_;
  Candidates candidates_;
  PathProof path_proof_;
  size_t fruitless_ = 0, due_in_ = 0;  // traces
  std::vector<Term> learnt_;
  std::string source_;
  logic::Interpolator interpolator_;
};

}  // namespace fencepost::engine::cegar
