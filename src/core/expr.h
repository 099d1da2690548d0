// Pure Core expressions: no side effect, no undefined behaviour, no implicit conversion. What ISO C leaves
// undefined is an explicit check statement before the expression (core.h); here every operator is total:
// integer operators wrap, division by zero gives 0, shifts by too much give 0 (or the sign), pointer
// arithmetic wraps in its offset.
//
// A pointer is (object, offset in bytes) together with a view (core/views.h), which comparisons ignore. Object 0 is
// "no object": null is (0, 0), and an integer cast to a pointer that designates nothing is (0, integer).
//
// Each value may be *unspecified* (read from storage that was never written, C11 3.19.2). Copies and conversions
// propagate unspecifiedness (propagates_unspecified); all other operators yield specified values, since elaboration
// checks their operands first.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "logic/term.h"

namespace fencepost::core {

using logic::Bits;
using logic::SignedBits;

enum class TypeKind : uint8_t { boolean, integer, floating, pointer };

// The type of a value that fits a register. Aggregates live in memory only.
struct Type {
  TypeKind kind = TypeKind::integer;
  bool is_signed = false;  // integer
  uint16_t bits = 0;       // integer, floating: value bits (long double on x86: 80); pointer: width in memory
  uint16_t bytes = 0;      // size in memory

  bool operator==(const Type&) const = default;
};
inline Type boolean_type() { return {TypeKind::boolean, false, 1, 1}; }
inline Type int_type(unsigned bits, bool is_signed) {
  return {TypeKind::integer, is_signed, static_cast<uint16_t>(bits), static_cast<uint16_t>(bits / 8)};
}
inline Type float_type(unsigned bits) {
  return {TypeKind::floating, true, static_cast<uint16_t>(bits), static_cast<uint16_t>(bits == 80 ? 16 : bits / 8)};
}
inline Type pointer_type(unsigned bytes) {
  return {TypeKind::pointer, false, static_cast<uint16_t>(8 * bytes), static_cast<uint16_t>(bytes)};
}

// Dense indices; see core.h for the tables that they index.
enum class Reg : uint32_t {};
enum class GlobalId : uint32_t {};
enum class FunctionId : uint32_t {};
inline uint32_t index(Reg reg) { return static_cast<uint32_t>(reg); }
inline uint32_t index(GlobalId id) { return static_cast<uint32_t>(id); }
inline uint32_t index(FunctionId id) { return static_cast<uint32_t>(id); }

enum class ExprOp : uint8_t {
  constant,  // `value`: integer bits, IEEE bits of a float, 0/1 of a Boolean; for pointers the integer of (0,
             // value)
  reg,       // `reg`
  global,    // address of `global`
  function,  // address of `function`
  // integer and floating arithmetic: operands and result of one type; div, rem, shr follow the type's
  // signedness. shl and shr: the count may have any integer type and is taken as an unsigned number
  add,
  sub,
  mul,
  div,
  rem,
  neg,
  bit_and,
  bit_or,
  bit_xor,
  bit_not,
  shl,
  shr,
  // comparisons: operands of one type, Boolean result. Floats: IEEE. Pointers: eq and ne compare object and
  // offset; lt and le compare offsets (the same-object check comes before)
  eq,
  ne,
  lt,
  le,
  // Boolean
  log_and,
  log_or,
  log_not,
  select,  // Boolean, then, else (any one type)
  // conversions of args[0] to `type`
  bool_to_int,  // 0 or 1
  int_cast,     // truncate, or extend by the signedness of the operand's type
  int_to_float,
  float_to_int,  // truncates toward zero; 0 where the value does not fit (a check comes before)
  float_cast,
  bits_to_float,
  float_to_bits,  // same width, representation kept
  // pointers
  ptr_to_int,  // the address: base(object) + offset, cut or zero-extended to `type`; (0, v) gives v
  int_to_ptr,  // a pointer into the object whose [base, base+size] holds the address, if ptr_to_int has exposed
               // that object before (PNVI-ae, core/memory_bytes.h); (0, v) otherwise
  ptr_add,     // pointer, signed byte offset (integer of pointer width)
  ptr_size,    // size in bytes of the object designated (alive or not), as `type`; 0 for no object
  ptr_diff,    // byte difference of the offsets, as `type`
  // predicates for checks; Boolean
  specified,  // args[0] is a reg: no bit of it is unspecified
  add_fits,
  sub_fits,
  mul_fits,    // the exact result of args[0] op args[1] fits their (signed or unsigned) type
  float_fits,  // args[0] floating, truncated, fits integer type `type2`
  is_nan,
  ptr_is_null,  // (0, 0)
  ptr_is_data,  // designates a data object (object != 0 and not a function)
  ptr_is_function,
  ptr_alive,       // the object's lifetime has not ended; true for (0, v) and functions
  ptr_is_heap,     // the object came from an allocation function (alive or freed)
  ptr_at_start,    // offset == 0
  ptr_in_bounds,   // args[1] bytes (integer of pointer width) from the pointer lie inside its object
  ptr_in_or_past,  // offset within [0, size]
  // Both hold as well where ptr_to_int has exposed the object before and the address is a multiple of args[1] (constant).
  ptr_aligned,       // the offset is a multiple of args[1]; the base is taken as aligned for everything
  ptr_base_aligned,  // the object was declared or allocated with alignment >= args[1]
  ptr_writable,      // neither const-defined nor a literal
  ptr_is_literal,    // designates a string literal
  ptr_same_object,
  ptr_overlap,   // args: p, bytes of p, q, bytes of q: the ranges share a byte
  ptr_adjacent,  // different objects, one pointer one past the end of its object, the other at the start of
                 // its own, and the addresses are equal (C11 6.5.9p6: comparing them equal is unspecified)
  ptr_callable,  // designates a function whose signature is compatible with `text` (see Function::signature)
  // views of pointers (core/views.h)
  ptr_view,      // args: p, start, bytes: p with a view of these bytes alone (a member, an array inside an object)
  ptr_unview,    // args[0] with a view of its whole object
  ptr_in_view,   // args[1] bytes from the pointer lie inside its view
  ptr_based,     // args[0], based on the restricted pointer number `value` as well (C11 6.7.3.1p3)
  ptr_is_based,  // is args[0] based on the restricted pointer number `value`?
  ptr_holds,  // the object has no declared type, or one with the scalar type `text` at this offset (core.h: DeclaredType)
  ptr_shadow,  // the same offset in the shadow of the object (Alloc::shadow); (0, offset) if the object has no shadow
};

struct Expr;
using ExprPtr = std::shared_ptr<const Expr>;

struct Expr {
  ExprOp op = ExprOp::constant;
  Type type;
  Type type2;  // float_fits
  Bits value = 0;
  Reg reg{};
  GlobalId global{};
  FunctionId function{};
  std::string text;
  std::vector<ExprPtr> args;
};

// Builders. They fold integer constants and trivial Booleans, and nothing more, so that printed Core stays readable.
ExprPtr constant(Bits value, Type type);
ExprPtr truth(bool value);
ExprPtr reg_expr(Reg reg, Type type);
ExprPtr global_expr(GlobalId global, Type pointer);
ExprPtr function_expr(FunctionId function, Type pointer);
ExprPtr make(ExprOp op, Type type, std::vector<ExprPtr> args);
ExprPtr log_not(ExprPtr a);
ExprPtr log_and(ExprPtr a, ExprPtr b);

bool is_constant(const ExprPtr& expr);
// Is the result unspecified if the operand is? True for int_cast, int_to_float, float_cast, bits_to_float,
// float_to_bits, bool_to_int, ptr_to_int, int_to_ptr and for the chosen branch of select.
bool propagates_unspecified(ExprOp op);

std::string to_string(const Type& type);
std::string to_string(const Expr& expr);

}  // namespace fencepost::core
