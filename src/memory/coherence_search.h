// Is there a coherence order under which none of a store-order model's axioms fails, given reads-from? Derives pairs of
// writes that every such order has, in batches, to a fixpoint (seed 004, sections on derived orders and kernel reasons):
//   w' reaches w in an axiom's graph, which has co               =>  co(w', w)
//   w' reaches r, which reads w, in a graph that has fr           =>  co(w', w)
//   w before w', r reads w                                        =>  fr(r, w')
//   no write comes between the halves of a read-modify-write      =>  co, on either side.
// A fact remembers its rule and the length of the trail when it was found; the paths behind it are searched again only
// when a cycle must be explained. At the fixpoint a schedule of the graph usually completes coherence; where it does not,
// one open pair is decided, and a conflict takes back the last decision on which it rests (derivation alone is incomplete:
// Gibbons and Korach, 1997).
#pragma once

#include <compare>
#include <vector>

#include "base/budget.h"
#include "memory/cat/store_order_shape.h"
#include "memory/coherence_order.h"
#include "memory/order_graph.h"

namespace fencepost::memory {

// What a conclusion follows from in the end: a reads-from edge, that initial writes come first, an edge of the fixed
// part, a pair of an atomic axiom, an event, or a decision.
struct Premise {
  enum class Kind : uint8_t { rf, initial, fixed, pair, event, decision } kind = Kind::rf;
  uint32_t axiom = 0;        // of fixed: the order axiom; of pair: the atomicity axiom
  EventId from = 0, to = 0;  // of an event: itself, twice; of a decision: its number, twice
  auto operator<=>(const Premise&) const = default;
};
using Premises = std::vector<Premise>;  // sorted, no duplicates

struct Conflict {
  bool atomic = false;  // an atomicity axiom fails, else an acyclicity axiom
  uint32_t axiom = 0;
  Premises premises;
};

// What the axioms say of one execution graph before reads-from and coherence are chosen.
struct FixedPart {
  std::vector<FixedOrder> orders;
  std::vector<std::vector<std::pair<EventId, EventId>>> pairs;  // by atomicity axiom
};

constexpr EventId kNoEvent = UINT32_MAX;

class CoherenceSearch {
 public:
  // `source`, by event: the write that a read reads from, or kNoEvent. The fixed orders are acyclic.
  CoherenceSearch(const cat::StoreOrderShape& shape, const ExecutionGraph& graph, const FixedPart& fixed,
                  const std::vector<EventId>& source, Budget* budget);

  // Up to about `limit` conflicts, each sufficient to forbid the graph; none: a coherence order was found.
  std::vector<Conflict> run(size_t limit);
  // After run() returned none: the writes of each location in order.
  const std::vector<std::vector<EventId>>& coherence() const { return complete_; }

 private:
  struct Fact {
    enum class Kind : uint8_t { rf, co, fr } kind = Kind::rf;
    enum class Why : uint8_t { given, initial, decision, learned, path } why = Why::given;
    EventId from = 0, to = 0;
    uint32_t graph = 0;  // of the path: the number of an order graph, or kCoherence
    EventId path_from = 0, path_to = 0;
    uint32_t limit = 0;       // the path uses only facts below this number
    EventId read = kNoEvent;  // the reads-from edge of this read is a premise
    uint32_t atomic = 0;      // the atomicity axiom; the update (read, half) is a premise
    EventId half = kNoEvent;
    uint32_t number = 0;  // of the decision, or of the learned fact
  };
  struct Decision {
    EventId a, b;
    size_t trail, learned;
    std::vector<size_t> graphs;
    CoherenceOrder::Mark coherence;
    std::vector<std::pair<EventId, EventId>> open;
  };
  static constexpr uint32_t kCoherence = UINT32_MAX;

  bool internal(EventId a, EventId b) const;
  bool covers(const cat::Part& part, EventId a, EventId b) const {
    return internal(a, b) ? part.internal : part.external;
  }

  void start();
  std::vector<Conflict> propagate(size_t limit);
  void list_open();
  bool derive(std::vector<Conflict>& conflicts);
  void from_order(uint32_t k);
  void from_atomic(uint32_t j, std::vector<Conflict>& conflicts);
  void coherence_into(uint32_t k);
  void from_reads_into(uint32_t k);
  uint32_t push(const Fact& fact, uint32_t weight);
  void order(const Fact& fact);  // a co fact
  Fact path_fact(Fact::Kind kind, EventId from, EventId to, uint32_t graph, EventId path_from, EventId path_to) const;

  bool complete(bool careful, std::pair<EventId, EventId>& open);
  bool schedule(uint32_t k, bool careful, std::pair<EventId, EventId>& open);
  bool holds_completed();
  void decide(const std::pair<EventId, EventId>& pair);
  void undo(size_t decision);
  bool take_back(std::vector<Conflict>& conflicts);

  void cycles(uint32_t k, size_t limit, std::vector<Conflict>& conflicts);
  void explain(uint32_t fact, Premises& premises, std::vector<char>& seen);
  void explain_path(uint32_t graph, const std::vector<OrderEdge>& path, Premises& premises, std::vector<char>& seen);
  const std::vector<OrderEdge>& path_of(uint32_t fact);
  Conflict split(uint32_t j, EventId read, EventId half, EventId between);

  const cat::StoreOrderShape& shape_;
  const FixedPart& fixed_;
  const std::vector<EventId>& source_;
  Budget* budget_;
  std::vector<int> thread_;
  std::vector<std::vector<EventId>> readers_;   // by write
  std::vector<EventId> reads_;                  // reads from writes that have a location
  std::vector<std::vector<EventId>> reads_of_;  // by location
  EventSet initial_;
  std::vector<OrderGraph> graphs_;
  uint32_t widest_ = 0;  // the graph with the largest fixed order, which schedules follow
  CoherenceOrder known_;
  std::vector<Fact> trail_;
  std::vector<uint32_t> weights_;  // by fact: roughly the number of reads-from edges that it follows from
  std::vector<std::vector<OrderEdge>> paths_;
  std::vector<Premises> learned_;
  std::vector<Decision> decisions_;
  uint32_t closed_ = 0;                            // number of facts in the graphs when they were last closed
  std::vector<uint32_t> transferred_;              // by graph: the co facts below this number have been added to it
  std::vector<std::pair<EventId, EventId>> open_;  // pairs of writes that were undecided at the last look
  std::vector<char> changed_;  // by location: are there facts whose consequences are not derived yet?
  uint32_t pass_ = 0;
  std::vector<std::vector<EventId>> complete_;
};

}  // namespace fencepost::memory
