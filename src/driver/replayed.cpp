#include "driver/replayed.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "check/allowed.h"
#include "check/complete_run.h"
#include "check/replay.h"
#include "check/weakness.h"
#include "core/undef.h"
#include "memory/probe.h"
#include "memory/store_order.h"

namespace fencepost::driver {

using result::Result;
using result::Verdict;
using result::Violation;

namespace {

// The simplest machine that can do all that the model allows.
check::MachineKind machine_for(const memory::Model& model) {
  memory::Relaxations relaxations = memory::relaxations(model);
  if (!relaxations.fits_store_buffers()) return check::MachineKind::given;
  if (relaxations.store_store) return check::MachineKind::pso;
  return relaxations.store_load ? check::MachineKind::tso : check::MachineKind::sc;
}

// Nothing: the run fails as the violation says, and the memory model allows it. A machine of its own knows what its model
// allows; elsewhere the cat file is asked about the graph that people are shown.
std::optional<std::string> problem_of(Violation& violation, const core::Program& program,
                                      const result::Property& property, Budget& budget) {
  check::MachineKind machine = machine_for(*property.model);
  if (auto problem = check::replay(program, violation, property.checks, budget, machine)) return problem;
  if (!violation.concurrent || machine != check::MachineKind::given) return std::nullopt;
  if (!violation.graph) return "its graph is not that of the run";
  if (!check::is_consistent(violation.graph->graph, property.model, budget))
    return "the memory model forbids its graph";
  return std::nullopt;
}

// Such runs may be too intricate for replay.
bool has_promises(const Violation& violation) {
  return violation.concurrent && std::ranges::any_of(violation.concurrent->steps, [](const result::RunStep& step) {
           return step.promised.has_value();
         });
}

}  // namespace

bool replays(Violation& violation, const core::Program& program, const result::Property& property, Budget& budget) {
  return !problem_of(violation, program, property, budget);
}

bool is_consistent(const result::Run& run, const result::Property& property, Budget& budget) {
  return check::is_consistent(run.graph->graph, property.model, budget);
}

std::optional<std::string> problem_of(const result::Run& run, const core::Program& program,
                                      const result::Property& property, Budget& budget) {
  check::MachineKind machine = machine_for(*property.model);
  if (auto problem = check::replay(program, run, property.checks, budget, machine)) return problem;
  if (!run.concurrent || memory::StoreOrder::of(property.model)) return std::nullopt;
  if (!run.graph) return "it has no graph";
  if (!is_consistent(run, property, budget)) return "the memory model forbids its graph";
  return std::nullopt;
}

void keep_replayed(Result& result, const core::Program& program, const result::Property& property, Budget& budget) {
  std::vector<Violation> replayed;
  std::string why = "the engine's violation does not replay (see the diagnostics)";
  SourcePos where;
  for (Violation& violation : result.violations) {
    std::optional<std::string> problem = problem_of(violation, program, property, budget);
    if (!problem) {
      replayed.push_back(std::move(violation));
      continue;
    }
    if (has_promises(violation)) {
      why = result::kFailsTooEarly;
      where = violation.pos;
      continue;
    }
    result.diagnostics.push_back(
        {Severity::error, violation.pos,
         fmt::format("internal error: the engine reports {} here, but its run does not replay: {}",
                     core::info(violation.kind).id, *problem),
         "please report this with the input that caused it"});
  }
  // Engines find violations in any order; people read a file from its top.
  auto place = [](const Violation& v) {
    return std::tuple(v.pos.valid() ? *v.pos.file : "", v.pos.line, v.pos.column, v.kind);
  };
  std::ranges::stable_sort(replayed, {}, place);
  result.violations = std::move(replayed);
  if (result.verdict == Verdict::unsafe && result.violations.empty()) {
    result.verdict = Verdict::unknown;
    result.reason = why;
    result.reason_pos = where;
  }
}

void find_weaknesses(Result& result, const result::Property& property) {
  check::MachineKind machine = machine_for(*property.model);
  for (Violation& violation : result.violations)
    if (violation.concurrent && violation.graph)
      violation.weakness = check::weakness(*violation.concurrent, *violation.graph, property.model, machine);
}

}  // namespace fencepost::driver
