// Hash-consed terms over Booleans, bit-vectors (1..128 bits), mathematical integers and IEEE floats.
//
// A Term is a handle into its Terms factory: structurally equal terms of one factory are the same handle, ids
// are dense and grow with creation (so iteration by id is deterministic and topological), and every builder
// simplifies: constants fold, identities vanish, and what symbolic execution produces at joins collapses (see
// simplify notes in terms.cpp). Rejected: solver-native terms (Z3's AST) as our language; they tie engines to
// one solver and cost a lock each.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fencepost::logic {

// Widths above 64 arise from overflow checks of 64-bit products and from __int128.
__extension__ typedef unsigned __int128 Bits;
__extension__ typedef __int128 SignedBits;

enum class SortKind : uint8_t { boolean, bitvec, integer, floating };

struct Sort {
  SortKind kind = SortKind::boolean;
  uint16_t width = 0;  // bitvec: bits; floating: total bits (16, 32, 64, 80, 128)
  bool operator==(const Sort&) const = default;
};
inline Sort bool_sort() { return {SortKind::boolean, 0}; }
inline Sort bv_sort(unsigned width) { return {SortKind::bitvec, static_cast<uint16_t>(width)}; }
inline Sort int_sort() { return {SortKind::integer, 0}; }
inline Sort float_sort(unsigned width) { return {SortKind::floating, static_cast<uint16_t>(width)}; }

// Mathematical-integer constants are limited to the range of SignedBits, which covers every C type we model.
enum class Op : uint8_t {
  constant,
  variable,
  // Boolean (eq and ite work on every sort)
  not_,
  and_,
  or_,
  eq,
  ite,
  // bit-vectors; division follows SMT-LIB for a zero divisor (callers guard it)
  bv_add,
  bv_sub,
  bv_mul,
  bv_udiv,
  bv_urem,
  bv_sdiv,
  bv_srem,
  bv_neg,
  bv_and,
  bv_or,
  bv_xor,
  bv_not,
  bv_shl,
  bv_lshr,
  bv_ashr,
  bv_ult,
  bv_ule,
  bv_slt,
  bv_sle,
  bv_concat,
  bv_extract,
  bv_zext,
  bv_sext,
  // integers; div and mod are SMT-LIB's (Euclidean)
  int_add,
  int_sub,
  int_mul,
  int_div,
  int_mod,
  int_neg,
  int_lt,
  int_le,
  bv_to_int_unsigned,
  bv_to_int_signed,
  int_to_bv,
  // floats, rounding to nearest even except float-to-integer, which truncates (ISO C11 6.3.1.4) and is zero where the
  // truncated value does not fit (callers guard it). A float is its bit pattern: fp_to_bits and fp_from_bits lose
  // nothing, fp_neg flips the sign bit, and every other operator that yields a NaN yields the positive quiet one.
  fp_add,
  fp_sub,
  fp_mul,
  fp_div,
  fp_neg,
  fp_lt,
  fp_le,
  fp_eq,
  fp_is_nan,
  fp_is_inf,
  fp_to_fp,
  fp_from_sbv,
  fp_from_ubv,
  fp_to_sbv,
  fp_to_ubv,
  fp_from_bits,
  fp_to_bits,
};

struct Node;

class Term {
 public:
  Term() = default;
  explicit Term(const Node* node) : node_(node) {}
  explicit operator bool() const { return node_ != nullptr; }
  bool operator==(const Term&) const = default;
  const Node* operator->() const { return node_; }
  const Node& operator*() const { return *node_; }

  uint32_t id() const;
  Op op() const;
  Sort sort() const;
  std::span<const Term> args() const;
  Bits value() const;               // constants: bits, two's complement for Int, IEEE bits for floats, 0/1 for Bool
  const std::string& name() const;  // variables
  bool is_const() const;
  bool is_true() const;
  bool is_false() const;

 private:
  const Node* node_ = nullptr;
};

// At most three operands, kept in the node: terms are made by the million, and an allocation each would dominate.
class Operands {
 public:
  Operands() = default;
  explicit Operands(std::span<const Term> terms);
  const Term* begin() const { return terms_; }
  const Term* end() const { return terms_ + size(); }
  const Term* data() const { return terms_; }
  size_t size() const { return terms_[0] ? terms_[1] ? terms_[2] ? 3 : 2 : 1 : 0; }
  bool empty() const { return !terms_[0]; }
  Term operator[](size_t index) const { return terms_[index]; }
  bool operator==(const Operands&) const = default;

 private:
  Term terms_[3];
};

// One cache line.
struct Node {
  uint32_t id = 0;
  Op op = Op::constant;
  Sort sort;
  uint16_t hi = 0, lo = 0;            // bv_extract
  const std::string* name = nullptr;  // variables
  Operands args;
  Bits value = 0;
};

inline uint32_t Term::id() const { return node_->id; }
inline Op Term::op() const { return node_->op; }
inline Sort Term::sort() const { return node_->sort; }
inline std::span<const Term> Term::args() const { return {node_->args.data(), node_->args.size()}; }
inline Bits Term::value() const { return node_->value; }
inline const std::string& Term::name() const { return *node_->name; }
inline bool Term::is_const() const { return node_->op == Op::constant; }
inline bool Term::is_true() const { return is_const() && node_->sort.kind == SortKind::boolean && node_->value == 1; }
inline bool Term::is_false() const { return is_const() && node_->sort.kind == SortKind::boolean && node_->value == 0; }

class Terms {
 public:
  Terms();
  ~Terms();
  Terms(const Terms&) = delete;
  Terms& operator=(const Terms&) = delete;

  // Leaves.
  Term boolean(bool value);
  Term bv(Bits value, unsigned width);
  Term integer(SignedBits value);
  Term fp(double value, unsigned width);  // 32 or 64
  Term fp_bits(Bits bits, unsigned width);
  Term fresh(std::string_view name, Sort sort);  // a new variable each call; the name is only for people

  // Boolean.
  Term not_(Term a);
  Term and_(Term a, Term b);
  Term or_(Term a, Term b);
  Term and_(std::span<const Term> conjuncts);
  Term or_(std::span<const Term> disjuncts);
  Term implies(Term a, Term b) { return or_(not_(a), b); }
  Term ite(Term condition, Term then_value, Term else_value);
  Term eq(Term a, Term b);  // structural/IEEE-bit equality on floats; see fp_eq
  Term ne(Term a, Term b) { return not_(eq(a, b)); }

  // Any operator of two or one argument of the bit-vector, integer and float groups above, by name.
  Term binary(Op op, Term a, Term b);
  Term unary(Op op, Term a);  // neg, not, fp predicates, fp_to_bits
  Term extract(Term a, unsigned hi, unsigned lo);
  Term concat(Term high, Term low) { return binary(Op::bv_concat, high, low); }
  Term zext(Term a, unsigned width);  // to that width; the same width is the identity
  Term sext(Term a, unsigned width);
  // Conversions whose result sort is a parameter: int_to_bv, fp_to_fp, fp_from_*, fp_to_*bv, fp_from_bits.
  Term convert(Op op, Term a, Sort to);

  size_t size() const;  // how many distinct terms exist

 private:
  Term extend(Op op, Term a, unsigned width);

  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// Two's complement of the low `width` bits.
SignedBits as_signed(Bits value, unsigned width);
Bits low_bits(Bits value, unsigned width);

// SMT-LIB-like text, sharing shown by `let`-free names only for variables; for goldens and logs.
std::string to_string(Term term);

}  // namespace fencepost::logic

template <>
struct std::hash<fencepost::logic::Term> {
  size_t operator()(fencepost::logic::Term term) const noexcept { return term ? term.id() + 1 : 0; }
};
