#include "logic/readable.h"

#include <fmt/format.h>

#include <optional>
#include <string_view>

#include "logic/print.h"

namespace fencepost::logic {

namespace {

std::optional<std::string_view> infix(Op op) {
  switch (op) {
    case Op::and_:
      return " && ";
    case Op::or_:
      return " || ";
    case Op::eq:
      return " == ";
    case Op::bv_add:
    case Op::int_add:
    case Op::fp_add:
      return " + ";
    case Op::bv_sub:
    case Op::int_sub:
    case Op::fp_sub:
      return " - ";
    case Op::bv_mul:
    case Op::int_mul:
    case Op::fp_mul:
      return " * ";
    case Op::bv_and:
      return " & ";
    case Op::bv_or:
      return " | ";
    case Op::bv_xor:
      return " ^ ";
    case Op::bv_shl:
      return " << ";
    case Op::bv_ult:
    case Op::bv_slt:
    case Op::int_lt:
    case Op::fp_lt:
      return " < ";
    case Op::bv_ule:
    case Op::bv_sle:
    case Op::int_le:
    case Op::fp_le:
      return " <= ";
    default:
      return std::nullopt;
  }
}

class Writer {
 public:
  explicit Writer(size_t longest) : longest_(longest) {}

  void write(Term term, bool is_inside) {
    if (out_.size() > longest_) return;
    if (term.op() == Op::variable) {
      out_ += term.name();
    } else if (term.is_const()) {
      write_constant(term);
    } else if (term.op() == Op::not_) {
      write_negation(term.args()[0]);
    } else if (term.op() == Op::ite) {
      write_joined(term, {" ? ", " : "}, is_inside);
    } else if (auto sign = infix(term.op())) {
      write_joined(term, {*sign, *sign}, is_inside);
    } else {
      out_ += fmt::format("{}(", op_name(term.op()));
      for (size_t i = 0; i < term.args().size(); ++i) {
        if (i > 0) out_ += ", ";
        write(term.args()[i], false);
      }
      out_ += ")";
    }
  }

  std::string take() {
    if (out_.size() > longest_) out_.replace(longest_, std::string::npos, " ...");
    return std::move(out_);
  }

 private:
  void write_joined(Term term, std::pair<std::string_view, std::string_view> signs, bool is_inside) {
    if (is_inside) out_ += "(";
    for (size_t i = 0; i < term.args().size(); ++i) {
      if (i > 0) out_ += i == 1 ? signs.first : signs.second;
      write(term.args()[i], true);
    }
    if (is_inside) out_ += ")";
  }

  void write_negation(Term term) {
    const bool is_equality = term.op() == Op::eq;
    const bool is_order = term.op() == Op::bv_ult || term.op() == Op::bv_slt || term.op() == Op::int_lt ||
                          term.op() == Op::bv_ule || term.op() == Op::bv_sle || term.op() == Op::int_le;
    if (is_equality || is_order) {
      const bool is_strict = term.op() == Op::bv_ult || term.op() == Op::bv_slt || term.op() == Op::int_lt;
      write(term.args()[0], true);
      out_ += is_equality ? " != " : is_strict ? " >= " : " > ";
      write(term.args()[1], true);
      return;
    }
    out_ += "!";
    write(term, true);
  }

  void write_constant(Term term) {
    const bool is_negative = term.sort().kind == SortKind::bitvec && term.sort().width > 1 && term.sort().width <= 64 &&
                             (term.value() >> (term.sort().width - 1)) != 0;
    if (!is_negative) {
      out_ += to_string(term);
      return;
    }
    const Bits magnitude = (Bits{1} << term.sort().width) - term.value();
    out_ += fmt::format("-{}", static_cast<uint64_t>(magnitude));
  }

  size_t longest_;
  std::string out_;
};

}  // namespace

std::string readable(Term term, size_t longest) {
  Writer writer(longest);
  writer.write(term, false);
  return writer.take();
}

}  // namespace fencepost::logic
