// Does a cat program have the shape of a store-order model? All that it requires must be
//   acyclic (fixed | rf | co | fr ...)   any mix of the communication relations, whole, internal or external, and of
//                                        expressions that no choice changes (program order, fences, dependencies),
//   acyclic section? ; (... \ section) ; section?   the same with each atomic section as one node, and
//   empty fixed & (fr ; co)              no foreign write between the halves of a read-modify-write;
// and one of the acyclic axioms must contain all of co. SC, TSO and PSO have it; it is found by reading the program, so
// a user's model in that shape is as fast as ours. Choosing by a model's name was ruled out by design.
// "No choice changes" also means that a pair in the expression stays there when events are added, since reasons found on one
// graph are used on others. So a difference may subtract only pairs that are determined by their two events alone.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "memory/cat/program.h"

namespace fencepost::memory::cat {

struct Part {
  bool internal = false, external = false;
  bool whole() const { return internal && external; }
};

struct OrderAxiom {
  std::string name;
  bool over_sections = false;  // each atomic section is one node
  std::vector<const Expr*> fixed;
  bool program_order = false;  // `fixed` contains po and the order of threads' starts and ends
  Part rf, co, fr;
};

struct AtomicAxiom {
  std::string name;
  const Expr* pairs = nullptr;
  bool updates = false;  // `pairs` is the whole relation rmw
  Part fr, co;
};

struct StoreOrderShape {
  std::vector<OrderAxiom> orders;
  std::vector<AtomicAxiom> atomic;

  // All fixed edges of the axioms go forward in program order or from a thread's creation to its join, and all pairs are of
  // updates.
  bool forwards = true;

  // Are all executions that the model allows interleavings, with each section and each update as one step?
  bool interleaves() const;
  // Does the model allow all interleavings? In an interleaving, program order and communication go forward in time,
  // so no axiom has a cycle, and no write comes between the halves of an update.
  bool allows_interleavings() const { return forwards; }
};

std::optional<StoreOrderShape> store_order_shape(const Program& program);

}  // namespace fencepost::memory::cat
