#include "boolean/needed_variables.h"

#include <algorithm>

namespace fencepost::boolean {

namespace {

class Restriction {
 public:
  Restriction(const BooleanProgram& program, const std::vector<bool>& kept) : kept_(kept) {
    for (uint32_t i = 0; i < kept.size(); ++i) {
      number_.push_back(BoolVar{static_cast<uint32_t>(made_.variables.size())});
      if (kept[i]) made_.variables.push_back(program.variables[i]);
    }
    made_.never = formula(program.never);
    for (const Thread& thread : program.threads) {
      made_.threads.push_back(thread);
      for (Edge& edge : made_.threads.back().edges) restrict_edge(edge);
    }
  }

  BooleanProgram operator()() && { return std::move(made_); }

 private:
  void restrict_edge(Edge& edge) {
    edge.blocked = formula(edge.blocked);
    edge.passes = formula(edge.passes);
    std::vector<Update> updates;
    for (const Update& update : edge.updates)
      if (kept_[index(update.target)])
        updates.push_back({number_[index(update.target)], formula(update.pos), formula(update.neg)});
    edge.updates = std::move(updates);
  }

  Formula formula(const Formula& of) const {
    Formula made;
    for (Cube cube : of) {
      if (!std::ranges::all_of(cube, [&](const Literal& one) { return kept_[index(one.variable)]; })) continue;
      for (Literal& one : cube) one.variable = number_[index(one.variable)];
      made.push_back(std::move(cube));
    }
    return made;
  }

  const std::vector<bool>& kept_;
  std::vector<BoolVar> number_;
  BooleanProgram made_;
};

class Search {
 public:
  Search(const BooleanProgram& program, const ExploreOptions& options, const std::vector<uint32_t>& order,
         Budget& budget)
      : program_(program), options_(options), budget_(budget), left_(order), kept_(program.variables.size(), true) {
    options_.stops_at_failure = true;
  }

  std::vector<bool> operator()() {
    // Many at once first, as most are not needed; then each alone.
    for (size_t width = (left_.size() + 1) / 2; width > 0; width /= 2)
      for (size_t first = 0; first < left_.size();) {
        const size_t end = std::min(first + width, left_.size());
        if (!is_left_out(first, end)) first = end;
      }
    return std::move(kept_);
  }

 private:
  bool is_left_out(size_t first, size_t end) {
    std::vector<bool> fewer = kept_;
    for (size_t i = first; i < end; ++i) fewer[left_[i]] = false;
    if (!is_enough(fewer)) return false;
    kept_ = std::move(fewer);
    left_.erase(left_.begin() + static_cast<std::ptrdiff_t>(first), left_.begin() + static_cast<std::ptrdiff_t>(end));
    return true;
  }
  // False also if it takes much longer than before: what is not known any more can make more states.
  bool is_enough(const std::vector<bool>& kept) {
    LimitedTicks limited(budget_, most_ticks_);
    const uint32_t start = budget_.ticks();
    try {
      if (!explore(restricted(program_, kept), options_, budget_).failures.empty()) return false;
    } catch (const Exhausted& error) {
      if (error.resource() != Resource::steps) throw;
      return false;
    }
    most_ticks_ = std::min(most_ticks_, kTimes * (budget_.ticks() - start) + kLeastTicks);
    return true;
  }

  static constexpr uint32_t kTimes = 2, kLeastTicks = 1u << 8;

  const BooleanProgram& program_;
  ExploreOptions options_;
  Budget& budget_;
  uint32_t most_ticks_ = 1u << 30;
  std::vector<uint32_t> left_;  // that may not be needed
  std::vector<bool> kept_;
};

}  // namespace

BooleanProgram restricted(const BooleanProgram& program, const std::vector<bool>& kept) {
  return Restriction(program, kept)();
}

std::vector<bool> needed_variables(const BooleanProgram& program, const ExploreOptions& options,
                                   const std::vector<uint32_t>& order, Budget& budget) {
  return Search(program, options, order, budget)();
}

}  // namespace fencepost::boolean
