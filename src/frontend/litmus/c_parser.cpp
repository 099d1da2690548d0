// The C dialect of litmus tests: functions P0, P1, ... whose parameters are the addresses of shared locations, local
// variables as registers, C11 atomics and kernel macros (c_calls.h), if, while, do, blocks. Every access becomes an
// instruction of its own, in evaluation order.
#include <fmt/format.h>

#include <map>
#include <set>

#include "frontend/litmus/builder.h"
#include "frontend/litmus/c_calls.h"

namespace fencepost::litmus {

namespace {

constexpr int kMaxNesting = 300;

bool type_word(std::string_view w) {
  static const std::set<std::string_view> words = {
      "int",      "char",       "short",         "long",       "unsigned",    "signed",    "void",
      "volatile", "const",      "struct",        "_Atomic",    "intptr_t",    "uintptr_t", "int8_t",
      "int16_t",  "int32_t",    "int64_t",       "uint8_t",    "uint16_t",    "uint32_t",  "uint64_t",
      "atomic_t", "atomic_int", "atomic_long_t", "spinlock_t", "atomic_uint", "size_t",    "mutex_t",
      "__int128", "int128_t",   "__int128_t",    "uint128_t",  "__uint128_t"};
  return words.contains(w);
}

struct Ex {
  OperandPtr value;    // or
  OperandPtr address;  // of an lvalue that has not been read yet
};

class CThread {
 public:
  CThread(Builder& b, Scanner& s, size_t thread) : b_(b), s_(s), thread_(thread) {}

  void run() {
    s_.expect("(");
    parameters();
    s_.expect("{");
    while (!s_.accept("}")) statement();
  }

 private:
  struct Deeper {
    explicit Deeper(CThread& t) : t_(t) {
      if (++t_.depth_ > kMaxNesting) t_.s_.fail("the code nests too deeply");
    }
    ~Deeper() { --t_.depth_; }
    Deeper(const Deeper&) = delete;
    Deeper& operator=(const Deeper&) = delete;
    CThread& t_;
  };

  Code& code() { return b_.test().threads[thread_]; }

  size_t emit(Step step) {
    Instruction in;
    in.pos = s_.peek().pos;
    in.text = text_;
    in.steps.push_back(std::move(step));
    code().instructions.push_back(std::move(in));
    return code().instructions.size() - 1;
  }
  uint32_t temporary() { return b_.reg(thread_, fmt::format("temporary {}", ++temporaries_)); }
  void target(size_t instruction, size_t to) { code().instructions[instruction].steps[0].target = to; }
  size_t here() { return code().instructions.size(); }

  void parameters() {
    while (!s_.accept(")")) {
      std::string last;
      while (s_.is_name() || s_.is("*")) {
        if (s_.is_name()) last = s_.peek().text;
        s_.next();
      }
      if (last.empty()) s_.fail("expected a parameter");
      const uint32_t reg = b_.reg(thread_, last);
      b_.test().initial_registers[thread_].emplace(reg, Value::address(b_.location(last)));
      if (!s_.accept(",") && !s_.is(")")) s_.fail("expected ',' or ')'");
    }
  }

  void statement() {
    const Deeper deeper(*this);
    if (s_.accept(";")) return;
    if (s_.accept("{")) {
      while (!s_.accept("}")) statement();
    } else if (s_.accept("if")) {
      if_statement();
    } else if (s_.accept("while")) {
      scope(StepKind::enter_scope);
      const size_t top = here();
      s_.expect("(");
      const size_t out = emit_branch(false);
      s_.expect(")");
      statement();
      emit_jump(top);
      target(out, here());
      scope(StepKind::leave_scope);
    } else if (s_.accept("do")) {
      scope(StepKind::enter_scope);
      const size_t top = here();
      statement();
      s_.expect("while");
      s_.expect("(");
      const size_t back = emit_branch(true);
      s_.expect(")");
      s_.expect(";");
      target(back, top);
      scope(StepKind::leave_scope);
    } else if (s_.is_name() && type_word(s_.peek().text)) {
      declaration();
    } else {
      expression_statement();
      s_.expect(";");
    }
  }

  // Branch when the condition is `when`; returns the instruction whose target is to be set.
  size_t emit_branch(bool when) {
    const OperandPtr c = rvalue(expression());
    Step step;
    step.kind = StepKind::branch;
    step.a = when ? c : operation(Operator::logical_not, 64, c);
    return emit(std::move(step));
  }
  size_t emit_jump(size_t to) {
    Step step;
    step.kind = StepKind::jump;
    step.target = to;
    return emit(std::move(step));
  }

  void scope(StepKind kind) {
    Step step;
    step.kind = kind;
    emit(std::move(step));
  }

  void if_statement() {
    s_.expect("(");
    scope(StepKind::enter_scope);
    const size_t to_else = emit_branch(false);
    s_.expect(")");
    statement();
    if (!s_.accept("else")) {
      target(to_else, here());
      scope(StepKind::leave_scope);
      return;
    }
    const size_t to_end = emit_jump(0);
    target(to_else, here());
    statement();
    target(to_end, here());
    scope(StepKind::leave_scope);
  }

  void declaration() {
    skip_type();
    do {
      while (s_.accept("*")) {
      }
      const std::string name = s_.name("a variable");
      const uint32_t reg = b_.reg(thread_, name);
      if (s_.accept("=")) assign_to(reg, expression());
    } while (s_.accept(","));
    s_.expect(";");
  }

  void skip_type() {
    while (s_.is_name() && type_word(s_.peek().text)) {
      const bool is_struct = s_.is("struct");
      s_.next();
      if (is_struct) s_.name("a struct name");
    }
  }

  void assign_to(uint32_t reg, const Ex& e) {
    if (e.address) {
      emit(load(reg, e.address, {"NA"}, 64));
      return;
    }
    // The last access already produced the value: let it write the variable itself.
    emit(assign(reg, e.value));
  }

  void expression_statement() {
    const Ex left = expression();
    if (s_.accept("=")) {
      const OperandPtr v = rvalue(expression());
      if (left.address)
        emit(store(left.address, v, {"NA"}, 64));
      else if (left.value && left.value->kind == Operand::Kind::reg)
        emit(assign(left.value->reg, v));
      else
        s_.fail("cannot assign to this expression");
    } else if (s_.is("++") || s_.is("--") || s_.is("+=") || s_.is("-=")) {
      const std::string op = s_.next().text;
      const OperandPtr by = op.size() == 2 && op[1] == '=' ? rvalue(expression()) : constant(1);
      const OperandPtr v = operation(op[0] == '+' ? Operator::add : Operator::sub, 64, rvalue(left), by);
      if (left.address)
        emit(store(left.address, v, {"NA"}, 64));
      else if (left.value->kind == Operand::Kind::reg)
        emit(assign(left.value->reg, v));
      else
        s_.fail("cannot assign to this expression");
    }
  }

  OperandPtr rvalue(const Ex& e) {
    if (!e.address) return e.value ? e.value : constant(0);
    const uint32_t t = temporary();
    emit(load(t, e.address, {"NA"}, 64));
    return reg_operand(t);
  }

  struct Level {
    const char* symbol;
    Operator op;
    int precedence;
  };

  Ex expression(int lowest = 0) {
    static constexpr Level kLevels[] = {{"||", Operator::logical_or, 1},
                                        {"&&", Operator::logical_and, 2},
                                        {"|", Operator::bit_or, 3},
                                        {"^", Operator::bit_xor, 4},
                                        {"&", Operator::bit_and, 5},
                                        {"==", Operator::equal, 6},
                                        {"!=", Operator::not_equal, 6},
                                        {"<", Operator::less, 7},
                                        {"<=", Operator::less_equal, 7},
                                        {">", Operator::greater, 7},
                                        {">=", Operator::greater_equal, 7},
                                        {"<<", Operator::shift_left, 8},
                                        {">>", Operator::shift_right_signed, 8},
                                        {"+", Operator::add, 9},
                                        {"-", Operator::sub, 9},
                                        {"*", Operator::multiply, 10},
                                        {"/", Operator::divide, 10},
                                        {"%", Operator::remainder, 10}};
    const Deeper deeper(*this);
    Ex left = unary();
    while (true) {
      const Level* found = nullptr;
      for (const Level& l : kLevels)
        if (s_.is(l.symbol) && l.precedence > lowest) found = &l;
      if (found == nullptr) break;
      s_.next();
      const OperandPtr a = rvalue(left);
      const OperandPtr b = rvalue(expression(found->precedence));
      left = {operation(found->op, 64, a, b), nullptr};
    }
    if (lowest == 0 && s_.accept("?")) {
      const OperandPtr c = rvalue(left);
      const OperandPtr a = rvalue(expression());
      s_.expect(":");
      const OperandPtr b = rvalue(expression());
      left = {operation(Operator::select, 64, a, b, c), nullptr};
    }
    return left;
  }

  Ex unary() {
    const Deeper deeper(*this);
    if (s_.accept("*")) return {nullptr, rvalue(unary())};
    if (s_.accept("&")) {
      const Ex e = unary();
      return {e.address ? e.address : e.value, nullptr};
    }
    if (s_.accept("-")) return {operation(Operator::sub, 64, constant(0), rvalue(unary())), nullptr};
    if (s_.accept("+")) return {rvalue(unary()), nullptr};
    if (s_.accept("!")) return {operation(Operator::logical_not, 64, rvalue(unary())), nullptr};
    if (s_.accept("~")) return {operation(Operator::bit_xor, 64, rvalue(unary()), constant(-1)), nullptr};
    if (s_.is("(") && s_.is_name(1) && type_word(s_.peek(1).text)) {
      s_.next();
      skip_type();
      while (s_.accept("*")) {
      }
      s_.expect(")");
      return unary();
    }
    return primary();
  }

  Ex primary() {
    if (s_.accept("(")) {
      Ex e = expression();
      s_.expect(")");
      return e;
    }
    if (s_.is_number()) return {constant(s_.next().number), nullptr};
    if (!s_.is_name()) s_.fail("expected an expression");
    const SourcePos pos = s_.peek().pos;
    const std::string name = s_.next().text;
    if (name.starts_with("__") && (s_.is("{") || s_.is("("))) return primitive(name, pos);
    if (s_.is("(")) return call(name, pos);
    if (s_.is("[")) {
      s_.next();
      const OperandPtr index = rvalue(expression());
      s_.expect("]");
      const OperandPtr base = reg_operand(b_.reg(thread_, name));
      return {nullptr, operation(Operator::add, 64, base, operation(Operator::multiply, 64, index, constant(4)))};
    }
    return {reg_operand(b_.reg(thread_, name)), nullptr};
  }

  static std::vector<std::string> access_tags(const CCall& c, const std::string& order) {
    std::vector<std::string> tags = c.tags;
    if (!order.empty()) tags.push_back(order);
    if (c.single_event) tags.emplace_back("A");
    return tags;
  }

  // __load{once}(*x) and its kin: what macro files are made of. The tag names the event set.
  Ex primitive(const std::string& name, const SourcePos& pos) {
    std::string tag;
    if (s_.accept("{")) {
      tag = s_.name("a tag");
      while (s_.accept("-")) tag += "-" + s_.name("the rest of the tag");
      tag[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(tag[0])));
      s_.expect("}");
    }
    if (name == "__fence") {
      emit(fence({tag}));
      return {};
    }
    using Kind = CCall::Kind;
    static const std::map<std::string, Kind> kinds = {{"__load", Kind::load},
                                                      {"__store", Kind::store},
                                                      {"__xchg", Kind::exchange},
                                                      {"__cmpxchg", Kind::compare},
                                                      {"__atomic_op", Kind::fetch},
                                                      {"__atomic_op_return", Kind::fetch},
                                                      {"__atomic_fetch_op", Kind::fetch},
                                                      {"__atomic_add_unless", Kind::add_unless},
                                                      {"__lock", Kind::lock},
                                                      {"__unlock", Kind::unlock},
                                                      {"__trylock", Kind::trylock},
                                                      {"__islocked", Kind::is_locked},
                                                      {"__srcu", Kind::located_fence}};
    auto it = kinds.find(name);
    if (it == kinds.end()) throw InputError(pos, fmt::format("unknown primitive '{}'", name));
    CCall c;
    c.kind = it->second;
    c.place_is_pointer = c.kind != Kind::load && c.kind != Kind::store;
    if (!tag.empty()) c.tags = {tag};
    const bool updates =
        c.kind == Kind::exchange || c.kind == Kind::compare || c.kind == Kind::fetch || c.kind == Kind::add_unless;
    if (updates) c.tags.emplace_back("RMW");
    if (c.kind == Kind::unlock) c.tags = {"UL"};
    c.returns_new = name == "__atomic_op_return";
    c.returns_nothing = name == "__atomic_op";
    s_.expect("(");
    std::vector<Ex> arguments;
    while (!s_.accept(")")) {
      if (c.kind == Kind::fetch && arguments.size() == 1) {
        c.op = primitive_operator();
        s_.expect(",");
      }
      arguments.push_back(expression());
      if (!s_.accept(",") && !s_.is(")")) s_.fail("expected ',' or ')'");
    }
    // SRCU: the lock reads the struct, the unlock writes the value back.
    if (c.kind == Kind::located_fence && tag == "Srcu-lock") c.kind = Kind::load;
    if (c.kind == Kind::located_fence && tag == "Srcu-unlock") c.kind = Kind::store;
    return apply(c, arguments, {}, pos, name);
  }

  Operator primitive_operator() {
    static const std::map<std::string, Operator> operators = {{"+", Operator::add},
                                                              {"-", Operator::sub},
                                                              {"&", Operator::bit_and},
                                                              {"|", Operator::bit_or},
                                                              {"^", Operator::bit_xor}};
    const Token t = s_.next();
    auto it = operators.find(t.text);
    if (it == operators.end()) throw InputError(t.pos, "expected an operator: + - & | ^ or &~");
    if (t.text == "&" && s_.accept("~")) return Operator::and_not;
    return it->second;
  }

  Ex call(const std::string& name, const SourcePos& pos) {
    const std::optional<CCall> found = find_c_call(name);
    if (!found)
      throw InputError(pos, fmt::format("unknown function '{}'", name),
                       "C11 atomics and the kernel's macros are known");
    const CCall& c = *found;
    s_.expect("(");
    std::vector<Ex> arguments;
    std::vector<std::string> orders;
    while (!s_.accept(")")) {
      if (s_.is_name() && s_.peek().text.starts_with("memory_order_")) {
        orders.push_back(memory_order_tag(s_.peek().text));
        if (orders.back().empty()) s_.fail("expected a memory order");
        s_.next();
      } else {
        arguments.push_back(expression());
      }
      if (!s_.accept(",") && !s_.is(")")) s_.fail("expected ',' or ')'");
    }
    text_ = name;
    Ex result = apply(c, arguments, orders, pos, name);
    text_.clear();
    return result;
  }

  Ex apply(const CCall& c, std::vector<Ex>& arguments, const std::vector<std::string>& orders, const SourcePos& pos,
           const std::string& name) {
    const auto need = [&](size_t n) {
      if (arguments.size() != n)
        throw InputError(pos, fmt::format("'{}' takes {} arguments, not {}", name, n, arguments.size()));
    };
    const auto place = [&](size_t i) {
      if (c.place_is_pointer) return rvalue(arguments[i]);
      if (!arguments[i].address)
        throw InputError(pos, fmt::format("the argument of '{}' must be an lvalue such as *x", name));
      return arguments[i].address;
    };
    const std::string order = orders.empty() ? "" : orders[0];
    if (c.orders_follow && orders.empty()) throw InputError(pos, fmt::format("'{}' needs a memory order", name));
    Step step;
    step.width = 64;
    switch (c.kind) {
      case CCall::Kind::ignore:
        return {};
      case CCall::Kind::fence: {
        need(0);
        std::vector<std::string> tags = c.tags;
        if (!order.empty()) tags.push_back(order);
        emit(fence(tags));
        return {};
      }
      case CCall::Kind::located_fence: {
        need(1);
        step = fence(c.tags);
        step.a = place(0);
        emit(std::move(step));
        return {};
      }
      case CCall::Kind::load: {
        need(1);
        const uint32_t t = temporary();
        emit(load(t, place(0), access_tags(c, order), 64));
        return {reg_operand(t), nullptr};
      }
      case CCall::Kind::store:
      case CCall::Kind::store_fence: {
        need(2);
        const OperandPtr where = place(0);
        emit(store(where, rvalue(arguments[1]), access_tags(c, order), 64));
        if (c.kind == CCall::Kind::store_fence) emit(fence({"Mb"}));
        return {};
      }
      case CCall::Kind::lock:
      case CCall::Kind::unlock:
      case CCall::Kind::trylock:
      case CCall::Kind::is_locked: {
        need(1);
        step.a = place(0);
        step.kind = c.kind == CCall::Kind::lock      ? StepKind::lock
                    : c.kind == CCall::Kind::trylock ? StepKind::trylock
                                                     : StepKind::is_locked;
        if (c.kind == CCall::Kind::unlock) step = store(step.a, constant(0), c.tags, 64);
        if (c.kind == CCall::Kind::lock || c.kind == CCall::Kind::unlock) {
          emit(std::move(step));
          return {};
        }
        step.reg = temporary();
        const OperandPtr result = reg_operand(step.reg);
        emit(std::move(step));
        return {result, nullptr};
      }
      default:
        return read_modify_write(c, arguments, orders, need, place, step);
    }
  }

  template <typename Need, typename Place>
  Ex read_modify_write(const CCall& c, std::vector<Ex>& arguments, const std::vector<std::string>& orders,
                       const Need& need, const Place& place, Step step) {
    const std::string order = orders.empty() ? "" : orders[0];
    const OperandPtr old = reg_operand(kOldValue);
    step.single_event = c.single_event;
    step.tags = access_tags(c, order);
    if (c.single_event) step.tags.emplace_back("RMW");
    step.kind = StepKind::rmw;
    step.reg = temporary();
    const OperandPtr result = reg_operand(step.reg);
    switch (c.kind) {
      case CCall::Kind::exchange:
        need(2);
        step.a = place(0);
        step.b = rvalue(arguments[1]);
        emit(std::move(step));
        return {result, nullptr};
      case CCall::Kind::fetch: {
        need(c.fixed_one ? 1 : 2);
        // C11's atomic_fetch_add(place, value) and the kernel's atomic_fetch_add(value, place) differ in order only.
        const bool first = c.value_first && !c.fixed_one;
        step.a = place(first ? 1 : 0);
        const OperandPtr by = c.fixed_one ? constant(1) : rvalue(arguments[first ? 0 : 1]);
        step.b = operation(c.op, 64, old, by);
        step.no_return = c.returns_nothing;
        emit(std::move(step));
        OperandPtr v = result;
        if (c.returns_new) v = operation(c.op, 64, result, by);
        if (c.compare_result) v = operation(*c.compare_result, 64, v, constant(0));
        return {v, nullptr};
      }
      case CCall::Kind::compare: {
        need(3);
        step.kind = StepKind::cas;
        step.a = place(0);
        step.b = rvalue(arguments[1]);
        step.c = rvalue(arguments[2]);
        step.fail_tags = step.tags;
        emit(std::move(step));
        return {result, nullptr};
      }
      case CCall::Kind::add_unless: {
        need(3);
        step.kind = StepKind::cas;
        step.a = place(0);
        const OperandPtr by = rvalue(arguments[1]), unless = rvalue(arguments[2]);
        step.condition = operation(Operator::not_equal, 64, old, unless);
        step.c = operation(Operator::add, 64, old, by);
        step.fail_tags = step.tags;
        emit(std::move(step));
        return {operation(Operator::not_equal, 64, result, unless), nullptr};
      }
      default:
        break;
    }
    // C11 compare-exchange: the expected value lies in memory and is updated when the exchange fails.
    need(3);
    step.kind = StepKind::cas;
    step.a = place(0);
    const OperandPtr expected_place = rvalue(arguments[1]);
    const OperandPtr wanted = rvalue(arguments[2]);
    const uint32_t expected = temporary();
    emit(load(expected, expected_place, {"NA"}, 64));
    step.b = reg_operand(expected);
    step.c = wanted;
    step.fail_tags = {"A", orders.size() > 1 ? orders[1] : order.empty() ? "SC" : order};
    emit(std::move(step));
    const OperandPtr success = operation(Operator::equal, 64, result, reg_operand(expected));
    scope(StepKind::enter_scope);
    Step skip;
    skip.kind = StepKind::branch;
    skip.a = success;
    const size_t branch = emit(std::move(skip));
    emit(store(expected_place, result, {"NA"}, 64));
    target(branch, here());
    scope(StepKind::leave_scope);
    return {success, nullptr};
  }

  Builder& b_;
  Scanner& s_;
  size_t thread_;
  int depth_ = 0;
  uint32_t temporaries_ = 0;
  std::string text_;
};

}  // namespace

void parse_c_threads(Builder& b, Scanner& s) {
  size_t thread = 0;
  s.accept(";");
  while (!s.at_end()) {
    while (s.is("void") || s.is("static")) s.next();
    if (s.is("regions") || s.is("scopes")) break;  // Bell annotations
    const SourcePos pos = s.peek().pos;
    const std::string name = s.name("a thread such as P0");
    if (name != fmt::format("P{}", thread))
      throw InputError(pos, fmt::format("expected thread P{}, found '{}'", thread, name));
    b.ensure_threads(thread + 1);
    CThread(b, s, thread).run();
    ++thread;
  }
  if (thread == 0) s.fail("the test has no threads");
}

}  // namespace fencepost::litmus
