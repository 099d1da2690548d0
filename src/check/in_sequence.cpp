#include "check/in_sequence.h"

#include <map>
#include <optional>
#include <set>

#include "result/lifetime_cells.h"

namespace fencepost::check {

using result::ConcurrentRun;
using result::RunGraph;
using result::RunStep;

namespace {

constexpr size_t kLargestToSort = 3000;  // events

class Sequence {
 public:
  explicit Sequence(const ConcurrentRun& run)
      : run_(run), after_(run.steps.size()), waits_for_(run.steps.size()), in_section_(run.steps.size()) {
    std::map<uint32_t, uint32_t> last;  // by thread
    std::optional<uint32_t> last_of_life;
    for (uint32_t i = 0; i < run.steps.size(); ++i) {
      if (is_left_out(i)) continue;
      if (auto before = last.find(run.steps[i].thread); before != last.end()) add(before->second, i);
      last[run.steps[i].thread] = i;
      if (!result::is_of_life(run.steps[i].cell.at)) continue;
      if (last_of_life) add(*last_of_life, i);
      last_of_life = i;
    }
  }

  void keep(const RunGraph& graph) {
    auto has_step = [&](size_t event) { return graph.steps[event] < run_.steps.size(); };
    auto keep_order = [&](size_t first, size_t second) {
      if (has_step(first) && has_step(second)) add(graph.steps[first], graph.steps[second]);
    };
    const memory::Relation &rf = *graph.graph.find_relation("rf"), &co = *graph.graph.find_relation("co");
    for (size_t write = 0; write < graph.graph.size(); ++write) {
      co.for_each_in_row(write, [&](size_t later) { keep_order(write, later); });
      rf.for_each_in_row(write, [&](size_t read) {
        keep_order(write, read);
        co.for_each_in_row(write, [&](size_t later) { keep_order(read, later); });
      });
    }
    if (const memory::Relation* section = graph.graph.find_relation("section"))
      section->for_each([&](size_t event, size_t) {
        if (has_step(event)) in_section_[graph.steps[event]] = true;
      });
  }

  // Steps by their old numbers; fewer than there are if causes run in circles.
  std::vector<uint32_t> order() {
    std::set<uint32_t> ready;
    for (uint32_t i = 0; i < run_.steps.size(); ++i)
      if (!is_left_out(i) && waits_for_[i].empty()) ready.insert(i);
    std::vector<uint32_t> done;
    while (!ready.empty()) {
      uint32_t next = *ready.begin();
      // An atomic section, or an access in parts, goes on without others.
      if (!done.empty() && in_section_[done.back()])
        for (uint32_t later : after_[done.back()])
          if (ready.contains(later) && run_.steps[later].thread == run_.steps[done.back()].thread) next = later;
      ready.erase(next);
      done.push_back(next);
      for (uint32_t later : after_[next])
        if (waits_for_[later].erase(next) > 0 && waits_for_[later].empty()) ready.insert(later);
    }
    return done;
  }

  size_t steps() const {
    size_t count = 0;
    for (uint32_t i = 0; i < run_.steps.size(); ++i) count += is_left_out(i) ? 0 : 1;
    return count;
  }

 private:
  bool is_left_out(uint32_t step) const { return run_.steps[step].kind == RunStep::Kind::flush; }
  void add(uint32_t first, uint32_t second) {
    if (first != second && waits_for_[second].insert(first).second) after_[first].push_back(second);
  }

  const ConcurrentRun& run_;
  std::vector<std::vector<uint32_t>> after_;
  std::vector<std::set<uint32_t>> waits_for_;
  std::vector<bool> in_section_;
};

}  // namespace

std::optional<ConcurrentRun> in_sequence(const ConcurrentRun& run, const std::optional<RunGraph>& graph) {
  if (graph && graph->graph.size() > kLargestToSort) return std::nullopt;
  Sequence sequence(run);
  if (graph) sequence.keep(*graph);
  std::vector<uint32_t> order = sequence.order();
  if (order.size() != sequence.steps()) return std::nullopt;
  ConcurrentRun result = run;
  result.steps.clear();
  std::map<uint32_t, uint32_t> number;
  for (uint32_t step : order) {
    number[step] = static_cast<uint32_t>(result.steps.size());
    result.steps.push_back(run.steps[step]);
  }
  for (RunStep& step : result.steps) {
    step.promised.reset();
    if (step.source != RunStep::kInitial) step.source = number.at(step.source);
  }
  return result;
}

}  // namespace fencepost::check
