#include "engine/cegar/graphs/repeated_reads.h"

#include <algorithm>

namespace fencepost::engine::cegar::graphs {

using result::GraphEvent;

namespace {

constexpr size_t kLongestBlock = 12;

bool are_equal(const GraphEvent& a, const GraphEvent& b) {
  // A fence of the program, none of an access, and no point of threads.
  auto may_repeat = [](const GraphEvent& event) {
    bool is_read = event.kind == GraphEvent::Kind::read && event.source.exists();
    bool is_fence = event.kind == GraphEvent::Kind::fence && event.edge != nullptr &&
                    std::holds_alternative<flat::Fence>(event.edge->label);
    return (is_read || is_fence) && event.section == 0;
  };
  return may_repeat(a) && may_repeat(b) && a.kind == b.kind && a.variable == b.variable && a.source == b.source &&
         *a.tags == *b.tags;
}

}  // namespace

uint32_t forget_repeated_reads(result::ThreadState& thread) {
  std::vector<GraphEvent>& events = thread.events;
  for (size_t length = 1; length <= kLongestBlock && 3 * length <= events.size(); ++length) {
    auto last = events.end() - static_cast<std::ptrdiff_t>(length), before = last - static_cast<std::ptrdiff_t>(length),
         first = before - static_cast<std::ptrdiff_t>(length);
    if (!std::equal(last, events.end(), before, are_equal) || !std::equal(before, last, first, are_equal)) continue;
    events.erase(last, events.end());
    return static_cast<uint32_t>(length);
  }
  return 0;
}

}  // namespace fencepost::engine::cegar::graphs
