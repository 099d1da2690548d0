// Witnesses of SV-COMP (docs/formats.md): a violation's run as waypoints, and both formats in which they are written.
#pragma once

#include <string>
#include <vector>

#include "core/source_map.h"
#include "report/run_info.h"
#include "report/source_text.h"
#include "result/result.h"
#include "result/witness.h"

namespace fencepost::report {

// A way that says too little is shortened, never guessed: what stands inside macros is left out.
result::Witness witness_of(const result::Violation& violation, const core::SourceMap& map);

// What a witness says besides.
struct WitnessInfo {
  std::string specification;  // "G ! call(reach_error())"
  std::string creation_time;  // ISO 8601
  const RunInfo& run;
};

std::string specification_of(core::Undef kind);

std::string to_yaml(const result::Witness& witness, const WitnessInfo& info, SourceText& text);
// What holds whenever a thread comes to the head of a loop.
struct LoopInvariant {
  SourcePos loop;  // its keyword
  std::string function;
  std::string value;  // a C expression
};
// Correctness; without a hint the set of invariants is empty.
std::string to_yaml(const std::vector<LoopInvariant>& invariants, const WitnessInfo& info, SourceText& text);
std::string to_graphml(const result::Witness& witness, const WitnessInfo& info, SourceText& text);

}  // namespace fencepost::report
