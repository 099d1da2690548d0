#include "check/invariants.h"

#include <fmt/format.h>

#include "check/invariant_check.h"
#include "check/proof_lines.h"
#include "check/shared_facts.h"
#include "check/thread_facts.h"
#include "core/whole_runs.h"
#include "flat/buffer_facts.h"
#include "flat/buffer_variables.h"
#include "flat/configuration.h"
#include "flat/flatten.h"
#include "flat/under_model.h"

namespace fencepost::check {

using core::Undef;
using flat::FlatProgram;
using logic::Terms;
using result::Invariants;

namespace {

template <typename Made>
Made flattened(std::variant<Made, flat::NotFlat> made) {
  if (auto* why = std::get_if<flat::NotFlat>(&made))
    throw NoProof{fmt::format("the program is not flat: {} ({})", why->reason, to_string(why->pos))};
  return std::get<Made>(std::move(made));
}

std::vector<flat::Obligation> obligations(const result::Task& task, Terms& terms, Budget& budget) {
  FlatProgram program = flattened(flat::flatten(task.cfa, task.model.get(), terms, budget, task.threads));
  return flattened(flat::under_model(std::move(program), task.model.get(), task.property.checks, terms, budget));
}

void require_no_whole_runs(const core::UndefSet& checks) {
  for (Undef kind : core::kWholeRuns)
    if (checks.has(kind))
      throw NoProof{fmt::format("invariants say nothing about whole runs, as {} does", core::info(kind).id)};
}

void require_proved(const std::vector<flat::Obligation>& programs, const std::vector<Invariants>& proof,
                    const core::UndefSet& checks, Terms& terms, Budget& budget, Statistics& statistics,
                    result::ProofSummary& summary) {
  if (programs.size() != proof.size())
    throw NoProof{fmt::format("it is about {} programs, and there are {} to be proved", proof.size(), programs.size())};
  summary = {"facts of threads", 0, 0};
  for (size_t i = 0; i < programs.size(); ++i)
    require_inductive(proof[i], programs[i], checks, terms, budget, statistics, summary);
}

// Of whom it is asked whether the proof holds.
std::optional<std::string> problem_in(const auto& check, Statistics& statistics) {
  Timer timer(statistics, "time.proof");
  try {
    check();
    return std::nullopt;
  } catch (const NoProof& rejected) {
    return rejected.why;
  } catch (const BrokenFacts& broken) {
    return broken.why;
  }
}

}  // namespace

std::optional<std::string> problem_of(const std::vector<Invariants>& proof, const result::Task& task, Budget& budget,
                                      Statistics& statistics, result::ProofSummary& summary) {
  const core::UndefSet& checks = task.property.checks;
  auto check = [&] {
    require_no_whole_runs(checks);
    Terms terms;
    require_proved(obligations(task, terms, budget), proof, checks, terms, budget, statistics, summary);
  };
  return problem_in(check, statistics);
}

std::optional<std::string> problem_of_order(const std::vector<Invariants>& proof, const result::Task& task,
                                            Budget& budget, Statistics& statistics, result::ProofSummary& summary) {
  auto check = [&] {
    if (!task.model) throw NoProof{"there is no memory model"};
    Terms terms;
    FlatProgram program = flattened(flat::flatten(task.cfa, task.model.get(), terms, budget, task.threads));
    require_proved(flattened(flat::only_interleavings(program, *task.model, terms)), proof, {}, terms, budget,
                   statistics, summary);
  };
  return problem_in(check, statistics);
}

std::optional<std::string> problem_of(const result::BufferedInvariants& proof, const result::Task& task, Budget& budget,
                                      Statistics& statistics, result::ProofSummary& summary) {
  constexpr uint32_t kMostEntries = 1000;
  const core::UndefSet& checks = task.property.checks;
  auto check = [&] {
    require_no_whole_runs(checks);
    std::optional<flat::BufferFacts> facts = task.model ? flat::buffer_facts(*task.model) : std::nullopt;
    if (!facts) throw NoProof{"the runs under the memory model are not those of a machine with store buffers"};
    if (auto why = flat::why_not_under(*task.model, checks)) throw NoProof{*why};
    if (proof.bound == 0 || proof.bound > kMostEntries)
      throw NoProof{fmt::format("there are no store buffers of {} entries", proof.bound)};
    Terms terms;
    FlatProgram program = flattened(flat::flatten(task.cfa, task.model.get(), terms, budget, task.threads));
    if (auto why = flat::why_not_single(program)) throw NoProof{*why};
    flat::BufferVariables made =
        flattened(flat::with_buffer_variables(program, *facts, proof.bound, flat::Waiting::needed, terms, budget));
    const flat::Obligation obligation{std::move(made.program), false, flat::Obligation::About::buffered_runs};
    require_inductive(proof.invariants, obligation, checks, terms, budget, statistics, summary, &made.within);
    summary.kind = "buffered invariants";
    summary.buffer_bound = proof.bound;
  };
  return problem_in(check, statistics);
}

std::vector<result::ProofLine> lines_of(const std::vector<Invariants>& proof, const result::Task& task,
                                        Budget& budget) {
  Terms terms;
  try {
    // The first program is that of the runs themselves.
    return told_at_lines(proof.at(0), obligations(task, terms, budget).at(0).program);
  } catch (const NoProof&) {
    return {};
  }
}

std::vector<result::ProofLine> lines_of(const result::BufferedInvariants& proof, const result::Task& task,
                                        Budget& budget) {
  Terms terms;
  try {
    const FlatProgram program = flattened(flat::flatten(task.cfa, task.model.get(), terms, budget, task.threads));
    return told_at_lines(proof.invariants,
                         flattened(flat::with_buffer_variables(program, *flat::buffer_facts(*task.model), proof.bound,
                                                               flat::Waiting::needed, terms, budget))
                             .program);
  } catch (const NoProof&) {
    return {};
  }
}

std::vector<result::SharedFact> shared_facts_of(const std::vector<Invariants>& proof, const result::Task& task,
                                                Budget& budget) {
  Terms terms;
  try {
    // Of several programs that stand for the task each has a proof of its own.
    if (proof.size() != 1) return {};
    return shared_facts(proof.front(), obligations(task, terms, budget).at(0).program, task.program, budget);
  } catch (const NoProof&) {
    return {};
  }
}

}  // namespace fencepost::check
