// Scheduling-constraint refinement (seed 004): the solver proposes runs of the abstraction (reads_from.h), the memory model
// judges each one's execution graph, and the reason why a run is forbidden comes back as a clause: not these reads-from
// edges together, as long as these events happen at these cells.
//
// Where coherence follows from reads-from (memory/consistency.h), runs are judged by reads-from alone. Elsewhere the coherence
// order is a choice, too: one literal for each pair of writes whose order nothing fixes, and its transitivity is refined
// like everything else.
#pragma once

#include <map>
#include <memory>
#include <optional>

#include "base/statistics.h"
#include "logic/clauses.h"
#include "memory/consistency.h"
#include "memory/probe.h"
#include "program/synchronising.h"
#include "runs/candidate_execution.h"
#include "runs/reads_from.h"

namespace fencepost::runs {

struct Facts {
  std::vector<logic::Term> terms;
  std::vector<logic::Clauses> clauses;
};

class Refinement {
 public:
  Refinement(const unroll::Unrolled& unrolled, std::shared_ptr<const memory::Model> model, logic::Terms& terms,
             Budget& budget, Statistics& statistics);

  // The abstraction, and what is known about it before any run is proposed.
  Facts constraints();
  // More of that, which pays where many runs are proposed in vain.
  Facts costly_constraints() const;
  // The abstraction, and all of the memory model (monolithic.h).
  Facts whole_model();
  const memory::Relaxations& relaxations() const { return relaxations_; }
  // What makes reads take the writes that they take in a run of another part of the same program.
  std::vector<logic::Term> sources_of(const CandidateExecution& run) const;
  // Did the model have choices of its own, of which only one was looked at? No SAFE may rest on the clauses then.
  bool left_choices_out() const { return consistency_->took_one_of_several(); }
  // Clauses that rule this run and others like it out; none: the model allows it.
  std::vector<logic::Term> refute(const logic::Assignment& model);
  // What makes these edges of the last run hold in another; without edges: what makes it that very run.
  logic::Term premise(const logic::Assignment& model, const std::optional<std::vector<memory::cat::NamedEdge>>& edges);
  // The last run that was judged, with co.
  const CandidateExecution& run() const { return *run_; }
  // What tells that run, which the model allows, from all others: which writes its reads take and, where coherence is a
  // choice, the order of its writes. With `data`, since they may then differ for the same reads: which events happen, and
  // where.
  std::vector<logic::Term> choices(const logic::Assignment& model, bool data);
  // That run with every coherence order that the model allows, until `visit` says no.
  void each_coherence(const std::function<bool(const memory::Relation& co)>& visit);

 private:
  using Clauses = std::vector<logic::Term>;
  using Holds = std::function<bool(logic::Term)>;
  // The premises that make a reason apply, as literals.
  class Premises;

  logic::Term premise(const memory::Reason& reason, const Holds& holds);
  void propose(CandidateExecution run);
  bool is_plain(size_t id) const;
  // Not where a model has an order of atomic writes only (c11) and none of the proposed run's accesses is atomic.
  bool orders_writes_to(uint32_t location) const { return !unordered_.contains(location); }
  void in_any_order(const std::vector<memory::EventId>& writes, memory::Relation& co) const;
  bool chooses_coherence() const { return coherence_source_ == memory::CoherenceSource::chosen; }
  Clauses refute_run(const Holds& holds);
  // Gives the run the coherence order that was chosen; clauses where that is no order.
  Clauses order_writes(const Holds& holds);
  Clauses clauses_of(const std::vector<memory::Reason>& reasons, const Holds& holds);
  bool orders_first() const;  // is the order of accesses among the cheap constraints?
  std::vector<logic::Term> sources_and_values() const;
  logic::Term before(uint32_t a, uint32_t b);        // coherence literal of two writes (unroll::Event numbers)
  logic::Term known_before(uint32_t a, uint32_t b);  // or what is fixed
  bool fixed_before(uint32_t a, uint32_t b) const;

  const unroll::Unrolled& unrolled_;
  std::shared_ptr<const memory::Model> model_;
  logic::Terms& terms_;
  Budget& budget_;
  Statistics& statistics_;
  program::Mapping mapping_;
  program::Synchronising synchronising_;
  memory::Relaxations relaxations_;
  StaticOrder order_;
  ReadsFrom reads_from_;
  memory::CoherenceSource coherence_source_;
  std::unique_ptr<memory::Consistency> consistency_;
  std::map<std::pair<uint32_t, uint32_t>, logic::Term> coherence_;
  std::optional<CandidateExecution> run_;  // that was proposed
  std::set<uint32_t> unordered_;           // its cells without an order of writes
  bool has_implied_reads_ = false;
};

}  // namespace fencepost::runs
