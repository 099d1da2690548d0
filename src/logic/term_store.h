// Hash-consing: the arena that owns nodes and the table that finds them. Nodes live in chunks, so addresses are stable
// and the id of a node is its place; the table holds 32 bits of the hash beside the id, so that a probe rarely touches
// a node that does not match. Rejected: std::unordered_set, whose node allocations cost more than the lookup.
#pragma once

#include <deque>
#include <memory>
#include <vector>

#include "logic/term.h"

namespace fencepost::logic {

class TermStore {
 public:
  // The existing node with this content, or a new one; id of the key is ignored. Variables are always new.
  Term intern(const Node& key);
  Term variable(std::string_view name, Sort sort);
  size_t size() const { return size_; }

 private:
  static constexpr uint32_t kChunkBits = 12;
  static constexpr uint32_t kChunk = 1u << kChunkBits;

  struct Slot {
    uint32_t hash = 0;
    uint32_t id_plus_one = 0;
  };

  const Node& node(uint32_t id) const { return chunks_[id >> kChunkBits][id & (kChunk - 1)]; }
  Term append(const Node& key);
  void grow();

  std::vector<std::unique_ptr<Node[]>> chunks_;
  uint32_t size_ = 0;
  std::vector<Slot> slots_ = std::vector<Slot>(1u << 12);
  size_t occupied_ = 0;
  std::deque<std::string> names_;
};

}  // namespace fencepost::logic
