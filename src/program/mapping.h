// How C's atomic accesses and fences appear to a memory model: its table of orders (memory/order_table.h), and what follows from it.
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/core.h"
#include "memory/model.h"

namespace fencepost::program {

inline bool acquires(core::MemoryOrder order) {
  using enum core::MemoryOrder;
  return order == acquire || order == consume || order == acq_rel || order == seq_cst;
}
inline bool releases(core::MemoryOrder order) {
  using enum core::MemoryOrder;
  return order == release || order == acq_rel || order == seq_cst;
}

class Mapping {
 public:
  using AccessKind = memory::OrderTable::AccessKind;

  explicit Mapping(const memory::Model& model);
  const memory::Mapped& of(AccessKind access, core::MemoryOrder order) const {
    return table_[static_cast<size_t>(access)][static_cast<size_t>(order)];
  }
  // What it is to a model to make or join a thread, or to begin or end as one: a full barrier, unless the model itself says
  // what these points order.
  const std::vector<std::string>& point() const { return point_; }
  // Updates are one instruction each; on machines with load-exclusive and store-exclusive they are compiled to these.
  bool has_atomic_instructions() const { return has_atomic_instructions_; }
  // The model speaks of accesses that a machine makes at once (sm).
  bool names_accesses() const { return names_accesses_; }
  // Some orders come from the program's own data flow.
  bool needs_dependencies() const { return needs_dependencies_; }
  // The model is of the Linux kernel's own primitives.
  bool is_kernel() const { return is_kernel_; }
  // A read that acquires, of a write that releases, orders all that comes before the write with all that comes after the read:
  // what they communicate goes that way. Asked of built-in models, which have it as an axiom or by what they keep of program
  // order around the mapped accesses; of others nothing is known.
  bool synchronises() const { return synchronises_; }
  // A plain read takes no write but one that happens before it (c11: 5.1.2.4p19). Asked of built-in models.
  bool reads_are_visible() const { return reads_are_visible_; }
  // What the model gives no meaning to.
  const std::set<std::pair<AccessKind, core::MemoryOrder>>& unknown() const { return unknown_; }

 private:
  memory::Mapped table_[5][core::kMemoryOrders];
  std::vector<std::string> point_;
  std::set<std::pair<AccessKind, core::MemoryOrder>> unknown_;
  bool takes_unordered(const memory::Model& model) const;
  bool loses_message(const memory::Model& model, AccessKind releasing, AccessKind acquiring, bool is_write) const;

  bool is_kernel_ = false;
  bool synchronises_ = false;
  bool reads_are_visible_ = false;
  bool names_accesses_ = false;
  bool has_atomic_instructions_ = true;
  bool needs_dependencies_ = false;
};

// Does the model say what an atomic section is?
bool names_sections(const memory::Model& model);

// Does it say that the parts of one access are seen at once: as a step of its order of all accesses, or as what `sm` relates?
bool keeps_accesses_whole(const memory::Model& model);

}  // namespace fencepost::program
