#include "runs/skeleton.h"

namespace fencepost::runs {

using logic::Term;
using unroll::Event;

namespace {

const std::vector<std::string> kNoTags;

}  // namespace

Skeleton skeleton(const unroll::Unrolled& unrolled, const program::Mapping& mapping, logic::Terms& terms) {
  Skeleton all;
  all.of.resize(unrolled.events.size());
  for (uint32_t i = 0; i < unrolled.events.size(); ++i) {
    const Event& event = unrolled.events[i];
    if (event.guard.is_false()) continue;
    // Barriers stand around a whole access.
    auto is_part_with = [&](size_t other) {
      return event.whole != 0 && other < unrolled.events.size() && unrolled.events[other].whole == event.whole;
    };
    bool begins = i == 0 || !is_part_with(i - 1), ends = !is_part_with(i + 1);
    auto barrier = [&](const std::vector<std::string>& tags, Term exists, bool is_behind = false,
                       bool depends = false) {
      if (!tags.empty()) all.nodes.push_back({i, 'F', false, true, is_behind, depends, &tags, exists});
    };
    auto add = [&](char kind, const std::vector<std::string>& tags, Term exists) {
      all.of[i].push_back(static_cast<uint32_t>(all.nodes.size()));
      all.nodes.push_back({i, kind, event.kind == Event::Kind::initial, false, false, false, &tags, exists});
    };
    auto load = [&](program::Mapping::AccessKind kind, core::MemoryOrder order, Term exists) {
      if (exists.is_false()) return;
      const memory::Mapped& mapped = mapping.of(kind, order);
      if (begins) barrier(mapped.before, exists);
      add('R', mapped.read, exists);
      if (ends && (kind != program::Mapping::AccessKind::update || mapped.control_dependency))
        barrier(mapped.after, exists, true, mapped.control_dependency);
    };
    switch (event.kind) {
      case Event::Kind::initial:
        add('W', kNoTags, event.guard);
        break;
      case Event::Kind::read:
        if (event.partner == Event::kNone) {
          load(program::Mapping::AccessKind::load, event.failure_order, event.guard);
        } else {
          Term writes = unrolled.events[event.partner].guard;
          load(program::Mapping::AccessKind::update, event.order, terms.and_(event.guard, writes));
          load(program::Mapping::AccessKind::failed, event.failure_order, terms.and_(event.guard, terms.not_(writes)));
        }
        break;
      case Event::Kind::write: {
        bool updates = event.partner != Event::kNone;
        const memory::Mapped& mapped = mapping.of(
            updates ? program::Mapping::AccessKind::update : program::Mapping::AccessKind::store, event.order);
        if (begins && !updates) barrier(mapped.before, event.guard);
        add('W', mapped.write, event.guard);
        if (ends && (!updates || !mapped.control_dependency)) barrier(mapped.after, event.guard, true);
        break;
      }
      case Event::Kind::fence:
        barrier(mapping.of(program::Mapping::AccessKind::fence, event.order).fence, event.guard);
        break;
      default:
        add('F', mapping.point(), event.guard);
    }
  }
  return all;
}

}  // namespace fencepost::runs
