#include "frontend/litmus/initial_state.h"

#include <fmt/format.h>

#include <cctype>
#include <cstdlib>

namespace fencepost::litmus {

namespace {

struct TypeName {
  std::string_view name;
  uint8_t bytes;
  bool is_signed;
};
constexpr TypeName kTypes[] = {
    {"int", 4, true},         {"int8_t", 1, true},        {"int16_t", 2, true},      {"int32_t", 4, true},
    {"int64_t", 8, true},     {"uint8_t", 1, false},      {"uint16_t", 2, false},    {"uint32_t", 4, false},
    {"uint64_t", 8, false},   {"char", 1, true},          {"short", 2, true},        {"long", 8, true},
    {"unsigned", 4, false},   {"intptr_t", 8, true},      {"uintptr_t", 8, false},   {"atomic_t", 4, true},
    {"atomic_int", 4, true},  {"atomic_long_t", 8, true}, {"ins_t", 4, false},       {"spinlock_t", 4, true},
    {"mutex", 4, true},       {"volatile", 0, true},      {"const", 0, true},        {"struct", 0, true},
    {"signed", 4, true},      {"_Atomic", 0, true},       {"void", 8, true},         {"srcu_struct", 4, true},
    {"pteval_t", 8, false},   {"instr_t", 4, false},      {"__int128", 16, true},    {"int128_t", 16, true},
    {"__int128_t", 16, true}, {"uint128_t", 16, false},   {"__uint128_t", 16, false}};

const TypeName* find_type(std::string_view name) {
  for (const TypeName& t : kTypes)
    if (t.name == name) return &t;
  return nullptr;
}

// Begins a text that stands for a label. No instruction does.
constexpr char kPendingLabel = '\x01';

size_t thread_number(const char* digits) { return std::strtoul(digits, nullptr, 10); }

class StateParser {
 public:
  StateParser(Builder& b, Scanner& s) : b_(b), s_(s) {}

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
      const uint32_t l = b_.location(s_.name("a location"));
      s_.expect("]");
      return memory(l, type);
    }
    // A register: 0:X1, P0:EAX, or %x0 for a symbolic one.
    if (const std::optional<size_t> thread = accept_thread(s_)) {
      check_thread(*thread);
      const uint32_t reg = b_.reg(*thread, expect_register(s_, b_.test().dialect));
      if (type.given) b_.test().register_bits[*thread][reg] = static_cast<uint8_t>(type.bytes * 8);
      if (s_.accept("=")) b_.test().initial_registers[*thread][reg] = value();
      return;
    }
    const std::string name = s_.name("a location or register");
    if (name.starts_with("%")) {
      s_.expect("=");
      const Value v = value();
      for (size_t t = 0; t < b_.test().threads.size(); ++t) b_.test().initial_registers[t][b_.reg(t, name)] = v;
      return;
    }
    memory(b_.location(name), type);
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
    if (s_.accept("[")) {
      const int64_t index = s_.number("an array size");
      s_.expect("]");
      if (index < 0 || index > 4096) s_.fail("array sizes go up to 4096");
      location.elements = static_cast<uint32_t>(index);
      location.array = true;
    }
    if (!s_.accept("=")) return;
    if (s_.accept("{")) {
      int64_t offset = 0;
      while (!s_.accept("}")) {
        set_initial(l, offset, value());
        offset += type.bytes;
        if (!s_.accept(",") && !s_.is("}")) s_.fail("expected ',' or '}'");
      }
      return;
    }
    set_initial(l, 0, value());
  }

  // Reading a value may add locations: no reference to one lives across it.
  void set_initial(uint32_t l, int64_t offset, const Value& v) { b_.test().locations[l].initial[offset] = v; }

 public:
  Value value() {
    size_t open = 0;
    while (s_.is("(") || s_.is("ATOMIC_INIT")) {
      if (s_.accept("ATOMIC_INIT")) {
        s_.expect("(");
        ++open;
      } else {  // a cast: the value is what matters
        while (!s_.at_end() && !s_.accept(")")) s_.next();
      }
    }
    const Value v = bare_value();
    for (; open > 0; --open) s_.expect(")");
    return v;
  }

 private:
  Value bare_value() {
    if (s_.accept("&")) return Value::address(b_.location(s_.name("a location")));
    if (const std::optional<size_t> thread = accept_thread(s_)) {
      check_thread(*thread);
      return pending_label(*thread, s_.name("a label"));
    }
    if (s_.is_number() || s_.is("-") || s_.is("+")) return Value::integer(s_.number("a number"));
    const std::string name = s_.name("a value");
    if ((name == "instr" || name == "label") && s_.accept(":")) {
      if (s_.peek().kind != Token::Kind::string) s_.fail("expected a string");
      const Token t = s_.next();
      if (name == "instr") return Value::text(b_.text(t.text));
      const size_t colon = t.text.find(':');
      if (colon == std::string::npos || colon == 0) throw InputError(t.pos, "expected label:\"thread:name\"");
      const size_t thread = thread_number(t.text.c_str() + (t.text[0] == 'P' ? 1 : 0));
      check_thread(thread);
      return pending_label(thread, t.text.substr(colon + 1));
    }
    if (const std::optional<int64_t> index = accept_index(s_)) {
      const uint32_t l = b_.location(name);
      return Value::address(l, *index * b_.test().locations[l].element_bytes);
    }
    if (name == "true" || name == "false") return Value::integer(name == "true");
    return Value::address(b_.location(name));
  }

  void check_thread(size_t thread) const {
    if (thread >= kMaxThreads) s_.fail(fmt::format("thread numbers end at {}", kMaxThreads - 1));
  }

  // The threads have not been read yet: remember the name as a text and let resolve_labels() replace it.
  Value pending_label(size_t thread, const std::string& name) {
    return Value::text(b_.text(fmt::format("{}{}:{}", kPendingLabel, thread, name)));
  }

  Builder& b_;
  Scanner& s_;
};

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
    if (v.kind != Value::Kind::text || !test_.texts[v.base].starts_with(kPendingLabel)) return;
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

}  // namespace

std::optional<size_t> accept_thread(Scanner& s) {
  if (!s.is(":", 1)) return std::nullopt;
  const std::string& text = s.peek().text;
  const bool named =
      s.is_name() && text.size() > 1 && text[0] == 'P' && std::isdigit(static_cast<unsigned char>(text[1]));
  if (!named && !s.is_number()) return std::nullopt;
  const Token t = s.next();
  s.next();
  return named ? thread_number(t.text.c_str() + 1) : static_cast<size_t>(t.number);
}

std::optional<int64_t> accept_index(Scanner& s) {
  if (!s.is("[") || !s.is_number(1)) return std::nullopt;
  s.next();
  const int64_t index = s.number("an index");
  s.expect("]");
  return index;
}

void parse_initial_state(Builder& b, Scanner& s) { StateParser(b, s).run(); }
Value parse_value(Builder& b, Scanner& s) { return StateParser(b, s).value(); }
void resolve_labels(Test& test) { LabelResolver(test).run(); }

}  // namespace fencepost::litmus
