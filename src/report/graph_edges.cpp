#include "report/graph_edges.h"

namespace fencepost::report {

std::vector<DrawnEdge> drawn_edges(const memory::ExecutionGraph& graph) {
  std::vector<DrawnEdge> edges;
  auto add = [&](const char* name, const memory::Relation& relation) {
    relation.for_each([&](size_t a, size_t b) {
      edges.push_back({static_cast<memory::EventId>(a), static_cast<memory::EventId>(b), name, false});
    });
  };
  const memory::Relation &po = *graph.find_relation("po"), &co = *graph.find_relation("co");
  add("po", po - po.compose(po));
  add("rf", *graph.find_relation("rf"));
  add("co", co - co.compose(co));
  const memory::Relation& fr = *graph.find_relation("fr");
  add("fr", fr - fr.compose(co));
  for (const char* name : {"rmw", "sync"})
    if (const memory::Relation* relation = graph.find_relation(name)) add(name, *relation);
  return edges;
}

}  // namespace fencepost::report
