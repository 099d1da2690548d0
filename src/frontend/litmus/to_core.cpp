#include "frontend/litmus/to_core.h"

#include <fmt/format.h>

#include <set>

#include "base/diagnostic.h"
#include "frontend/litmus/addresses.h"
#include "frontend/litmus/core_orders.h"

namespace fencepost::litmus {

namespace {

using core::ExprOp;
using core::ExprPtr;
using core::MemoryOrder;

const core::Type kPointer = core::pointer_type(8);
const core::Type kNumber = core::int_type(64, true);  // registers, as the simulator has them

// Not in Core's words; the step becomes an Unsupported.
struct Inexpressible {
  std::string what;
};

ExprPtr number(int64_t value, const core::Type& type = kNumber) {
  return core::constant(static_cast<core::Bits>(static_cast<core::SignedBits>(value)), type);
}
ExprPtr cast(const ExprPtr& value, const core::Type& type) {
  return value->type == type ? value : core::make(ExprOp::int_cast, type, {value});
}
ExprPtr predicate(ExprOp op, ExprPtr a, ExprPtr b) {
  return core::make(op, core::boolean_type(), {std::move(a), std::move(b)});
}
ExprPtr is_true(const ExprPtr& value) {
  if (value->type == kPointer) return core::log_not(core::make(ExprOp::ptr_is_null, core::boolean_type(), {value}));
  return predicate(ExprOp::ne, value, number(0));
}
// A register that holds addresses elsewhere may be used again for this.
ExprPtr from_truth(ExprPtr truth, bool as_address = false) {
  if (!as_address) return core::make(ExprOp::bool_to_int, kNumber, {std::move(truth)});
  return core::make(ExprOp::select, kPointer, {std::move(truth), number(1, kPointer), number(0, kPointer)});
}

// A value as an address or as a number. Location l is global l.
ExprPtr constant_of(const Value& value, bool as_address) {
  if (value.kind == Value::Kind::integer) return number(value.number, as_address ? kPointer : kNumber);
  if (value.kind != Value::Kind::address || !as_address)
    throw Inexpressible{"a value that is no number and no address"};
  ExprPtr object = core::global_expr(core::GlobalId{value.base}, kPointer);
  return value.number == 0 ? object : core::make(ExprOp::ptr_add, kPointer, {object, number(value.number)});
}

// Statements of one function.
class Writer {
 public:
  explicit Writer(core::Function& function) : function_(function) {}

  core::Reg reg(const core::Type& type, std::string name = {}) {
    function_.regs.push_back({type, std::move(name)});
    return core::Reg{static_cast<uint32_t>(function_.regs.size() - 1)};
  }
  core::Label label() { return core::Label{function_.labels++}; }
  void at(const SourcePos& pos) { pos_ = pos; }
  void emit(core::Stmt::Kind kind, std::string text = {}) {
    function_.body.push_back({std::move(kind), pos_, std::move(text)});
  }
  // Reads a cell into a new register, as a register's value.
  ExprPtr load(const ExprPtr& from, const core::Type& type, MemoryOrder order, const std::string& text) {
    core::Reg loaded = reg(type);
    emit(core::Load{loaded, from, type, {}, order}, text);
    ExprPtr value = core::reg_expr(loaded, type);
    return type == kPointer ? value : cast(value, kNumber);
  }

 private:
  core::Function& function_;
  SourcePos pos_;
};

core::Type type_of(const Addresses::Cell& cell) {
  if (cell.address) return kPointer;
  if (cell.bytes != 1 && cell.bytes != 2 && cell.bytes != 4 && cell.bytes != 8)
    throw Inexpressible{"an access to places of different sizes"};
  return core::int_type(8u * cell.bytes, cell.is_signed);
}

class Thread {
 public:
  Thread(const Test& test, const Addresses& addresses, size_t number, core::Function& function)
      : test_(test), addresses_(addresses), number_(number), write_(function) {
    for (const auto& [name, reg] : test.register_names[number]) {
      core::Type type = addresses.in_register(number, reg) ? kPointer : kNumber;
      registers_[reg] = core::reg_expr(write_.reg(type, name), type);
      names_[reg] = name;
    }
  }

  // `results`: where the registers go that the condition names.
  void run(const std::map<uint32_t, core::GlobalId>& results) {
    const Code& code = test_.threads[number_];
    for (const auto& [reg, value] : registers_) {
      auto initial = test_.initial_registers[number_].find(reg);
      Value begin = initial == test_.initial_registers[number_].end() ? Value::integer(0) : initial->second;
      write_.emit(core::Let{value->reg, constant_of(begin, value->type == kPointer)});
    }
    for (size_t i = 0; i <= code.instructions.size(); ++i) labels_.push_back(write_.label());
    for (size_t i = 0; i < code.instructions.size(); ++i) {
      write_.at(code.instructions[i].pos);
      write_.emit(core::DefineLabel{labels_[i]});
      for (const Step& step : code.instructions[i].steps) try {
          perform(step);
        } catch (const Inexpressible& error) {
          write_.emit(core::Unsupported{error.what});
        }
    }
    write_.emit(core::DefineLabel{labels_.back()});
    for (const auto& [reg, global] : results) {
      const ExprPtr& value = registers_.at(reg);
      write_.emit(core::Store{core::global_expr(global, kPointer), value, value->type, {}},
                  fmt::format("{}:{}", number_, names_.at(reg)));
    }
    write_.emit(core::Return{nullptr});
  }

 private:
  ExprPtr value(const OperandPtr& operand) {
    switch (operand->kind) {
      case Operand::Kind::constant:
        return constant_of(operand->constant, addresses_.in_operand(*operand));
      case Operand::Kind::reg:
        if (operand->reg == kOldValue) return old_;
        return registers_.at(operand->reg);
      case Operand::Kind::operation:
        break;
    }
    return operation(*operand);
  }

  ExprPtr operation(const Operand& operand) {
    std::vector<ExprPtr> of;
    for (const OperandPtr& child : operand.children) of.push_back(value(child));
    auto numbers = [&] {
      for (const ExprPtr& child : of)
        if (child->type == kPointer) throw Inexpressible{"arithmetic on an address"};
    };
    auto truth = [&](ExprPtr holds) { return from_truth(std::move(holds), addresses_.in_operand(operand)); };
    auto compare = [&](ExprOp op, size_t a, size_t b) {
      numbers();
      return truth(predicate(op, of[a], of[b]));
    };
    switch (operand.op) {
      case Operator::equal:
        return truth(predicate(ExprOp::eq, of[0], of[1]));
      case Operator::not_equal:
        return truth(predicate(ExprOp::ne, of[0], of[1]));
      case Operator::less:
        return compare(ExprOp::lt, 0, 1);
      case Operator::less_equal:
        return compare(ExprOp::le, 0, 1);
      case Operator::greater:
        return compare(ExprOp::lt, 1, 0);
      case Operator::greater_equal:
        return compare(ExprOp::le, 1, 0);
      case Operator::logical_not:
        return truth(core::log_not(is_true(of[0])));
      case Operator::logical_and:
        return truth(predicate(ExprOp::log_and, is_true(of[0]), is_true(of[1])));
      case Operator::logical_or:
        return truth(predicate(ExprOp::log_or, is_true(of[0]), is_true(of[1])));
      case Operator::select:
        return core::make(ExprOp::select, of[0]->type, {is_true(of[2]), of[0], of[1]});
      case Operator::add:
      case Operator::sub: {
        bool subtracts = operand.op == Operator::sub;
        if (of[0]->type != kPointer) numbers();
        if (of[1]->type == kPointer) throw Inexpressible{"arithmetic on an address"};
        if (of[0]->type != kPointer) return core::make(subtracts ? ExprOp::sub : ExprOp::add, kNumber, of);
        ExprPtr by = subtracts ? core::make(ExprOp::neg, kNumber, {of[1]}) : of[1];
        return core::make(ExprOp::ptr_add, kPointer, {of[0], by});
      }
      case Operator::and_not:
        numbers();
        return core::make(ExprOp::bit_and, kNumber, {of[0], core::make(ExprOp::bit_not, kNumber, {of[1]})});
      default:
        break;
    }
    static const std::map<Operator, ExprOp> kSame = {
        {Operator::bit_and, ExprOp::bit_and}, {Operator::bit_or, ExprOp::bit_or},
        {Operator::bit_xor, ExprOp::bit_xor}, {Operator::shift_left, ExprOp::shl},
        {Operator::multiply, ExprOp::mul},    {Operator::shift_right_signed, ExprOp::shr}};
    auto same = kSame.find(operand.op);
    // Division by zero is not Core's business to define.
    if (same == kSame.end()) throw Inexpressible{"this arithmetic"};
    numbers();
    return core::make(same->second, kNumber, of);
  }

  // The place that a step accesses.
  struct Access {
    ExprPtr ptr;
    core::Type type;
    std::string text;
  };
  Access access(const OperandPtr& operand) {
    ExprPtr ptr = value(operand);
    if (ptr->type != kPointer) throw Inexpressible{"an access through a number"};
    std::string text;
    if (operand->kind == Operand::Kind::reg && names_.at(operand->reg).find(' ') == std::string::npos)
      text = fmt::format("*{}", names_.at(operand->reg));
    return {ptr, type_of(addresses_.pointed_to(*operand)), text};
  }

  static MemoryOrder order(AccessKind kind, const std::vector<std::string>& tags) {
    std::optional<MemoryOrder> known = core_order(kind, tags);
    if (!known) throw Inexpressible{fmt::format("an event with the tags {}", fmt::join(tags, ", "))};
    return *known;
  }

  void set(const Step& step, const ExprPtr& to) {
    if (step.reg == kNoRegister) return;
    const ExprPtr& reg = registers_.at(step.reg);
    if (reg->type != to->type) throw Inexpressible{"a register that holds numbers and addresses"};
    write_.emit(core::Let{reg->reg, to});
  }

  static ExprPtr fitting(const ExprPtr& stored, const core::Type& type) {
    if ((stored->type == kPointer) != (type == kPointer))
      throw Inexpressible{"a place that holds numbers and addresses"};
    return type == kPointer ? stored : cast(stored, type);
  }

  // Makes the old value known to the operands, then builds the update.
  template <typename Condition, typename Next>
  void update(const Step& step, MemoryOrder how, std::optional<MemoryOrder> failure, const Condition& condition,
              const Next& next) {
    Access place = access(step.a);
    core::Reg reg = write_.reg(place.type);
    ExprPtr before = core::reg_expr(reg, place.type);
    old_ = place.type == kPointer ? before : cast(before, kNumber);
    ExprPtr holds = condition(), after = fitting(next(), place.type);
    if (failure == how) failure.reset();
    write_.emit(core::Rmw{reg, place.ptr, place.type, holds, after, how, failure}, place.text);
  }

  void perform(const Step& step) {
    switch (step.kind) {
      case StepKind::enter_scope:  // Core's control dependencies end where branches meet anyway
      case StepKind::leave_scope:
        return;
      case StepKind::assign:
        return set(step, value(step.a));
      case StepKind::load: {
        Access place = access(step.a);
        return set(step, write_.load(place.ptr, place.type, order(AccessKind::load, step.tags), place.text));
      }
      case StepKind::store: {
        Access place = access(step.a);
        MemoryOrder how = order(AccessKind::store, step.tags);
        return write_.emit(core::Store{place.ptr, fitting(value(step.b), place.type), place.type, {}, how}, place.text);
      }
      case StepKind::fence:
        return write_.emit(core::Fence{order(AccessKind::fence, step.tags), step.a ? value(step.a) : nullptr});
      case StepKind::rmw:
        update(step, order(AccessKind::update, step.tags), {}, [] { return nullptr; }, [&] { return value(step.b); });
        return set(step, old_);
      case StepKind::cas:
        update(
            step, order(AccessKind::update, step.tags), order(AccessKind::update, step.fail_tags),
            [&] {
              return step.condition ? is_true(value(step.condition)) : predicate(ExprOp::eq, old_, value(step.b));
            },
            [&] { return value(step.c); });
        return set(step, old_);
      case StepKind::branch: {
        core::Label otherwise = write_.label();
        write_.emit(core::Branch{is_true(value(step.a)), labels_.at(step.target), otherwise});
        return write_.emit(core::DefineLabel{otherwise});
      }
      case StepKind::jump:
        return write_.emit(core::Jump{labels_.at(step.target)});
      case StepKind::lock:
      case StepKind::trylock:
        update(
            step, MemoryOrder::lock, {}, [&] { return predicate(ExprOp::eq, old_, number(0)); },
            [] { return number(1); });
        if (step.kind == StepKind::trylock) return set(step, from_truth(predicate(ExprOp::eq, old_, number(0))));
        return write_.emit(core::Await{predicate(ExprOp::eq, old_, number(0))});
      case StepKind::is_locked: {
        Access place = access(step.a);
        ExprPtr held = write_.load(place.ptr, place.type, MemoryOrder::relaxed, place.text);
        return set(step, from_truth(predicate(ExprOp::ne, held, number(0))));
      }
      default:
        throw Inexpressible{"an instruction of a machine"};
    }
  }

  const Test& test_;
  const Addresses& addresses_;
  size_t number_;
  Writer write_;
  std::map<uint32_t, ExprPtr> registers_;
  std::map<uint32_t, std::string> names_;
  std::vector<core::Label> labels_;
  ExprPtr old_;
};

class Translator {
 public:
  explicit Translator(const Test& test) : test_(test), addresses_(test) {}

  core::Program run() {
    for (uint32_t l = 0; l < test_.locations.size(); ++l) {
      const Location& location = test_.locations[l];
      bool holds_addresses = addresses_.in_location(l);
      uint8_t bytes = holds_addresses ? 8 : location.element_bytes;
      add_global(location.name, uint64_t{bytes} * std::max(location.elements, 1u), bytes);
      // Elements are as far apart as the dialect says, which leaves no room for addresses.
      if (holds_addresses && location.elements > 1) unsupported_ = "an array of addresses";
    }
    threads_.resize(test_.threads.size());
    for (const Observable& seen : test_.observables)
      if (seen.thread >= 0) {
        std::map<uint32_t, core::GlobalId>& results = threads_[static_cast<size_t>(seen.thread)];
        if (!results.contains(seen.reg)) results[seen.reg] = add_global(seen.name, 8, 8);
      }
    program_.init = add_function("init", [&](Writer& write) { initialise(write); });
    std::vector<core::FunctionId> functions;
    for (size_t t = 0; t < test_.threads.size(); ++t) {
      auto id = static_cast<core::FunctionId>(program_.functions.size());
      core::Function& function = new_function(fmt::format("P{}", t));
      if (!test_.threads[t].instructions.empty()) function.pos = test_.threads[t].instructions[0].pos;
      Thread(test_, addresses_, t, function).run(threads_[t]);
      functions.push_back(id);
    }
    program_.entry = add_function("main", [&](Writer& write) { main(write, functions); });
    return std::move(program_);
  }

 private:
  core::GlobalId add_global(const std::string& name, uint64_t bytes, uint32_t align) {
    program_.globals.push_back({name, bytes, align});
    return core::GlobalId{static_cast<uint32_t>(program_.globals.size() - 1)};
  }

  core::Function& new_function(std::string name) {
    core::Function& function = program_.functions.emplace_back();
    function.name = std::move(name);
    function.defined = true;
    function.signature = "void()";
    function.pos = test_.condition_pos;
    return function;
  }

  template <typename Write>
  core::FunctionId add_function(std::string name, const Write& body) {
    Writer write(new_function(std::move(name)));
    write.at(test_.condition_pos);
    body(write);
    write.emit(core::Return{nullptr});
    return static_cast<core::FunctionId>(program_.functions.size() - 1);
  }

  void initialise(Writer& write) {
    for (uint32_t l = 0; l < test_.locations.size(); ++l)
      for (const auto& [offset, value] : test_.locations[l].initial) try {
          bool as_address = addresses_.in_location(l);
          const Location& location = test_.locations[l];
          core::Type type = as_address ? kPointer : core::int_type(8u * location.element_bytes, location.is_signed);
          ExprPtr initial = constant_of(value, as_address);
          ExprPtr place = constant_of(Value::address(l, offset), true);
          write.emit(core::Store{place, as_address ? initial : cast(initial, type), type, {}}, location.name);
        } catch (const Inexpressible& error) {
          write.emit(core::Unsupported{error.what});
        }
  }

  void main(Writer& write, const std::vector<core::FunctionId>& functions) {
    if (!unsupported_.empty()) write.emit(core::Unsupported{unsupported_});
    const core::Type thread_type = core::int_type(64, false);
    std::vector<ExprPtr> threads;
    for (core::FunctionId function : functions) {
      core::Reg reg = write.reg(thread_type);
      threads.push_back(core::reg_expr(reg, thread_type));
      write.emit(core::Spawn{reg, core::function_expr(function, kPointer), {}}, "spawn");
    }
    for (const ExprPtr& thread : threads) write.emit(core::Join{std::nullopt, thread}, "join");
    for (const Observable& seen : test_.observables) final_.push_back(load(write, seen));
    if (test_.filter) write.emit(core::Assume{truth(*test_.filter)});
    ExprPtr asked = truth(test_.condition);
    bool is_for_all = test_.quantifier == Quantifier::for_all;
    std::string text =
        test_.condition_text.substr(std::min(test_.condition_text.find('('), test_.condition_text.size()));
    while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0) text.pop_back();
    for (char& c : text)
      if (c == '\n') c = ' ';
    write.emit(core::Check{core::Undef::assertion, is_for_all ? asked : core::log_not(asked),
                           fmt::format("{} {}", is_for_all ? "forall" : "~exists", text)});
  }

  ExprPtr load(Writer& write, const Observable& seen) {
    bool is_register = seen.thread >= 0;
    bool is_address = is_register ? addresses_.in_register(static_cast<size_t>(seen.thread), seen.reg)
                                  : addresses_.in_location(seen.location);
    core::Type type = kPointer;
    ExprPtr from;
    if (is_register) {
      from = core::global_expr(threads_[static_cast<size_t>(seen.thread)].at(seen.reg), kPointer);
      if (!is_address) type = kNumber;
    } else {
      from = constant_of(Value::address(seen.location, seen.offset), true);
      const Location& location = test_.locations[seen.location];
      if (!is_address) type = core::int_type(8u * location.element_bytes, location.is_signed);
    }
    return write.load(from, type, MemoryOrder::plain, seen.name);
  }

  ExprPtr truth(const Proposition& proposition) {
    using Kind = Proposition::Kind;
    std::vector<ExprPtr> parts;
    for (const Proposition& child : proposition.children) parts.push_back(truth(child));
    auto fold = [&](ExprOp op, bool neutral) {
      ExprPtr all = core::truth(neutral);
      for (const ExprPtr& part : parts) all = predicate(op, all, part);
      return all;
    };
    switch (proposition.kind) {
      case Kind::truth:
        return core::truth(true);
      case Kind::falsehood:
        return core::truth(false);
      case Kind::negation:
        return core::log_not(parts[0]);
      case Kind::conjunction:
        return fold(ExprOp::log_and, true);
      case Kind::disjunction:
        return fold(ExprOp::log_or, false);
      case Kind::implication:
        return predicate(ExprOp::log_or, core::log_not(parts[0]), parts[1]);
      case Kind::equal:
      case Kind::not_equal:
        break;
    }
    ExprPtr left = final_[proposition.left];
    bool is_address = left->type == kPointer;
    ExprPtr right = proposition.right_observable ? final_[*proposition.right_observable]
                                                 : constant_of(proposition.right, is_address);
    // Values are compared as wide as they were declared.
    if (!is_address) {
      core::Type type = core::int_type(test_.observables[proposition.left].bits, true);
      left = cast(left, type);
      right = cast(right, type);
    }
    return predicate(proposition.kind == Kind::equal ? ExprOp::eq : ExprOp::ne, left, right);
  }

  const Test& test_;
  Addresses addresses_;
  core::Program program_;
  std::vector<std::map<uint32_t, core::GlobalId>> threads_;  // results, by register
  std::vector<ExprPtr> final_;                               // by observable
  std::string unsupported_;
};

}  // namespace

core::Program to_core(const Test& test) {
  if (test.dialect != Dialect::c)
    throw InputError(source_pos(test.file, 1), "this test is in a machine's assembly, not in C",
                     "`fencepost litmus` runs it");
  try {
    return Translator(test).run();
  } catch (const Inexpressible& error) {
    throw InputError(test.condition_pos, fmt::format("the condition needs {}", error.what));
  }
}

}  // namespace fencepost::litmus
