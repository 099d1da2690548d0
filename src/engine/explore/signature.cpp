#include "engine/explore/signature.h"

#include <map>

namespace fencepost::engine::explore {

using unroll::Event;

Signature signature(const unroll::Unrolled& unrolled, const runs::CandidateExecution& run, const memory::Relation& co) {
  // An event is named by its thread and its place there, or by the cell whose initial contents it is.
  const std::vector<memory::Event>& events = run.graph.events();
  std::vector<uint64_t> names(events.size());
  std::map<int, std::vector<size_t>> threads;
  auto observable = [&](size_t i) { return unrolled.events[run.origin[i]].observable; };
  for (size_t i = 0; i < events.size(); ++i) {
    const bool initial = events[i].thread == memory::kInitThread;
    if (!observable(i) && !initial) continue;
    std::vector<size_t>& mates = threads[events[i].thread];
    names[i] = uint64_t(events[i].thread + 1) << 32 | (initial ? events[i].location : mates.size());
    mates.push_back(i);
  }
  Signature words;
  for (const auto& [thread, members] : threads) {
    if (thread == memory::kInitThread) continue;
    words.push_back(~uint64_t{0});
    for (size_t i : members) {
      const Event& event = unrolled.events[run.origin[i]];
      words.push_back(uint64_t(event.kind) << 32 | events[i].location);
      words.push_back(uint64_t(event.pos.line) << 32 | event.pos.column);
    }
  }
  auto add = [&](size_t a, size_t b) {
    if (!observable(a) || !observable(b)) return;
    words.push_back(names[a]);
    words.push_back(names[b]);
  };
  // By names, since numbers differ between runs.
  auto add_sorted = [&](const memory::Relation& relation) {
    std::map<std::pair<uint64_t, uint64_t>, std::pair<size_t, size_t>> pairs;
    relation.for_each([&](size_t a, size_t b) { pairs[{names[b], names[a]}] = {a, b}; });
    words.push_back(~uint64_t{0});
    for (const auto& [key, pair] : pairs) add(pair.first, pair.second);
  };
  add_sorted(*run.graph.find_relation("rf"));
  add_sorted(co);
  return words;
}

}  // namespace fencepost::engine::explore
