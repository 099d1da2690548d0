#include "runs/preparation.h"

#include <algorithm>
#include <set>

#include "memory/cat/store_order_shape.h"
#include "memory/probe.h"
#include "program/mapping.h"
#include "runs/relevance.h"

namespace fencepost::runs {

using Access = program::Mapping::Access;

void prepare(unroll::Options& options, const memory::Model& model) {
  program::Mapping mapping(model);
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
  options.sections_guard = options.locks_guard && program::names_sections(model);
  options.keeps_atomics_whole = program::keeps_accesses_whole(model);
  // Whoever sees half of a plain access races with it.
  options.keeps_plain_whole = options.keeps_atomics_whole || model.makes_races_undefined();
  // A store buffer delivers what nobody reads whenever that is in nobody's way.
  options.unread_writes = !relaxations.updates_drain_buffers() || !memory::cat::store_order_shape(model.program);
  // Where a thread may write before it reads, models may let values cause themselves.
  options.values_have_causes = !relaxations.load_store;
  options.failures_end_threads = relaxations.load_store;
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
