// What the functions and macros of C litmus tests do: C11 atomics and the Linux kernel's. One table row a name; memory
// orders and kernel suffixes become event tags.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/litmus/value.h"

namespace fencepost::litmus {

struct CCall {
  enum class Kind {
    load,           // (place)
    store,          // (place, value)
    store_fence,    // (place, value), then a fence
    fence,          // ()
    located_fence,  // (place)
    exchange,       // (place, value) -> old
    compare,        // (place, expected, new) -> old
    compare_c11,    // (place, &expected, new [, order, order]) -> success
    fetch,          // (place, value) -> old, or new if returns_new
    add_unless,     // (place, value, unless) -> whether added
    lock,
    unlock,
    trylock,
    is_locked,
    ignore,
  } kind = Kind::ignore;
  bool place_is_pointer = true;  // the first argument is a pointer; else an lvalue such as *x
  bool value_first = false;      // kernel style: atomic_add(value, place)
  bool fixed_one = false;        // inc, dec: no value argument
  bool returns_new = false;
  bool returns_nothing = false;
  bool single_event = false;               // C11: a read-modify-write is one event
  bool orders_follow = false;              // C11 _explicit: memory orders are the last arguments
  std::optional<Operator> compare_result;  // *_and_test: compare the new value with zero
  Operator op = Operator::add;
  std::vector<std::string> tags;
};

std::optional<CCall> find_c_call(std::string_view name);
std::string memory_order_tag(std::string_view order);  // "memory_order_acquire" -> "ACQ"; empty if unknown

}  // namespace fencepost::litmus
