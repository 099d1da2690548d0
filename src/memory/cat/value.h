// Values of the cat language: event sets and relations (the ordinary ones), single events and pairs (what `forall` and
// `match` bind), collections (sets of relations, sets of sets, sets of tags), tuples, functions, and choices: the
// unevaluated result of generate_cos, generate_orders and cross, which evaluator.h enumerates with pruning instead of
// building the cross product. The empty value belongs to every set type, as 0 and {} do in cat.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "memory/cat/ast.h"
#include "memory/execution_graph.h"

namespace fencepost::memory::cat {

class Value;
struct Environment;
using EnvironmentPtr = std::shared_ptr<const Environment>;

// One factor of a choice: either explicit alternatives, or all total orders of `elements` that extend `partial`.
struct Factor {
  std::vector<Relation> alternatives;
  EventSet elements;
  Relation partial;
  bool order = false;
};

struct Choices {
  std::vector<Factor> factors;
};

struct Closure {
  const Expr* function = nullptr;
  EnvironmentPtr environment;
  const std::vector<Binding>* group = nullptr;  // recursive functions defined together; environment excludes them
};

enum class Primitive : uint8_t {
  domain,
  range,
  linearisations,
  classes_loc,
  classes,
  tag_to_events,
  different_values,
  generate_orders,
  co_locs,
  cross,
  identity_function,
};

class Value {
 public:
  enum class Kind : uint8_t { empty, set, relation, event, pair, collection, tuple, closure, primitive, tag, choices };

  Value() = default;
  Value(EventSet set) : kind_(Kind::set), data_(std::make_shared<const EventSet>(std::move(set))) {}
  Value(Relation r) : kind_(Kind::relation), data_(std::make_shared<const Relation>(std::move(r))) {}
  Value(Closure c) : kind_(Kind::closure), data_(std::make_shared<const Closure>(std::move(c))) {}
  Value(Choices c) : kind_(Kind::choices), data_(std::make_shared<const Choices>(std::move(c))) {}
  static Value event(EventId e) { return Value(Kind::event, e, 0); }
  static Value pair(EventId a, EventId b) { return Value(Kind::pair, a, b); }
  static Value primitive(Primitive p) { return Value(Kind::primitive, static_cast<uint32_t>(p), 0); }
  static Value tag(uint32_t id) { return Value(Kind::tag, id, 0); }
  static Value collection(std::vector<Value> items) { return Value(Kind::collection, std::move(items)); }
  static Value tuple(std::vector<Value> items) { return Value(Kind::tuple, std::move(items)); }

  Kind kind() const { return kind_; }
  const EventSet& as_set() const { return *static_cast<const EventSet*>(data_.get()); }
  const Relation& as_relation() const { return *static_cast<const Relation*>(data_.get()); }
  const Closure& as_closure() const { return *static_cast<const Closure*>(data_.get()); }
  const Choices& as_choices() const { return *static_cast<const Choices*>(data_.get()); }
  const std::vector<Value>& items() const { return *static_cast<const std::vector<Value>*>(data_.get()); }
  EventId first() const { return a_; }
  EventId second() const { return b_; }

  bool operator==(const Value& other) const;

 private:
  Value(Kind kind, uint32_t a, uint32_t b) : kind_(kind), a_(a), b_(b) {}
  Value(Kind kind, std::vector<Value> items)
      : kind_(kind), data_(std::make_shared<const std::vector<Value>>(std::move(items))) {}

  Kind kind_ = Kind::empty;
  uint32_t a_ = 0, b_ = 0;
  std::shared_ptr<const void> data_;
};

const char* kind_name(Value::Kind kind);
// False also of values that are no relation, or no set.
bool contains(const Value& v, EventId a, EventId b);
bool contains(const Value& v, EventId a);

// Local variables, innermost first.
struct Environment {
  Value value;
  EnvironmentPtr next;
};

}  // namespace fencepost::memory::cat
