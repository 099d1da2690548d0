#include "frontend/litmus/parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "frontend/litmus/macros.h"

namespace fencepost::litmus {

namespace {

constexpr size_t kMaxFileBytes = 4 << 20;
constexpr int kMaxNesting = 2000;

struct DialectName {
  std::string_view name;
  Dialect dialect;
};
constexpr DialectName kDialects[] = {{"C", Dialect::c},        {"LISA", Dialect::c},          {"X86", Dialect::x86},
                                     {"X86_64", Dialect::x86}, {"AARCH64", Dialect::aarch64}, {"PPC", Dialect::power},
                                     {"RISCV", Dialect::riscv}};

std::string upper(std::string_view s) {
  std::string r(s);
  std::transform(r.begin(), r.end(), r.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return r;
}

uint32_t line_of(std::string_view text, size_t offset) {
  return static_cast<uint32_t>(
      1 + std::count(text.begin(), text.begin() + static_cast<long>(std::min(offset, text.size())), '\n'));
}

struct TypeName {
  std::string_view name;
  uint8_t bytes;
  bool is_signed;
};
constexpr TypeName kTypes[] = {
    {"int", 4, true},        {"int8_t", 1, true},        {"int16_t", 2, true},    {"int32_t", 4, true},
    {"int64_t", 8, true},    {"uint8_t", 1, false},      {"uint16_t", 2, false},  {"uint32_t", 4, false},
    {"uint64_t", 8, false},  {"char", 1, true},          {"short", 2, true},      {"long", 8, true},
    {"unsigned", 4, false},  {"intptr_t", 8, true},      {"uintptr_t", 8, false}, {"atomic_t", 4, true},
    {"atomic_int", 4, true}, {"atomic_long_t", 8, true}, {"ins_t", 4, false},     {"spinlock_t", 4, true},
    {"mutex", 4, true},      {"volatile", 0, true},      {"const", 0, true},      {"struct", 0, true},
    {"signed", 4, true},     {"_Atomic", 0, true},       {"void", 8, true},       {"srcu_struct", 4, true},
    {"pteval_t", 8, false},  {"instr_t", 4, false}};

const TypeName* find_type(std::string_view name) {
  for (const TypeName& t : kTypes)
    if (t.name == name) return &t;
  return nullptr;
}

class InitParser {
 public:
  InitParser(Builder& b, Scanner& s) : b_(b), s_(s) {}

  void run() {
    while (!s_.at_end()) {
      if (s_.accept(";")) continue;
      item();
      if (!s_.at_end() && !s_.accept(";") && !s_.accept(",")) s_.fail("expected ';' after an initial value");
    }
  }

 private:
  struct Type {
    uint8_t bytes = 4;
    bool is_signed = true;
    bool given = false;
  };

  void item() {
    Type type = parse_type();
    if (s_.accept("[")) {
      const std::string name = s_.name("a location");
      const uint32_t l = b_.location(name);
      s_.expect("]");
      return memory(l, type);
    }
    // A register: 0:X1, P0:EAX, or %x0 for a symbolic one.
    size_t thread = 0;
    if (thread_prefix(thread)) {
      const std::string name = register_name();
      const uint32_t reg = b_.reg(thread, name);
      if (type.given) b_.test().register_bits[thread][reg] = static_cast<uint8_t>(type.bytes * 8);
      if (s_.accept("=")) b_.test().initial_registers[thread][reg] = value();
      return;
    }
    const std::string name = s_.name("a location or register");
    if (name.starts_with("%")) {
      s_.expect("=");
      symbolic_.emplace_back(name, value());
      for (size_t t = 0; t < b_.test().threads.size(); ++t)
        b_.test().initial_registers[t][b_.reg(t, name)] = symbolic_.back().second;
      return;
    }
    memory(b_.location(name), type);
  }

  bool thread_prefix(size_t& thread) {
    if (s_.is_number() && s_.is(":", 1)) {
      thread = static_cast<size_t>(s_.next().number);
      s_.next();
    } else if (s_.is_name() && s_.is(":", 1) && s_.peek().text.size() > 1 && s_.peek().text[0] == 'P' &&
               std::isdigit(static_cast<unsigned char>(s_.peek().text[1]))) {
      thread = static_cast<size_t>(std::atoi(s_.next().text.c_str() + 1));
      s_.next();
    } else {
      return false;
    }
    if (thread >= 64) s_.fail("thread numbers end at 63");
    b_.ensure_threads(thread + 1);
    return true;
  }

  std::string register_name() {
    const std::string text = s_.peek().text;
    if (!s_.is_name()) s_.fail("expected a register");
    const std::string canonical = canonical_register(b_.test().dialect, text);
    if (canonical.empty()) s_.fail("expected a register of this architecture");
    s_.next();
    return canonical;
  }

  Type parse_type() {
    Type type;
    bool is_struct = false;
    while (s_.is_name() && (is_struct || find_type(s_.peek().text) != nullptr)) {
      // The last name before = ; [ is what is declared, even if it is called like a type.
      if (s_.is("=", 1) || s_.is(";", 1) || (s_.is("[", 1) && !is_struct) || s_.peek(1).kind == Token::Kind::end) break;
      const TypeName* t = find_type(s_.peek().text);
      is_struct = s_.is("struct");
      if (t != nullptr && t->bytes != 0) {
        type.bytes = t->bytes;
        type.is_signed = t->is_signed && !(type.given && !type.is_signed);
      }
      type.given = true;
      s_.next();
    }
    while (s_.accept("*")) {
      type.bytes = 8;
      type.given = true;
    }
    return type;
  }

  void memory(uint32_t l, const Type& type) {
    Location& location = b_.test().locations[l];
    if (type.given || !location.declared) {
      location.element_bytes = type.bytes;
      location.is_signed = type.is_signed;
    }
    location.declared = true;
    int64_t index = -1;
    if (s_.accept("[")) {
      index = s_.number("an array size");
      s_.expect("]");
      if (index < 0 || index > 4096) s_.fail("array sizes go up to 4096");
      location.elements = static_cast<uint32_t>(index);
      location.array = true;
    }
    if (!s_.accept("=")) return;
    if (s_.accept("{")) {
      int64_t offset = 0;
      while (!s_.accept("}")) {
        const Value v = value();
        b_.test().locations[l].initial[offset] = v;
        offset += type.bytes;
        if (!s_.accept(",") && !s_.is("}")) s_.fail("expected ',' or '}'");
      }
      return;
    }
    const Value v = value();
    b_.test().locations[l].initial[0] = v;
  }

 public:
  Value value() {
    if (s_.accept("&")) return Value::address(b_.location(s_.name("a location")));
    if (s_.accept("(")) {
      // A cast: the value is what matters.
      while (!s_.at_end() && !s_.accept(")")) s_.next();
      return value();
    }
    if (s_.is_number() && s_.is(":", 1) && s_.is_name(2)) return code_label();
    if (s_.is_number() || s_.is("-") || s_.is("+")) return Value::integer(s_.number("a number"));
    const std::string name = s_.name("a value");
    if (name == "ATOMIC_INIT") {
      s_.expect("(");
      const Value v = value();
      s_.expect(")");
      return v;
    }
    if ((name == "instr" || name == "label") && s_.accept(":")) {
      if (s_.peek().kind != Token::Kind::string) s_.fail("expected a string");
      const Token t = s_.next();
      if (name == "instr") return Value::text(b_.text(t.text));
      const size_t colon = t.text.find(':');
      if (colon == std::string::npos || colon == 0) throw InputError(t.pos, "expected label:\"thread:name\"");
      return pending_label(static_cast<uint32_t>(std::atoi(t.text.c_str() + (t.text[0] == 'P' ? 1 : 0))),
                           t.text.substr(colon + 1), t.pos);
    }
    if (s_.is(":") && name.size() > 1 && name[0] == 'P' && std::isdigit(static_cast<unsigned char>(name[1]))) {
      s_.next();
      const SourcePos pos = s_.peek().pos;
      return pending_label(static_cast<uint32_t>(std::atoi(name.c_str() + 1)), s_.name("a label"), pos);
    }
    if (s_.is("[") && s_.is_number(1)) {
      s_.next();
      const int64_t index = s_.number("an index");
      s_.expect("]");
      const uint32_t l = b_.location(name);
      return Value::address(l, index * b_.test().locations[l].element_bytes);
    }
    if (name == "true" || name == "false") return Value::integer(name == "true");
    return Value::address(b_.location(name));
  }

 private:
  Value code_label() {
    const auto thread = static_cast<uint32_t>(s_.next().number);
    s_.expect(":");
    const SourcePos pos = s_.peek().pos;
    return pending_label(thread, s_.name("a label"), pos);
  }

  // The threads have not been read yet: remember the name as a text and let resolve_labels() replace it.
  Value pending_label(uint32_t thread, const std::string& name, const SourcePos& pos) {
    if (thread >= 64) throw InputError(pos, "thread numbers end at 63");
    return Value::text(b_.text(fmt::format("\x01{}:{}", thread, name)));
  }

  Builder& b_;
  Scanner& s_;
  std::vector<std::pair<std::string, Value>> symbolic_;
};

class ConditionParser {
 public:
  ConditionParser(Builder& b, Scanner& s) : b_(b), s_(s) {}

  void run() {
    Test& test = b_.test();
    while (true) {
      if (s_.accept("locations")) {
        s_.expect("[");
        while (!s_.accept("]")) {
          if (!s_.accept(";")) locations_item();
        }
      } else if (s_.accept("filter")) {
        counted_ = false;
        test.filter = proposition(0);
        counted_ = true;
        s_.accept(";");
      } else {
        break;
      }
    }
    if (s_.accept("exists"))
      quantified(Quantifier::exists);
    else if (s_.accept("forall"))
      quantified(Quantifier::for_all);
    else if (s_.is("~") && s_.is("exists", 1)) {
      s_.next();
      s_.next();
      quantified(Quantifier::not_exists);
    } else if (s_.accept("final")) {
      quantified(Quantifier::exists);
      s_.accept(";");
      final_cases();
    } else if (s_.is("<") || s_.is("<<") || s_.at_end()) {
      return;
    } else {
      s_.fail("expected exists, ~exists, forall, locations or filter");
    }
  }

 private:
  void quantified(Quantifier q) {
    b_.test().quantifier = q;
    b_.test().has_condition = true;
    b_.test().condition = proposition(0);
  }

  // `with tso: ~exists; ... default: ~exists;` of very old tests lists expectations a model: not a condition.
  void final_cases() {
    if (!s_.accept("with")) return;
    while (s_.is_name() && s_.is(":", 1)) {
      s_.next();
      s_.next();
      s_.accept("~");
      if (!s_.accept("exists") && !s_.accept("forall")) s_.fail("expected exists");
      s_.accept(";");
    }
  }

  Proposition proposition(int depth) {
    if (depth > kMaxNesting) s_.fail("the condition nests too deeply");
    Proposition left = disjunction(depth + 1);
    if (!s_.accept("=>")) return left;
    Proposition p;
    p.kind = Proposition::Kind::implication;
    p.children = {std::move(left), proposition(depth + 1)};
    return p;
  }

  Proposition disjunction(int depth) {
    return chain(depth, "\\/", Proposition::Kind::disjunction, [&](int d) { return conjunction(d); });
  }
  Proposition conjunction(int depth) {
    return chain(depth, "/\\", Proposition::Kind::conjunction, [&](int d) { return atom(d); });
  }

  template <typename F>
  Proposition chain(int depth, std::string_view symbol, Proposition::Kind kind, const F& operand) {
    Proposition first = operand(depth + 1);
    if (!s_.is(symbol)) return first;
    Proposition p;
    p.kind = kind;
    p.children.push_back(std::move(first));
    while (s_.accept(symbol)) p.children.push_back(operand(depth + 1));
    return p;
  }

  Proposition atom(int depth) {
    if (depth > kMaxNesting) s_.fail("the condition nests too deeply");
    Proposition p;
    if (s_.accept("(")) {
      p = proposition(depth + 1);
      s_.expect(")");
      return p;
    }
    if (s_.accept("~") || s_.accept("not")) {
      p.kind = Proposition::Kind::negation;
      p.children = {atom(depth + 1)};
      return p;
    }
    if (s_.is("true") || s_.is("false")) {
      p.kind = s_.is("true") ? Proposition::Kind::truth : Proposition::Kind::falsehood;
      s_.next();
      return p;
    }
    const Observable left = observable();
    if (s_.accept("=") || s_.accept("=="))
      p.kind = Proposition::Kind::equal;
    else if (s_.accept("<>") || s_.accept("!="))
      p.kind = Proposition::Kind::not_equal;
    else
      s_.fail("expected = or <>");
    if (s_.is("{")) return array_equal(left, p.kind);
    p.left = add(left);
    if (register_follows())
      p.right_observable = add(observable());
    else
      p.right = InitParser(b_, s_).value();
    return p;
  }

  Proposition array_equal(const Observable& left, Proposition::Kind kind) {
    s_.expect("{");
    Proposition all;
    all.kind = Proposition::Kind::conjunction;
    const int64_t bytes = b_.test().locations[left.location].element_bytes;
    for (int64_t i = 0; !s_.accept("}"); ++i) {
      Observable cell = left;
      cell.offset = i * bytes;
      cell.name = fmt::format("{}[{}]", b_.test().locations[left.location].name, i);
      Proposition p;
      p.kind = Proposition::Kind::equal;
      p.left = add(cell);
      p.right = InitParser(b_, s_).value();
      all.children.push_back(std::move(p));
      s_.accept(",");
    }
    if (kind == Proposition::Kind::equal) return all;
    Proposition negated;
    negated.kind = Proposition::Kind::negation;
    negated.children = {std::move(all)};
    return negated;
  }

  bool register_follows() const {
    if (s_.is_number() && s_.is(":", 1) && s_.is_name(2))
      return !canonical_register(b_.test().dialect, s_.peek(2).text).empty() &&
             is_known_register(s_.peek().number, s_.peek(2).text);
    return false;
  }

  bool is_known_register(int64_t thread, const std::string& name) const {
    const Test& t = b_.test();
    if (thread < 0 || static_cast<size_t>(thread) >= t.threads.size()) return false;
    return t.register_names[static_cast<size_t>(thread)].contains(canonical_register(t.dialect, name));
  }

  void locations_item() {
    const Observable o = observable();
    const Location* l = o.thread < 0 ? &b_.test().locations[o.location] : nullptr;
    if (l != nullptr && l->array && o.offset == 0 && o.name == l->name) {
      for (uint32_t i = 0; i < l->elements; ++i) {
        Observable cell = o;
        cell.offset = static_cast<int64_t>(i) * l->element_bytes;
        cell.name = fmt::format("{}[{}]", l->name, i);
        add(cell);
      }
    } else {
      add(o);
    }
    if (!s_.is("]")) s_.expect(";");
  }

  Observable observable() {
    Observable o;
    const bool number = s_.is_number() && s_.is(":", 1);
    const bool named = s_.is_name() && s_.is(":", 1) && s_.peek().text.size() > 1 && s_.peek().text[0] == 'P' &&
                       std::isdigit(static_cast<unsigned char>(s_.peek().text[1]));
    if (number || named) {
      o.thread = number ? static_cast<int>(s_.next().number) : std::atoi(s_.next().text.c_str() + 1);
      s_.next();
      if (o.thread < 0 || static_cast<size_t>(o.thread) >= b_.test().threads.size())
        s_.fail(fmt::format("there is no thread {}", o.thread));
      if (!s_.is_name()) s_.fail("expected a register");
      const std::string text = s_.peek().text;
      const std::string canonical = canonical_register(b_.test().dialect, text);
      if (canonical.empty()) s_.fail("expected a register of this architecture");
      s_.next();
      const auto thread = static_cast<size_t>(o.thread);
      o.reg = b_.reg(thread, canonical);
      o.name = fmt::format("{}:{}", o.thread, text);
      auto it = b_.test().register_bits[thread].find(o.reg);
      o.bits = it == b_.test().register_bits[thread].end() ? 32 : it->second;
      return o;
    }
    const bool bracket = s_.accept("[");
    const std::string name = s_.name("a register (0:r1) or a location");
    o.location = b_.location(name);
    if (bracket) s_.expect("]");
    const Location& l = b_.test().locations[o.location];
    o.bits = static_cast<uint8_t>(l.element_bytes * 8);
    o.name = name;
    if (s_.is("[") && s_.is_number(1)) {
      s_.next();
      const int64_t index = s_.number("an index");
      s_.expect("]");
      o.offset = index * l.element_bytes;
      o.name = fmt::format("{}[{}]", name, index);
    }
    return o;
  }

  size_t add(const Observable& o) {
    auto& all = b_.test().observables;
    auto it = std::find(all.begin(), all.end(), o);
    if (it == all.end()) {
      it = all.insert(all.end(), o);
      it->counted = counted_;
    }
    it->counted = it->counted || counted_;
    return static_cast<size_t>(it - all.begin());
  }

  Builder& b_;
  Scanner& s_;
  bool counted_ = true;
};

// The threads of an assembly test: a table of columns.
class TableParser {
 public:
  TableParser(Builder& b, std::string_view text, std::string_view whole, size_t offset, const std::string& file)
      : b_(b), text_(text), whole_(whole), offset_(offset), file_(file) {}

  void run() {
    std::vector<std::vector<PendingBranch>> pending;
    size_t row_start = 0;
    size_t threads = 0;
    bool first = true;
    while (row_start < text_.size()) {
      size_t end = text_.find(';', row_start);
      if (end == std::string_view::npos) {
        if (text_.find_first_not_of(" \t\r\n", row_start) == std::string_view::npos) break;
        throw InputError(source_pos(file_, line_of(whole_, offset_ + row_start)),
                         "a row of instructions must end with ';'");
      }
      const std::vector<std::pair<std::string_view, size_t>> cells = split(row_start, end);
      if (first) {
        threads = cells.size();
        b_.ensure_threads(std::max(threads, b_.test().threads.size()));
        branches_.resize(b_.test().threads.size());
        for (size_t i = 0; i < cells.size(); ++i) header(cells[i], i);
        first = false;
      } else {
        if (cells.size() > threads)
          throw InputError(source_pos(file_, line_of(whole_, offset_ + row_start)),
                           fmt::format("this row has {} columns, the table has {}", cells.size(), threads));
        for (size_t i = 0; i < cells.size(); ++i) cell(cells[i], i);
      }
      row_start = end + 1;
    }
    if (first)
      throw InputError(source_pos(file_, line_of(whole_, offset_)), "the test has no threads",
                       "write P0 | P1 ; and the instructions below");
    for (size_t t = 0; t < b_.test().threads.size(); ++t) resolve(t);
  }

 private:
  std::vector<std::pair<std::string_view, size_t>> split(size_t from, size_t to) const {
    std::vector<std::pair<std::string_view, size_t>> cells;
    size_t at = from;
    while (true) {
      const size_t bar = std::min(text_.find('|', at), to);
      cells.emplace_back(text_.substr(at, bar - at), at);
      if (bar >= to) return cells;
      at = bar + 1;
    }
  }

  void header(const std::pair<std::string_view, size_t>& c, size_t i) {
    Scanner s = scan(c);
    const std::string name = s.name("a thread name such as P0");
    if (name != fmt::format("P{}", i))
      throw InputError(s.peek().pos, fmt::format("expected thread P{}, found '{}'", i, name));
    if (!s.at_end()) s.fail("expected '|' or ';' after a thread name");
  }

  Scanner scan(const std::pair<std::string_view, size_t>& c) const {
    const size_t at = offset_ + c.second;
    const size_t line_start = whole_.rfind('\n', at == 0 ? 0 : at - 1);
    const size_t column = line_start == std::string_view::npos || at == 0 ? at + 1 : at - line_start;
    return Scanner(c.first, file_, line_of(whole_, at), static_cast<uint32_t>(column));
  }

  void cell(const std::pair<std::string_view, size_t>& c, size_t thread) {
    Scanner s = scan(c);
    Code& code = b_.test().threads[thread];
    while (s.is_name() && s.is(":", 1)) {
      const SourcePos pos = s.peek().pos;
      const std::string label = s.next().text;
      s.next();
      if (!code.labels.emplace(label, code.instructions.size()).second)
        throw InputError(pos, fmt::format("label '{}' is defined twice", label));
    }
    if (s.at_end()) return;
    const SourcePos pos = s.peek().pos;
    std::vector<PendingBranch> branches;
    Instruction instruction;
    switch (b_.test().dialect) {
      case Dialect::x86:
        instruction = parse_x86(b_, thread, s, branches);
        break;
      case Dialect::aarch64:
        instruction = parse_aarch64(b_, thread, s, branches);
        break;
      case Dialect::power:
        instruction = parse_power(b_, thread, s, branches);
        break;
      case Dialect::riscv:
        instruction = parse_riscv(b_, thread, s, branches);
        break;
      case Dialect::c:
        break;
    }
    if (!s.at_end()) s.fail("expected the end of the instruction");
    instruction.pos = pos;
    std::string_view t = c.first;
    if (const size_t colon = t.find(':'); colon != std::string_view::npos) t.remove_prefix(colon + 1);
    while (!t.empty() && std::isspace(static_cast<unsigned char>(t.front()))) t.remove_prefix(1);
    while (!t.empty() && std::isspace(static_cast<unsigned char>(t.back()))) t.remove_suffix(1);
    instruction.text = t;
    code.instructions.push_back(std::move(instruction));
    branches_[thread].push_back(std::move(branches));
  }

  void resolve(size_t thread) {
    Code& code = b_.test().threads[thread];
    for (size_t i = 0; i < code.instructions.size(); ++i)
      for (const PendingBranch& p : branches_[thread][i]) {
        Step& step = code.instructions[i].steps[p.step];
        size_t target = 0;
        if (p.is_relative) {
          target = static_cast<size_t>(static_cast<int64_t>(i) + p.relative / 4);
        } else {
          auto it = code.labels.find(p.label);
          if (it == code.labels.end())
            throw InputError(code.instructions[i].pos,
                             fmt::format("label '{}' is not defined in this thread", p.label));
          target = it->second;
        }
        if (target > code.instructions.size()) throw InputError(code.instructions[i].pos, "the branch leaves the code");
        if (p.address_only)
          step.a = constant(Value::label(static_cast<uint32_t>(thread), static_cast<int64_t>(target)));
        else
          step.target = target;
      }
  }

  Builder& b_;
  std::string_view text_, whole_;
  size_t offset_;
  const std::string& file_;
  std::vector<std::vector<std::vector<PendingBranch>>> branches_;
};

// Labels named in initial values and conditions, once the code is known.
class LabelResolver {
 public:
  explicit LabelResolver(Test& test) : test_(test) {}

  void run() {
    for (auto& registers : test_.initial_registers)
      for (auto& [reg, v] : registers) fix(v);
    for (Location& l : test_.locations)
      for (auto& [offset, v] : l.initial) fix(v);
    fix(test_.condition);
    if (test_.filter) fix(*test_.filter);
  }

 private:
  void fix(Proposition& p) {
    fix(p.right);
    for (Proposition& child : p.children) fix(child);
  }

  void fix(Value& v) {
    if (v.kind != Value::Kind::text || !test_.texts[v.base].starts_with("\x01")) return;
    const std::string& text = test_.texts[v.base];
    const size_t colon = text.find(':');
    const auto thread = static_cast<size_t>(std::atoi(text.c_str() + 1));
    if (thread < test_.threads.size())
      for (const auto& [name, index] : test_.threads[thread].labels)
        if (upper(name) == text.substr(colon + 1)) {
          v = Value::label(static_cast<uint32_t>(thread), static_cast<int64_t>(index));
          return;
        }
    throw InputError(source_pos(test_.file, 0),
                     fmt::format("there is no label '{}' in thread {}", text.substr(colon + 1), thread));
  }

  Test& test_;
};

size_t condition_start(std::string_view text, size_t from) {
  static constexpr std::string_view kWords[] = {"exists", "forall",  "locations", "filter",
                                                "final",  "~exists", "~ exists"};
  size_t best = text.size();
  int depth = 0;
  for (size_t i = from; i < text.size(); ++i) {
    if (text[i] == '{') ++depth;
    if (text[i] == '}') --depth;
    if (depth > 0) continue;
    const bool at_word = i == 0 || (std::isalnum(static_cast<unsigned char>(text[i - 1])) == 0 && text[i - 1] != '_');
    if (!at_word) continue;
    for (std::string_view w : kWords)
      if (text.substr(i, w.size()) == w) {
        const char after = i + w.size() < text.size() ? text[i + w.size()] : ' ';
        if (std::isalnum(static_cast<unsigned char>(after)) == 0 && after != '_' && after != ':') return i;
      }
    if (text.substr(i, 2) == "<<") return i;
  }
  return best;
}

}  // namespace

Test parse_test(std::string_view original, const std::string& file, const std::string& macros) {
  if (original.size() > kMaxFileBytes) throw InputError(source_pos(file, 0), "the file is larger than 4 MB");
  if (original.find('\0') != std::string_view::npos)
    throw InputError(source_pos(file, 0), "this is a binary file, not a litmus test");
  Test test;
  test.file = file;
  const size_t first = original.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) throw InputError(source_pos(file, 0), "the file is empty");
  size_t word_end = original.find_first_of(" \t\r\n", first);
  if (word_end == std::string_view::npos) word_end = original.size();
  const std::string arch(original.substr(first, word_end - first));
  const auto* dialect = std::find_if(std::begin(kDialects), std::end(kDialects),
                                     [&](const DialectName& d) { return d.name == upper(arch); });
  if (dialect == std::end(kDialects))
    throw InputError(source_pos(file, line_of(original, first), 1),
                     fmt::format("'{}' is not a litmus dialect", arch.substr(0, 40)),
                     "the first word must be C, X86, AArch64, PPC or RISCV");
  test.dialect = dialect->dialect;
  const std::string clean = without_comments(std::string(original), test.dialect == Dialect::c, file);
  const std::string_view text = clean;
  const size_t line_end = std::min(text.find('\n', word_end), text.size());
  test.name = text.substr(word_end, line_end - word_end);
  test.name.erase(0, std::min(test.name.find_first_not_of(" \t"), test.name.size()));
  test.name.erase(test.name.find_last_not_of(" \t\r") + 1);
  if (const size_t blank = test.name.find_first_of(" \t"); blank != std::string::npos) test.name.resize(blank);
  if (test.name.empty()) test.name = std::filesystem::path(file).stem().string();

  // The initial state is the first brace outside strings.
  size_t open = word_end;
  for (bool quoted = false; open < text.size() && (quoted || text[open] != '{'); ++open)
    if (text[open] == '"') quoted = !quoted;
  if (open >= text.size())
    throw InputError(source_pos(file, line_of(text, text.size())), "there is no initial state",
                     "write { } before the threads");
  size_t close = open + 1;
  for (int depth = 1; close < text.size(); ++close) {
    if (text[close] == '{') ++depth;
    if (text[close] == '}' && --depth == 0) break;
  }
  if (close >= text.size())
    throw InputError(source_pos(file, line_of(text, open)), "the initial state is not closed", "end it with }");

  Builder builder(test);
  const size_t condition = condition_start(text, close + 1);
  size_t body = close + 1;
  if (body < text.size() && text[body] == ';') ++body;
  // Symbolic registers of the initial state apply to every thread: count the columns first.
  if (test.dialect != Dialect::c) {
    const size_t row = std::min(text.find(';', body), text.size());
    builder.ensure_threads(1 +
                           static_cast<size_t>(std::count(text.begin() + static_cast<long>(std::min(body, text.size())),
                                                          text.begin() + static_cast<long>(row), '|')));
  }
  Scanner init(text.substr(open + 1, close - open - 1), file, line_of(text, open + 1));
  InitParser(builder, init).run();
  if (test.dialect == Dialect::c) {
    Scanner s(text.substr(body, condition - body), file, line_of(text, body));
    if (!macros.empty()) MacroTable::read(macros).expand(s);
    parse_c_threads(builder, s);
  } else {
    TableParser(builder, text.substr(body, condition - body), text, body, file).run();
  }
  test.condition_pos = source_pos(file, line_of(text, condition));
  if (condition < text.size()) {
    Scanner s(text.substr(condition), file, line_of(text, condition));
    ConditionParser(builder, s).run();
    test.condition_text = text.substr(condition);
  }
  LabelResolver(test).run();
  return test;
}

Test read_test(const std::string& path, const std::string& macros) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error))
    throw InputError(source_pos(path, 0), "is a directory, not a litmus test");
  std::ifstream in(path, std::ios::binary);
  if (!in) throw MissingFile(source_pos(path, 0), "cannot read the file");
  std::ostringstream text;
  text << in.rdbuf();
  return parse_test(text.view(), path, macros);
}

std::string to_string(const Test& test, const Value& v) {
  switch (v.kind) {
    case Value::Kind::integer:
      return fmt::format("{}", v.number);
    case Value::Kind::address: {
      const Location& l = test.locations[v.base];
      return v.number == 0 ? l.name : fmt::format("{}+{}", l.name, v.number);
    }
    case Value::Kind::label: {
      if (v.base < test.threads.size())
        for (const auto& [name, index] : test.threads[v.base].labels)
          if (static_cast<int64_t>(index) == v.number) return fmt::format("P{}:{}", v.base, name);
      return fmt::format("P{}:+{}", v.base, v.number);
    }
    case Value::Kind::text:
      return fmt::format("instr:\"{}\"", test.texts[v.base]);
    case Value::Kind::unknown:
      return fmt::format("S{}", v.base);
    case Value::Kind::node:
      return "?";
  }
  return "?";
}

}  // namespace fencepost::litmus
