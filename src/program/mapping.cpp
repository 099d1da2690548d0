#include "program/mapping.h"

#include <algorithm>
#include <optional>

#include "core/print.h"
#include "memory/probe.h"

namespace fencepost::program {

using core::MemoryOrder;
using AccessKind = Mapping::AccessKind;

Mapping::Mapping(const memory::Model& model) {
  auto uses = [&](const char* name) { return model.names(name); };
  names_accesses_ = uses("sm");
  needs_dependencies_ = uses("addr") || uses("data") || uses("ctrl");
  const memory::OrderTable& table = *model.orders;
  is_kernel_ = table.is_kernel();
  has_atomic_instructions_ = !table.has_exclusives();
  bool keeps_order = !memory::relaxations(model).any();
  auto map = [&](AccessKind access, MemoryOrder order) -> std::optional<memory::Mapped> {
    // To a model of C that does not name rmw an update is one event, and here it is two.
    if (table.is_language() && access == AccessKind::update && !uses("rmw")) return std::nullopt;
    if (const memory::Mapped* row = table.row(access, core::name(order))) return *row;
    if (table.is_kernel()) return std::nullopt;
    // Under a model without relaxations fences have no effect, and every update is fully ordered. RCU is more than a
    // fence.
    bool is_idle = keeps_order && (access != AccessKind::fence || order < MemoryOrder::rcu_lock);
    return is_idle ? std::optional(memory::Mapped{}) : std::nullopt;
  };
  for (AccessKind access :
       {AccessKind::load, AccessKind::store, AccessKind::update, AccessKind::fence, AccessKind::failed})
    for (size_t i = 0; i < core::kMemoryOrders; ++i) {
      auto order = static_cast<MemoryOrder>(i);
      std::optional<memory::Mapped> mapped = map(access, order);
      table_[static_cast<size_t>(access)][i] = mapped.value_or(memory::Mapped{});
      if (!mapped && access != AccessKind::failed) unknown_.emplace(access, order);
    }
  if (!model.orders_threads) point_ = of(AccessKind::fence, MemoryOrder::seq_cst).fence;
}

bool names_sections(const memory::Model& model) { return model.names("section"); }

bool keeps_accesses_whole(const memory::Model& model) { return names_sections(model) || model.names("sm"); }

}  // namespace fencepost::program
