#include "driver/volatile_hint.h"

#include <algorithm>
#include <vector>

#include "core/walk.h"

namespace fencepost::driver {

void suggest_relaxed_volatile(result::Result& result, const core::Program& program, const Options& options) {
  if (options.volatile_accesses == "relaxed" || options.plain_accesses == "relaxed") return;
  std::vector<SourcePos> races;
  for (const result::Violation& violation : result.violations) {
    if (violation.kind != core::Undef::data_race) continue;
    races.push_back(violation.pos);
    if (!violation.trace.empty()) races.push_back(violation.trace.back().pos);
  }
  SourcePos found;
  for (const core::Function& function : program.functions)
    core::for_each_stmt(function.body, [&](const core::Stmt& stmt) {
      const auto* load = std::get_if<core::Load>(&stmt.kind);
      const auto* store = std::get_if<core::Store>(&stmt.kind);
      const bool is_volatile = (load != nullptr && load->is_volatile) || (store != nullptr && store->is_volatile);
      if (is_volatile && !found.valid() && std::ranges::find(races, stmt.pos) != races.end()) found = stmt.pos;
    });
  if (!found.valid()) return;
  result.diagnostics.push_back({Severity::note, found, "the object is volatile, which to C is no atomic access",
                                "--volatile relaxed takes accesses to volatile objects as relaxed atomics"});
}

}  // namespace fencepost::driver
