// How C's accesses and fences appear to a memory model: the compilation scheme in its table of orders
// (memory/order_table.h), and properties of the model that follow from it.
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
  // The tags of the event that stands for a point at which a thread is created or joined, begins or ends: those of a
  // full fence, unless the model itself says what such points order (Model::orders_threads).
  const std::vector<std::string>& point() const { return point_; }
  // Is an update one instruction? On other machines it is a loop of load-exclusive and store-exclusive.
  bool has_atomic_instructions() const { return has_atomic_instructions_; }
  // Does the model name the relation sm, between the events of one access?
  bool names_accesses() const { return names_accesses_; }
  // Does the model name dependencies (addr, data, ctrl)?
  bool needs_dependencies() const { return needs_dependencies_; }
  // Is the table that of the Linux kernel's primitives?
  bool is_kernel() const { return is_kernel_; }
  // The accesses and orders to which the table gives no meaning.
  const std::set<std::pair<AccessKind, core::MemoryOrder>>& unknown() const { return unknown_; }

 private:
  memory::Mapped table_[5][core::kMemoryOrders];
  std::vector<std::string> point_;
  std::set<std::pair<AccessKind, core::MemoryOrder>> unknown_;
  bool is_kernel_ = false;
  bool names_accesses_ = false;
  bool has_atomic_instructions_ = true;
  bool needs_dependencies_ = false;
};

// Does the model say what an atomic section is?
bool names_sections(const memory::Model& model);

// Does it say that the parts of one access are seen at once: as a step of its order of all accesses, or as what `sm` relates?
bool keeps_accesses_whole(const memory::Model& model);

}  // namespace fencepost::program
