// Evaluates a compiled cat program on an execution graph, level by level (program.h), and enumerates the choices that
// the model leaves open above a given reads-from: final writes, coherence orders, `with ... from`. A total order is
// built one event at a time and judged as it grows by the monotone checks, so most orders are never completed.
// One evaluator serves one graph at a time; it is cheap to rebind. Not thread-safe: one evaluator a thread.
#pragma once

#include <functional>
#include <vector>

#include "base/budget.h"
#include "memory/cat/program.h"

namespace fencepost::memory::cat {

// The choices that a graph leaves open at one location: the final write, if it is observed, and the coherence order
// of its writes, the initial one first.
struct OpenLocation {
  EventSet writes;
  EventId initial = 0;
  bool has_initial = false;
  bool observed = false;
};

class Evaluator {
 public:
  // at_least: an under-approximation, in which differences and complements that may shrink (Program::shrinking) are
  // empty. A pair that is then in a relation is in it in every graph that extends this one.
  enum class Values { exact, at_least };
  explicit Evaluator(const Program& program, Values values = Values::exact);

  // Bind sets and static relations; evaluates level 0. False when a static check already fails.
  bool bind(const ExecutionGraph& graph);
  void set_budget(Budget* budget) { budget_ = budget; }
  // Values of events, for different-values; may be left unset.
  void set_values(const std::vector<int64_t>* values) { values_ = values; }

  // Judges partial reads-from and coherence; false: no graph that has these edges is allowed.
  bool may_grow(const Relation& rf, const Relation& co);
  // Judges the level of reads-from; rf is complete.
  bool complete_rf(const Relation& rf);

  // Visits every choice of the rest that satisfies all checks, until `visit` returns false; then returns false, too.
  using Visit = std::function<bool()>;
  bool for_each_completion(const std::vector<OpenLocation>& locations, const Visit& visit);

  // The choices of the current visit.
  const Relation& rf() const { return rf_; }
  const Relation& co() const { return co_; }  // empty unless native co is used or the model binds `co`
  const EventSet& finals() const { return finals_; }
  std::vector<std::string> raised_flags() const;  // the names of raised flags; "*undef*" stands for undefined_unless

  // Judge one complete graph whose rf and co are given; the checks that fail, in order.
  std::vector<const Op*> failing_checks(const ExecutionGraph& graph);
  // Has any choice of the model's own, since construction, had several alternatives of which one was taken?
  bool took_one_of_several() const { return took_one_of_several_; }
  Value evaluate(const Expr& expr) { return eval(expr, nullptr); }
  const Value& slot(uint32_t index) const { return slots_[index]; }
  const Value* named(std::string_view name) const;  // the last top-level definition of that name
  void evaluate_unneeded();                         // definitions that no check uses, for drawing

  const Program& program() const { return program_; }

 private:
  friend class Explainer;

  bool run_level(uint32_t level, bool partial);
  bool run_remaining(uint32_t level);  // what run_level(level, true) left out
  bool run_op(const Op& op);
  void run_let(const Op& op);
  bool check_holds(const Check& check);
  void bind_rf(const Relation& rf);
  void bind_co(const Relation& co);
  bool choose(uint32_t choice, const std::vector<OpenLocation>& locations, const Visit& visit);
  bool choose_finals(const std::vector<OpenLocation>& locations, size_t index, const Visit& visit);
  bool choose_factors(uint32_t choice, const std::vector<Factor>& factors, size_t index, const Relation& so_far,
                      const std::vector<OpenLocation>& locations, const Visit& visit);
  bool extend_order(uint32_t choice, const std::vector<Factor>& factors, size_t index, const EventSet& left,
                    const Relation& so_far, const std::vector<OpenLocation>& locations, const Visit& visit);
  bool judge(uint32_t choice, const Relation& value);
  const Op* with_op(uint32_t choice) const;

  Value eval(const Expr& e, const EnvironmentPtr& env);
  Value eval_apply(const Value& f, const Value& argument, const SourcePos& pos);
  Value eval_primitive(Primitive p, const Value& argument, const SourcePos& pos);
  Value eval_let(const Expr& e, EnvironmentPtr env);
  Value eval_match(const Expr& e, const EnvironmentPtr& env);
  bool eval_condition(const Condition& c, const EnvironmentPtr& env);
  EnvironmentPtr bind_parameters(const Expr& function, const Value& argument, EnvironmentPtr env,
                                 const SourcePos& pos) const;
  Value insert(const Value& element, const Value& into, const SourcePos& pos) const;
  Value unite(const Expr& e, const EnvironmentPtr& env);
  Value intersect(const Expr& e, const EnvironmentPtr& env);
  std::vector<Value> elements(const Value& v, const SourcePos& pos) const;
  std::vector<Factor> factors_of(const Value& v, const SourcePos& pos) const;
  std::vector<Relation> linearisations(const EventSet& set, const Relation& partial, const SourcePos& pos) const;
  std::vector<EventSet> classes(const EventSet& set, const Relation& equivalence) const;

  const EventSet& to_set(const Value& v, const SourcePos& pos) const;
  const Relation& to_relation(const Value& v, const SourcePos& pos) const;

  const Program& program_;
  const Values kept_;
  const ExecutionGraph* graph_ = nullptr;
  bool took_one_of_several_ = false;
  const std::vector<int64_t>* values_ = nullptr;
  Budget* budget_ = nullptr;
  size_t n_ = 0;
  std::vector<Value> slots_;
  std::vector<char> flag_raised_;  // per check
  std::vector<std::vector<const Op*>> by_level_;
  Relation empty_relation_, loc_, internal_, identity_, rf_, co_;
  EventSet empty_set_, universe_, finals_;
  size_t depth_ = 0;
  struct CommunicationSlots {
    std::vector<uint32_t> rf, rfe, rfi, co, coe, coi, fr, fre, fri, finals;
  } communication_;
};

}  // namespace fencepost::memory::cat
