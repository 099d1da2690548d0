#include <fmt/format.h>

#include <bit>
#include <cmath>

#include "core/integer_ops.h"
#include "core/print.h"

namespace fencepost::core {

namespace {

std::string decimal(Bits value) {
  if (value == 0) return "0";
  std::string digits;
  for (; value != 0; value /= 10) digits.insert(digits.begin(), static_cast<char>('0' + int(value % 10)));
  return digits;
}

std::string hex(Bits value) {
  uint64_t high = static_cast<uint64_t>(value >> 64);
  uint64_t low = static_cast<uint64_t>(value);
  return high != 0 ? fmt::format("0x{:x}{:016x}", high, low) : fmt::format("0x{:x}", low);
}

std::string floating(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  std::string text = fmt::format("{}", value);
  return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

// C's spelling, or nothing for operators that print as name(args).
std::string_view infix(ExprOp op) {
  switch (op) {
    case ExprOp::add:
      return "+";
    case ExprOp::sub:
      return "-";
    case ExprOp::mul:
      return "*";
    case ExprOp::div:
      return "/";
    case ExprOp::rem:
      return "%";
    case ExprOp::bit_and:
      return "&";
    case ExprOp::bit_or:
      return "|";
    case ExprOp::bit_xor:
      return "^";
    case ExprOp::shl:
      return "<<";
    case ExprOp::shr:
      return ">>";
    case ExprOp::eq:
      return "==";
    case ExprOp::ne:
      return "!=";
    case ExprOp::lt:
      return "<";
    case ExprOp::le:
      return "<=";
    case ExprOp::log_and:
      return "&&";
    case ExprOp::log_or:
      return "||";
    case ExprOp::ptr_add:
      return "+p";
    default:
      return {};
  }
}

std::string_view suffix(ExprOp op, const Type& operand) {
  if (operand.kind == TypeKind::floating) return "f";
  if (operand.kind != TypeKind::integer || operand.is_signed) return "";
  switch (op) {
    case ExprOp::div:
    case ExprOp::rem:
    case ExprOp::shr:
    case ExprOp::lt:
    case ExprOp::le:
      return "u";
    default:
      return "";
  }
}

bool names_its_type(ExprOp op) {
  switch (op) {
    case ExprOp::bool_to_int:
    case ExprOp::int_cast:
    case ExprOp::int_to_float:
    case ExprOp::float_to_int:
    case ExprOp::float_cast:
    case ExprOp::bits_to_float:
    case ExprOp::float_to_bits:
    case ExprOp::ptr_to_int:
    case ExprOp::ptr_size:
    case ExprOp::ptr_diff:
      return true;
    default:
      return false;
  }
}

}  // namespace

std::string_view name(ExprOp op) {
  static constexpr std::string_view kNames[] = {"constant",
                                                "reg",
                                                "global",
                                                "function",
                                                "add",
                                                "sub",
                                                "mul",
                                                "div",
                                                "rem",
                                                "neg",
                                                "bit_and",
                                                "bit_or",
                                                "bit_xor",
                                                "bit_not",
                                                "shl",
                                                "shr",
                                                "eq",
                                                "ne",
                                                "lt",
                                                "le",
                                                "log_and",
                                                "log_or",
                                                "log_not",
                                                "select",
                                                "bool_to_int",
                                                "int_cast",
                                                "int_to_float",
                                                "float_to_int",
                                                "float_cast",
                                                "bits_to_float",
                                                "float_to_bits",
                                                "ptr_to_int",
                                                "int_to_ptr",
                                                "ptr_add",
                                                "ptr_size",
                                                "ptr_diff",
                                                "specified",
                                                "add_fits",
                                                "sub_fits",
                                                "mul_fits",
                                                "float_fits",
                                                "is_nan",
                                                "ptr_is_null",
                                                "ptr_is_data",
                                                "ptr_is_function",
                                                "ptr_alive",
                                                "ptr_is_heap",
                                                "ptr_at_start",
                                                "ptr_in_bounds",
                                                "ptr_in_or_past",
                                                "ptr_aligned",
                                                "ptr_base_aligned",
                                                "ptr_writable",
                                                "ptr_is_literal",
                                                "ptr_same_object",
                                                "ptr_overlap",
                                                "ptr_adjacent",
                                                "ptr_callable",
                                                "ptr_view",
                                                "ptr_unview",
                                                "ptr_in_view",
                                                "ptr_based",
                                                "ptr_is_based",
                                                "ptr_holds",
                                                "ptr_shadow"};
  static_assert(std::size(kNames) == static_cast<size_t>(ExprOp::ptr_shadow) + 1);
  return kNames[static_cast<size_t>(op)];
}

std::string to_string(const Type& type) {
  switch (type.kind) {
    case TypeKind::boolean:
      return "bool";
    case TypeKind::integer:
      return fmt::format("{}{}", type.is_signed ? 'i' : 'u', type.bits);
    case TypeKind::floating:
      return fmt::format("f{}", type.bits);
    case TypeKind::pointer:
      return "ptr";
  }
  return "?";
}

std::string constant_to_string(Bits value, const Type& type) {
  switch (type.kind) {
    case TypeKind::boolean:
      return value != 0 ? "true" : "false";
    case TypeKind::integer: {
      if (!type.is_signed) return decimal(value);
      SignedBits number = sign_extend(value, type.bits);
      if (number < 0) return fmt::format("-{}", decimal(-static_cast<Bits>(number)));
      return decimal(static_cast<Bits>(number));
    }
    case TypeKind::floating:
      if (type.bits == 32) return floating(std::bit_cast<float>(static_cast<uint32_t>(value))) + "f";
      if (type.bits == 64) return floating(std::bit_cast<double>(static_cast<uint64_t>(value)));
      return fmt::format("f{}:{}", type.bits, hex(value));
    case TypeKind::pointer:
      return value == 0 ? "null" : fmt::format("(ptr){}", hex(value));
  }
  return "?";
}

std::string one_line(std::string_view text) {
  constexpr size_t kLongest = 100;
  std::string out;
  for (char c : text) {
    if (out.size() >= kLongest) return out + "...";
    if (c == '\n')
      out += "\\n";
    else if (c == '\t')
      out += "\\t";
    else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    else
      out += c;
  }
  return out;
}

std::string ExprPrinter::reg(Reg reg) const {
  if (function_ != nullptr && index(reg) < function_->regs.size()) {
    const std::string& given = function_->regs[index(reg)].name;
    if (!given.empty()) return fmt::format("%{}.{}", given, index(reg));
  }
  return fmt::format("%{}", index(reg));
}

std::string ExprPrinter::global(GlobalId id) const {
  if (program_ != nullptr && index(id) < program_->globals.size())
    if (const std::string& given = program_->globals[index(id)].name; !given.empty()) return one_line(given);
  return fmt::format("global{}", index(id));
}

std::string ExprPrinter::function(FunctionId id) const {
  if (program_ != nullptr && index(id) < program_->functions.size())
    if (const std::string& given = program_->functions[index(id)].name; !given.empty()) return given;
  return fmt::format("function{}", index(id));
}

std::string ExprPrinter::print(const Expr& expr) const {
  switch (expr.op) {
    case ExprOp::constant:
      return constant_to_string(expr.value, expr.type);
    case ExprOp::reg:
      return reg(expr.reg);
    case ExprOp::global:
      return fmt::format("&{}", global(expr.global));
    case ExprOp::function:
      return fmt::format("&{}", function(expr.function));
    default:
      return print_operator(expr);
  }
}

std::string ExprPrinter::print_operator(const Expr& expr) const {
  if (std::string_view symbol = infix(expr.op); !symbol.empty())
    return fmt::format("({} {}{} {})", print(*expr.args[0]), symbol, suffix(expr.op, expr.args[0]->type),
                       print(*expr.args[1]));
  switch (expr.op) {
    case ExprOp::neg:
      return fmt::format("-{}{}", suffix(expr.op, expr.type), print(*expr.args[0]));
    case ExprOp::bit_not:
      return fmt::format("~{}", print(*expr.args[0]));
    case ExprOp::log_not:
      return fmt::format("!{}", print(*expr.args[0]));
    case ExprOp::select:
      return fmt::format("({} ? {} : {})", print(*expr.args[0]), print(*expr.args[1]), print(*expr.args[2]));
    default:
      break;
  }
  std::string text(name(expr.op));
  if (names_its_type(expr.op)) text += fmt::format(".{}", to_string(expr.type));
  if (expr.op == ExprOp::float_fits) text += fmt::format(".{}", to_string(expr.type2));
  text += "(";
  for (size_t i = 0; i < expr.args.size(); ++i) text += fmt::format("{}{}", i > 0 ? ", " : "", print(*expr.args[i]));
  if (expr.op == ExprOp::ptr_callable) text += fmt::format(", \"{}\"", expr.text);
  return text + ")";
}

}  // namespace fencepost::core
