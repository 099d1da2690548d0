// The domain that the options name, with its first precision.
#pragma once

#include "engine/cegar/explicit_values.h"
#include "engine/cegar/predicates.h"

namespace fencepost::engine::cegar {

// All outlive it.
inline std::unique_ptr<Domain> make_domain(const flat::FlatProgram& program, logic::Terms& terms, const Steps& steps,
                                           const CegarOptions& options, Budget& budget, Statistics& statistics) {
  std::unique_ptr<Domain> made;
  if (options.domain == CegarOptions::Domain::expl)
    made = std::make_unique<ExplicitValues>(program, terms, steps, options.max_enum, budget, statistics);
  else
    made = std::make_unique<Predicates>(program, terms, steps, options.domain, budget, statistics);
  if (options.precision == CegarOptions::Precision::empty) return made;
  std::vector<Term> conditions;
  for (const flat::Template& of : program.templates)
    for (const flat::Edge& edge : of.edges)
      if (auto* assume = std::get_if<flat::Assume>(&edge.label)) conditions.push_back(assume->condition);
  made->refine(conditions);
  return made;
}

}  // namespace fencepost::engine::cegar
