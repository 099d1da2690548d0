#include "runs/preparation.h"

#include <algorithm>
#include <set>

#include "memory/consistency.h"
#include "memory/graph_rules.h"
#include "memory/probe.h"
#include "program/mapping.h"
#include "runs/relevance.h"

namespace fencepost::runs {

using AccessKind = program::Mapping::AccessKind;

namespace {

bool failures_are_loads(const program::Mapping& mapping) {
  for (size_t i = 0; i < core::kMemoryOrders; ++i) {
    const auto order = static_cast<core::MemoryOrder>(i);
    const memory::Mapped &load = mapping.of(AccessKind::load, order), &failed = mapping.of(AccessKind::failed, order);
    if (load.before != failed.before || load.read != failed.read || load.after != failed.after ||
        load.control_dependency != failed.control_dependency)
      return false;
  }
  return true;
}

}  // namespace

unroll::ModelFacts facts_of(const memory::Model& model) {
  unroll::ModelFacts facts;
  program::Mapping mapping(model);
  facts.keep_dependencies = mapping.needs_dependencies();
  facts.control_ends_where_paths_meet = mapping.is_kernel();
  for (const auto& [access, order] : mapping.unknown())
    (access == AccessKind::load    ? facts.unknown_orders.loads
     : access == AccessKind::store ? facts.unknown_orders.stores
     : access == AccessKind::fence ? facts.unknown_orders.fences
                                   : facts.unknown_orders.updates)
        .insert(order);
  facts.lives_are_written = model.makes_races_undefined();
  memory::Relaxations relaxations = memory::relaxations(model);
  facts.births_are_known = relaxations.fits_store_buffers() && !relaxations.store_store;
  facts.loads_order = !relaxations.fits_store_buffers();
  facts.stores_order = relaxations.any();
  bool is_known = model.built_in || !relaxations.any();
  facts.relaxed_orders = mapping.needs_dependencies() || !is_known;
  facts.reads_may_go = is_known || events_may_be_left_out(model);
  facts.idle_updates_may_go = is_known;
  facts.reads_may_come_sooner = !facts.keep_dependencies || !memory::graph_rules(model).problem;
  facts.failures_are_loads = failures_are_loads(mapping);
  // In the kernel's model they do so together with barriers.
  facts.dependent_places_order = relaxations.places_hold_up || mapping.is_kernel();
  facts.locks_guard = facts.locks_are_followed = relaxations.updates_drain_buffers();
  facts.sections_guard = facts.locks_guard && program::names_sections(model);
  facts.keeps_atomics_whole = program::keeps_accesses_whole(model);
  // Whoever sees half of a plain access races with it.
  facts.keeps_plain_whole = facts.keeps_atomics_whole || model.makes_races_undefined();
  // A store buffer delivers what nobody reads whenever that is in nobody's way.
  facts.unread_writes =
      !relaxations.updates_drain_buffers() || memory::coherence_source(model) == memory::CoherenceSource::chosen;
  facts.loads_pass = relaxations.load_load;
  // Where a thread may write before it reads, models may let values cause themselves.
  facts.values_have_causes = !relaxations.load_store;
  facts.failures_end_threads = relaxations.load_store;
  return facts;
}

bool sections_are_open(const unroll::Unrolled& unrolled, const memory::Model& model) {
  if (program::names_sections(model)) return false;
  std::set<uint32_t> accessed;
  return std::any_of(unrolled.events.begin(), unrolled.events.end(), [&](const unroll::Event& event) {
    bool is_second_half = event.kind == unroll::Event::Kind::write && event.partner != unroll::Event::kNone;
    return event.section != 0 && event.is_access() && !is_second_half && !accessed.insert(event.section).second;
  });
}

}  // namespace fencepost::runs
