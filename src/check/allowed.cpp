#include "check/allowed.h"

#include "memory/consistency.h"

namespace fencepost::check {

bool is_consistent(const memory::ExecutionGraph& graph, const std::shared_ptr<const memory::Model>& model,
                   Budget& budget) {
  return memory::Consistency(*model, &budget).allows(graph);
}

bool is_allowed(const memory::ExecutionGraph& graph, const std::shared_ptr<const memory::Model>& model,
                Budget& budget) {
  if (memory::coherence_source(*model) == memory::CoherenceSource::chosen)
    return memory::Consistency(*model, &budget).violations_of_rf(graph, 1).empty();
  std::unique_ptr<memory::Consistency> search = memory::consistency_of(*model, &budget);
  if (!search->violations_of_rf(graph, 1).empty()) return false;
  memory::ExecutionGraph ordered = graph;
  ordered.relation("co") = search->coherence();
  ordered.derive_communication();
  return is_consistent(ordered, model, budget);
}

}  // namespace fencepost::check
