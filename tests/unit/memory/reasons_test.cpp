// Reasons of graphs with coherence: what they name violates the model by itself, whatever words the model is written in, so that
// every graph that has it is forbidden as well.
#include <gtest/gtest.h>

#include "memory/consistency.h"
#include "memory/graph_edit.h"

namespace fencepost::memory {
namespace {

// Message passing that went wrong, with a barrier between the writes and one between the reads, of which the second depends on the
// first.
ExecutionGraph stale_message() {
  enum : EventId { data, flag, write_data, barrier, write_flag, read_flag, other_barrier, read_data };
  ExecutionGraph graph({{kInitThread, 0, 0, "init"},
                        {kInitThread, 0, 1, "init"},
                        {0, 1, 0, "data = 1"},
                        {0, 2, kNoLocation, "fence"},
                        {0, 3, 1, "flag = 1"},
                        {1, 1, 1, "read flag"},
                        {1, 2, kNoLocation, "fence"},
                        {1, 3, 0, "read data"}});
  for (EventId write : {data, flag, write_data, write_flag}) graph.set("W").set(write);
  for (EventId read : {read_flag, read_data}) graph.set("R").set(read);
  for (EventId fence : {barrier, other_barrier}) graph.set("F").set(fence);
  graph.derive_static();
  graph.relation("ctrl").set(read_flag, read_data);
  graph.relation("rf").set(write_flag, read_flag);
  graph.relation("rf").set(data, read_data);
  graph.relation("co").set(data, write_data);
  graph.relation("co").set(flag, write_flag);
  graph.derive_communication();
  return graph;
}

class Reasons : public ::testing::TestWithParam<const char*> {};

TEST_P(Reasons, AreEnoughByThemselves) {
  const auto model = parse_model("m.cat", GetParam());
  Consistency consistency(*model);
  const ExecutionGraph graph = stale_message();
  const std::optional<Reason> reason = consistency.violation(graph);
  ASSERT_TRUE(reason);
  std::set<EventId> events(reason->events.begin(), reason->events.end());
  for (const cat::NamedEdge& edge : reason->edges) events.insert({edge.from, edge.to});
  const NamedPart part = part_named(graph, events, {reason->edges.begin(), reason->edges.end()});
  EXPECT_TRUE(reason->by_events || !consistency.allows(part.graph));
}

INSTANTIATE_TEST_SUITE_P(
    Words, Reasons,
    ::testing::Values(
        "acyclic (po ; [F] ; po) | rfe | co | fr as plain",
        "let full(r) = po ; [F & r] ; po let of-all(f) = f(F) acyclic of-all(full) | rf | co | fr as given",
        "acyclic (fun r -> po ; [r] ; po)(F) | rf | co | fr as unnamed",
        "let b = let f = fun r -> po ; [r] ; po in f(F) acyclic b | rf | co | fr as local",
        "let b = let rec q = (po ; [F] ; po) | (q ; q) in q acyclic b | rf | co | fr as recursion",
        "acyclic ~(~(po ; [F] ; po)) | rf | co | fr as complements",
        "acyclic (po \\ (po \\ (po ; [F] ; po))) | rf | co | fr as differences",
        "acyclic (po & (W * W)) | ~(~ctrl) | rf | co | fr as dependencies",
        "acyclic (po & (domain(po ; [F]) * range([F] ; po))) | rf | co | fr as ends",
        "let rec s = range([F] ; po) | (s & s) acyclic (po & (_ * s)) | rf | co | fr as sets",
        "let rec h = rf | co | fr | (h ; h) | (po ; [F] ; po) irreflexive h as closed",
        "let rec h = (po ; [F] ; po) | rf | co | fr | (h ; h) acyclic h as names-itself"));

}  // namespace
}  // namespace fencepost::memory
