// What waits in the store buffer of a thread, as a part of its location: which variables, in which order. Values and places are
// constants, or in registers of the thread that are named here. Buffers that nobody can tell apart are equal.
#pragma once

#include <cstdint>
#include <vector>

#include "flat/flat_program.h"

namespace fencepost::flat {

struct Pending {
  Access to;            // the place in a group is a constant or a register
  Term value;           // a constant or a register
  uint32_t epoch = 0;   // store barriers lie between stores of different epochs; the oldest has 0
  uint32_t number = 0;  // of its registers, among those for this variable or group
  const Edge* made_of = nullptr;
};

// The cells are the same: a formula over registers. Places are cells' numbers.
Term is_same_cell(const Access& one, const Access& other, const FlatProgram& program, logic::Terms& terms);

class Buffer {
 public:
  bool empty() const { return pending_.empty(); }
  const std::vector<Pending>& pending() const { return pending_; }  // oldest first

  // `per_variable`: the order of stores to different variables within an epoch is nobody's business.
  void add(Pending store, bool per_variable);
  // Stores that are added from now on stay behind those that wait here.
  void close() { is_closed_ = !pending_.empty(); }
  bool is_closed() const { return is_closed_; }
  Buffer without(size_t index) const;
  // A number for registers of a store to this that are not in use.
  uint32_t free_number(const Access& to) const;
  void append_key(std::vector<uint32_t>& key) const;

 private:
  std::vector<Pending> pending_;
  bool is_closed_ = false;
};

}  // namespace fencepost::flat
