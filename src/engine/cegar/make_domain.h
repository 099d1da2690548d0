// The domain that the options name.
#pragma once

#include "engine/cegar/explicit_values.h"
#include "engine/cegar/predicates.h"

namespace fencepost::engine::cegar {

// All outlive it.
inline std::unique_ptr<Domain> make_domain(const flat::FlatProgram& program, logic::Terms& terms, const Steps& steps,
                                           const CegarOptions& options, Budget& budget, Statistics& statistics) {
  if (options.domain == CegarOptions::Domain::expl)
    return std::make_unique<ExplicitValues>(program, terms, steps, options.max_enum, budget, statistics);
  return std::make_unique<Predicates>(program, terms, steps, options.domain, budget, statistics);
}

}  // namespace fencepost::engine::cegar
