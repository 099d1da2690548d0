// The graph that an engine gives beside its run: does it tell the same story, and replay's words for its events.
#pragma once

#include <map>
#include <string>

#include "result/run.h"

namespace fencepost::check {

// Every step is an event of its thread, and every read takes the write that the run says.
bool agrees(const result::RunGraph& graph, const result::ConcurrentRun& run);

struct Told {
  SourcePos pos;
  std::string text;  // "x = 1"
};
// `told`: by step.
void label(result::RunGraph& graph, const std::map<uint32_t, Told>& told);

}  // namespace fencepost::check
