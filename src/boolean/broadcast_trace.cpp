#include "boolean/broadcast_trace.h"

#include <algorithm>
#include <numeric>

#include "base/check.h"

namespace fencepost::boolean {

namespace {

// Adds what is known after a step of what the step does not change. False: it contradicts what is known before.
bool flow(const PackedValues& after, const PackedValues::Mask& changed, PackedValues& before) {
  PackedValues kept = after;
  PackedValues::Mask same{};
  for (unsigned i = 0; i < PackedValues::kWords; ++i) same[i] = ~changed[i];
  kept.keep(same);
  if (before.contradicts(kept)) return false;
  before.meet(kept);
  return true;
}

}  // namespace

void put_in_order(Successor& made) {
  std::vector<uint32_t> order(made.source.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [&](uint32_t one) { return made.source[one]; });  // kNobody is last
  Successor in_order = made;
  for (uint32_t i = 0; i < order.size(); ++i) {
    in_order.after.threads[i] = made.after.threads[order[i]];
    in_order.source[i] = made.source[order[i]];
    in_order.before[i] = made.before[order[i]];
    if (made.active == order[i]) in_order.active = i;
  }
  made = std::move(in_order);
}

BroadcastFailure Tracer::told_apart(const std::vector<PathStep>& path) const {
  const Owners& owners = all_.packed().owners;
  BroadcastFailure made;
  uint32_t spawned = 0;
  std::vector<std::vector<uint32_t>> members;  // by class of `from`, the instances
  for (const PathStep& step : path) {
    FP_CHECK(members.size() == step.from.threads.size());
    const Actor& actor = step.actor;
    made.steps.push_back({actor.of, BroadcastStep::kSingle, actor.edge});
    if (actor.from != kNobody) made.steps.back().instance = members[actor.from].front();
    SeenState seen{step.from.at, owners.unpacked(step.from.shared), {}};
    seen.threads.resize(spawned, {0, 0, ThreeValued(0)});
    for (size_t i = 0; i < members.size(); ++i)
      for (uint32_t instance : members[i]) {
        const ThreadClass& one = step.from.threads[i];
        seen.threads[instance] = {one.of, one.location, owners.unpacked(one.values, one.of)};
      }
    made.states.push_back(std::move(seen));
    if (&step == &path.back()) break;
    uint32_t classes = 0;
    for (uint32_t one : step.classes) classes = std::max(classes, one + 1);
    std::vector<std::vector<uint32_t>> next(classes);
    std::vector<uint32_t> taken(members.size());
    auto move = [&](uint32_t number) {
      std::vector<uint32_t>& to = next[step.classes[number]];
      uint32_t source = step.made.source[number];
      for (uint32_t i = 0; i < step.made.after.threads[number].count; ++i)
        to.push_back(source == kNobody ? spawned++ : members[source][taken[source]++]);
    };
    // The active thread is the first of its class.
    if (step.made.active) move(*step.made.active);
    for (uint32_t i = 0; i < step.made.source.size(); ++i)
      if (step.made.active != i) move(i);
    members = std::move(next);
  }
  return made;
}

bool Tracer::follow(const std::vector<BroadcastStep>& schedule, const Population& from, std::vector<PathStep>& path,
                    Budget& budget) {
  budget.check();
  if (left_ == 0) return false;
  --left_;
  const BroadcastStep& step = schedule[path.size()];
  const bool is_last = path.size() + 1 == schedule.size();
  const Actor actor{step.of, step.instance == BroadcastStep::kSingle ? kNobody : step.instance, step.edge};
  std::vector<Successor> results;
  auto take = [&](Successor& made) {
    put_in_order(made);
    results.push_back(std::move(made));
  };
  if (is_last)
    all_.failures(from, actor, take);
  else
    all_.of(from, actor, take);
  for (Successor& made : results) {
    Population after = made.after;
    if (is_last && all_.contradictions().complete(after.shared, after.threads) != Truth::holds) continue;
    after = made.after;
    path.push_back({from, actor, std::move(made), {}});
    if (is_last || follow(schedule, after, path, budget)) return true;
    path.pop_back();
  }
  return false;
}

void Tracer::flow_back(std::vector<PathStep>& path, BroadcastFailure& to) const {
  const Owners& owners = all_.packed().owners;
  const Occurrences occurrences = program_.occurrences();
  to.states.clear();
  to.is_run = true;
  // What is known before the step: for the reader, and with values for what contradictions are about.
  PackedValues shared, full_shared;
  std::vector<ThreadClass> threads, full_threads;
  for (size_t i = path.size(); i-- > 0;) {
    const PathStep& step = path[i];
    PackedValues::Mask of_shared{}, of_active{};
    std::vector<PackedValues::Mask> of_passive(program_.templates.size());
    if (i + 1 < path.size())
      for (const Update& update : program_.templates[step.actor.of].edges[step.actor.edge].updates) {
        BoolVar variable = occurrences.variable(update.target);
        std::optional<uint32_t> owner = program_.variables[index(variable)].owner;
        PackedValues::Mask& mask = !owner                                     ? of_shared
                                   : occurrences.is_of_passive(update.target) ? of_passive[*owner]
                                                                              : of_active;
        mask[owners.bit(variable) / 64] |= uint64_t{1} << owners.bit(variable) % 64;
      }
    auto back = [&](PackedValues& of_all, std::vector<ThreadClass>& of_threads) {
      PackedValues before_shared = step.made.shared_before;
      std::vector<ThreadClass> before = step.from.threads;
      bool is_run = true;
      if (i + 1 < path.size()) is_run = flow(of_all, of_shared, before_shared);
      for (uint32_t j = 0; j < before.size(); ++j) {
        before[j].values = step.made.before[j];
        if (i + 1 == path.size()) continue;
        is_run = flow(of_threads[j].values, step.made.active == j ? of_active : of_passive[before[j].of],
                      before[j].values) &&
                 is_run;
      }
      of_all = before_shared;
      of_threads = std::move(before);
      return is_run;
    };
    to.is_run = back(shared, threads) && to.is_run;
    to.is_run = to.is_run && back(full_shared, full_threads) &&
                all_.contradictions().complete(full_shared, full_threads) == Truth::holds;
    SeenState seen{step.from.at, owners.unpacked(shared), {}};
    for (const ThreadClass& one : threads)
      seen.threads.push_back({one.of, one.location, owners.unpacked(one.values, one.of)});
    to.states.push_back(std::move(seen));
  }
  std::ranges::reverse(to.states);
}

BroadcastFailure Tracer::failure(const std::vector<PathStep>& path, Budget& budget) {
  BroadcastFailure made = told_apart(path);
  left_ = 20'000;
  for (const Population& first : all_.initial()) {
    std::vector<PathStep> apart;
    if (!follow(made.steps, first, apart, budget)) continue;
    flow_back(apart, made);
    if (made.is_run) return made;
  }
  made.is_run = false;
  return made;
}

}  // namespace fencepost::boolean
