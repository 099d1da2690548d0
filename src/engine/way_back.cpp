#include "engine/way_back.h"

#include "engine/follower.h"

namespace fencepost::engine {

using flat::FlatProgram;
using flat::Step;

namespace {

WayBack followed(const result::Task& task, const FlatProgram& program, std::span<const Step> run, Budget& budget,
                 const auto& end) {
  return claim_or_problem([&] {
    Follower follower(task, program, budget);
    follower.follow(run);
    return end(follower);
  });
}

}  // namespace

WayBack claim_or_problem(const std::function<result::Claim()>& follow) {
  try {
    return {follow(), {}};
  } catch (const Lost& lost) {
    return {std::nullopt, lost.why};
  } catch (const core::BadChoice& error) {
    return {std::nullopt, error.what()};
  }
}

WayBack way_back(const result::Task& task, const FlatProgram& program, std::span<const Step> run, Budget& budget) {
  return followed(task, program, run.first(run.size() - 1), budget,
                  [&](Follower& follower) { return follower.failed(run.back()); });
}

WayBack way_back_to_race(const result::Task& task, const FlatProgram& program, std::span<const Step> run,
                         const Step& one, const Step& other, Budget& budget) {
  return followed(task, program, run, budget, [&](Follower& follower) { return follower.racing(one, other); });
}

}  // namespace fencepost::engine
