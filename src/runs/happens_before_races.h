// Data races as a model defines them (memory/undefined.h): two accesses that happen in a run without an order between them.
// C11's happens-before does not follow the order of the run (a relaxed flag hands nothing over), so two threads need not
// stand before the accesses at one moment, as in simultaneous_races.h. Pairs are proposed by the solver and refuted by the order that
// the run gives them.
#pragma once

#include "memory/undefined.h"
#include "runs/search.h"

namespace fencepost::runs {

class HappensBeforeRaces {
 public:
  HappensBeforeRaces(const unroll::Unrolled& unrolled, const memory::Model& model, logic::Terms& terms, Budget& budget);

  // Of contents, or of an object's life (C11 6.2.4p2): what uses it comes after its beginning and before its end.
  enum class Kind : uint8_t { contents, beginning, end };
  struct Pair {
    uint32_t write, other;  // events
    logic::Term together;   // it is proposed: both happen, at one cell
    Kind kind;
  };
  struct Found {
    Pair pair;
    logic::Assignment model;
  };
  // Two events that race in a run of the search; none: there are none, or the solver gave up.
  std::optional<Found> race(Search& search, const std::vector<SourcePos>& except, Kind kind);

 private:
  Kind kind_of(const unroll::Event& write) const;

  const unroll::Unrolled& unrolled_;
  logic::Terms& terms_;
  memory::Undefined undefined_;
  std::vector<Pair> pairs_;
};

}  // namespace fencepost::runs
