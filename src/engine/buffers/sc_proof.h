// The proof under sc from which everything is extrapolated (seed 001, section 2.3, step 1): predicates, and the Boolean program of these.
#pragma once

#include "engine/buffers/boolean_proof.h"

namespace fencepost::engine::buffers {

struct ScProof {
  std::vector<Term> predicates;
  std::optional<BooleanProof> proof;  // which may not hold: then the predicates are all that is known
  uint32_t cube_size = 1;             // of the search
  std::vector<flat::Step> run;        // the program fails under sc already
  std::string reason;                 // nobody knows: why
  SourcePos where;
};

// By what the user gives, or by refinement. Throws Exhausted, InputError.
ScProof sc_proof(const Context& context, const flat::FlatProgram& program);

}  // namespace fencepost::engine::buffers
