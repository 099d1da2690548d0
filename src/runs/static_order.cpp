#include "runs/static_order.h"

#include <algorithm>

namespace fencepost::runs {

using unroll::Event;
using unroll::Path;

namespace {

constexpr unsigned kDeepest = 8;  // joins of joins

bool is_below(Path path, Path ancestor) {
  while (path->depth > ancestor->depth) path = path->parent;
  return path == ancestor;
}

bool has_literal(Path path, logic::Term literal) {
  for (; path->parent != nullptr; path = path->parent)
    if (path->literal == literal) return true;
  return false;
}

}  // namespace

StaticOrder::StaticOrder(const unroll::Unrolled& unrolled)
    : unrolled_(unrolled), symmetric_(unrolled.threads.size()), joins_(unrolled.threads.size()) {
  for (uint32_t group = 0; group < unrolled.symmetric_threads.size(); ++group)
    for (uint32_t i = 0; i < unrolled.symmetric_threads[group].size(); ++i) {
      const unroll::SymmetricThread& thread = unrolled.symmetric_threads[group][i];
      symmetric_[thread.thread] = {group + 1, i + 1, thread.breaking};
    }
  for (uint32_t i = 0; i < unrolled.events.size(); ++i) {
    const Event& event = unrolled.events[i];
    if (event.kind == Event::Kind::join && event.partner != Event::kNone)
      joins_[event.thread].push_back({i, unrolled.events[event.partner].thread});
  }
}

bool StaticOrder::happens_with(uint32_t a, uint32_t b) const {
  const Event &first = unrolled_.events[a], &second = unrolled_.events[b];
  if (first.guard.is_true() || first.guard == second.guard) return true;
  if (unrolled_.threads_stop && !precedes(a, b)) return false;
  if (first.path == nullptr || second.path == nullptr || !is_below(second.path, first.path)) return false;
  return first.when.is_true() || first.when == second.when || has_literal(second.path, first.when);
}

// All of the thread is done before the event.
bool StaticOrder::thread_precedes(uint32_t thread, uint32_t event, unsigned depth) const {
  if (depth == 0) return false;
  uint32_t at = event;
  for (uint32_t t = unrolled_.events[event].thread;;) {
    for (const Join& join : joins_[t]) {
      if (join.event >= at) break;
      if (!unrolled_.in_program_order(join.event, at) || !happens_with(join.event, at)) continue;
      if (join.joined == thread || thread_precedes(thread, unrolled_.events[join.event].partner, depth - 1))
        return true;
    }
    if (t == 0) return false;
    at = unrolled_.threads[t].spawn;
    t = unrolled_.threads[t].parent;
  }
}

bool StaticOrder::symmetric_precedes(uint32_t a, uint32_t b) const {
  const Member &one = symmetric_[unrolled_.events[a].thread], &two = symmetric_[unrolled_.events[b].thread];
  return one.group != 0 && one.group == two.group && one.rank < two.rank && a <= one.breaking.front() &&
         b >= two.breaking.front();
}

// All that a later thread does in a symmetry-breaking step, and after it if that step was on the way.
bool StaticOrder::breaking_precedes(uint32_t a, uint32_t b) const {
  const Member &one = symmetric_[unrolled_.events[a].thread], &two = symmetric_[unrolled_.events[b].thread];
  if (one.group == 0 || one.group != two.group || one.rank >= two.rank) return false;
  auto step = std::lower_bound(one.breaking.begin(), one.breaking.end(), a);
  if (step == one.breaking.end() || *step != a) return false;
  uint32_t theirs = two.breaking[static_cast<size_t>(step - one.breaking.begin())];
  return b >= theirs && is_below(unrolled_.events[b].path, unrolled_.events[theirs].path);
}

bool StaticOrder::precedes(uint32_t a, uint32_t b) const {
  const Event &first = unrolled_.events[a], &second = unrolled_.events[b];
  if (first.kind == Event::Kind::initial) return second.kind != Event::Kind::initial;
  if (second.kind == Event::Kind::initial) return false;
  if (first.thread == second.thread) return unrolled_.in_program_order(a, b);
  for (uint32_t t = second.thread; t != 0; t = unrolled_.threads[t].parent)
    if (unrolled_.threads[t].parent == first.thread && unrolled_.in_program_order(a, unrolled_.threads[t].spawn))
      return true;
  return symmetric_precedes(a, b) || breaking_precedes(a, b) || thread_precedes(first.thread, b, kDeepest);
}

}  // namespace fencepost::runs
