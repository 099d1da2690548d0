#include "logic/readable.h"

#include <fmt/format.h>

#include <optional>
#include <string_view>

#include "logic/print.h"

namespace fencepost::logic {

namespace {

// How tightly operators bind, as in C, but && inside || has parentheses.
enum Strength : uint8_t { kWhole, kOr, kAnd, kCompare, kArithmetic, kUnary };

struct Infix {
  std::string_view sign;
  Strength strength;
};

std::optional<Infix> infix_of(Op op) {
  switch (op) {
    case Op::and_:
      return Infix{" && ", kAnd};
    case Op::or_:
      return Infix{" || ", kOr};
    case Op::eq:
      return Infix{" == ", kCompare};
    case Op::bv_ult:
    case Op::bv_slt:
    case Op::int_lt:
    case Op::fp_lt:
      return Infix{" < ", kCompare};
    case Op::bv_ule:
    case Op::bv_sle:
    case Op::int_le:
    case Op::fp_le:
      return Infix{" <= ", kCompare};
    case Op::bv_add:
    case Op::int_add:
    case Op::fp_add:
      return Infix{" + ", kArithmetic};
    case Op::bv_sub:
    case Op::int_sub:
    case Op::fp_sub:
      return Infix{" - ", kArithmetic};
    case Op::bv_mul:
    case Op::int_mul:
    case Op::fp_mul:
      return Infix{" * ", kArithmetic};
    case Op::bv_and:
      return Infix{" & ", kArithmetic};
    case Op::bv_or:
      return Infix{" | ", kArithmetic};
    case Op::bv_xor:
      return Infix{" ^ ", kArithmetic};
    case Op::bv_shl:
      return Infix{" << ", kArithmetic};
    default:
      return std::nullopt;
  }
}

// Of the negation of a comparison.
std::optional<std::string_view> opposite(Op op) {
  switch (op) {
    case Op::eq:
      return " != ";
    case Op::bv_ult:
    case Op::bv_slt:
    case Op::int_lt:
      return " >= ";
    case Op::bv_ule:
    case Op::bv_sle:
    case Op::int_le:
      return " > ";
    default:
      return std::nullopt;
  }
}

class ReadableText {
 public:
  ReadableText(size_t longest, const std::function<std::string(const Term&)>& name) : longest_(longest), name_(name) {}

  void write(Term term, Strength around) {
    if (out_.size() > longest_) return;
    if (term.op() == Op::variable) {
      out_ += name_ ? name_(term) : term.name();
    } else if (term.is_const()) {
      write_constant(term);
    } else if (term.op() == Op::not_) {
      write_negation(term.args()[0], around);
    } else if (auto infix = infix_of(term.op())) {
      write_joined(term, infix->sign, infix->strength, around);
    } else {
      out_ += fmt::format("{}(", op_name(term.op()));
      for (size_t i = 0; i < term.args().size(); ++i) {
        if (i > 0) out_ += ", ";
        write(term.args()[i], kWhole);
      }
      out_ += ")";
    }
  }

  std::string take() {
    if (out_.size() > longest_) out_.replace(longest_, std::string::npos, " ...");
    return std::move(out_);
  }

 private:
  void write_joined(Term term, std::string_view sign, Strength strength, Strength around) {
    const bool is_chain = term.op() == Op::and_ || term.op() == Op::or_;
    const bool is_inside = is_chain ? around != kWhole && around != strength : around >= strength;
    if (is_inside) out_ += "(";
    for (size_t i = 0; i < term.args().size(); ++i) {
      if (i > 0) out_ += sign;
      write(term.args()[i], strength);
    }
    if (is_inside) out_ += ")";
  }

  void write_negation(Term term, Strength around) {
    if (auto sign = opposite(term.op())) {
      write_joined(term, *sign, kCompare, around);
      return;
    }
    out_ += "!";
    write(term, kUnary);
  }

  void write_constant(Term term) {
    const Sort sort = term.sort();
    if (sort.kind != SortKind::bitvec || sort.width > 64) {
      out_ += to_string(term);
      return;
    }
    const bool is_negative = sort.width > 1 && (term.value() >> (sort.width - 1)) != 0;
    const Bits magnitude = is_negative ? (Bits{1} << sort.width) - term.value() : term.value();
    out_ += fmt::format("{}{}", is_negative ? "-" : "", static_cast<uint64_t>(magnitude));
  }

  size_t longest_;
  const std::function<std::string(const Term&)>& name_;
  std::string out_;
};

}  // namespace

std::string readable(Term term, size_t longest, const std::function<std::string(const Term&)>& name) {
  ReadableText text(longest, name);
  text.write(term, kWhole);
  return text.take();
}

}  // namespace fencepost::logic
