#include "engine/cegar/graphs/repeated_reads.h"

#include <algorithm>

namespace fencepost::engine::cegar::graphs {

namespace {

constexpr size_t kLongestBlock = 12;

bool are_equal_reads(const result::GraphEvent& a, const result::GraphEvent& b) {
  auto is_read = [](const result::GraphEvent& event) {
    return event.kind == result::GraphEvent::Kind::read && event.section == 0 && event.source.exists();
  };
  return is_read(a) && is_read(b) && a.variable == b.variable && a.source == b.source && *a.tags == *b.tags;
}

}  // namespace

uint32_t forget_repeated_reads(result::ThreadState& thread) {
  std::vector<result::GraphEvent>& events = thread.events;
  for (size_t length = 1; length <= kLongestBlock && 3 * length <= events.size(); ++length) {
    auto last = events.end() - static_cast<std::ptrdiff_t>(length), before = last - static_cast<std::ptrdiff_t>(length),
         first = before - static_cast<std::ptrdiff_t>(length);
    if (!std::equal(last, events.end(), before, are_equal_reads) || !std::equal(before, last, first, are_equal_reads))
      continue;
    events.erase(last, events.end());
    return static_cast<uint32_t>(length);
  }
  return 0;
}

}  // namespace fencepost::engine::cegar::graphs
