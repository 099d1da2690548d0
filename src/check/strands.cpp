#include "check/strands.h"

namespace fencepost::check {

void Strands::enter(const core::Thread& thread) {
  const core::Unseq* entered = thread.frames.back().cursors.back().unseq;
  if (entered == nullptr || !entered->interleave) return;
  const size_t frame = thread.frames.size() - 1, cursor = thread.frames.back().cursors.size() - 1;
  executions_[{thread.number, place(thread, frame, cursor), frame, cursor}] = ++entered_;
}

uint32_t Strands::here(const core::Thread& thread) { return place(thread, thread.frames.size(), 0); }

uint32_t Strands::place(const core::Thread& thread, size_t frame, size_t cursor) {
  uint32_t node = kThread;
  for (size_t f = 0; f < thread.frames.size() && f <= frame; ++f) {
    const std::vector<core::Cursor>& cursors = thread.frames[f].cursors;
    for (size_t c = 0; c < cursors.size() && (f < frame || c < cursor); ++c) {
      if (cursors[c].unseq == nullptr || !cursors[c].unseq->interleave) continue;
      const uint32_t execution = executions_.at({thread.number, node, f, c});
      const uint32_t strand = cursors[c].order[cursors[c].strand];
      auto [known, is_new] = known_.try_emplace({node, execution, strand}, static_cast<uint32_t>(nodes_.size()));
      if (is_new) nodes_.push_back({node, nodes_[node].depth + 1, execution, strand});
      node = known->second;
    }
  }
  return node;
}

bool Strands::unsequenced(uint32_t a, uint32_t b) const {
  while (nodes_[a].depth > nodes_[b].depth) a = nodes_[a].parent;
  while (nodes_[b].depth > nodes_[a].depth) b = nodes_[b].parent;
  if (a == b) return false;
  for (; nodes_[a].parent != nodes_[b].parent; a = nodes_[a].parent) b = nodes_[b].parent;
  return nodes_[a].execution == nodes_[b].execution;
}

}  // namespace fencepost::check
