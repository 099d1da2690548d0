#include "fences/hitting_set.h"

#include <algorithm>
#include <limits>

namespace fencepost::fences {

namespace {

class Hitting {
 public:
  Hitting(const std::vector<std::vector<uint32_t>>& sets, const Elements& elements,
          const std::vector<std::vector<uint32_t>>& excluded, Budget& budget)
      : sets_(sets),
        costs_(elements.costs),
        rivals_(elements.rivals),
        excluded_(excluded),
        budget_(budget),
        state_(costs_.size(), State::open) {}

  std::optional<HittingSet> best() {
    search(0);
    return best_;
  }

 private:
  enum class State : uint8_t { open, chosen, barred };

  bool is_hit(const std::vector<uint32_t>& set) const {
    return std::ranges::any_of(set, [&](uint32_t element) { return state_[element] == State::chosen; });
  }

  // Of the sets that are not hit, the one with the fewest elements left; null: all are. least: at least so much is to be paid, unless
  // nothing can hit a set.
  const std::vector<uint32_t>* next(uint64_t& least) const {
    const std::vector<uint32_t>* found = nullptr;
    size_t fewest = std::numeric_limits<size_t>::max();
    std::vector<bool> counted(costs_.size());
    for (const std::vector<uint32_t>& set : sets_) {
      if (is_hit(set)) continue;
      size_t left = 0;
      uint64_t cheapest = std::numeric_limits<uint64_t>::max();
      bool is_disjoint = true;
      for (uint32_t element : set) {
        if (state_[element] == State::barred) continue;
        ++left;
        cheapest = std::min(cheapest, costs_[element]);
        is_disjoint = is_disjoint && !counted[element];
      }
      if (left == 0) return &set;
      if (is_disjoint) {
        least += cheapest;
        for (uint32_t element : set) counted[element] = true;
      }
      if (left < fewest) {
        fewest = left;
        found = &set;
      }
    }
    return found;
  }

  void search(uint64_t cost) {
    budget_.check();
    uint64_t least = cost;
    const std::vector<uint32_t>* set = next(least);
    if (best_ && least >= best_->cost) return;
    if (set == nullptr) return take(cost);
    std::vector<uint32_t> barred;
    for (uint32_t element : *set) {
      if (state_[element] != State::open) continue;
      state_[element] = State::chosen;
      const std::vector<uint32_t> ousted = bar_rivals(element);
      search(cost + costs_[element]);
      for (uint32_t rival : ousted) state_[rival] = State::open;
      state_[element] = State::barred;  // every set with it has been looked at
      barred.push_back(element);
    }
    for (uint32_t element : barred) state_[element] = State::open;
  }

  std::vector<uint32_t> bar_rivals(uint32_t element) {
    std::vector<uint32_t> ousted;
    if (rivals_.empty()) return ousted;
    for (uint32_t rival : rivals_[element]) {
      if (state_[rival] != State::open) continue;
      state_[rival] = State::barred;
      ousted.push_back(rival);
    }
    return ousted;
  }

  void take(uint64_t cost) {
    HittingSet found;
    found.cost = cost;
    for (uint32_t i = 0; i < state_.size(); ++i)
      if (state_[i] == State::chosen) found.elements.push_back(i);
    auto is_part = [&](const std::vector<uint32_t>& set) { return std::ranges::includes(found.elements, set); };
    if (std::ranges::none_of(excluded_, is_part)) best_ = std::move(found);
  }

  const std::vector<std::vector<uint32_t>>& sets_;
  const std::vector<uint64_t>& costs_;
  const std::vector<std::vector<uint32_t>>& rivals_;
  const std::vector<std::vector<uint32_t>>& excluded_;
  Budget& budget_;
  std::vector<State> state_;
  std::optional<HittingSet> best_;
};

}  // namespace

std::optional<HittingSet> cheapest_hitting_set(const std::vector<std::vector<uint32_t>>& sets, const Elements& elements,
                                               const std::vector<std::vector<uint32_t>>& excluded, Budget& budget) {
  return Hitting(sets, elements, excluded, budget).best();
}

}  // namespace fencepost::fences
