#include "unroll/work.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace fencepost::unroll {

void Work::round(core::FunctionId function, program::Loc head, const SourcePos& pos) {
  Rounds& rounds = rounds_[{function, head}];
  ++rounds.number;
  rounds.pos = pos;
}

std::string Work::text(const core::Program& program) const {
  if (steps_.empty()) return "";
  auto most = [&](const std::map<core::FunctionId, uint64_t>& numbers, const char* pattern) {
    auto fewer = [](const auto& a, const auto& b) { return a.second < b.second; };
    const auto& [costly, number] = *std::ranges::max_element(numbers, fewer);
    const uint64_t all = std::accumulate(numbers.begin(), numbers.end(), uint64_t{0},
                                         [](uint64_t sum, const auto& one) { return sum + one.second; });
    return fmt::format(fmt::runtime(pattern), all, program.function(costly).name, number);
  };
  std::string text = most(steps_, "after {} steps, most of them in {} ({})");
  if (!terms_.empty()) text += most(terms_, ", and {} terms, most of them from {} ({})");
  auto rarer = [](const auto& a, const auto& b) { return a.second.number < b.second.number; };
  auto loop = std::ranges::max_element(rounds_, rarer);
  if (loop != rounds_.end())
    text += fmt::format("; of the loops the one at line {} of {} went round most often ({} times)",
                        loop->second.pos.line, program.function(loop->first.first).name, loop->second.number);
  return text;
}

}  // namespace fencepost::unroll
