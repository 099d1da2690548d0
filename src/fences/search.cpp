#include "fences/search.h"

#include <algorithm>

#include "base/check.h"
#include "fences/hitting_set.h"

namespace fencepost::fences {

using result::Result;
using result::Verdict;

uint64_t cost_of(const Item& item, const Question& question) {
  return question.costs.at(question.kinds[item.kind].order, question.places[item.place].loops);
}

namespace {

constexpr size_t kSetsOfRun = 100;

class Search {
 public:
  Search(const Question& question, Budget& budget) : question_(question), budget_(budget) {
    for (uint32_t place = 0; place < question.places.size(); ++place)
      for (uint32_t kind = 0; kind < question.kinds.size(); ++kind) {
        items_.push_back({place, kind});
        costs_.push_back(cost_of(items_.back(), question));
      }
  }

  Answer run() {
    try {
      choose();
      show_necessity();
    } catch (const Exhausted&) {
      // A choice that was found stands, whatever else was looked for.
      if (answer_.choices.empty()) throw;
    }
    answer_.sets = sets_.size();
    return std::move(answer_);
  }

 private:
  void choose() {
    std::optional<HittingSet> chosen = HittingSet{};
    uint64_t cost = 0;
    while (chosen && (answer_.choices.empty() || chosen->cost == cost)) {
      const Placement placement = placement_of(chosen->elements);
      Result result = verified(placement);
      if (result.verdict == Verdict::unsafe) {
        if (!learn(result.violations.front(), placement)) {
          if (answer_.choices.empty()) answer_.result = std::move(result);
          return;
        }
      } else {
        if (!accept(std::move(result), placement)) return;
        excluded_.push_back(chosen->elements);
        cost = chosen->cost;
      }
      chosen = cheapest_hitting_set(sets_, costs_, excluded_, budget_);
    }
    answer_.are_all = is_whole_;
  }

  void show_necessity() {
    for (size_t i = 0; !answer_.choices.empty() && i < answer_.choices.front().size(); ++i) {
      Placement fewer = answer_.choices.front();
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
      answer_.without.push_back(verified(fewer));
    }
  }

  Placement placement_of(const std::vector<uint32_t>& elements) const {
    Placement placement;
    for (uint32_t element : elements) placement.push_back(items_[element]);
    return placement;
  }

  Result verified(const Placement& placement) {
    ++answer_.verifications;
    return question_.verify(placement);
  }

  // False: nothing more is to be found.
  bool accept(Result result, const Placement& placement) {
    const bool is_first = answer_.choices.empty();
    const bool is_choice = result.verdict != Verdict::unknown && (is_first || result.verdict == answer_.result.verdict);
    if (is_choice) answer_.choices.push_back(placement);
    is_whole_ = is_whole_ && is_choice;
    if (is_first && !is_choice) answer_.tried = placement;
    if (is_first) answer_.result = std::move(result);
    return !answer_.choices.empty() && question_.all;
  }

  // The sets that one run gives, until the cheapest choice forbids it. False: no fences do.
  bool learn(const result::Violation& violation, Placement survived) {
    ++answer_.runs;
    const Obstacle obstacle(violation, survived, question_.places, question_.kinds, question_.model, question_.replays);
    for (size_t i = 0; i < kSetsOfRun; ++i) {
      std::vector<uint32_t> set = needed(obstacle, survived);
      if (set.empty()) return false;
      sets_.push_back(std::move(set));
      std::optional<HittingSet> next = cheapest_hitting_set(sets_, costs_, {}, budget_);
      FP_CHECK(next.has_value());
      survived = placement_of(next->elements);
      if (!obstacle.survives(survived, budget_)) break;
    }
    return true;
  }

  // The run survives these; of the fences that it passes, those with which it does not.
  std::vector<uint32_t> needed(const Obstacle& obstacle, Placement survived) const {
    std::vector<uint32_t> set;
    const auto kinds = static_cast<uint32_t>(question_.kinds.size());
    for (uint32_t place : obstacle.passed()) {
      std::vector<core::MemoryOrder> harmless;
      for (const Item& item : survived)
        if (item.place == place) harmless.push_back(question_.kinds[item.kind].order);
      for (uint32_t kind = 0; kind < kinds; ++kind) {
        const core::MemoryOrder order = question_.kinds[kind].order;
        if (std::ranges::any_of(harmless, [&](core::MemoryOrder one) { return is_as_strong(one, order); })) continue;
        Placement more = survived;
        more.insert(std::ranges::upper_bound(more, Item{place, kind}), Item{place, kind});
        if (obstacle.survives(more, budget_)) {
          survived = std::move(more);
          harmless.push_back(order);
        } else {
          set.push_back(place * kinds + kind);
        }
      }
    }
    return set;
  }

  const Question& question_;
  Budget& budget_;
  std::vector<Item> items_;
  std::vector<uint64_t> costs_;
  std::vector<std::vector<uint32_t>> sets_, excluded_;
  bool is_whole_ = true;  // no choice was left undecided
  Answer answer_;
};

}  // namespace

Answer find_fences(const Question& question, Budget& budget) { return Search(question, budget).run(); }

}  // namespace fencepost::fences
