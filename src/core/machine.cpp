#include "core/machine.h"

#include <fmt/format.h>

#include "base/check.h"
#include "core/explain.h"
#include "core/float_ops.h"
#include "core/integer_ops.h"
#include "core/mark.h"
#include "core/printf_output.h"

namespace fencepost::core {

namespace {

void find_labels(const Block& block, LabelTable& table) {
  for (size_t i = 0; i < block.size(); ++i) {
    if (const auto* defined = std::get_if<DefineLabel>(&block[i].kind)) {
      LabelPosition& position = table.at(index(defined->label));
      FP_CHECK_MSG(position.block == nullptr, "a label stands twice");
      position = {&block, i};
    } else if (const auto* branches = std::get_if<If>(&block[i].kind)) {
      find_labels(branches->then_block, table);
      find_labels(branches->else_block, table);
    } else if (const auto* unseq = std::get_if<Unseq>(&block[i].kind)) {
      for (const Block& strand : unseq->strands) find_labels(strand, table);
    }
  }
}

}  // namespace

LabelTable find_labels(const Function& function) {
  LabelTable table(function.labels);
  find_labels(function.body, table);
  return table;
}

Machine::Machine(const Program& program, const UndefSet& checks, Environment& environment, Budget& budget,
                 const Limits& limits)
    : program_(program),
      checks_(checks),
      environment_(environment),
      budget_(budget),
      limits_(limits),
      memory_(program),
      evaluator_(program, memory_),
      trace_(limits.trace_steps) {
  for (const Function& function : program.functions) labels_.push_back(find_labels(function));
  switch_to(threads_.emplace_back());
  by_number_[0] = current_;
  current_->choices = &environment.choices(0);
  try {
    place_globals();
  } catch (const BadChoice& bad) {
    stop(Outcome::Kind::bad_choice, bad.what(), {});
  }
  push_frame(program.init, {}, nullptr, std::nullopt);
}

void Machine::place_globals() {
  if (!program_.uses_addresses) return;
  for (uint32_t i = 0; i < program_.globals.size() && !self().over(); ++i)
    place_object(memory_.global_object(GlobalId{i}), program_.globals[i].pos);
}

void Machine::step(uint32_t number) {
  enter(number);
  FP_CHECK(!self().over());
  Cursor& cursor = frame().cursors.back();
  if (cursor.next == cursor.block->size()) {
    try {
      end_block();
    } catch (const BadChoice& bad) {
      stop(Outcome::Kind::bad_choice, bad.what(), {});
    }
    stop_after_race();
    return;
  }
  const Stmt& stmt = (*cursor.block)[cursor.next++];
  told_.clear();
  if (++steps_ > limits_.steps) {
    stop(Outcome::Kind::step_limit, fmt::format("the run takes more than {} steps", limits_.steps), stmt.pos);
    return;
  }
  if (steps_ % 256 == 0) budget_.check();
  try {
    std::visit([&](const auto& kind) { run(kind, stmt); }, stmt.kind);
  } catch (const UnsupportedFloat& missing) {
    stop(Outcome::Kind::unsupported, missing.what(), stmt.pos);
  } catch (const BadChoice& bad) {
    stop(Outcome::Kind::bad_choice, bad.what(), stmt.pos);
  }
  if (std::optional<ObjectId> unknown = memory_.take_unknown()) {
    const Object& object = memory_.object(*unknown);
    stop(Outcome::Kind::unsupported, why_unknown(object.known, object.name), stmt.pos);
  }
  remark_.reset();
  if (telling() && checks_.has(Undef::memory_leak)) follow_pointers(stmt);
  stop_after_race();
}

void Machine::stop(Outcome::Kind kind, std::string reason, const SourcePos& pos) {
  Outcome outcome;
  outcome.kind = kind;
  outcome.reason = std::move(reason);
  outcome.pos = pos;
  if (kind == Outcome::Kind::finished) outcome.result = self().result;
  if (const std::vector<Failure>& races = self().races; !races.empty()) {
    outcome.kind = Outcome::Kind::violated;
    outcome.failures = races;
    outcome.pos = races.front().pos;
  }
  self().outcome = std::move(outcome);
}

void Machine::stop_after_race() {
  if (self().races.empty() || self().outcome) return;
  const auto& frames = self().frames;
  bool still_inside = !frames.empty() && (frames.size() > self().race_depth || frame().races.inside_unseq());
  if (!still_inside) stop(Outcome::Kind::violated, "", self().races.front().pos);
}

void Machine::push_frame(FunctionId id, const std::vector<Value>& args, const Stmt* call, std::optional<Reg> result) {
  const Function& function = program_.function(id);
  FP_CHECK_MSG(function.defined, function.name);
  Frame next;
  next.function = &function;
  next.regs.assign(function.regs.size(), Value{0, kNoObject, true});
  for (size_t i = 0; i < function.params.size() && i < args.size(); ++i) {
    Reg param = function.params[i];
    Value value = args[i];
    value.bits = truncate(value.bits, function.regs[index(param)].type.bits);
    next.regs[index(param)] = value;
  }
  next.result = result;
  next.call = call;
  next.entry = ++entries_;
  next.cursors.push_back({&function.body, 0, nullptr});
  next.races.enter_block();
  self().frames.push_back(std::move(next));
}

void Machine::pop_frame(std::optional<Value> value) {
  leave(frame());
  if (self().frames.size() == 1) {
    end_thread(value);
    return;
  }
  std::optional<Reg> result = frame().result;
  self().frames.pop_back();
  if (result) set(*result, value.value_or(Value{0, kNoObject, true}));
}

void Machine::leave_cursor() {
  if (frame().cursors.back().unseq != nullptr)
    frame().races.leave_unseq();
  else
    frame().races.leave_block();
  frame().cursors.pop_back();
}

void Machine::end_block() {
  Cursor& cursor = frame().cursors.back();
  if (cursor.unseq == nullptr) {
    if (frame().cursors.size() > 1) return leave_cursor();
    note_return({frame().function->pos, frame().function, 1, false});
    return pop_frame(std::nullopt);
  }
  cursor.done.insert(cursor.strand);
  for (size_t place = 0; place < cursor.order.size(); ++place)
    if (!cursor.done.contains(place)) {
      frame().races.next_strand(static_cast<unsigned>(place));
      return enter_strand(place);
    }
  leave_cursor();
}

// Enters a strand of the innermost Unseq, all of whose other strands are finished, suspended or have not begun.
void Machine::enter_strand(size_t place) {
  Cursor& cursor = frame().cursors.back();
  cursor.strand = place;
  auto waiting = cursor.waiting.find(place);
  if (waiting == cursor.waiting.end()) {
    cursor.block = &cursor.unseq->strands[cursor.order[place]];
    cursor.next = 0;
    frame().races.begin_strand(static_cast<unsigned>(place));
    return;
  }
  SuspendedStrand strand = std::move(waiting->second);
  cursor.waiting.erase(waiting);
  cursor.block = strand.block;
  cursor.next = strand.next;
  frame().races.resume(std::move(strand.races), static_cast<unsigned>(place));
  for (Cursor& inside : strand.inside) frame().cursors.push_back(std::move(inside));
}

std::vector<Machine::OtherStrand> Machine::other_strands(uint32_t number) {
  std::vector<OtherStrand> all;
  next(number);
  const std::vector<Cursor>& cursors = frame().cursors;
  for (size_t i = cursors.size(); i-- > 0;) {
    const Cursor& cursor = cursors[i];
    if (cursor.unseq == nullptr || !cursor.unseq->interleave) continue;
    for (size_t place = 0; place < cursor.order.size(); ++place) {
      if (place == cursor.strand || cursor.done.contains(place)) continue;
      auto waiting = cursor.waiting.find(place);
      if (waiting == cursor.waiting.end()) {
        const Block& block = cursor.unseq->strands[cursor.order[place]];
        if (!block.empty()) all.push_back({i, place, &block.front()});
        continue;
      }
      const SuspendedStrand& strand = waiting->second;
      const Block* block = strand.inside.empty() ? strand.block : strand.inside.back().block;
      size_t at = strand.inside.empty() ? strand.next : strand.inside.back().next;
      if (at < block->size()) all.push_back({i, place, &(*block)[at]});
    }
  }
  return all;
}

void Machine::change_strand(uint32_t number, const OtherStrand& other) {
  enter(number);
  std::vector<Cursor>& cursors = frame().cursors;
  auto inside = cursors.begin() + static_cast<std::ptrdiff_t>(other.cursor) + 1;
  Cursor& cursor = cursors[other.cursor];
  SuspendedStrand strand{cursor.block,
                         cursor.next,
                         {std::make_move_iterator(inside), std::make_move_iterator(cursors.end())},
                         frame().races.suspend(other.cursor)};
  cursor.waiting.insert_or_assign(cursor.strand, std::move(strand));
  cursors.erase(inside, cursors.end());
  enter_strand(other.place);
}

void Machine::jump(Label label) {
  const auto number = static_cast<size_t>(frame().function - program_.functions.data());
  const LabelPosition& position = labels_[number].at(index(label));
  FP_CHECK_MSG(position.block != nullptr, "a jump to a label that stands nowhere");
  while (frame().cursors.back().block != position.block) {
    FP_CHECK_MSG(frame().cursors.size() > 1, "a jump into a block");
    leave_cursor();
  }
  frame().cursors.back().next = position.index + 1;
  frame().entry = ++entries_;
}

void Machine::run(const Let& k, const Stmt&) { set(k.reg, eval(k.value)); }

void Machine::run(const Check& k, const Stmt& stmt) {
  if (!checks_.has(k.kind) || holds(k.condition)) return;
  if (self().undefined && !core::ends_program(k.kind)) return;
  Position position = position_of(stmt);
  std::string detail = k.detail.empty() ? stmt.text : k.detail;
  if (telling()) {
    std::string values = explain(*k.condition, frame().regs, evaluator_, memory_);
    tell(stmt,
         fmt::format("{} fails: {}{}", info(k.kind).id, detail.empty() ? info(k.kind).sentence : detail,
                     values.empty() ? "" : fmt::format(" ({})", values)),
         true, true);
  }
  Failure failure{k.kind, position.pos, position.function->name, detail, {}};
  stop(Outcome::Kind::violated, "", position.pos);
  self().outcome->failures.push_back(std::move(failure));
}

void Machine::go_on(uint32_t number) {
  enter(number);
  FP_CHECK(self().outcome && self().outcome->kind == Outcome::Kind::violated);
  self().outcome.reset();
  self().races.clear();
  self().undefined = true;
}

void Machine::run(const Assume& k, const Stmt& stmt) {
  if (!holds(k.condition)) stop(Outcome::Kind::assume_failed, "", stmt.pos);
}

std::optional<FunctionId> Machine::function_at(const ExprPtr& callee, const Stmt& stmt) {
  Value pointer = eval(callee);
  std::optional<FunctionId> target = memory_.object(pointer.object).function;
  if (target && pointer.bits == 0) return target;
  stop(Outcome::Kind::unsupported, "a call through a pointer that designates no function", stmt.pos);
  return std::nullopt;
}

std::string Machine::arguments(const std::vector<ExprPtr>& args, std::vector<Value>& values) {
  std::string shown;
  for (const ExprPtr& arg : args) {
    values.push_back(eval(arg));
    if (telling()) shown += fmt::format("{}{}", shown.empty() ? "" : ", ", describe(values.back(), arg->type, memory_));
  }
  return shown;
}

void Machine::run(const Call& k, const Stmt& stmt) {
  std::optional<FunctionId> target = function_at(k.callee, stmt);
  if (!target) return;
  const Function& function = program_.function(*target);
  std::vector<Value> args;
  std::string shown = arguments(k.args, args);
  if (telling()) tell(stmt, fmt::format("call {}({})", function.name, shown));
  if (!function.defined) {
    stop(Outcome::Kind::unsupported, fmt::format("a call of {}, which has no definition", function.name),
         position_of(stmt).pos);
  } else if (self().frames.size() >= limits_.call_depth) {
    stop(Outcome::Kind::step_limit, fmt::format("calls are nested deeper than {}", limits_.call_depth), stmt.pos);
  } else {
    push_frame(*target, args, &stmt, k.reg);
  }
}

void Machine::run(const Return& k, const Stmt& stmt) {
  note_return(position_of(stmt));
  if (k.value == nullptr) {
    pop_frame(std::nullopt);
    return;
  }
  Value value = eval(k.value);
  if (telling()) {
    bool from_library = frame().function->library;
    std::string shown = describe(value, k.value->type, memory_);
    // Inside the library the caller's line is shown, so the line must say whose value it is.
    if (!from_library)
      tell(stmt, fmt::format("return {}", shown));
    else if (const auto& frames = self().frames; frames.size() > 1 && !frames[frames.size() - 2].function->library)
      tell(stmt, fmt::format("{}() gives {}", frame().function->name, shown), true);
  }
  pop_frame(value);
}

void Machine::run(const Exit& k, const Stmt& stmt) {
  self().result = std::nullopt;
  tell(stmt, "the program ends", true, true);
  stop(Outcome::Kind::finished, "", stmt.pos);
  Position position = position_of(stmt);
  if (!k.aborts)
    end_program(position, self().allocated, fmt::format("when {} is called at line {}", stmt.text, position.pos.line));
}

void Machine::run(const Branch& k, const Stmt& stmt) {
  const bool taken = holds(k.condition);
  if (!frame().function->library) note(stmt, WayStep::Kind::branch, {.taken = taken});
  jump(taken ? k.then_target : k.else_target);
}

void Machine::run(const If& k, const Stmt& stmt) {
  if (stmt.text == kMark) note(stmt, WayStep::Kind::choice, {.value = stmt.text});
  const Block& block = holds(k.condition) ? k.then_block : k.else_block;
  if (block.empty()) return;
  frame().cursors.push_back({&block, 0, nullptr});
  frame().races.enter_block();
}

void Machine::run(const Unseq& k, const Stmt& stmt) {
  auto strands = static_cast<unsigned>(k.strands.size());
  Bits number = 0;
  if (k.permute) number = self().choices->next({Choice::Kind::order, {}, strands}).value;
  if (strands == 0) return;
  std::vector<unsigned> order = permutation(strands, number);
  const Block* first = &k.strands[order.front()];
  frame().cursors.push_back({first, 0, &k, std::move(order)});
  frame().races.enter_unseq(stmt);
}

void Machine::run(const Print& k, const Stmt& stmt) {
  std::vector<PrintedArgument> args;
  for (const ExprPtr& arg : k.args) args.push_back({eval(arg), arg->type});
  std::string text = printf_output(k.format, args, memory_);
  tell(stmt, fmt::format("prints {}", text));
  printed_ += text;
}

void Machine::run(const Unsupported& k, const Stmt& stmt) {
  stop(Outcome::Kind::unsupported, k.what, position_of(stmt).pos);
}

}  // namespace fencepost::core
