// Sets and relations of a cat model over all events that may happen, with a term for each member: the value of a cat
// expression for all runs at once.
#pragma once

#include <functional>

#include "runs/reads_from.h"
#include "runs/skeleton.h"
#include "runs/term_algebra.h"

namespace fencepost::runs {

class Relational : public TermAlgebra {
 public:
  // `before`: the order of two writes (unroll::Event numbers) to one cell, a term.
  using Before = std::function<logic::Term(uint32_t, uint32_t)>;
  Relational(const unroll::Unrolled& unrolled, const Skeleton& skeleton, const ReadsFrom& reads_from,
             const program::Mapping& mapping, Before before, logic::Terms& terms, Budget& budget);

  // As candidate_execution.cpp gives them for one run.
  TermSet base_set(const std::string& name) override;
  TermRelation base_relation(const std::string& name) override;

 private:
  TermRelation identity() const;
  TermRelation pairs(const std::function<logic::Term(uint32_t, uint32_t)>& related) const;
  TermRelation questions() const;
  Term is_only_part(const unroll::Event& question, uint32_t part) const;
  TermRelation dependencies(const std::string& name) const;
  int thread(uint32_t node) const;
  logic::Term both(uint32_t a, uint32_t b) const;
  logic::Term same_cell(uint32_t a, uint32_t b) const;

  const unroll::Unrolled& unrolled_;
  const Skeleton& skeleton_;
  const ReadsFrom& reads_from_;
  const program::Mapping& mapping_;
  Before before_;
};

}  // namespace fencepost::runs
