#include "program/blocks.h"

#include <algorithm>

namespace fencepost::program {

using namespace core;

bool has_labels(const Block& block) {
  return std::any_of(block.begin(), block.end(), [](const Stmt& stmt) {
    if (auto* branch = std::get_if<If>(&stmt.kind))
      return has_labels(branch->then_block) || has_labels(branch->else_block);
    if (auto* unseq = std::get_if<Unseq>(&stmt.kind))
      return std::any_of(unseq->strands.begin(), unseq->strands.end(), has_labels);
    return std::holds_alternative<DefineLabel>(stmt.kind);
  });
}

unsigned count_accesses(const Block& block) {
  unsigned count = 0;
  for (const Stmt& stmt : block) {
    if (auto* branch = std::get_if<If>(&stmt.kind))
      count += count_accesses(branch->then_block) + count_accesses(branch->else_block);
    if (auto* unseq = std::get_if<Unseq>(&stmt.kind))
      for (const Block& strand : unseq->strands) count += count_accesses(strand);
    count += std::holds_alternative<Load>(stmt.kind) || std::holds_alternative<Store>(stmt.kind) ||
             std::holds_alternative<Rmw>(stmt.kind) || std::holds_alternative<Copy>(stmt.kind) ||
             std::holds_alternative<Fill>(stmt.kind);
  }
  return count;
}

void collect_labels(const Block& block, std::vector<Label>& labels) {
  for (const Stmt& stmt : block) {
    if (auto* defined = std::get_if<DefineLabel>(&stmt.kind)) labels.push_back(defined->label);
    if (auto* branch = std::get_if<If>(&stmt.kind)) {
      collect_labels(branch->then_block, labels);
      collect_labels(branch->else_block, labels);
    }
    if (auto* unseq = std::get_if<Unseq>(&stmt.kind))
      for (const Block& strand : unseq->strands) collect_labels(strand, labels);
  }
}

}  // namespace fencepost::program
