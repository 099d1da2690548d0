// All events that some run of an unrolled program may have, as nodes of one graph, each with the condition under which it
// exists: what candidate_execution.h is for one run. The read of an update stands there twice, since the model may see it as another
// access when the update does not write.
#pragma once

#include "program/mapping.h"

namespace fencepost::runs {

struct Node {
  uint32_t origin;  // unroll::Event; of a barrier: the access that it belongs to
  char kind;        // R, W, F
  bool initial = false;
  bool is_barrier = false;
  bool is_behind = false;  // a barrier behind its access
  bool depends_on_previous = false;
  const std::vector<std::string>* tags;
  logic::Term exists;
};

struct Skeleton {
  std::vector<Node> nodes;                // program order for those of one thread
  std::vector<std::vector<uint32_t>> of;  // unroll::Event to its nodes, without barriers
};

Skeleton skeleton(const unroll::Unrolled& unrolled, const program::Mapping& mapping, logic::Terms& terms);

}  // namespace fencepost::runs
