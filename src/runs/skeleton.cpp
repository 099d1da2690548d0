#include "runs/skeleton.h"

namespace fencepost::runs {

using logic::Term;
using unroll::Event;

namespace {

const std::vector<std::string> kNoTags;

}  // namespace

Skeleton skeleton(const unroll::Unrolled& unrolled, const program::Mapping& mapping, logic::Terms& terms) {
  using enum program::Mapping::AccessKind;
  Skeleton all;
  all.of.resize(unrolled.events.size());
  auto barrier = [&](uint32_t of, const std::vector<std::string>& tags, Term exists, bool is_behind = false,
                     bool depends = false) {
    if (!tags.empty() && !exists.is_false())
      all.nodes.push_back({of, 'F', false, true, is_behind, depends, &tags, exists});
  };
  // Barriers stand around a whole access.
  auto are_parts = [&](size_t one, size_t other) {
    return other < unrolled.events.size() && unrolled.events[one].whole != 0 &&
           unrolled.events[other].whole == unrolled.events[one].whole;
  };
  auto writes = [&](const Event& read) { return unrolled.events[read.partner].guard; };
  std::vector<bool> has_begun(unrolled.events.size());
  auto begin = [&](uint32_t i) {
    const Event& access = unrolled.events[i];
    if (has_begun[i] || (i > 0 && are_parts(i, i - 1))) return;
    has_begun[i] = true;
    if (access.partner == Event::kNone) {
      const bool stores = access.kind == Event::Kind::write;
      barrier(i, mapping.of(stores ? store : load, stores ? access.order : access.failure_order).before, access.guard);
    } else if (access.kind == Event::Kind::read) {
      barrier(i, mapping.of(update, access.order).before, terms.and_(access.guard, writes(access)));
      barrier(i, mapping.of(failed, access.failure_order).before, terms.and_(access.guard, terms.not_(writes(access))));
    }
  };
  for (uint32_t i = 0; i < unrolled.events.size(); ++i) {
    const Event& event = unrolled.events[i];
    // Whether an object lives is asked just before the access, behind the barriers that belong to it (candidate_execution.h).
    for (uint32_t part = event.asks_from; part < event.asks_to; ++part) begin(part);
    if (event.guard.is_false()) continue;
    const bool ends = !are_parts(i, i + 1);
    auto add = [&](char kind, const std::vector<std::string>& tags, Term exists) {
      all.of[i].push_back(static_cast<uint32_t>(all.nodes.size()));
      all.nodes.push_back({i, kind, event.kind == Event::Kind::initial, false, false, false, &tags, exists});
    };
    auto add_load = [&](program::Mapping::AccessKind kind, core::MemoryOrder order, Term exists) {
      if (exists.is_false()) return;
      const memory::Mapped& mapped = mapping.of(kind, order);
      add('R', mapped.read, exists);
      if (ends && (kind != update || mapped.control_dependency))
        barrier(i, mapped.after, exists, true, mapped.control_dependency);
    };
    switch (event.kind) {
      case Event::Kind::initial:
        add('W', kNoTags, event.guard);
        break;
      case Event::Kind::read:
        begin(i);
        if (event.partner == Event::kNone) {
          add_load(load, event.failure_order, event.guard);
        } else {
          add_load(update, event.order, terms.and_(event.guard, writes(event)));
          add_load(failed, event.failure_order, terms.and_(event.guard, terms.not_(writes(event))));
        }
        break;
      case Event::Kind::write: {
        bool updates = event.partner != Event::kNone;
        const memory::Mapped& mapped = mapping.of(updates ? update : store, event.order);
        begin(i);
        add('W', mapped.write, event.guard);
        if (ends && (!updates || !mapped.control_dependency)) barrier(i, mapped.after, event.guard, true);
        break;
      }
      case Event::Kind::fence:
        barrier(i, mapping.of(fence, event.order).fence, event.guard);
        break;
      default:
        add('F', mapping.point(), event.guard);
    }
  }
  return all;
}

}  // namespace fencepost::runs
