// Core by hand for tests: statements as short expressions, one function builder, and a run in one call.
#pragma once

#include "core/core.h"
#include "core/interpreter.h"

namespace fencepost::core::testing {

inline const Type kInt = int_type(32, true);
inline const Type kUnsigned = int_type(32, false);
inline const Type kChar = int_type(8, true);
inline const Type kByte = int_type(8, false);
inline const Type kLong = int_type(64, true);
inline const Type kSize = int_type(64, false);
inline const Type kPtr = pointer_type(8);
inline const Type kFloat = float_type(32);
inline const Type kDouble = float_type(64);
inline const Type kBool = boolean_type();

inline ExprPtr num(SignedBits value, Type type = kInt) { return constant(static_cast<Bits>(value), type); }
inline ExprPtr size(uint64_t value) { return constant(value, kSize); }
inline ExprPtr op(ExprOp o, ExprPtr a, ExprPtr b) { return make(o, a->type, {a, b}); }
inline ExprPtr pred(ExprOp o, std::vector<ExprPtr> args) { return make(o, boolean_type(), std::move(args)); }
inline ExprPtr cast(ExprOp o, Type to, ExprPtr a) { return make(o, to, {std::move(a)}); }
inline ExprPtr plus(ExprPtr pointer, SignedBits bytes) {
  return make(ExprOp::ptr_add, pointer->type, {pointer, num(bytes, kLong)});
}

inline SourcePos line(uint32_t n) { return source_pos("t.c", n); }
inline Stmt stmt(Stmt::Kind kind, uint32_t at = 0, std::string text = {}) {
  return Stmt{std::move(kind), at == 0 ? SourcePos{} : line(at), std::move(text)};
}

inline Stmt let(Reg reg, ExprPtr value) { return stmt(Let{reg, std::move(value)}); }
inline Stmt load(Reg reg, ExprPtr ptr, Type type = kInt, uint32_t at = 0, std::string text = {}) {
  return stmt(Load{reg, std::move(ptr), type, {}, MemoryOrder::plain, false}, at, std::move(text));
}
inline Stmt store(ExprPtr ptr, ExprPtr value, uint32_t at = 0, std::string text = {}) {
  Type type = value->type;
  return stmt(Store{std::move(ptr), std::move(value), type, {}, MemoryOrder::plain, false, false, false}, at,
              std::move(text));
}
// The side effect of an assignment.
inline Stmt assign(ExprPtr ptr, ExprPtr value, uint32_t at = 0, std::string text = {}) {
  Stmt result = store(std::move(ptr), std::move(value), at, std::move(text));
  std::get<Store>(result.kind).negative = true;
  return result;
}
inline Stmt check(Undef kind, ExprPtr condition, uint32_t at = 0, std::string detail = {}) {
  return stmt(Check{kind, std::move(condition), std::move(detail)}, at);
}
inline Stmt ret(ExprPtr value = nullptr, uint32_t at = 0) { return stmt(Return{std::move(value)}, at); }
inline Stmt seq_point() { return stmt(SeqPoint{}); }
inline Stmt unseq(std::vector<Block> strands, uint32_t at = 0, bool permute = false) {
  return stmt(Unseq{std::move(strands), permute}, at);
}
inline Stmt if_(ExprPtr condition, Block then_block, Block else_block = {}) {
  return stmt(If{std::move(condition), std::move(then_block), std::move(else_block)});
}

class Builder {
 public:
  Builder() {
    program.init = function("init");
    define(program.init, {});
  }

  // The function is declared; define() gives it a body.
  FunctionId function(std::string name, std::optional<Type> result = std::nullopt, std::string signature = "int ()") {
    Function f;
    f.name = std::move(name);
    f.result = result;
    f.signature = std::move(signature);
    program.functions.push_back(std::move(f));
    return FunctionId{static_cast<uint32_t>(program.functions.size() - 1)};
  }
  Function& at(FunctionId id) { return program.functions[index(id)]; }
  Reg reg(FunctionId id, Type type = kInt, std::string name = {}) {
    at(id).regs.push_back({type, std::move(name)});
    return Reg{static_cast<uint32_t>(at(id).regs.size() - 1)};
  }
  ExprPtr use(FunctionId id, Reg r) { return reg_expr(r, at(id).regs[index(r)].type); }
  void define(FunctionId id, Block body) {
    at(id).body = std::move(body);
    at(id).defined = true;
  }
  ExprPtr global(std::string name, uint64_t bytes = 4) {
    Global g;
    g.name = std::move(name);
    g.bytes = bytes;
    g.align = bytes >= 8 ? 8 : static_cast<uint32_t>(bytes);
    program.globals.push_back(std::move(g));
    return global_expr(GlobalId{static_cast<uint32_t>(program.globals.size() - 1)}, kPtr);
  }
  Stmt call(FunctionId callee, std::vector<ExprPtr> args = {}, std::optional<Reg> result = {}, uint32_t at = 0) {
    return stmt(Call{result, function_expr(callee, kPtr), std::move(args)}, at);
  }

  Program program;
};

// A program whose entry is built at once: `main` with registers r0, r1, ... of the given types.
class Main : public Builder {
 public:
  explicit Main(std::vector<Type> regs = {}) {
    main = function("main", kInt);
    program.entry = main;
    for (Type type : regs) reg(main, type);
  }
  ExprPtr r(uint32_t n) { return use(main, Reg{n}); }
  void body(Block block) { define(main, std::move(block)); }

  FunctionId main;
};

inline Outcome run(const Program& program, ChoiceSource& choices, Limits limits = {},
                   const UndefSet& checks = UndefSet::strict()) {
  Budget budget;
  return Interpreter(program, checks, choices, budget, limits).run();
}
inline Outcome run(const Program& program) {
  DefaultChoices choices;
  return run(program, choices);
}
inline Outcome replay(const Program& program, Choices given) {
  ReplayChoices choices(std::move(given));
  return run(program, choices);
}
inline Choice value_choice(Bits value) { return {Choice::Kind::value, value, true}; }
inline Choice order_choice(Bits value) { return {Choice::Kind::order, value, true}; }
inline Choice address_choice(Bits value) { return {Choice::Kind::address, value, true}; }

// The value of an expression over registers r0, r1, ... that hold the given values.
inline Outcome evaluate(const std::vector<ExprPtr>& registers, const ExprPtr& expr) {
  std::vector<Type> types;
  for (const ExprPtr& value : registers) types.push_back(value->type);
  Main m(types);
  Block body;
  for (uint32_t i = 0; i < registers.size(); ++i) body.push_back(let(Reg{i}, registers[i]));
  body.push_back(ret(expr));
  m.body(std::move(body));
  return run(m.program);
}

}  // namespace fencepost::core::testing
