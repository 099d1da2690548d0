#include "unroll/event_log.h"

#include <algorithm>

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

uint32_t EventLog::open_section() {
  auto section = static_cast<uint32_t>(sections_.size());
  sections_.push_back(section);
  return section;
}

void EventLog::leave_section(const State& state) {
  if (to_.left.size() <= state.section) to_.left.resize(state.section + 1, terms_.boolean(false));
  Term& left = to_.left[state.section];
  left = terms_.or_(left, state.path->guard);
}

uint32_t EventLog::join_sections(uint32_t a, uint32_t b) {
  sections_[std::max(a, b)] = std::min(a, b);
  return std::min(a, b);
}

void EventLog::settle_sections() {
  for (Event& event : to_.events)
    while (sections_[event.section] != event.section) event.section = sections_[event.section];
  to_.left.resize(sections_.size(), terms_.boolean(false));
  for (auto i = static_cast<uint32_t>(sections_.size()); i-- > 1;)
    if (sections_[i] != i) to_.left[sections_[i]] = terms_.or_(to_.left[sections_[i]], to_.left[i]);
}

}  // namespace fencepost::unroll
