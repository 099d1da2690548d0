#include "program/runs/mapping.h"

#include <algorithm>
#include <map>
#include <optional>

#include "memory/cat/store_order_shape.h"
#include "memory/probe.h"
#include "program/runs/relevance.h"

namespace fencepost::program::runs {

using core::MemoryOrder;

namespace {

using Access = Mapping::Access;
using Tags = std::vector<std::string>;

bool is_sc(MemoryOrder order) { return order == MemoryOrder::seq_cst; }

// The Linux kernel's model. Of C's own orders it has no fence but the strongest; a sequentially consistent access has a
// full barrier before it, as on Power. A read-modify-write that writes nothing orders nothing. Which reads of a lock are
// those of a failed attempt the model need not know: they are reads like any other.
std::optional<Mapped> kernel(Access access, MemoryOrder order) {
  using enum MemoryOrder;
  auto one = [](Access is, const char* tag) {
    Mapped mapped;
    (is == Access::load ? mapped.read : is == Access::store ? mapped.write : mapped.fence) = {tag};
    return mapped;
  };
  auto update = [](const Tags& read, const Tags& write) {
    Mapped mapped;
    mapped.read = read;
    mapped.write = write;
    return mapped;
  };
  if (order == plain && access != Access::fence) return Mapped{};
  if (access == Access::failed) return update(order == lock ? Tags{"Once"} : Tags{"Once", "RMW"}, {});
  if (access == Access::update && order == lock) return update({"LKR"}, {"LKW"});
  if (is_sc(order) && (access == Access::load || access == Access::store)) {
    Mapped mapped = one(access, access == Access::load ? "Acquire" : "Release");
    mapped.before = {"Mb"};
    return mapped;
  }
  static const std::map<std::pair<Access, MemoryOrder>, const char*> kTags = {
      {{Access::load, relaxed}, "Once"},
      {{Access::load, consume}, "Acquire"},
      {{Access::load, acquire}, "Acquire"},
      {{Access::load, srcu_lock}, "Srcu-lock"},
      {{Access::store, relaxed}, "Once"},
      {{Access::store, release}, "Release"},
      {{Access::store, unlock}, "UL"},
      {{Access::store, srcu_unlock}, "Srcu-unlock"},
      {{Access::update, relaxed}, "Once"},
      {{Access::update, consume}, "Acquire"},
      {{Access::update, acquire}, "Acquire"},
      {{Access::update, release}, "Release"},
      {{Access::update, seq_cst}, "Mb"},
      {{Access::update, full}, "Mb"},
      {{Access::update, noreturn}, "Noreturn"},
      {{Access::fence, seq_cst}, "Mb"},
      {{Access::fence, full}, "Mb"},
      {{Access::fence, rmb}, "Rmb"},
      {{Access::fence, wmb}, "Wmb"},
      {{Access::fence, barrier}, "Barrier"},
      {{Access::fence, before_atomic}, "Before-atomic"},
      {{Access::fence, after_atomic}, "After-atomic"},
      {{Access::fence, after_spinlock}, "After-spinlock"},
      {{Access::fence, after_unlock_lock}, "After-unlock-lock"},
      {{Access::fence, rcu_lock}, "Rcu-lock"},
      {{Access::fence, rcu_unlock}, "Rcu-unlock"},
      {{Access::fence, sync_rcu}, "Sync-rcu"},
      {{Access::fence, sync_srcu}, "Sync-srcu"},
      {{Access::fence, after_srcu_unlock}, "After-srcu-read-unlock"}};
  if (access == Access::update && order == acq_rel) return update({"Acquire", "RMW"}, {"Release", "RMW"});
  auto found = kTags.find({access, order});
  if (found == kTags.end()) return std::nullopt;
  if (access == Access::update) return update({found->second, "RMW"}, {found->second, "RMW"});
  return one(access, found->second);
}

// The kernel's orders in C's words where a model has no own for them, as the kernel is built for the machine: locks are
// atomic accesses like others, a full barrier is what the machine has, and on x86 every update is one.
std::optional<MemoryOrder> in_c(Access access, MemoryOrder order, bool is_machine, bool is_x86) {
  using enum MemoryOrder;
  if (core::is_of_c(order)) return order;
  if (order == noreturn) return relaxed;
  if (order == lock) return acquire;
  if (order == unlock) return release;
  if (order == full && is_machine && (is_x86 || access == Access::fence)) return seq_cst;
  if (order == barrier && is_machine) return relaxed;
  if (order == rmb && is_x86) return acquire;
  if (order == wmb && is_x86) return release;
  return std::nullopt;
}

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

// The kernel's barriers and fully ordered updates as it is built for machines that reorder loads (its arch/*/include/asm/barrier.h
// and atomic.h): an update that returns a value has a release store and a full barrier behind it, on Power one on each side.
// What has failed orders nothing. RCU is more than instructions.
std::optional<Mapped> kernel_on(const char* full, const char* rmb, const char* wmb, Access access, MemoryOrder order) {
  const bool is_power = full == std::string_view("SYNC"), is_riscv = full == std::string_view("Fence.rw.rw");
  Mapped mapped;
  if (access == Access::failed) return mapped;
  if (access == Access::update && order == MemoryOrder::full) {
    mapped = is_power   ? power(access, MemoryOrder::relaxed)
             : is_riscv ? riscv(access, MemoryOrder::release)
                        : aarch64(access, MemoryOrder::release);
    if (is_power) mapped.before = {full};
    mapped.after = {full};
    return mapped;
  }
  if (access != Access::fence) return std::nullopt;
  switch (order) {
    case MemoryOrder::rmb:
      mapped.fence = {rmb};
      return mapped;
    case MemoryOrder::wmb:
      mapped.fence = {wmb};
      return mapped;
    case MemoryOrder::before_atomic:
    case MemoryOrder::after_atomic:
    case MemoryOrder::after_spinlock:
      mapped.fence = {full};
      return mapped;
    case MemoryOrder::after_unlock_lock:  // only Power's locks leave something to do
      if (is_power) mapped.fence = {full};
      return mapped;
    default:
      return std::nullopt;
  }
}

// On x86 updates are full barriers, and so are locks.
std::optional<Mapped> kernel_on_x86(Access access, MemoryOrder order) {
  bool is_idle = order == MemoryOrder::before_atomic || order == MemoryOrder::after_atomic ||
                 order == MemoryOrder::after_spinlock || order == MemoryOrder::after_unlock_lock;
  return access == Access::fence && is_idle ? std::optional(Mapped{}) : std::nullopt;
}

}  // namespace

Mapping::Mapping(const memory::Model& model) {
  auto uses = [&](const char* name) { return model.names(name); };
  names_accesses_ = uses("sm");
  needs_dependencies_ = uses("addr") || uses("data") || uses("ctrl");
  is_kernel_ = uses("Rmb") && uses("Sync-rcu");
  bool is_c = memory::knows_c_orders(model);
  has_atomic_instructions_ = is_c || (!uses("DMB.ISH") && !uses("LWSYNC"));
  bool keeps_order = !memory::relaxations(model).any();
  auto map = [&](Access access, MemoryOrder kernel_order) -> std::optional<Mapped> {
    if (is_kernel_) return kernel(access, kernel_order);
    std::optional<MemoryOrder> known = in_c(access, kernel_order, !is_c, uses("MFENCE"));
    if (!known) {
      // Where nothing is out of order, a fence has nothing to do, and every update is fully ordered.
      bool is_idle = keeps_order && (access != Access::fence || kernel_order < MemoryOrder::rcu_lock);
      if (is_idle) return Mapped{};
      if (is_c) return std::nullopt;
      if (uses("DMB.ISH")) return kernel_on("DMB.ISH", "DMB.ISHLD", "DMB.ISHST", access, kernel_order);
      if (uses("LWSYNC")) return kernel_on("SYNC", "LWSYNC", "LWSYNC", access, kernel_order);
      if (uses("Fence.rw.rw")) return kernel_on("Fence.rw.rw", "Fence.r.r", "Fence.w.w", access, kernel_order);
      return uses("MFENCE") ? kernel_on_x86(access, kernel_order) : std::nullopt;
    }
    MemoryOrder order = *known;
    if (uses("MFENCE") && access == Access::failed) return x86(access, order, uses("SFENCE"));
    if (access == Access::failed) access = Access::load;
    // To a model of C that does not name rmw an update is one event, and here it is two.
    if (is_c && access == Access::update && !uses("rmw")) return std::nullopt;
    if (is_c) return c11(access, order);
    if (uses("DMB.ISH")) return aarch64(access, order);
    if (uses("LWSYNC")) return power(access, order);
    if (uses("Fence.rw.rw")) return riscv(access, order);
    if (uses("MFENCE")) return x86(access, order, uses("SFENCE"));
    Mapped plain;  // an update is one, whatever machine it is; the probe (memory/probe.h) takes that for granted
    if (access == Access::update) plain.read = plain.write = {"X"};
    return plain;
  };
  for (Access access : {Access::load, Access::store, Access::update, Access::fence, Access::failed})
    for (size_t i = 0; i < core::kMemoryOrders; ++i) {
      auto order = static_cast<MemoryOrder>(i);
      std::optional<Mapped> mapped = map(access, order);
      table_[static_cast<size_t>(access)][i] = mapped.value_or(Mapped{});
      if (!mapped && access != Access::failed) unknown_.emplace(access, order);
    }
  synchronises_ = model.built_in && !is_kernel_;
  for (Access releasing : {Access::store, Access::update})
    for (Access acquiring : {Access::load, Access::update})
      for (bool is_write : {false, true})
        synchronises_ = synchronises_ && !loses_message(model, releasing, acquiring, is_write);
  reads_are_visible_ = synchronises_ && !takes_unordered(model);
  if (!model.orders_threads) point_ = of(Access::fence, MemoryOrder::seq_cst).fence;
}

bool names_sections(const memory::Model& model) { return model.names("section"); }

bool keeps_accesses_whole(const memory::Model& model) { return names_sections(model) || model.names("sm"); }

void prepare(unroll::Options& options, const memory::Model& model) {
  Mapping mapping(model);
  options.keep_dependencies = mapping.needs_dependencies();
  options.control_ends_where_paths_meet = mapping.is_kernel();
  for (const auto& [access, order] : mapping.unknown())
    (access == Access::load    ? options.unknown_orders.loads
     : access == Access::store ? options.unknown_orders.stores
     : access == Access::fence ? options.unknown_orders.fences
                               : options.unknown_orders.updates)
        .insert(order);
  options.lives_are_written = model.makes_races_undefined();
  memory::Relaxations relaxations = memory::relaxations(model);
  options.births_are_known = relaxations.fits_store_buffers() && !relaxations.store_store;
  options.loads_order = !relaxations.fits_store_buffers();
  options.stores_order = relaxations.any();
  bool is_known = model.built_in || !relaxations.any();
  options.relaxed_orders = mapping.needs_dependencies() || !is_known;
  options.reads_may_go = is_known || events_may_be_left_out(model);
  options.idle_updates_may_go = is_known;
  // In the kernel's model they do so together with barriers.
  options.dependent_places_order = relaxations.places_hold_up || mapping.is_kernel();
  options.locks_guard = options.locks_are_followed = relaxations.updates_drain_buffers();
  options.sections_guard = options.locks_guard && names_sections(model);
  options.keeps_atomics_whole = keeps_accesses_whole(model);
  // Whoever sees half of a plain access races with it.
  options.keeps_plain_whole = options.keeps_atomics_whole || model.makes_races_undefined();
  // A store buffer delivers what nobody reads whenever that is in nobody's way.
  options.unread_writes = !relaxations.updates_drain_buffers() || !memory::cat::store_order_shape(model.program);
  // Where a thread may write before it reads, models may let values cause themselves.
  options.values_have_causes = !relaxations.load_store;
  options.failures_end_threads = relaxations.load_store;
}

bool sections_are_open(const unroll::Unrolled& unrolled, const memory::Model& model) {
  if (names_sections(model)) return false;
  std::set<uint32_t> accessed;
  return std::any_of(unrolled.events.begin(), unrolled.events.end(), [&](const unroll::Event& event) {
    bool is_second_half = event.kind == unroll::Event::Kind::write && event.partner != unroll::Event::kNone;
    return event.section != 0 && event.is_access() && !is_second_half && !accessed.insert(event.section).second;
  });
}

}  // namespace fencepost::program::runs
