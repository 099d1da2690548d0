#include "check/checker.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "check/allowed.h"
#include "check/alternatives.h"
#include "check/complete_run.h"
#include "check/counts.h"
#include "check/execution_proof.h"
#include "check/invariants.h"
#include "check/replay.h"
#include "check/views.h"
#include "check/weakness.h"
#include "core/undef.h"
#include "memory/consistency.h"
#include "memory/probe.h"

namespace fencepost::check {

using result::Claim;
using result::Claims;
using result::Result;
using result::Verdict;
using result::Violation;

namespace {

MachineKind machine_for(const memory::Model& model) {
  memory::Relaxations relaxations = memory::relaxations(model);
  if (!relaxations.fits_store_buffers()) return MachineKind::given;
  if (relaxations.store_store) return MachineKind::pso;
  return relaxations.store_load ? MachineKind::tso : MachineKind::sc;
}

// Such runs may be too intricate for replay.
bool has_promises(const Claim& claim) {
  return claim.concurrent && std::ranges::any_of(claim.concurrent->steps,
                                                 [](const result::RunStep& step) { return step.promised.has_value(); });
}

// Engines find violations in any order; people read a file from its top.
void sort_by_place(std::vector<Violation>& violations) {
  std::ranges::stable_sort(violations, {}, [](const Violation& v) {
    return std::tuple(v.pos.valid() ? *v.pos.file : "", v.pos.line, v.pos.column, v.kind);
  });
}

void refuse_proof(const std::string& problem, Result& result) {
  result.diagnostics.push_back({Severity::error,
                                {},
                                fmt::format("internal error: the engine's proof does not hold: {}", problem),
                                result::kReport});
  result.take_back("the engine's proof does not hold (see the diagnostics)", {});
}

}  // namespace

Checker::Checker(const result::Task& task)
    : task_(task),
      model_(task.model != nullptr ? task.model : memory::load_model("sc")),
      mapping_(*model_),
      machine_(machine_for(*model_)) {}

std::optional<std::string> Checker::problem_of_graph(const std::optional<result::RunGraph>& graph,
                                                     Budget& budget) const {
  if (!graph) return "it is too long for the memory model to judge it";
  if (!is_consistent(graph->graph, model_, budget)) return "the memory model forbids its graph";
  return std::nullopt;
}

Checker::Judgement Checker::confirm(const Claim& claim, Budget& budget) const {
  Replayed replayed = replay(task_.program, claim, task_.property.checks, budget, mapping_, machine_);
  // Of a run that is too long the machine alone knows what the model allows.
  if (!replayed.problem && claim.concurrent && (replayed.graph || machine_ == MachineKind::given))
    replayed.problem = problem_of_graph(replayed.graph, budget);
  if (replayed.problem) return {std::nullopt, std::move(*replayed.problem)};
  return {Violation(claim, std::move(replayed.trace), std::move(replayed.graph), std::move(replayed.way),
                    std::move(replayed.racing)),
          {}};
}

Result Checker::confirm(const Claims& claims, Budget& budget) const {
  Result result;
  static_cast<result::Conclusion&>(result) = claims;
  std::string why = "the engine's violation does not replay (see the diagnostics)";
  SourcePos where;
  for (const Claim& claim : claims.violations) {
    Judgement judgement = confirm(claim, budget);
    if (judgement.violation) {
      result.violations.push_back(std::move(*judgement.violation));
      continue;
    }
    if (has_promises(claim) || !claim.doubt.empty()) {
      why = claim.doubt.empty() ? result::kFailsTooEarly : claim.doubt;
      where = claim.pos;
      continue;
    }
    result.diagnostics.push_back(
        {Severity::error, claim.pos,
         fmt::format("internal error: the engine reports {} here, but its run does not replay: {}",
                     core::info(claim.kind).id, judgement.problem),
         result::kReport});
  }
  sort_by_place(result.violations);
  if (result.verdict == Verdict::unsafe && result.violations.empty()) result.take_back(why, where);
  if (result.verdict == Verdict::safe && claims.proof) confirm_proof(claims, result, budget);
  return result;
}

void Checker::confirm_proof(const Claims& claims, Result& result, Budget& budget) const {
  auto confirm = [&]<typename Kind>(const Kind& proof) {
    if constexpr (std::is_same_v<Kind, result::Refutation>) {
      result.take_back("the engine's proof is of a kind that nobody here can check", {});
    } else {
      result::ProofSummary summary;
      std::vector<std::string> told;
      std::optional<std::string> problem;
      if constexpr (std::is_same_v<Kind, result::ViewInvariants> || std::is_same_v<Kind, result::CountInvariants>)
        problem = check::problem_of(proof, task_, budget, result.statistics, summary, &told);
      else
        problem = check::problem_of(proof, task_, budget, result.statistics, summary);
      if (problem) return refuse_proof(*problem, result);
      result.proof = std::move(summary);
      result.told_proof = std::move(told);
    }
  };
  try {
    std::visit(confirm, *claims.proof);
  } catch (const Exhausted& error) {
    result.take_back(fmt::format("the engine's proof could not be checked to its end: {}", error.what()), {});
  }
}

std::optional<std::string> Checker::problem_of(const result::Run& run, Budget& budget) const {
  Replayed replayed = replay(task_.program, run, task_.property.checks, budget, mapping_, machine_);
  if (replayed.problem || !run.concurrent || memory::coherence_source(*model_) != memory::CoherenceSource::chosen)
    return replayed.problem;
  return problem_of_graph(replayed.graph, budget);
}

std::optional<result::WeakRun> Checker::confirm_weak(const result::Run& run, Budget& budget) const {
  if (!run.concurrent) return std::nullopt;
  Replayed replayed = replay(task_.program, run, task_.property.checks, budget, mapping_, machine_);
  if (replayed.problem || problem_of_graph(replayed.graph, budget)) return std::nullopt;
  std::optional<result::Weakness> found = weakness(*run.concurrent, *replayed.graph, model_, machine_);
  if (!found) return std::nullopt;
  return result::WeakRun{std::move(replayed.trace), std::move(*replayed.graph), std::move(*found)};
}

void Checker::tell_story(Violation& violation, Budget& budget) const {
  Replayed replayed = replay(task_.program, violation, task_.property.checks, budget, mapping_, machine_, true);
  // A run that is told otherwise than before explains nothing.
  if (replayed.problem || !replayed.story || replayed.trace.size() != violation.trace.size()) return;
  if (replayed.graph) replayed.story->alternatives = alternatives(*replayed.graph, model_, budget);
  violation.story = std::move(replayed.story);
}

std::optional<result::ToldRun> Checker::tell(const result::Run& run, Budget& budget) const {
  if (!run.concurrent) return std::nullopt;
  Replayed replayed = replay(task_.program, run, task_.property.checks, budget, mapping_, machine_, true);
  if (replayed.problem || !replayed.graph || !replayed.story) return std::nullopt;
  replayed.story->alternatives = alternatives(*replayed.graph, model_, budget);
  return result::ToldRun{std::move(replayed.trace), std::move(*replayed.graph), std::move(*replayed.story)};
}

std::vector<result::ProofLine> Checker::lines_of(const result::Proof& proof, Budget& budget) const {
  auto told = [&]<typename Kind>(const Kind& one) -> std::vector<result::ProofLine> {
    if constexpr (std::is_same_v<Kind, std::vector<result::Invariants>> ||
                  std::is_same_v<Kind, result::BufferedInvariants>)
      return check::lines_of(one, task_, budget);
    return {};
  };
  return std::visit(told, proof);
}

std::vector<result::SharedFact> Checker::shared_facts_of(const result::Proof& proof, Budget& budget) const {
  const auto* invariants = std::get_if<std::vector<result::Invariants>>(&proof);
  return invariants == nullptr ? std::vector<result::SharedFact>{} : check::shared_facts_of(*invariants, task_, budget);
}

void Checker::find_weakness(Violation& violation) const {
  if (violation.concurrent && violation.graph)
    violation.weakness = weakness(*violation.concurrent, *violation.graph, model_, machine_);
}

}  // namespace fencepost::check
