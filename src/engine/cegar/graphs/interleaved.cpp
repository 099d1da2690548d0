#include "engine/cegar/graphs/interleaved.h"

#include <algorithm>
#include <map>
#include <set>

#include "memory/consistency.h"

namespace fencepost::engine::cegar::graphs {

namespace {

class Interleaver {
 public:
  Interleaver(const flat::FlatProgram& program, const GraphSteps& steps, uint32_t first, const Trace& trace,
              const ConcreteRun& run)
      : program_(program), steps_(steps), run_(run) {
    put_steps(first, trace);
  }

  std::optional<std::vector<flat::Step>> operator()(Budget& budget) {
    auto sc = memory::load_model("sc");
    std::unique_ptr<memory::Consistency> door = memory::consistency_of(*sc, &budget);
    NumberedGraph made = steps_.graph(last_);
    if (!door->violations_of_rf(made.graph, 1).empty()) return std::nullopt;
    const memory::Relation co = door->coherence();
    const memory::Relation& rf = *made.graph.find_relation("rf");
    auto order = [&](const memory::Relation& relation, bool causes) {
      relation.for_each([&](size_t a, size_t b) { before(made.events[a], made.events[b], causes); });
    };
    order(co, false);
    order(rf, true);
    order(*made.graph.find_relation("sync"), true);
    order(rf.transpose().compose(co) - *made.graph.find_relation("id"), false);
    for (const std::vector<uint32_t>& own : of_thread_)
      for (size_t i = 1; i < own.size(); ++i) before(own[i - 1], own[i], true);
    return sorted();
  }

 private:
  // By step of the run: the group that is done at once, an atomic section or itself.
  void put_steps(uint32_t first, const Trace& trace) {
    of_thread_.resize(program_.templates.size());
    std::map<std::pair<uint32_t, uint32_t>, uint32_t> sections;
    uint32_t at = first;
    auto put = [&](uint32_t thread, uint32_t section) {
      auto step = static_cast<uint32_t>(group_.size());
      group_.push_back(section == 0 ? step : sections.try_emplace({thread, section}, step).first->second);
      of_thread_[thread].push_back(step);
      return step;
    };
    for (const Move* move : trace.moves) {
      if (move->edge != nullptr) {
        const ThreadState &before = steps_.state(at).threads[move->thread],
                          &after = steps_.state(move->to).threads[move->thread];
        uint32_t step = put(move->thread, std::max(before.section, after.section));
        if (auto* spawn = std::get_if<flat::Spawn>(&move->edge->label))
          of_thread_[flat::index(spawn->spawned)].push_back(step);  // before all that it does
        for (uint32_t thread = 0; thread < program_.templates.size(); ++thread)
          for (size_t i = steps_.state(at).threads[thread].events.size();
               i < steps_.state(move->to).threads[thread].events.size(); ++i)
            step_of_[{thread, static_cast<uint32_t>(i)}] = step;
      }
      at = move->to;
    }
    last_ = at;
    put(trace.failure.thread, steps_.state(at).threads[trace.failure.thread].section);
  }

  void before(const EventRef& a, const EventRef& b, bool causes) {
    auto one = step_of_.find({a.thread, a.index}), two = step_of_.find({b.thread, b.index});
    if (one != step_of_.end() && two != step_of_.end()) before(one->second, two->second, causes);
  }
  void before(uint32_t a, uint32_t b, bool causes) {
    if (group_[a] == group_[b]) return;
    after_[group_[a]].insert(group_[b]);
    if (causes) causes_[group_[b]].insert(group_[a]);
  }

  // What the failing check comes from, and its own group. All else is left out: who did it may stand in the middle of an atomic section
  // for ever.
  std::set<uint32_t> needed() const {
    std::set<uint32_t> found;
    std::vector<uint32_t> open{group_.back()};
    while (!open.empty()) {
      uint32_t group = open.back();
      open.pop_back();
      if (!found.insert(group).second) continue;
      if (auto causes = causes_.find(group); causes != causes_.end())
        open.insert(open.end(), causes->second.begin(), causes->second.end());
    }
    return found;
  }

  // Somebody stands in a section in the end, and others have seen what he did there: a run that replay does not follow.
  bool is_broken(const std::set<uint32_t>& needed) const {
    for (uint32_t thread = 0; thread < of_thread_.size(); ++thread)
      if (steps_.state(last_).threads[thread].section != 0 && group_[of_thread_[thread].back()] != group_.back() &&
          needed.contains(group_[of_thread_[thread].back()]))
        return true;
    return false;
  }

  std::optional<std::vector<flat::Step>> sorted() const {
    std::map<uint32_t, std::vector<uint32_t>> members;
    std::map<uint32_t, size_t> left;
    const std::set<uint32_t> before = needed();
    if (is_broken(before)) return std::nullopt;
    for (uint32_t step = 0; step < group_.size(); ++step)
      if (before.contains(group_[step])) members[group_[step]].push_back(step);
    for (const auto& [group, later] : after_)
      for (uint32_t other : later)
        if (before.contains(group) && before.contains(other)) ++left[other];
    std::set<uint32_t> ready;
    for (const auto& [group, steps] : members)
      if (!left.contains(group)) ready.insert(group);
    std::vector<flat::Step> all;
    std::vector<uint32_t> numbers(program_.templates.size(), 0);  // of threads, as they begin
    uint32_t begun = 1;
    while (!ready.empty()) {
      uint32_t group = *ready.begin();
      ready.erase(ready.begin());
      for (uint32_t step : members.at(group)) {
        flat::Step made = run_.steps[step];
        made.thread = numbers[flat::index(made.of)];
        const flat::Edge& edge = program_[made.of].edges[made.edge];
        if (auto* spawn = std::get_if<flat::Spawn>(&edge.label)) numbers[flat::index(spawn->spawned)] = begun++;
        all.push_back(made);
        if (step + 1 == group_.size()) return all;
      }
      if (auto later = after_.find(group); later != after_.end())
        for (uint32_t other : later->second)
          if (before.contains(other) && --left[other] == 0) ready.insert(other);
    }
    return std::nullopt;
  }

  const flat::FlatProgram& program_;
  const GraphSteps& steps_;
  const ConcreteRun& run_;
  uint32_t last_ = 0;
  std::vector<uint32_t> group_;                                // by step
  std::vector<std::vector<uint32_t>> of_thread_;               // steps
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> step_of_;  // of an event
  std::map<uint32_t, std::set<uint32_t>> causes_;              // by group: by program order, reads and threads
  std::map<uint32_t, std::set<uint32_t>> after_;               // by group
};

}  // namespace

std::optional<std::vector<flat::Step>> interleaved(const flat::FlatProgram& program, const GraphSteps& steps,
                                                   uint32_t first, const Trace& trace, const ConcreteRun& run,
                                                   Budget& budget) {
  return Interleaver(program, steps, first, trace, run)(budget);
}

}  // namespace fencepost::engine::cegar::graphs
