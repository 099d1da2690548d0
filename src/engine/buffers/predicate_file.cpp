#include "engine/buffers/predicate_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <sstream>
#include <string_view>

#include "base/diagnostic.h"
#include "base/escape.h"

namespace fencepost::engine::buffers {

using logic::Op;
using logic::Term;

namespace {

// A number takes the width of what it is compared or combined with.
struct Value {
  Term term;  // null: a number
  logic::Bits number = 0;
  bool is_unsigned = false;
};

constexpr unsigned kBitsOfNumbers = 8 * sizeof(logic::Bits);

// Least tightly binding first; operators of one row bind alike, to the left.
constexpr std::string_view kLevels[][6] = {
    {"||"}, {"&&"}, {"|"}, {"^"}, {"&"}, {"==", "!="}, {"<=", ">=", "<", ">"}, {"+", "-"}, {"*"}};
constexpr size_t kNumberOfLevels = std::size(kLevels);

class Parser {
 public:
  Parser(std::string_view text, const SourcePos& pos, const flat::FlatProgram& program, logic::Terms& terms)
      : text_(text), pos_(pos), program_(program), terms_(terms) {}

  Term operator()() {
    Term predicate = boolean(binary(0));
    skip();
    if (at_ < text_.size()) fail(fmt::format("'{}' is not understood", quoted(text_.substr(at_))));
    return predicate;
  }

 private:
  // Files hold anything: long lines, and what terminals obey.
  static std::string quoted(std::string_view text) {
    constexpr size_t kMost = 40;
    return text.size() > kMost ? escaped(text.substr(0, kMost)) + "..." : escaped(text);
  }
  static bool is_in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }
  [[noreturn]] void fail(const std::string& why) const {
    throw InputError(pos_, "predicate: " + why, "`fencepost show --stage flat` tells the names of variables");
  }
  void skip() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
  }
  bool take(std::string_view token) {
    skip();
    if (!text_.substr(at_).starts_with(token)) return false;
    char next = at_ + token.size() < text_.size() ? text_[at_ + token.size()] : '\0';
    if ((token == "|" || token == "&") && next == token[0]) return false;
    at_ += token.size();
    return true;
  }

  Value binary(size_t level) {
    if (level == kNumberOfLevels) return unary();
    Value left = binary(level + 1);
    for (bool found = true; found;) {
      found = false;
      for (std::string_view token : kLevels[level])
        if (!found && !token.empty() && take(token)) {
          left = combined(token, left, binary(level + 1));
          found = true;
        }
    }
    return left;
  }

  Value unary() {
    skip();
    if (text_.substr(at_).starts_with("!") && !text_.substr(at_).starts_with("!=")) {
      ++at_;
      return {terms_.not_(boolean(unary()))};
    }
    for (auto [token, op] : {std::pair("-", Op::bv_neg), std::pair("~", Op::bv_not)})
      if (take(token)) {
        Value of = unary();
        if (!of.term) return {{}, op == Op::bv_neg ? -of.number : ~of.number, of.is_unsigned};
        return {terms_.unary(op, word(of)), 0, of.is_unsigned};
      }
    if (take("(")) {
      Value inside = binary(0);
      if (!take(")")) fail("a parenthesis is not closed");
      return inside;
    }
    if (const flat::Variable* variable = name()) return {variable->term};
    return number();
  }

  // The longest name, as a whole word: some have brackets and dots in them.
  const flat::Variable* name() {
    const flat::Variable* longest = nullptr;
    for (const flat::Variable& one : program_.variables)
      if (text_.substr(at_).starts_with(one.name) && (!longest || one.name.size() > longest->name.size())) {
        size_t end = at_ + one.name.size();
        if (end == text_.size() || !is_in_word(text_[end]) || !is_in_word(one.name.back())) longest = &one;
      }
    if (longest) at_ += longest->name.size();
    return longest;
  }

  Value number() {
    size_t end = at_;
    while (end < text_.size() && is_in_word(text_[end])) ++end;
    std::string token(text_.substr(at_, end - at_));
    if (token == "true" || token == "false") {
      at_ = end;
      return {terms_.boolean(token == "true")};
    }
    if (token.empty() || !std::isdigit(static_cast<unsigned char>(token[0])))
      fail(fmt::format("'{}' is no variable", quoted(token.empty() ? text_.substr(at_) : std::string_view(token))));
    Value made;
    if (token.back() == 'u' || token.back() == 'U') {
      made.is_unsigned = true;
      token.pop_back();
    }
    unsigned base = token.starts_with("0x") || token.starts_with("0X") ? 16 : 10;
    if (base == 10 && token.size() > 1 && token[0] == '0') fail("octal numbers are not understood");
    if (base == 16 && token.size() == 2) fail(fmt::format("'{}' is no number", token));
    for (char c : token.substr(base == 16 ? 2 : 0)) {
      auto digit =
          static_cast<unsigned>(std::isdigit(static_cast<unsigned char>(c)) ? c - '0' : std::tolower(c) - 'a' + 10);
      if (digit >= base) fail(fmt::format("'{}' is no number", quoted(token)));
      if (made.number > (UINT64_MAX - digit) / base) fail(fmt::format("{} is too large", quoted(token)));
      made.number = made.number * base + digit;
    }
    at_ = end;
    return made;
  }

  Term boolean(const Value& of) const {
    if (!of.term) return terms_.boolean(of.number != 0);
    if (of.term.sort().kind == logic::SortKind::boolean) return of.term;
    if (of.term.sort().kind != logic::SortKind::bitvec) fail("only words and Booleans are compared");
    return terms_.ne(of.term, terms_.bv(0, of.term.sort().width));
  }
  Term word(const Value& of) const {
    if (of.term.sort().kind != logic::SortKind::bitvec) fail("only words are computed with");
    return of.term;
  }

  // -1 and 0xffffffff are words of 32 bits, 4294967296 is none.
  Term constant(const Value& of, unsigned width) const {
    auto top = static_cast<logic::Bits>(-1) << (width - 1) << 1;  // the bits that it has no place for
    if (width < kBitsOfNumbers && (of.number & top) != 0 && (of.number & top) != top)
      fail(fmt::format("a number does not fit into {} bits", width));
    return terms_.bv(of.number, width);
  }

  Value combined(std::string_view token, const Value& left, const Value& right) const {
    if (token == "||") return {terms_.or_(boolean(left), boolean(right))};
    if (token == "&&") return {terms_.and_(boolean(left), boolean(right))};
    bool is_of_booleans = (left.term && left.term.sort().kind == logic::SortKind::boolean) ||
                          (right.term && right.term.sort().kind == logic::SortKind::boolean);
    if (is_of_booleans && (token == "==" || token == "!=")) {
      Term equal = terms_.eq(boolean(left), boolean(right));
      return {token == "==" ? equal : terms_.not_(equal)};
    }
    if (!left.term && !right.term) fail("two numbers are combined");
    unsigned width = 1;
    for (const Value* one : {&left, &right})
      if (one->term) width = std::max<unsigned>(width, word(*one).sort().width);
    bool is_unsigned = left.is_unsigned || right.is_unsigned;
    auto fitted = [&](const Value& of) {
      if (!of.term) return constant(of, width);
      return is_unsigned ? terms_.zext(of.term, width) : terms_.sext(of.term, width);
    };
    Term a = fitted(left), b = fitted(right);
    Op less = is_unsigned ? Op::bv_ult : Op::bv_slt, at_most = is_unsigned ? Op::bv_ule : Op::bv_sle;
    if (token == "==") return {terms_.eq(a, b)};
    if (token == "!=") return {terms_.ne(a, b)};
    if (token == "<") return {terms_.binary(less, a, b)};
    if (token == ">") return {terms_.binary(less, b, a)};
    if (token == "<=") return {terms_.binary(at_most, a, b)};
    if (token == ">=") return {terms_.binary(at_most, b, a)};
    static const std::map<std::string_view, Op> words = {{"+", Op::bv_add}, {"-", Op::bv_sub}, {"*", Op::bv_mul},
                                                         {"&", Op::bv_and}, {"|", Op::bv_or},  {"^", Op::bv_xor}};
    return {terms_.binary(words.at(token), a, b), 0, is_unsigned};
  }

  std::string_view text_;
  SourcePos pos_;
  const flat::FlatProgram& program_;
  logic::Terms& terms_;
  size_t at_ = 0;
};

}  // namespace

std::vector<Term> parse_predicates(const std::string& file, const std::string& text, const flat::FlatProgram& program,
                                   logic::Terms& terms) {
  std::vector<Term> found;
  std::istringstream lines(text);
  uint32_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    // Names may have # in them: enter.14#1.
    for (size_t at = line.find('#'); at != std::string::npos; at = line.find('#', at + 1))
      if (at == 0 || std::isspace(static_cast<unsigned char>(line[at - 1]))) line.resize(at);
    if (std::ranges::all_of(line, [](char c) { return std::isspace(static_cast<unsigned char>(c)); })) continue;
    found.push_back(Parser(line, source_pos(file, number), program, terms)());
  }
  return found;
}

}  // namespace fencepost::engine::buffers
