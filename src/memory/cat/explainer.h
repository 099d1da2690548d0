// Why is a pair in a relation? Walks the definition of the relation with the values that the evaluator computed and
// collects base edges: one side of a union (the one that needs fewer choices), the middle of a composition, a shortest
// path of a closure, both sides of an intersection, the round of a recursion in which the pair appeared. Differences and
// complements are explained by their left side: what is absent is not an edge. (CAAT, OOPSLA 2022, section 4.)
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "memory/cat/evaluator.h"

namespace fencepost::memory::cat {

struct NamedEdge {
  EventId from = 0, to = 0;
  std::string relation;
  auto operator<=>(const NamedEdge&) const = default;
};

class Explainer {
 public:
  explicit Explainer(Evaluator& evaluator);

  // Base edges from which (from, to) being in the value of `e` follows.
  void explain(const Expr& e, EventId from, EventId to) { edge(e, from, to, nullptr); }
  void explain_member(const Expr& e, EventId event) { member(e, event, nullptr); }
  // Base edges from which it follows that (from, to), whose events stay as they are, is not in `e`, because they put it
  // into what is subtracted there. False: it follows from something else.
  bool explain_absence(const Expr& e, EventId from, EventId to);
  // The pairs that have to be in what is subtracted, so that they are not in such an expression.
  struct Subtracted {
    const Expr* what;
    EventId from, to;
  };
  const std::vector<Subtracted>& subtracted() const { return subtracted_; }
  // The pair as a path of named relations: the names that the model's author chose.
  std::vector<NamedEdge> named_path(const Expr& e, EventId from, EventId to);

  const std::set<NamedEdge>& edges() const { return edges_; }

 private:
  struct Thunk;
  using ThunkPtr = std::shared_ptr<const Thunk>;
  // A local variable: the expression that it stands for, in its own scope.
  struct Thunk {
    const Expr* expr;
    ThunkPtr scope;  // of that expression
    Value value;
    ThunkPtr next;  // the enclosing local variable
    const std::vector<Binding>* group = nullptr;
  };

  void edge(const Expr& e, EventId from, EventId to, const ThunkPtr& scope);
  void member(const Expr& e, EventId event, const ThunkPtr& scope);
  void base_edge(uint32_t slot, EventId from, EventId to);
  void recursive_edge(const Op& op, uint32_t slot, EventId from, EventId to);
  void path(const Expr& e, size_t first, size_t last, EventId from, EventId to, const ThunkPtr& scope);
  // What a local variable stands for, or null if it is a value without an expression.
  static ThunkPtr local(const Expr& variable, ThunkPtr scope);
  Value value(const Expr& e, const ThunkPtr& scope);
  static EnvironmentPtr environment(const ThunkPtr& scope);
  bool apply(const Expr& e, const ThunkPtr& scope, const Expr*& body, ThunkPtr& inner);
  static std::vector<EventId> shortest_path(const Relation& r, EventId from, EventId to);
  size_t weight(const Expr& e) const;
  bool is_fixed(const Expr& e) const;

  Evaluator& evaluator_;
  std::map<uint32_t, std::string> base_;
  std::map<uint32_t, std::pair<const Op*, const Expr*>> definitions_;
  std::set<NamedEdge> edges_;
  std::vector<Subtracted> subtracted_;
  int depth_ = 0;
};

}  // namespace fencepost::memory::cat
