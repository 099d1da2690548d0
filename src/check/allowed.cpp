#include "check/allowed.h"

#include <map>

#include "memory/cat/evaluator.h"
#include "memory/store_order.h"

namespace fencepost::check {

using memory::EventId;
using memory::cat::OpenLocation;

bool is_consistent(const memory::ExecutionGraph& graph, const std::shared_ptr<const memory::Model>& model,
                   Budget& budget) {
  memory::cat::Evaluator evaluator(model->program);
  evaluator.set_budget(&budget);
  if (evaluator.failing_checks(graph).empty()) return true;
  // The model has choices of its own, and the evaluator made one of them.
  return evaluator.took_one_of_several() && is_allowed(graph, model, budget);
}

bool is_allowed(const memory::ExecutionGraph& graph, const std::shared_ptr<const memory::Model>& model,
                Budget& budget) {
  if (std::optional<memory::StoreOrder> order = memory::StoreOrder::of(model)) {
    order->set_budget(&budget);
    return order->violations(graph, 1).empty();
  }
  memory::cat::Evaluator evaluator(model->program);
  evaluator.set_budget(&budget);
  std::map<uint32_t, OpenLocation> locations;
  graph.find_set("W")->for_each([&](size_t write) {
    const memory::Event& event = graph.events()[write];
    if (event.location == memory::kNoLocation) return;
    OpenLocation& location =
        locations.try_emplace(event.location, OpenLocation{memory::EventSet(graph.size())}).first->second;
    location.writes.set(write);
    if (event.thread != memory::kInitThread) return;
    location.initial = static_cast<EventId>(write);
    location.has_initial = true;
  });
  std::vector<OpenLocation> open;
  for (const auto& [number, location] : locations) open.push_back(location);
  if (!evaluator.bind(graph) || !evaluator.complete_rf(*graph.find_relation("rf"))) return false;
  return !evaluator.for_each_completion(open, [] { return false; });
}

}  // namespace fencepost::check
