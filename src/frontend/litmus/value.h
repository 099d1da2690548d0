// Values of litmus programs: integers, addresses (a named location and a byte offset), code labels, instructions read
// as data, and symbolic expressions over what reads return. Expressions live in a pool a test; building one folds
// constants and the idioms that tests use for false dependencies (x xor x), exactly as a machine would compute them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace fencepost::litmus {

struct Value {
  enum class Kind : uint8_t { integer, address, label, text, node, unknown } kind = Kind::integer;
  uint32_t base = 0;   // address: location name; label: thread; text: string id; node: expression; unknown: read
  int64_t number = 0;  // integer: value; address: byte offset; label: instruction index

  static Value integer(int64_t n) { return {Kind::integer, 0, n}; }
  static Value address(uint32_t base, int64_t offset = 0) { return {Kind::address, base, offset}; }
  static Value label(uint32_t thread, int64_t index) { return {Kind::label, thread, index}; }
  static Value node(uint32_t id) { return {Kind::node, id, 0}; }
  static Value text(uint32_t id) { return {Kind::text, id, 0}; }
  static Value unknown(uint32_t read) { return {Kind::unknown, read, 0}; }

  bool ground() const { return kind != Kind::node; }
  bool operator==(const Value&) const = default;
  auto operator<=>(const Value&) const = default;
};

enum class Operator : uint8_t {
  read,  // what read event `id` returned
  add,
  sub,
  bit_and,
  bit_or,
  bit_xor,
  and_not,
  or_not,
  shift_left,
  shift_right,
  shift_right_signed,
  rotate_right,
  multiply,
  equal,
  not_equal,
  less,
  less_equal,
  greater,
  greater_equal,
  less_unsigned,
  less_equal_unsigned,
  logical_and,
  logical_or,
  logical_not,
  truncate,     // zero-extend from b bits
  sign_extend,  // sign-extend from b bits
  reverse_bits,
  reverse_bytes,
  divide,
  remainder,
  carry_add,     // carry out of a + b
  overflow_add,  // signed overflow of a + b
  carry_sub,     // no borrow in a - b
  overflow_sub,
  select,  // c ? a : b
};

struct Node {
  Operator op = Operator::read;
  uint8_t width = 64;
  Value a, b, c;
  uint32_t read = 0;
};

class ExpressionPool {
 public:
  Value read(uint32_t id);
  // Folds when the operands are ground; a result that is not an integer where one is needed stays symbolic.
  Value make(Operator op, uint8_t width, Value a, Value b = {}, Value c = {});
  const Node& operator[](uint32_t id) const { return nodes_[id]; }
  size_t size() const { return nodes_.size(); }

  // Evaluates with `of_read(id)` giving the value of a read (not ground: not known yet).
  template <typename F>
  Value evaluate(const Value& v, const F& of_read) const {
    if (v.kind != Value::Kind::node) return v;
    const Node& n = nodes_[v.base];
    if (n.op == Operator::read) return of_read(n.read);
    const Value a = evaluate(n.a, of_read), b = evaluate(n.b, of_read), c = evaluate(n.c, of_read);
    Value result;
    return fold(n.op, n.width, a, b, c, result) ? result : v;
  }

 private:
  static bool fold(Operator op, uint8_t width, const Value& a, const Value& b, const Value& c, Value& result);
  std::vector<Node> nodes_;
};

}  // namespace fencepost::litmus
