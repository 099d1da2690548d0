// Which further events does a pair of a static expression need? Program order between two events needs none; an order
// through a fence needs the fence. The answer is a set of events such that the pair is in the expression in every graph
// that has them (for expressions that only grow with the graph, see store_order_shape.h). The explainer answers the same
// for people and for all relations, with base edges, but evaluates whole relations for each pair; here rows are enough.
#pragma once

#include <map>
#include <set>
#include <vector>

#include "memory/cat/evaluator.h"

namespace fencepost::memory::cat {

class Support {
 public:
  explicit Support(Evaluator& evaluator);  // bound to the graph

  // Adds the events, besides these two, that (from, to) needs in order to be in `e`.
  void pair(const Expr& e, EventId from, EventId to, std::set<EventId>& events);
  bool holds(const Expr& e, EventId from, EventId to);

 private:
  // The arguments of the functions that are being walked, each in the scope of its own call.
  struct Scope {
    std::vector<const Expr*> arguments;  // innermost first, as local variables count
    const Scope* outer = nullptr;
  };

  void edge(const Expr& e, EventId from, EventId to, const Scope* scope);
  void member(const Expr& e, EventId event, const Scope* scope);
  void sequence(const Expr& e, EventId from, EventId to, const Scope* scope);
  void closure(const Expr& e, EventId from, EventId to, const Scope* scope);
  const Value* value(const Expr& e, const Scope* scope);  // null: such an expression is not evaluated here
  const Expr* call(const Expr& e, const Scope* scope, Scope& inner) const;
  const Expr* argument(const Expr& e, const Scope*& scope) const;
  void need(EventId e) { events_->insert(e); }
  void need_all();

  Evaluator& evaluator_;
  std::map<uint32_t, const Expr*> definitions_;  // by slot, without recursive definitions
  std::set<uint32_t> base_;
  std::map<const Expr*, Value> values_;
  std::set<EventId>* events_ = nullptr;
};

}  // namespace fencepost::memory::cat
