// Iterations of a thread that can be left out, so that its loop needs no bound for them.
//
// An *idle* iteration did nothing but read, and left everything live as it was: the run in which the thread reads once,
// whatever lets it leave, ends the same way. Often it is the values read that decide it (`while (!done) done = load(&flag);`);
// then the way back is cut where they do, and the thread waits there (Wait). So spin loops are blocking statements,
// in whatever words they are written: J. Oberhauser et al., "VSync" (ASPLOS 2021), call it await model
// checking; GenMC turns spin loops into assumptions.
//
// A *retrying* iteration did nothing but read anew what was read before the loop: `old = load(x); while
// (!compare_exchange(&x, &old, new));` comes back to its head in the state in which it would have got there at first, had the
// load taken what the compare-exchange found. That run exists as well: it is this one without the reads in between,
// with the load in the place of the last. The load must be the last event before the loop, since whatever comes between
// the two reads would have to move, and of the order of the read that stands for it. Somebody who counts what was allocated
// on the way could tell the two apart.
//
// Models that look at dependencies could, too. To them the shorter run is the longer one without the first read and all
// in between, as if the last read had been the load. So it has to be the same to the model: it has the same tags
// and barriers, and all that rests on the load in the shorter run rests on it in the longer: its own place and happening, whatever is
// live at the head, and what comes later. Then the shorter run has no event and no edge that the longer has not, and a model whose
// axioms hold of a part of a run if they hold of the run (memory/graph_rules.h) allows it.
#pragma once

#include "logic/substitute.h"
#include "unroll/event_log.h"
#include "unroll/live_equality.h"

namespace fencepost::unroll {

// An atomic read and the memory of its thread before it.
struct LastRead {
  uint32_t event = Event::kNone;
  Memory memory;
};

// A loop head as it was found at its last visit.
struct HeadVisit : LiveEquality::Earlier {
  size_t events = 0;  // how many there were
  uint32_t section = 0;
  ReadSet control = 0;
  std::vector<ControlScope> scopes;
  LastRead before;  // the last of them, if it is such a read and every run that gets here made it
};

class SpinLoops {
 public:
  SpinLoops(const ModelFacts& model, bool counts_heap, Terms& terms, const Paths& paths, const ReadSets& reads,
            const EventLog& events, LiveEquality& equality)
      : model_(model),
        counts_heap_(counts_heap),
        terms_(terms),
        paths_(paths),
        reads_(reads),
        events_(events),
        equality_(equality) {}

  // All conditions are of the iteration that began with the visit and comes back to the head in the state.
  Term is_idle(const Frame& frame, program::Loc head, const HeadVisit& last, const State& state);
  Term is_retry(const Frame& frame, program::Loc head, const HeadVisit& last, const State& state);
  // Where a model keeps a run apart from the one without an iteration, the iteration is not left out; but a thread that did
  // the same as before, as values go, need never do anything else.
  Term may_repeat(const Frame& frame, program::Loc head, const HeadVisit& last, const State& state);

  // The last read, if a retry at this head could stand in its place.
  LastRead retried(const LastRead& last, const State& head) const;

  // How many of either kind there were, on some run.
  size_t idle_iterations() const { return idle_; }
  size_t retrying_iterations() const { return retrying_; }

 private:
  using Of = LiveEquality::Of;

  bool has_no_effect(const Event& event, const State& state, Of of) const;
  bool writes_what_it_read(const Event& write, const State& state, Of of) const;
  // None of the events from the first on did anything that others can see.
  Term without_effect(size_t first, const State& state, Of of = Of::runs) const;
  // The read `again` stands for the read `first`, its values put for those of the other.
  struct Retry {
    uint32_t first, again;
    logic::Substitution put;
  };
  bool is_alike(uint32_t first, uint32_t again) const;
  Term covers(ReadSet now, ReadSet then, Retry& retry) const;
  Term rests_on_no_less(const HeadVisit& last, const State& state, Retry& retry) const;
  Term same_if_read(const Frame& frame, program::Loc head, const HeadVisit& last, const State& state, Retry& retry);

  const ModelFacts& model_;
  const bool counts_heap_;
  Terms& terms_;
  const Paths& paths_;
  const ReadSets& reads_;
  const EventLog& events_;
  LiveEquality& equality_;
  size_t idle_ = 0, retrying_ = 0;
};

}  // namespace fencepost::unroll
