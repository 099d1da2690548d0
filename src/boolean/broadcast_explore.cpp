#include "boolean/broadcast_explore.h"

#include <algorithm>
#include <set>

#include "boolean/broadcast_table.h"
#include "boolean/broadcast_trace.h"

namespace fencepost::boolean {

namespace {

SuccessorOptions options_of(const BroadcastOptions& options, bool forgets, bool splits_contradictions) {
  return {.most_instances = options.most_instances,
          .most_parts = options.most_parts,
          .forgets = forgets,
          .splits_contradictions = splits_contradictions};
}

class CountingExplorer {
 public:
  CountingExplorer(const BroadcastProgram& program, const BroadcastOptions& options, bool is_careful,
                   size_t most_states, Budget& budget)
      : program_(program),
        options_(options),
        most_states_(most_states),
        budget_(budget),
        successors_(program, options_of(options, options.forgets && !is_careful, is_careful)),
        table_(program, options.is_oblivious),
        is_careful_(is_careful) {}

  // Nothing if there were too many states.
  std::optional<BroadcastExplored> operator()() {
    for (Population& first : successors_.initial()) {
      if (table_.size() >= most_states_) return std::nullopt;
      add(first, {});
    }
    uint32_t last = 0;  // one beyond the last of those that are reached by as many steps
    for (uint32_t next = 0; next < table_.size() && !is_done(); ++next) {
      budget_.check();
      if (next == last) {
        last = table_.size();
        table_.begin_round();
      }
      if (table_.size() >= most_states_) return std::nullopt;
      if (!table_.is_covered(next)) expand(next);
    }
    result_.states = table_.size();
    result_.steps = successors_.steps();
    result_.is_bounded = successors_.is_bounded();
    if (options_.keeps_states)
      for (uint32_t i = 0; i < table_.size(); ++i)
        if (!table_.is_covered_by_later(i)) result_.reached.push_back(counted(table_.population(i)));
    return std::move(result_);
  }

 private:
  struct Origin {
    uint32_t from = kNobody;
    Actor actor;
    uint32_t number = 0;  // of the results of that step
  };

  bool is_done() const { return options_.stops_at_failure && !result_.failures.empty(); }

  void add(Population& reached, const Origin& from) {
    successors_.forget(reached);
    if (table_.insert(reached)) origins_.push_back(from);
  }

  void expand(uint32_t number) {
    const Population from = table_.population(number);
    for (const Actor& actor : successors_.actors(from)) {
      if (program_.templates[actor.of].edges[actor.edge].kind == BroadcastEdge::Kind::check) check(number, from, actor);
      if (is_done()) return;
      uint32_t results = 0;
      successors_.of(from, actor, [&](Successor& made) {
        budget_.check();
        if (options_.is_oblivious) put_in_order(made);
        add(made.after, {number, actor, results++});
      });
    }
  }

  void check(uint32_t number, const Population& from, const Actor& actor) {
    if (failed_.contains({actor.of, actor.edge})) return;
    std::optional<Successor> failing;
    successors_.failures(from, actor, [&](Successor& made) {
      if (!failing && is_possible(made.after)) failing = made;
    });
    if (!failing) return;
    failed_.insert({actor.of, actor.edge});
    std::vector<PathStep> path{{from, actor, *failing, {}}};
    for (uint32_t at = number; origins_[at].from != kNobody; at = origins_[at].from) {
      const Origin& origin = origins_[at];
      PathStep step{table_.population(origin.from), origin.actor, {}, {}};
      uint32_t results = 0;
      successors_.of(step.from, step.actor, [&](Successor& made) {
        if (options_.is_oblivious) put_in_order(made);
        if (results++ == origin.number) step.made = made;
      });
      Population after = step.made.after;
      successors_.forget(after);
      step.classes = table_.classes(after);
      path.push_back(std::move(step));
    }
    std::ranges::reverse(path);
    Successors all(program_, options_of(options_, false, is_careful_));
    result_.failures.push_back(Tracer(program_, all).failure(path, budget_));
  }

  // Contradictions leave values for these threads, all of them.
  bool is_possible(const Population& of) const {
    if (successors_.packed().never.empty()) return true;
    PackedValues shared = of.shared;
    std::vector<ThreadClass> apart;
    for (const ThreadClass& one : of.threads) {
      apart.insert(apart.end(), one.count, one);
      for (uint32_t i = 0; i < one.count; ++i) apart[apart.size() - 1 - i].count = 1;
    }
    return successors_.contradictions().complete(shared, apart) != Truth::fails;
  }

  CountedState counted(const Population& of) const {
    const Owners& owners = successors_.packed().owners;
    CountedState made{of.at, owners.unpacked(of.shared), {}};
    for (const ThreadClass& one : of.threads)
      made.threads.push_back({{one.of, one.location, owners.unpacked(one.values, one.of)}, one.count});
    return made;
  }

  const BroadcastProgram& program_;
  const BroadcastOptions& options_;
  const size_t most_states_;
  Budget& budget_;
  Successors successors_;
  PopulationTable table_;
  std::vector<Origin> origins_;
  std::set<std::pair<uint32_t, uint32_t>> failed_;
  BroadcastExplored result_;
  const bool is_careful_;
};

}  // namespace

BroadcastExplored explore(const BroadcastProgram& program, const BroadcastOptions& options, Budget& budget) {
  BroadcastExplored found = *CountingExplorer(program, options, false, ~size_t{0}, budget)();
  if (std::ranges::all_of(found.failures, &BroadcastFailure::is_run)) return found;
  // Perhaps what fails is no run: all contradictions are looked for, at once and in every state, unless this is far more work.
  auto careful = CountingExplorer(program, options, true, 20 * found.states + 10'000, budget)();
  return careful ? std::move(*careful) : std::move(found);
}

}  // namespace fencepost::boolean
