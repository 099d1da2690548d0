#include "engine/deepening.h"

#include <algorithm>
#include <map>

namespace fencepost::engine {

using unroll::LoopId;
using unroll::Site;

namespace {

constexpr unsigned kDeepest = 1u << 20;  // doubling ends here even without a time limit
constexpr unsigned kFruitless = 16;
constexpr unsigned kGrowth = 8;
constexpr unsigned kDeepestEasily = 4;
constexpr size_t kMostEvents = 400, kMostEventsInTime = 10'000;  // relations take the square of it
constexpr runs::Effort kEasy = {2'000, 50}, kFairlyEasy = {3'000, 100};
constexpr uint64_t kFirstSlice = 500, kSliceGrowth = 8, kLargestSlice = 300'000;

unsigned jumps(unsigned iterations) { return iterations - std::min(iterations, 1u); }

}  // namespace

Deepening::Deepening(const result::EngineOptions& options, Goal goal, bool starts_threads, bool uses_all_time)
    : is_automatic_(options.unwind == 0),
      uses_all_time_(uses_all_time && options.unwind == 0),
      has_loop_bounds_(!options.loop_bounds.empty()),
      most_steps_(bounds_.loop_steps) {
  bounds_.unwind = is_automatic_ ? 1 : jumps(options.unwind);
  for (const auto& [loop, iterations] : options.loop_bounds) bounds_.by_user[loop] = jumps(iterations);
  if (!is_automatic_) bounds_.pruning_factor = 1;
  if (goal == Goal::all_executions) return;
  if (is_automatic_) bounds_.visible_factor = 1;
  if (!starts_threads) bounds_.loop_steps = kFirstSlice;
}

unsigned Deepening::jumps_of(const LoopId& loop) const {
  auto own = bounds_.of_loops.find(loop);
  return own == bounds_.of_loops.end() ? bounds_.unwind : own->second;
}

bool Deepening::double_loops(const std::vector<Site>& open) {
  std::map<LoopId, unsigned> next;
  for (const Site& site : open)
    if (unsigned now = jumps_of(site.loop); now < kDeepest) next[site.loop] = 2 * now;
  for (const auto& [loop, deeper] : next) bounds_.of_loops[loop] = deeper;
  return !next.empty();
}

void Deepening::finish(const Finished& finished) {
  const std::vector<Site>& open = finished.open;
  covered_bound_ = std::ranges::min(open, {}, &Site::covered).covered;
  has_finished_ = true;
  must_go_on_ = std::ranges::any_of(open, &Site::certain);
  bool all_must = std::ranges::all_of(open, &Site::certain);
  bool starts = std::ranges::any_of(open, &Site::starts_threads);
  if (!is_automatic_ || !finished.has_threads) has_covered_ = true;
  if (!has_covered_ && !must_go_on_) has_covered_ = !finished.all_are_cut();
  if (!has_covered_ && !all_must && !starts) has_covered_ = finished.looks_at_all();
}

bool Deepening::is_too_large(size_t events) const {
  return has_covered_ && events > (uses_all_time_ ? kMostEventsInTime : kMostEvents);
}

std::optional<runs::Effort> Deepening::effort(bool has_threads) const {
  if (!has_covered_ || !has_threads || uses_all_time_) return std::nullopt;
  return must_go_on_ ? kFairlyEasy : kEasy;
}

bool Deepening::pays(bool found_new) const { return found_new || covered_bound_ < kFruitless; }

bool Deepening::may_deepen(const Finished& finished) const {
  bool can_by_steps = bounds_.loop_steps < most_steps_;
  auto can = [&](const Site& site) {
    return site.deepens && (site.certain ? bounds_.visible_factor : jumps_of(site.loop)) < kDeepest;
  };
  auto is_at_a_limit = [&](const Site& site) { return !site.deepens && !(site.by_steps && can_by_steps); };
  return is_automatic_ && std::ranges::any_of(finished.open, can) &&
         (has_loop_bounds_ || std::ranges::none_of(finished.open, is_at_a_limit));
}

bool Deepening::next_slice(const Finished& finished) {
  if (bounds_.loop_steps >= most_steps_ || std::ranges::none_of(finished.open, &Site::by_steps)) return false;
  uint64_t next = bounds_.loop_steps * kSliceGrowth;
  bounds_.loop_steps = next > kLargestSlice ? most_steps_ : next;
  return true;
}

void Deepening::more_certain_iterations() {
  unsigned& seen = bounds_.visible_factor;
  seen = has_covered_ ? seen + (seen + 1) / 2 : seen * std::min(2 * seen, kGrowth);
}

bool Deepening::deepen(const Finished& finished) {
  bool is_far = has_covered_ && is_automatic_ && finished.has_threads && covered_bound_ >= kDeepestEasily;
  if (is_far && !uses_all_time_) return false;
  bool deepens = may_deepen(finished);
  bool more_steps = next_slice(finished);
  if (!deepens && !more_steps) return false;
  if (!is_automatic_) return true;
  if (must_go_on_) more_certain_iterations();
  if (must_go_on_ && covered_bound_ > 1) return true;
  std::vector<Site> symbolic;
  for (const Site& site : finished.open)
    if ((site.deepens || site.by_steps) && !site.certain) symbolic.push_back(site);
  double_loops(symbolic);
  return true;
}

}  // namespace fencepost::engine
