#include "frontend/litmus/core_orders.h"

#include <map>

namespace fencepost::litmus {

std::optional<core::MemoryOrder> core_order(AccessKind kind, const std::vector<std::string>& tags) {
  using enum core::MemoryOrder;
  static const std::map<std::string, core::MemoryOrder, std::less<>> kC = {
      {"NA", plain},    {"RLX", relaxed},     {"CON", consume}, {"ACQ", acquire},
      {"REL", release}, {"ACQ_REL", acq_rel}, {"SC", seq_cst}};
  static const std::map<std::string, core::MemoryOrder, std::less<>> kKernelAccesses = {
      {"Once", relaxed}, {"Acquire", acquire},   {"Release", release},     {"Mb", full},
      {"UL", unlock},    {"Noreturn", noreturn}, {"Srcu-lock", srcu_lock}, {"Srcu-unlock", srcu_unlock}};
  static const std::map<std::string, core::MemoryOrder, std::less<>> kKernelFences = {
      {"Mb", full},
      {"Rmb", rmb},
      {"Wmb", wmb},
      {"Barrier", barrier},
      {"Rcu-lock", rcu_lock},
      {"Rcu-unlock", rcu_unlock},
      {"Sync-rcu", sync_rcu},
      {"Sync-srcu", sync_srcu},
      {"Before-atomic", before_atomic},
      {"After-atomic", after_atomic},
      {"After-spinlock", after_spinlock},
      {"After-unlock-lock", after_unlock_lock},
      {"After-srcu-read-unlock", after_srcu_unlock}};
  std::optional<core::MemoryOrder> found;
  for (const std::string& tag : tags) {
    if (tag == "A" || tag == "RMW") continue;  // they follow from the kind of access
    auto in = [&](const auto& table) {
      auto it = table.find(tag);
      return it == table.end() ? std::nullopt : std::optional(it->second);
    };
    std::optional<core::MemoryOrder> known = in(kC);
    if (!known) known = in(kind == AccessKind::fence ? kKernelFences : kKernelAccesses);
    if (!known || found) return std::nullopt;
    found = known;
  }
  return found;
}

}  // namespace fencepost::litmus
