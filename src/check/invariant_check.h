// Are invariants over a flat program inductive, and does nothing fail where they hold? Initiation, consecution and safety, as invariants.h says.
#pragma once

#include <string>
#include <vector>

#include "base/budget.h"
#include "base/statistics.h"
#include "check/no_proof.h"
#include "flat/under_model.h"
#include "result/proof.h"

namespace fencepost::check {

// By template and location: threads are known not to wait there.
using NeverWaits = std::vector<std::vector<bool>>;

// Throws NoProof, and BrokenFacts (thread_facts.h); otherwise adds to the summary. With never_waits, configurations to which no step leads may be listed.
void require_inductive(const result::Invariants& proof, const flat::Obligation& obligation,
                       const core::UndefSet& checks, logic::Terms& terms, Budget& budget, Statistics& statistics,
                       result::ProofSummary& summary, const NeverWaits* never_waits = nullptr);

}  // namespace fencepost::check
