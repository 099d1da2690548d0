#include "fences/search.h"

#include <algorithm>

#include "base/check.h"
#include "fences/hitting_set.h"

namespace fencepost::fences {

using result::Result;
using result::Verdict;

uint64_t cost_of(const Item& item, const std::vector<Spot>& spots) {
  const Spot& spot = spots[item.spot];
  const uint64_t cost = spot.levels[item.level].cost;
  return cost > spot.base.cost ? cost - spot.base.cost : 1;
}

namespace {

constexpr size_t kSetsOfRun = 100;

class Search {
 public:
  Search(const Question& question, Budget& budget)
      : question_(question), spots_(question.judges.spots), budget_(budget) {
    for (uint32_t spot = 0; spot < spots_.size(); ++spot) {
      first_.push_back(static_cast<uint32_t>(items_.size()));
      for (uint32_t level = 0; level < spots_[spot].levels.size(); ++level) {
        items_.push_back({spot, level});
        elements_.costs.push_back(cost_of(items_.back(), spots_));
      }
    }
    elements_.rivals.resize(items_.size());
    for (uint32_t i = 0; i < items_.size(); ++i)
      for (uint32_t j = 0; j < items_.size(); ++j)
        if (i != j && items_[i].spot == items_[j].spot && spots_[items_[i].spot].is_exclusive())
          elements_.rivals[i].push_back(j);
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
      if (!learns_again(placement)) {
        Result result = verified(placement);
        if (result.verdict == Verdict::unsafe) {
          if (!learns(result.violations.front(), placement)) {
            if (answer_.choices.empty()) answer_.result = std::move(result);
            return;
          }
        } else {
          if (!accept(std::move(result), placement)) return;
          excluded_.push_back(chosen->elements);
          cost = chosen->cost;
        }
      }
      chosen = cheapest_hitting_set(sets_, elements_, excluded_, budget_);
    }
    answer_.are_all = is_whole_;
  }

  // From a run that was seen before and survives the changes, if there is one.
  bool learns_again(const Placement& placement) {
    return std::ranges::any_of(obstacles_, [&](const std::unique_ptr<Obstacle>& obstacle) {
      return survives(*obstacle, placement) && learn(*obstacle, placement);
    });
  }

  bool learns(const result::Violation& violation, const Placement& placement) {
    ++answer_.runs;
    obstacles_.push_back(std::make_unique<Obstacle>(violation, placement, question_.judges));
    note_doubt(*obstacles_.back(), placement);
    return learn(*obstacles_.back(), placement);
  }

  bool survives(const Obstacle& obstacle, const Placement& placement) {
    ++answer_.judged;
    return obstacle.survives(placement, budget_);
  }

  void note_doubt(const Obstacle& obstacle, const Placement& placement) {
    if (question_.judges.model->built_in || placement.empty()) return;
    if (!survives(obstacle, placement)) return;  // nothing was found out
    answer_.is_doubtful = answer_.is_doubtful || !survives(obstacle, {});
  }

  void show_necessity() {
    if (answer_.choices.empty()) return;
    const Placement& choice = answer_.choices.front();
    for (size_t i = 0; i < choice.size(); ++i) {
      const Spot& spot = spots_[choice[i].spot];
      std::vector<Level> weaker = {spot.base};
      if (spot.is_exclusive()) {
        std::vector<Level> levels = spot.levels;
        levels.push_back(spot.base);
        weaker = next_weaker(levels, spot.levels[choice[i].level]);
      }
      answer_.necessity.emplace_back();
      for (const Level& level : weaker) {
        Placement fewer = choice;
        fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
        if (auto at = std::ranges::find(spot.levels, level); at != spot.levels.end())
          fewer = with({choice[i].spot, static_cast<uint32_t>(at - spot.levels.begin())}, std::move(fewer));
        answer_.necessity.back().push_back({level, failing(fewer)});
      }
    }
  }

  // A run that is known fails there, too, or else one is looked for.
  Result failing(const Placement& placement) {
    for (const auto& obstacle : obstacles_) {
      if (!survives(*obstacle, placement)) continue;
      if (std::optional<result::Violation> violation = obstacle->replayed(placement)) {
        Result result;
        result.verdict = Verdict::unsafe;
        result.violations.push_back(std::move(*violation));
        return result;
      }
    }
    return verified(placement);
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

  // The sets that one run gives, until the cheapest choice forbids it. False: no changes do.
  bool learn(const Obstacle& obstacle, Placement survived) {
    for (size_t i = 0; i < kSetsOfRun; ++i) {
      std::vector<uint32_t> set = needed(obstacle, survived);
      if (set.empty()) return false;
      sets_.push_back(std::move(set));
      std::optional<HittingSet> next = cheapest_hitting_set(sets_, elements_, {}, budget_);
      FP_CHECK(next.has_value());
      survived = placement_of(next->elements);
      if (!survives(obstacle, survived)) break;
    }
    return true;
  }

  // The run survives these; of the changes that it passes, those with which it does not.
  std::vector<uint32_t> needed(const Obstacle& obstacle, Placement survived) {
    std::vector<uint32_t> set;
    const std::vector<uint32_t> passed(obstacle.passed().begin(), obstacle.passed().end());
    strengthen(obstacle, survived, passed, 0, passed.size(), set);
    std::ranges::sort(set);
    return set;
  }

  // Those from `begin` to `end`, all at once if the run survives that, else by halves: few changes forbid it.
  void strengthen(const Obstacle& obstacle, Placement& survived, const std::vector<uint32_t>& passed, size_t begin,
                  size_t end, std::vector<uint32_t>& set) {
    if (begin == end) return;
    if (end - begin == 1) return strengthen(obstacle, survived, passed[begin], set);
    Placement more = survived;
    for (size_t i = begin; i < end; ++i) more = with({passed[i], 0}, std::move(more));
    if (survives(obstacle, more)) {
      survived = std::move(more);
      // What is not as strong as the first level, such as another barrier of the kernel, is looked at alone.
      for (size_t i = begin; i < end; ++i) strengthen(obstacle, survived, passed[i], set);
      return;
    }
    const size_t middle = begin + (end - begin) / 2;
    strengthen(obstacle, survived, passed, begin, middle, set);
    strengthen(obstacle, survived, passed, middle, end, set);
  }

  void strengthen(const Obstacle& obstacle, Placement& survived, uint32_t number, std::vector<uint32_t>& set) {
    const Spot& spot = spots_[number];
    for (uint32_t i = 0; i < spot.levels.size(); ++i) {
      if (is_there(survived, number, spot.levels[i])) continue;
      Placement more = with({number, i}, survived);
      if (keeps(more, survived, number) && survives(obstacle, more))
        survived = std::move(more);
      else
        set.push_back(first_[number] + i);
    }
  }

  bool is_there(const Placement& placement, uint32_t spot, const Level& level) const {
    return std::ranges::any_of(placement, [&](const Item& item) {
      return item.spot == spot && is_as_strong(spots_[spot].levels[item.level], level);
    });
  }

  // Is the spot not weaker than before? There may be no level that is as strong as two others.
  bool keeps(const Placement& more, const Placement& before, uint32_t spot) const {
    return !spots_[spot].is_exclusive() || is_as_strong(level_at(spots_, more, spot), level_at(spots_, before, spot));
  }

  // With one more item; of exclusive spots with the weakest level that is as strong as both.
  Placement with(Item item, Placement placement) const {
    const Spot& spot = spots_[item.spot];
    if (spot.is_exclusive()) {
      const Level before = level_at(spots_, placement, item.spot), wanted = spot.levels[item.level];
      for (uint32_t i = 0; i < spot.levels.size(); ++i)
        if (is_as_strong(spot.levels[i], before) && is_as_strong(spot.levels[i], wanted)) item.level = i;
      std::erase_if(placement, [&](const Item& one) { return one.spot == item.spot; });
    }
    if (auto at = std::ranges::lower_bound(placement, item); at == placement.end() || *at != item)
      placement.insert(at, item);
    return placement;
  }

  const Question& question_;
  const std::vector<Spot>& spots_;
  Budget& budget_;
  std::vector<Item> items_;
  std::vector<uint32_t> first_;  // by spot: the number of its first item
  Elements elements_;
  std::vector<std::unique_ptr<Obstacle>> obstacles_;
  std::vector<std::vector<uint32_t>> sets_, excluded_;
  bool is_whole_ = true;  // no choice was left undecided
  Answer answer_;
};

}  // namespace

Answer find_changes(const Question& question, Budget& budget) { return Search(question, budget).run(); }

}  // namespace fencepost::fences
