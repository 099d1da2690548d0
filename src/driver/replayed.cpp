#include "driver/replayed.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "check/replay.h"
#include "check/weakness.h"
#include "core/undef.h"
#include "memory/probe.h"

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

}  // namespace

bool replays(Violation& violation, const core::Program& program, const result::Property& property, Budget& budget) {
  return !check::replay(program, violation, property.checks, budget, machine_for(*property.model));
}

void keep_replayed(Result& result, const core::Program& program, const result::Property& property, Budget& budget) {
  check::MachineKind machine = machine_for(*property.model);
  std::vector<Violation> replayed;
  for (Violation& violation : result.violations) {
    std::optional<std::string> problem = check::replay(program, violation, property.checks, budget, machine);
    if (!problem) {
      replayed.push_back(std::move(violation));
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
    result.reason = "the engine's violation does not replay (see the diagnostics)";
  }
}

void find_weaknesses(Result& result, const result::Property& property) {
  check::MachineKind machine = machine_for(*property.model);
  for (Violation& violation : result.violations)
    if (violation.concurrent && violation.graph)
      violation.weakness = check::weakness(*violation.concurrent, *violation.graph, property.model, machine);
}

}  // namespace fencepost::driver
