#include "logic/c_expression.h"

#include <fmt/format.h>

namespace fencepost::logic {

namespace {

struct Inexpressible {};

const char* unsigned_type(unsigned width) {
  switch (width) {
    case 8:
      return "unsigned char";
    case 16:
      return "unsigned short";
    case 32:
      return "unsigned int";
    case 64:
      return "unsigned long long";
    default:
      throw Inexpressible{};
  }
}

const char* signed_type(unsigned width) {
  switch (width) {
    case 8:
      return "signed char";
    case 16:
      return "short";
    case 32:
      return "int";
    case 64:
      return "long long";
    default:
      throw Inexpressible{};
  }
}

const char* arithmetic_sign(Op op) {
  switch (op) {
    case Op::bv_add:
      return "+";
    case Op::bv_sub:
      return "-";
    case Op::bv_mul:
      return "*";
    case Op::bv_and:
      return "&";
    case Op::bv_or:
      return "|";
    case Op::bv_xor:
      return "^";
    default:
      throw Inexpressible{};
  }
}

class Writer {
 public:
  explicit Writer(size_t longest) : longest_(longest) {}

  std::string truth(Term term) { return checked(truth_of(term)); }

 private:
  // A tree of a term that shares parts may be far longer than the term.
  std::string checked(std::string text) const {
    if (text.size() > longest_) throw Inexpressible{};
    return text;
  }

  std::string truth_of(Term term) {
    switch (term.op()) {
      case Op::constant:
        return term.is_true() ? "1" : "0";
      case Op::not_:
        return "!" + truth(term.args()[0]);
      case Op::and_:
        return joined(term, " && ");
      case Op::or_:
        return joined(term, " || ");
      case Op::ite:
        return fmt::format("({} ? {} : {})", truth(term.args()[0]), truth(term.args()[1]), truth(term.args()[2]));
      case Op::eq:
        if (term.args()[0].sort().kind == SortKind::boolean)
          return fmt::format("({} == {})", truth(term.args()[0]), truth(term.args()[1]));
        return fmt::format("({} == {})", number(term.args()[0]), number(term.args()[1]));
      case Op::bv_ult:
        return fmt::format("({} < {})", number(term.args()[0]), number(term.args()[1]));
      case Op::bv_ule:
        return fmt::format("({} <= {})", number(term.args()[0]), number(term.args()[1]));
      case Op::bv_slt:
        return fmt::format("({} < {})", signed_number(term.args()[0]), signed_number(term.args()[1]));
      case Op::bv_sle:
        return fmt::format("({} <= {})", signed_number(term.args()[0]), signed_number(term.args()[1]));
      default:
        throw Inexpressible{};
    }
  }

  std::string joined(Term term, const char* sign) {
    std::string out;
    for (Term part : term.args()) {
      if (!out.empty()) out += sign;
      out = checked(std::move(out.append(truth(part))));
    }
    return "(" + out + ")";
  }

  static unsigned width_of(Term term) {
    if (term.sort().kind != SortKind::bitvec) throw Inexpressible{};
    return term.sort().width;
  }

  std::string signed_number(Term term) {
    const unsigned width = width_of(term);
    if (term.is_const() && width <= 32) {
      const uint64_t half = uint64_t{1} << (width - 1);
      const auto bits = static_cast<uint64_t>(term.value());
      if (bits < half) return fmt::format("{}", bits);
      if (bits > half) return fmt::format("-{}", 2 * half - bits);
    }
    if (term.op() == Op::variable) return fmt::format("({}){}", signed_type(width), term.name());
    return fmt::format("({}){}", signed_type(width), number(term));
  }

  // Of the unsigned type of that width.
  std::string number(Term term) {
    const unsigned width = width_of(term);
    const char* const type = unsigned_type(width);
    switch (term.op()) {
      case Op::constant:
        return fmt::format("{}{}", static_cast<uint64_t>(term.value()), width <= 32 ? "u" : "ull");
      case Op::variable:
        return fmt::format("({}){}", type, term.name());
      case Op::bv_zext:
        return fmt::format("({}){}", type, number(term.args()[0]));
      case Op::bv_sext:
        return fmt::format("({}){}", type, signed_number(term.args()[0]));
      case Op::ite:
        return checked(
            fmt::format("({} ? {} : {})", truth(term.args()[0]), number(term.args()[1]), number(term.args()[2])));
      case Op::bv_not:
        return fmt::format("({})~{}", type, widened(term.args()[0]));
      case Op::bv_neg:
        return fmt::format("({})-{}", type, widened(term.args()[0]));
      default:
        return checked(fmt::format("({})({} {} {})", type, widened(term.args()[0]), arithmetic_sign(term.op()),
                                   widened(term.args()[1])));
    }
  }

  // C promotes what is narrower than int to int, in which sums and products could overflow.
  std::string widened(Term term) {
    std::string text = number(term);
    return width_of(term) < 32 ? "(unsigned int)" + text : text;
  }

  size_t longest_;
};

}  // namespace

std::optional<std::string> c_expression(Term term, size_t longest) {
  try {
    return Writer(longest).truth(term);
  } catch (const Inexpressible&) {
    return std::nullopt;
  }
}

}  // namespace fencepost::logic
