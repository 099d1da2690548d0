#include "check/allowed.h"

#include <algorithm>
#include <optional>

#include "memory/consistency.h"
#include "memory/undefined.h"

namespace fencepost::check {

namespace {

// With an order of writes with which the model allows it; nothing: the search finds none.
std::optional<memory::ExecutionGraph> with_order(const memory::ExecutionGraph& graph, memory::Consistency& search) {
  if (!search.violations_of_rf(graph, 1).empty()) return std::nullopt;
  memory::ExecutionGraph ordered = graph;
  ordered.relation("co") = search.coherence();
  ordered.derive_communication();
  return ordered;
}

}  // namespace

bool is_consistent(const memory::ExecutionGraph& graph, const std::shared_ptr<const memory::Model>& model,
                   Budget& budget) {
  return memory::Consistency(*model, &budget).allows(graph);
}

bool is_allowed(const memory::ExecutionGraph& graph, const std::shared_ptr<const memory::Model>& model,
                Budget& budget) {
  if (memory::coherence_source(*model) == memory::CoherenceSource::chosen)
    return memory::Consistency(*model, &budget).violations_of_rf(graph, 1).empty();
  std::unique_ptr<memory::Consistency> search = memory::consistency_of(*model, &budget);
  const std::optional<memory::ExecutionGraph> ordered = with_order(graph, *search);
  return ordered && is_consistent(*ordered, model, budget);
}

bool is_undefined(const memory::ExecutionGraph& graph, const std::vector<memory::EventId>& racing,
                  const std::shared_ptr<const memory::Model>& model, Budget& budget) {
  memory::Undefined undefined(*model);
  auto races_in = [&](const memory::ExecutionGraph& ordered) {
    memory::Consistency judge(*model, &budget);
    if (!judge.allows(ordered) || judge.took_one_of_several()) return false;
    undefined.judge(ordered);
    return std::ranges::any_of(racing, [&](memory::EventId event) { return undefined.relates(event); });
  };
  std::unique_ptr<memory::Consistency> search = memory::consistency_of(*model, &budget);
  if (memory::coherence_source(*model) != memory::CoherenceSource::chosen) {
    const std::optional<memory::ExecutionGraph> ordered = with_order(graph, *search);
    return ordered && races_in(*ordered);
  }
  bool found = false;
  search->each_coherence(graph, [&](const memory::Relation& co) {
    memory::ExecutionGraph ordered = graph;
    ordered.relation("co") = co;
    ordered.derive_communication();
    found = races_in(ordered);
    return !found;
  });
  return found;
}

}  // namespace fencepost::check
