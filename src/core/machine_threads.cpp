#include <fmt/format.h>

#include "base/check.h"
#include "core/machine.h"

namespace fencepost::core {

void Machine::enter(uint32_t number) {
  if (current_->number != number) switch_to(*by_number_.at(number));
}

void Machine::switch_to(Thread& thread) {
  current_ = &thread;
  evaluator_.set_own(thread.own);
  memory_.set_viewer(thread.number);
}

void Machine::make_own_objects() {
  for (uint32_t i = 0; i < program_.globals.size(); ++i) {
    const Global& global = program_.globals[i];
    if (global.storage != Storage::thread) continue;
    Object object = memory_.object(memory_.global_object(GlobalId{i}));
    object.base.reset();
    object.owner = self().number;
    ObjectId id = memory_.allocate(std::move(object));
    self().allocated.push_back(id);
    self().own[GlobalId{i}] = id;
    if (program_.uses_addresses) place_object(id, global.pos);
  }
}

const Thread* Machine::find(uint32_t number) const {
  auto found = by_number_.find(number);
  return found == by_number_.end() ? nullptr : found->second;
}

void Machine::end_own_objects() {
  for (const auto& [global, id] : self().own) memory_.kill(id);
}

void Machine::leave(const Frame& frame) {
  for (ObjectId id : frame.objects) memory_.kill(id);
}

void Machine::restore(const Thread& thread) { *by_number_.at(thread.number) = thread; }

void Machine::end_thread(std::optional<Value> value) {
  const Function& function = *frame().function;
  self().frames.clear();
  self().result = value;
  if (self().number != 0) {
    end_own_objects();
    self().ended = true;
    end_with_last_thread({function.pos, &function, 0, false});
  } else if (in_entry_) {
    stop(Outcome::Kind::finished, "", {});
    Position position = last_return_.function != nullptr ? last_return_ : Position{function.pos, &function, 0, false};
    end_program(position, {}, fmt::format("when {} returns", position.function->name));
  } else {
    self().result = std::nullopt;
    in_entry_ = true;
    make_own_objects();
    push_frame(program_.entry, {}, nullptr, std::nullopt);
  }
}

void Machine::run(const Spawn& k, const Stmt& stmt) {
  std::optional<FunctionId> target = function_at(k.callee, stmt);
  if (!target) return;
  const Function& function = program_.function(*target);
  if (!function.defined) {
    stop(Outcome::Kind::unsupported, fmt::format("a thread runs {}, which has no definition", function.name),
         position_of(stmt).pos);
    return;
  }
  std::vector<Value> args;
  // A library function that starts the program's own, which comes first, is none of the reader's business.
  std::optional<FunctionId> handed_on;
  if (function.library && k.args.size() > 1) handed_on = memory_.object(eval(k.args.front()).object).function;
  if (handed_on) args.push_back(eval(k.args.front()));
  std::string shown = arguments({k.args.begin() + (handed_on ? 1 : 0), k.args.end()}, args);
  uint32_t number = environment_.number(self().number);
  if (by_number_.count(number) > 0) throw BadChoice(fmt::format("there is a thread {} already", number));
  const std::string& name = handed_on ? program_.function(*handed_on).name : function.name;
  note(stmt, WayStep::Kind::spawn, {.spawned = number});
  tell(stmt, fmt::format("starts thread {}: {}({})", number, name, shown), true, true);
  set(k.reg, Value{number, kNoObject, false});

  Thread& spawner = self();
  switch_to(threads_.emplace_back());
  by_number_[number] = current_;
  self().number = number;
  self().choices = &environment_.choices(number);
  make_own_objects();
  push_frame(*target, args, nullptr, std::nullopt);
  switch_to(spawner);
}

void Machine::run(const Join& k, const Stmt& stmt) {
  const Value which = eval(k.thread);
  const Thread* other = which.bits <= UINT32_MAX ? find(static_cast<uint32_t>(which.bits)) : nullptr;
  if (other == nullptr) {
    stop(Outcome::Kind::unsupported, "a thread waits for one that was never started", position_of(stmt).pos);
    return;
  }
  FP_CHECK_MSG(other->ended, "a join before its thread has ended");
  tell(stmt, fmt::format("thread {} has ended", other->number), true, true);
  if (k.reg) set(*k.reg, other->result.value_or(Value{0, kNoObject, true}));
}

void Machine::run(const Self& k, const Stmt&) { set(k.reg, Value{self().number, kNoObject, false}); }

void Machine::run(const EndThread& k, const Stmt& stmt) {
  std::optional<Value> value;
  if (k.value != nullptr) value = eval(k.value);
  tell(stmt, "the thread ends", true, true);
  Position position = position_of(stmt);
  for (const Frame& left : self().frames) leave(left);
  end_own_objects();
  self().frames.clear();
  self().result = value;
  self().ended = true;
  end_with_last_thread(position);
}

void Machine::run(const Await& k, const Stmt& stmt) {
  if (holds(k.condition)) return;
  Position position = position_of(stmt);
  stop(Outcome::Kind::blocked, fmt::format("thread {} waits at {}", self().number, to_string(position.pos)),
       position.pos);
}

}  // namespace fencepost::core
