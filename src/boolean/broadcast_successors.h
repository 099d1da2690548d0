// The steps that a population of threads may take (broadcast_program.h, its meaning), and what comes of them. All model checkers that go from state to
// state have this in common.
#pragma once

#include "boolean/broadcast_never.h"

namespace fencepost::boolean {

// A set of states: where the single threads stand, what is known of shared variables, and so many threads of each class.
struct Population {
  static constexpr uint32_t kNotBegun = ~0u;
  std::vector<uint32_t> at;  // by template; of those with several instances kNotBegun
  PackedValues shared;
  std::vector<ThreadClass> threads;
};

// Who takes a step: a thread of a class, or the one of a template.
struct Actor {
  uint32_t of = 0;          // template
  uint32_t from = kNobody;  // class
  uint32_t edge = 0;
};

struct Successor {
  Population after;  // with the classes as they arise: some may be the same
  // By class of `after`: the class before, kNobody for one that begins; what is known of its values before.
  std::vector<uint32_t> source;
  std::vector<PackedValues> before;
  std::optional<uint32_t> active;  // class of `after`
  PackedValues shared_before;
};

struct SuccessorOptions {
  uint32_t most_instances = ~0u;  // of a template with several
  size_t most_parts = 64;
  bool forgets = true;
  bool splits_contradictions = false;  // until no state is left of which a cube of `never` holds
  bool joins_wait = true;              // for a thread of a template with several
  bool is_part = false;                // there are others of those threads, which take steps, too
};

class Successors {
 public:
  Successors(const BroadcastProgram& program, const SuccessorOptions& options);
  Successors(const Successors&) = delete;
  Successors& operator=(const Successors&) = delete;

  using Sink = std::function<void(Successor&)>;
  // None if there is no state at the start.
  std::vector<Population> initial() const;
  // All steps; nothing is forgotten in what they lead to.
  void of(const Population& from, const std::function<void(const Actor&, Successor&)>& sink);
  // A single one, perhaps with several results, always in the same order.
  void of(const Population& from, const Actor& actor, const Sink& sink);
  // States before the check in which it fails, for a check that the actor stands at.
  void failures(const Population& from, const Actor& actor, const Sink& sink);
  // Makes unknown what nothing in the future depends on.
  void forget(Population& of) const;

  const PackedProgram& packed() const { return packed_; }
  const Contradictions& contradictions() const { return contradictions_; }
  uint64_t steps() const { return steps_; }
  bool is_bounded() const { return is_bounded_; }  // a thread that was one too many was not spawned
  bool is_exact() const { return stepper_.is_exact(); }
  // Of the actors that can be there; their edges may be blocked.
  std::vector<Actor> actors(const Population& from) const;

 private:
  bool can_take(const Population& from, const Actor& actor);
  void take(const Population& from, const Actor& actor, const PackedEdge& edge, bool is_moving, const Sink& sink);
  void settle(Successor& made, const Sink& sink) const;

  const BroadcastProgram& program_;
  const SuccessorOptions options_;
  PackedProgram packed_;
  std::optional<BroadcastLive> live_;
  Stepper stepper_;
  Contradictions contradictions_;
  uint64_t steps_ = 0;
  bool is_bounded_ = false;
};

}  // namespace fencepost::boolean
