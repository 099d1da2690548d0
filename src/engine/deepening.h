// How far loops and recursion are unrolled, and when that is far enough: one policy for the engines that unroll.
//
//   the user's bound    A thread comes to the head of a loop at most so often, and that is all that is looked at.
//   doubling            Otherwise a loop begins with two iterations at most, and those that some run goes beyond get twice as
//                       many further ones.
//   certain iterations  Those that must happen and that other threads can see are wanted in full, after first looks at what
//                       goes wrong early: as many as symbolic ones, twice as many, four times that, then kGrowth times more in
//                       all loops, those that nobody has come to yet included. When symbolic ones are cut as well, they make no
//                       proof any more: a bound by which all threads have been started and all checks looked at will do, and
//                       half as many again are tried while that is fairly easy.
//   slices              Without threads questions are asked as the program is unrolled, after kFirstSlice steps, then
//                       kSliceGrowth times more: what goes wrong early is found early, and the slices before the last cost
//                       little beside it. What is longer than kLargestSlice is then unrolled in full.
//   easy                With threads the cost of a bound grows so fast that the last one would take all the time there is. Once
//                       a bound has been covered, deeper ones are tried as long as that is easy: in conflicts and judged runs,
//                       not in seconds.
//   in time             Who has set a time limit for one answer has it used: nothing is too large or not easy then, and what was covered last
//                       is told when the time is over.
//   fruitless           When all violations are wanted, a doubling beyond kFruitless that brings none is the last.
//
// Exploring knows doubling and the user's bound alone: it is done when all executions are counted, or not at all.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "result/task.h"
#include "runs/search.h"
#include "unroll/unrolled.h"

namespace fencepost::engine {

class Deepening {
 public:
  enum class Goal : uint8_t { verdict, all_executions };
  Deepening(const result::EngineOptions& options, Goal goal, bool starts_threads, bool uses_all_time = false);

  bool is_automatic() const { return is_automatic_; }  // the user has set no bound
  const unroll::Bounds& bounds() const { return bounds_; }

  // Of the loops that some run goes beyond. False: none can be deepened.
  bool double_loops(const std::vector<unroll::Site>& open);

  // A bound with nothing found in it, and what is known about the runs within it; asked only where it matters.
  struct Finished {
    const std::vector<unroll::Site>& open;  // where some run goes on beyond it; not empty
    bool has_threads;
    std::function<bool()> all_are_cut, looks_at_all;  // engine/bounded/coverage.h
  };
  void finish(const Finished& finished);
  // After finish(): the bounds of the next look. False: that was far enough.
  bool deepen(const Finished& finished);

  // In iterations, as the user counts them: what was finished last.
  unsigned bound() const { return covered_bound_ + 1; }
  // Some bound was finished; its runs, or some of them, come to their ends or look at all checks.
  bool has_finished() const { return has_finished_; }
  bool has_covered() const { return has_covered_; }
  void cover() { has_covered_ = true; }
  // A bound by which iterations are cut that must happen is one that no run ends within: it shows nothing.
  bool is_worth_telling() const { return has_covered_ || !must_go_on_; }

  // Another look at so many events of threads is no longer easy; nor one with more than this effort (none: no limit).
  bool is_too_large(size_t events) const;
  std::optional<runs::Effort> effort(bool has_threads) const;
  // With violations at hand: deeper for more of them?
  bool pays(bool found_new) const;

 private:
  unsigned jumps_of(const unroll::LoopId& loop) const;
  bool may_deepen(const Finished& finished) const;
  bool next_slice(const Finished& finished);
  void more_certain_iterations();

  bool is_automatic_;
  bool uses_all_time_;
  bool has_loop_bounds_;
  unroll::Bounds bounds_;  // in jumps back to a head: one less than iterations
  uint64_t most_steps_;
  unsigned covered_bound_ = 0;
  bool has_finished_ = false, has_covered_ = false;
  bool must_go_on_ = false;  // iterations that must happen were cut last
};

}  // namespace fencepost::engine
