#include "boolean/explore.h"

#include <algorithm>
#include <deque>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "boolean/live_variables.h"

namespace fencepost::boolean {

namespace {

class Explorer {
 public:
  Explorer(const BooleanProgram& program, const ExploreOptions& options, Budget& budget)
      : program_(program),
        options_(options),
        budget_(budget),
        live_(program),
        shorter_(options.forgets ? live_.without_idle_updates(program) : program),
        all_(program.variables.size()) {
    for (uint32_t i = 0; i < program.variables.size(); ++i) all_.insert(BoolVar{i});
    for (const Thread& thread : shorter_.threads) {
      std::vector<Transition>& of = transitions_.emplace_back();
      for (const Edge& edge : thread.edges) of.emplace_back(edge.updates, program.variables.size());
    }
  }

  Explored operator()() {
    ThreeValued values(program_.variables.size());
    for (uint32_t i = 0; i < program_.variables.size(); ++i) values.set(BoolVar{i}, program_.variables[i].initial);
    if (exclude(program_.never, {}, values)) add(first_configuration(program_), values, kNone, {});
    for (uint32_t next = 0; next < nodes_.size() && !is_done(); ++next) {
      budget_.check();
      if (nodes_[next].is_covered) continue;
      expand(next);
    }
    for (const Node& node : nodes_)
      if (!node.is_covered) result_.states.push_back({node.at, node.values});
    return std::move(result_);
  }

 private:
  static constexpr uint32_t kNone = ~0u;
  static constexpr uint64_t kEver = ~uint64_t{0}, kSoon = 1u << 15;
  static constexpr size_t kMostFollowed = 64;  // states at the same time
  struct Node {
    Configuration at;
    ThreeValued values;  // of what came and what that was united with
    ThreeValued came;
    uint32_t from = kNone;
    Step step;
    std::vector<uint32_t> united;
    bool is_covered = false;
  };

  // With the same configuration. A state covers those that know the same and more: so there are as many questions as there are sets of what is
  // known, of which there are few.
  struct Reached {
    std::unordered_map<ThreeValued, uint32_t> states;  // nodes
    std::vector<VariableSet> known;                    // in one of them, now or before
    VariableSet live;
  };

  bool is_done() const {
    return result_.steps > most_steps_ || (options_.stops_at_failure && !result_.failures.empty());
  }

  // Two states that differ in one value are united; what that covers is not looked at any more.
  void add(const Configuration& at, ThreeValued values, uint32_t from, Step step) {
    Reached& there = at_configuration(at);
    values.keep(there.live);
    for (const Unused& one : options_.unused)
      if (at.atomic != one.thread && values(one.where) == Truth::holds) values.forget(one.what);
    if (is_covered(there, values)) return;
    const ThreeValued came = values;
    std::vector<uint32_t> united;
    for (bool grew = true; grew;) {
      grew = false;
      for (uint32_t i = 0; i < program_.variables.size(); ++i) {
        if (values[BoolVar{i}] == Truth::open) continue;
        values.flip(BoolVar{i});
        auto found = there.states.find(values);
        values.flip(BoolVar{i});
        if (found == there.states.end()) continue;
        united.push_back(found->second);
        values.set(BoolVar{i}, Truth::open);
        grew = true;
      }
    }
    const VariableSet known = values.known();
    auto knows_more = [&](const VariableSet& one) { return one != known && one.includes(known); };
    if (std::ranges::any_of(there.known, knows_more))
      std::erase_if(there.states, [&](const auto& one) {
        if (!values.covers(one.first)) return false;
        nodes_[one.second].is_covered = true;
        return true;
      });
    if (std::ranges::find(there.known, known) == there.known.end()) there.known.push_back(known);
    there.states.emplace(values, static_cast<uint32_t>(nodes_.size()));
    nodes_.push_back({at, std::move(values), came, from, step, std::move(united)});
  }

  Reached& at_configuration(const Configuration& at) {
    auto found = reached_.find(at);
    if (found == reached_.end())
      found = reached_.emplace(at, Reached{{}, {}, options_.forgets ? live_.live_at(at) : all_}).first;
    return found->second;
  }

  static bool is_covered(const Reached& there, const ThreeValued& values) {
    return std::ranges::any_of(there.known, [&](const VariableSet& known) {
      if (!values.knows(known)) return false;
      ThreeValued part = values;
      part.keep(known);
      return there.states.contains(part);
    });
  }

  void expand(uint32_t number) {
    if (options_.first)
      if (std::optional<uint32_t> first = first_at(nodes_[number].at)) {
        steps_of(number, *first, nodes_[number].values);
        return;
      }
    const uint32_t alone = nodes_[number].at.atomic;
    std::vector<ThreeValued> waiting{nodes_[number].values};
    // Others go on where the thread in the section perhaps cannot.
    if (alone != Configuration::kNobody) waiting = steps_of(number, alone, waiting[0]);
    for (const ThreeValued& values : waiting)
      for (uint32_t thread = 0; thread < program_.threads.size() && !is_done(); ++thread)
        if (thread != alone) steps_of(number, thread, values);
  }

  std::optional<uint32_t> first_at(const Configuration& at) {
    auto [found, is_new] = first_.try_emplace(at);
    if (is_new) found->second = options_.first(at);
    return found->second;
  }

  // Those of the states in which the thread perhaps can take no step.
  std::vector<ThreeValued> steps_of(uint32_t number, uint32_t thread, const ThreeValued& values) {
    const Configuration at = nodes_[number].at;
    if (!flat::has_begun(at, thread)) return {values};
    const Thread& of = shorter_.threads[thread];
    uint32_t location = at.at[thread];
    bool goes_on = !of.may_wait[location];
    Formula passes;  // that nothing is known to block a step does not mean that it can be taken
    for (uint32_t i = of.first_out[location]; i < of.first_out[location + 1]; ++i) {
      const Edge& edge = of.edges[i];
      std::optional<Configuration> after = configuration_after(program_, at, thread, edge);
      if (!after) continue;
      goes_on = goes_on || edge.kind == Edge::Kind::check;  // one that fails is a step, too
      passes.insert(passes.end(), edge.passes.begin(), edge.passes.end());
      take(number, values, {thread, i}, edge, *after);
    }
    if (goes_on) return {};
    return without(passes, program_.never, values, options_.most_concrete);
  }

  void take(uint32_t number, const ThreeValued& before, Step step, const Edge& edge, const Configuration& after) {
    ++result_.steps;
    if (may_fail(edge, before) && failed_.insert({step.thread, step.edge}).second) {
      result_.failures.push_back(failure(number, step));
      if (most_steps_ == kEver && options_.is_enough && options_.is_enough(result_.failures.back()))
        most_steps_ = 4 * result_.steps + kSoon;
    }
    VariableSet live = at_configuration(after).live;
    for (const Unused& one : options_.unused)
      if (one.thread != step.thread && after.atomic != one.thread && before(one.where) == Truth::holds)
        live.erase(one.what);
    for (ThreeValued& values : values_after(edge, transitions_[step.thread][step.edge], before, live))
      add(after, std::move(values), number, step);
  }

  bool may_fail(const Edge& edge, ThreeValued values) const {
    if (edge.kind != Edge::Kind::check || truth(edge.passes, values) == Truth::holds) return false;
    // Where the condition fails none of the cubes that imply it holds: perhaps that is nowhere.
    return exclude(edge.passes, program_.never, values);
  }

  std::vector<ThreeValued> values_after(const Edge& edge, const Transition& transition, const ThreeValued& before,
                                        const VariableSet& live) const {
    if (edge.kind == Edge::Kind::exit) return {};  // nothing happens afterwards
    std::vector<ThreeValued> after;
    for (ThreeValued& passed : without(edge.blocked, program_.never, before, options_.most_concrete))
      for (const ThreeValued& one :
           transition.decided(program_.never, std::move(passed), live, options_.most_concrete)) {
        std::optional<ThreeValued> values = transition.updated(one, live);
        if (values && exclude(program_.never, {}, *values)) after.push_back(std::move(*values));
      }
    return after;
  }

  // Backwards: where states were united, by the way on which the rest can be followed.
  Failure failure(uint32_t number, Step last) const {
    std::deque<Step> schedule{last};
    bool is_run = true;
    for (uint32_t at = number;;) {
      const Node& node = nodes_[at];
      if (!node.united.empty() && fails_after(node.came, schedule) == Truth::fails) {
        auto goes_on = [&](uint32_t one) { return fails_after(nodes_[one].values, schedule) != Truth::fails; };
        auto found = std::ranges::find_if(node.united, goes_on);
        if (found != node.united.end()) {
          at = *found;
          continue;
        }
        is_run = false;
      }
      if (node.from == kNone) break;
      schedule.push_front(node.step);
      at = node.from;
    }
    return {{schedule.begin(), schedule.end()}, is_run && fails_after(nodes_[0].came, schedule) == Truth::holds};
  }

  // Does the check, as the last step? Open: that takes too many states to tell.
  Truth fails_after(const ThreeValued& values, const std::deque<Step>& schedule) const {
    std::unordered_set<ThreeValued> now{values};
    for (const Step& step : schedule) {
      const Edge& edge = program_.threads[step.thread].edges[step.edge];
      if (&step == &schedule.back()) {
        bool fails = std::ranges::any_of(now, [&](const ThreeValued& one) { return may_fail(edge, one); });
        return fails ? Truth::holds : Truth::fails;
      }
      const Transition transition(edge.updates, program_.variables.size());
      std::unordered_set<ThreeValued> next;
      for (const ThreeValued& one : now)
        for (ThreeValued& after : values_after(edge, transition, one, all_)) next.insert(std::move(after));
      now = std::move(next);
      if (now.size() > kMostFollowed) return Truth::open;
    }
    return Truth::fails;
  }

  const BooleanProgram& program_;
  const ExploreOptions& options_;
  Budget& budget_;
  const LiveVariables live_;
  const BooleanProgram shorter_;                      // without what does not matter to states that forget
  std::vector<std::vector<Transition>> transitions_;  // by thread and edge, of that
  VariableSet all_;
  std::deque<Node> nodes_;
  std::unordered_map<Configuration, Reached> reached_;
  std::unordered_map<Configuration, std::optional<uint32_t>> first_;
  std::set<std::pair<uint32_t, uint32_t>> failed_;
  uint64_t most_steps_ = kEver;
  Explored result_;
};

}  // namespace

Explored explore(const BooleanProgram& program, const ExploreOptions& options, Budget& budget) {
  return Explorer(program, options, budget)();
}

}  // namespace fencepost::boolean
