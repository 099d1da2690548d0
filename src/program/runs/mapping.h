// How C's atomic accesses and fences appear to a memory model. A model that speaks of C's own memory orders gets them as
// they are; one of a machine gets what a compiler makes of them: the standard mappings (for x86, Power and Armv8 those of
// Sewell and others, "C/C++11 mappings to processors"; for RISC-V table A.6 of its manual; for SPARC PSO a store barrier
// before each release). The Linux kernel's model has its own kinds of accesses and fences. Which it is follows from the
// names that the model uses, not from its own name.
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/core.h"
#include "memory/model.h"
#include "program/unroll/unrolled.h"

namespace fencepost::program::runs {

inline bool acquires(core::MemoryOrder order) {
  using enum core::MemoryOrder;
  return order == acquire || order == consume || order == acq_rel || order == seq_cst;
}
inline bool releases(core::MemoryOrder order) {
  using enum core::MemoryOrder;
  return order == release || order == acq_rel || order == seq_cst;
}

// The access with the barriers around it, as tags of events. A barrier without tags is left out.
struct Mapped {
  std::vector<std::string> before;  // a fence event before it
  std::vector<std::string> read, write, fence;
  std::vector<std::string> after;   // a fence event after it
  bool control_dependency = false;  // from the read to the fence after it
};

class Mapping {
 public:
  enum class Access : uint8_t {
    load,
    store,
    update,
    fence,
    failed
  };  // failed: the read of an update that wrote nothing

  explicit Mapping(const memory::Model& model);
  const Mapped& of(Access access, core::MemoryOrder order) const {
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
  const std::set<std::pair<Access, core::MemoryOrder>>& unknown() const { return unknown_; }

 private:
  Mapped table_[5][core::kMemoryOrders];
  std::vector<std::string> point_;
  std::set<std::pair<Access, core::MemoryOrder>> unknown_;
  bool takes_unordered(const memory::Model& model) const;
  bool loses_message(const memory::Model& model, Access releasing, Access acquiring, bool is_write) const;

  bool is_kernel_ = false;
  bool synchronises_ = false;
  bool reads_are_visible_ = false;
  bool names_accesses_ = false;
  bool has_atomic_instructions_ = true;
  bool needs_dependencies_ = false;
};

// How programs must be unrolled for the model.
void prepare(unroll::Options& options, const memory::Model& model);

// Does the model say what an atomic section is?
bool names_sections(const memory::Model& model);

// Does it say that the parts of one access are seen at once: as a step of its order of all accesses, or as what `sm` relates?
bool keeps_accesses_whole(const memory::Model& model);

// Has the program atomic sections of several accesses, of which the model says nothing? Its runs are then more than there
// are, since others may come between.
bool sections_are_open(const unroll::Unrolled& unrolled, const memory::Model& model);
inline constexpr const char* kOpenSections =
    "this memory model does not say what an atomic section is (see `section` in docs/cat.md), and one may be "
    "interrupted";

}  // namespace fencepost::program::runs
