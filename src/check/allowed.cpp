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
  if (memory::coherence_source(*model) == memory::CoherenceSource::chosen) return false;
  std::unique_ptr<memory::Consistency> search = memory::consistency_of(*model, &budget);
  const std::optional<memory::ExecutionGraph> ordered = with_order(graph, *search);
  if (!ordered || !is_consistent(*ordered, model, budget)) return false;
  memory::Undefined undefined(*model);
  undefined.judge(*ordered);
  return std::ranges::any_of(racing, [&](memory::EventId event) { return undefined.relates(event); });
}

}  // namespace fencepost::check
