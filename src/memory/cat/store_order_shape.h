// Does a cat program have the shape of a store-order model? All that it requires must be
//   acyclic (fixed | rf | co | fr ...)   any mix of the communication relations, whole, internal or external, and of
//                                        expressions that no choice changes (program order, fences, dependencies),
//   acyclic section? ; (... \ section) ; section?   the same with each atomic section as one node, and
//   empty fixed & (fr ; co)              no foreign write between the halves of a read-modify-write;
// and one of the acyclic axioms must contain all of co. SC, TSO and PSO have it; it is found by reading the program, so
// a user's model in that shape is as fast as ours. Choosing by a model's name was ruled out by design.
// "No choice changes" also means that a pair, once in the expression, stays there when events are added: reasons found on
// one graph are used on others. So a difference may only take away what two events show by themselves.
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
  bool over_sections = false;  // sections are one node each
  std::vector<const Expr*> fixed;
  bool program_order = false;  // all of it, and what starts and ends of threads order
  Part rf, co, fr;
};

struct AtomicAxiom {
  std::string name;
  const Expr* pairs = nullptr;
  bool updates = false;  // the pairs are those of all read-modify-writes
  Part fr, co;
};

struct StoreOrderShape {
  std::vector<OrderAxiom> orders;
  std::vector<AtomicAxiom> atomic;

  bool forwards =
      true;  // all that the axioms name of fixed order goes the way that threads run, all pairs are of updates

  // Does it allow only interleavings, in which sections and updates are one step each?
  bool interleaves() const;
  // And does it allow all of them? In one, program order and communication go forward in time, so no axiom has a cycle, and
  // nothing comes between the halves of an update.
  bool allows_interleavings() const { return forwards; }
};

std::optional<StoreOrderShape> store_order_shape(const Program& program);

}  // namespace fencepost::memory::cat
