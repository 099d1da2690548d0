#include "program/runs/mapping.h"

#include <algorithm>
#include <set>

#include "memory/probe.h"

namespace fencepost::program::runs {

using core::MemoryOrder;

namespace {

using Access = Mapping::Access;
using Tags = std::vector<std::string>;

bool acquires(MemoryOrder order) {
  return order == MemoryOrder::acquire || order == MemoryOrder::consume || order == MemoryOrder::acq_rel ||
         order == MemoryOrder::seq_cst;
}
bool releases(MemoryOrder order) {
  return order == MemoryOrder::release || order == MemoryOrder::acq_rel || order == MemoryOrder::seq_cst;
}
bool is_sc(MemoryOrder order) { return order == MemoryOrder::seq_cst; }

// C's own orders. Consume is treated as acquire, as all compilers do.
Mapped c11(Access access, MemoryOrder order) {
  static const char* const kNames[] = {"NA", "RLX", "ACQ", "ACQ", "REL", "ACQ_REL", "SC"};
  // The read of an update that failed, under the order of the update.
  if (access == Access::load && order == MemoryOrder::release) order = MemoryOrder::relaxed;
  if (access == Access::load && order == MemoryOrder::acq_rel) order = MemoryOrder::acquire;
  Tags tags = {kNames[static_cast<size_t>(order)]};
  if (order != MemoryOrder::plain && access != Access::fence) tags.emplace_back("A");
  Mapped mapped;
  mapped.read = mapped.write = mapped.fence = tags;
  if (access != Access::update) return mapped;
  // The halves of an update have the half of the order that is theirs.
  if (order == MemoryOrder::acq_rel) mapped.read = {"ACQ", "A"}, mapped.write = {"REL", "A"};
  if (order == MemoryOrder::release) mapped.read = {"RLX", "A"};
  if (order == MemoryOrder::acquire || order == MemoryOrder::consume) mapped.write = {"RLX", "A"};
  return mapped;
}

Mapped x86(Access access, MemoryOrder order, bool stores_reorder) {
  Mapped mapped;
  const Tags full = {"MFENCE", "SC"};
  // A locked instruction is a barrier whether it writes or not.
  if (access == Access::update || access == Access::failed) mapped.read = mapped.write = {"X"};
  if (access == Access::store && is_sc(order)) mapped.after = full;
  if (access == Access::fence && is_sc(order)) mapped.fence = full;
  if (!stores_reorder) return mapped;
  if (access == Access::fence && releases(order) && !is_sc(order)) mapped.fence = {"SFENCE"};
  if (access == Access::store && releases(order)) mapped.before = {"SFENCE"};
  return mapped;
}

Mapped aarch64(Access access, MemoryOrder order) {
  Mapped mapped;
  if (access == Access::fence) {
    if (releases(order))
      mapped.fence = {"DMB.ISH"};
    else if (acquires(order))
      mapped.fence = {"DMB.ISHLD"};
    return mapped;
  }
  if (acquires(order)) mapped.read = {"A"};
  if (releases(order)) mapped.write = {"L"};
  if (access == Access::update) {
    mapped.read.emplace_back("X");
    mapped.write.emplace_back("X");
  }
  return mapped;
}

Mapped power(Access access, MemoryOrder order) {
  Mapped mapped;
  if (access == Access::fence) {
    if (is_sc(order))
      mapped.fence = {"SYNC"};
    else if (order != MemoryOrder::relaxed && order != MemoryOrder::plain)
      mapped.fence = {"LWSYNC"};
    return mapped;
  }
  bool writes = access != Access::load;
  if (is_sc(order))
    mapped.before = {"SYNC"};
  else if (writes && releases(order))
    mapped.before = {"LWSYNC"};
  if (access != Access::store && acquires(order)) {
    mapped.after = {"ISYNC"};
    mapped.control_dependency = true;
  }
  if (access == Access::update) mapped.read = mapped.write = {"X", "EX"};
  return mapped;
}

Mapped riscv(Access access, MemoryOrder order) {
  Mapped mapped;
  if (access == Access::update) {
    mapped.read = mapped.write = {"X"};
    if (is_sc(order) || order == MemoryOrder::acq_rel) {
      mapped.read.emplace_back("AcqRel");
      mapped.write.emplace_back("AcqRel");
    } else if (acquires(order)) {
      mapped.read.emplace_back("Acq");
    } else if (releases(order)) {
      mapped.write.emplace_back("Rel");
    }
    return mapped;
  }
  if (access == Access::fence) {
    if (is_sc(order))
      mapped.fence = {"Fence.rw.rw"};
    else if (order == MemoryOrder::acq_rel)
      mapped.fence = {"Fence.tso"};
    else if (acquires(order))
      mapped.fence = {"Fence.r.rw"};
    else if (releases(order))
      mapped.fence = {"Fence.rw.w"};
    return mapped;
  }
  if (access == Access::load) {
    if (is_sc(order)) mapped.before = {"Fence.rw.rw"};
    if (acquires(order)) mapped.after = {"Fence.r.rw"};
  } else if (releases(order)) {
    mapped.before = {"Fence.rw.w"};
  }
  return mapped;
}

}  // namespace

Mapping::Mapping(const memory::Model& model) {
  std::set<std::string> names;
  for (const memory::cat::BaseSlot& base : model.program.base) names.insert(base.name);
  auto uses = [&](const char* name) { return names.contains(name); };
  needs_dependencies_ = std::any_of(model.program.base.begin(), model.program.base.end(), [](const auto& base) {
    return base.needed && (base.name == "addr" || base.name == "data" || base.name == "ctrl");
  });
  auto map = [&](Access access, MemoryOrder order) -> Mapped {
    if (uses("MFENCE") && access == Access::failed) return x86(access, order, uses("SFENCE"));
    if (access == Access::failed) access = Access::load;
    if (uses("RLX") || uses("ACQ") || uses("REL") || uses("ACQ_REL")) return c11(access, order);
    if (uses("DMB.ISH")) return aarch64(access, order);
    if (uses("LWSYNC")) return power(access, order);
    if (uses("Fence.rw.rw")) return riscv(access, order);
    if (uses("MFENCE")) return x86(access, order, uses("SFENCE"));
    return {};
  };
  for (Access access : {Access::load, Access::store, Access::update, Access::fence, Access::failed})
    for (size_t order = 0; order < 7; ++order)
      table_[static_cast<size_t>(access)][order] = map(access, static_cast<MemoryOrder>(order));
}

void prepare(unroll::Options& options, const memory::Model& model) {
  options.keep_dependencies = Mapping(model).needs_dependencies();
  options.births_are_writes = model.makes_races_undefined();
  memory::Relaxations relaxations = memory::relaxations(model);
  options.locks_guard = relaxations.fits_store_buffers() && !relaxations.torn_updates && !relaxations.passed_updates;
  // Where a thread may write before it reads, models may let values cause themselves.
  options.values_have_causes = !relaxations.load_store;
}

}  // namespace fencepost::program::runs
