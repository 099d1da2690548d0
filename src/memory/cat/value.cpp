#include "memory/cat/value.h"

namespace fencepost::memory::cat {

bool Value::operator==(const Value& other) const {
  if (kind_ != other.kind_) {
    // An empty set of any type equals {}.
    const Value& some = kind_ == Kind::empty ? other : *this;
    if (kind_ != Kind::empty && other.kind_ != Kind::empty) return false;
    if (some.kind_ == Kind::set) return some.as_set().none();
    if (some.kind_ == Kind::relation) return some.as_relation().none();
    return some.kind_ == Kind::collection && some.items().empty();
  }
  switch (kind_) {
    case Kind::empty:
      return true;
    case Kind::set:
      return as_set() == other.as_set();
    case Kind::relation:
      return as_relation() == other.as_relation();
    case Kind::collection:
    case Kind::tuple:
      return items() == other.items();
    case Kind::event:
    case Kind::pair:
    case Kind::tag:
    case Kind::primitive:
      return a_ == other.a_ && b_ == other.b_;
    case Kind::closure:
    case Kind::choices:
      return data_ == other.data_;
  }
  return false;
}

const char* kind_name(Value::Kind kind) {
  switch (kind) {
    case Value::Kind::empty:
      return "the empty set";
    case Value::Kind::set:
      return "a set of events";
    case Value::Kind::relation:
      return "a relation";
    case Value::Kind::event:
      return "an event";
    case Value::Kind::pair:
      return "a pair of events";
    case Value::Kind::collection:
      return "a set of values";
    case Value::Kind::tuple:
      return "a tuple";
    case Value::Kind::closure:
    case Value::Kind::primitive:
      return "a function";
    case Value::Kind::tag:
      return "a tag";
    case Value::Kind::choices:
      return "a set of orders";
  }
  return "a value";
}

bool contains(const Value& v, EventId a, EventId b) {
  return v.kind() == Value::Kind::relation && v.as_relation().test(a, b);
}
bool contains(const Value& v, EventId a) { return v.kind() == Value::Kind::set && v.as_set().test(a); }

}  // namespace fencepost::memory::cat
