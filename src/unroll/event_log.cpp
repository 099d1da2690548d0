#include "unroll/event_log.h"

namespace fencepost::unroll {

uint32_t EventLog::add(Event::Kind kind, const Step& step, const State& state, Term when, core::MemoryOrder order) {
  Event event;
  event.kind = kind;
  event.thread = state.thread;
  event.path = state.path;
  event.when = when;
  event.guard = terms_.and_(state.path->guard, when);
  event.order = event.failure_order = order;
  event.section = state.section;
  event.ctrl = state.control;
  event.access = accesses_;
  event.sequence = state.sequence;
  if (step.frame != nullptr && step.edge != nullptr) {
    Site site = records_.site(step, step.edge->pos, {});
    event.observable = program_.function(step.frame->function).role.kind != core::Role::Kind::barrier;
    event.pos = site.pos;
    event.function = site.function;
    event.text = step.edge->text;
  }
  if (kind == Event::Kind::spawn) ++spawns_[state.thread];
  to_.events.push_back(std::move(event));
  return static_cast<uint32_t>(to_.events.size() - 1);
}

uint32_t EventLog::cell_number(uint32_t object, const CellUse& cell) {
  auto [known, is_new] = cell_numbers_.emplace(std::pair(object, cell.at), static_cast<uint32_t>(to_.cells.size()));
  if (is_new) {
    to_.cells.push_back({object, cell.at, cell.width, cell.pointer});
    to_.cell_names.push_back(objects_[object].name);
  }
  return known->second;
}

Term EventLog::happened(const Event& event, const State& state) {
  Path at = state.path;
  while (at->depth > event.path->depth) at = at->parent;
  return at == event.path ? event.when : event.guard;
}

}  // namespace fencepost::unroll
