#include <fmt/format.h>

#include "core/integer_ops.h"
#include "core/machine.h"
#include "core/place_names.h"
#include "core/print.h"

namespace fencepost::core {

namespace {

// Loads that get a line in the trace: those whose value does not follow from earlier lines, and those through
// pointers.
bool interesting(const Load& load, const Stmt& stmt, const Value& value) {
  return value.unspecified || load.is_volatile || load.order != MemoryOrder::plain ||
         stmt.text.find_first_of("*[>") != std::string::npos;
}

// Not shown to people: shadows (ptr_shadow), each of which is allocated just before its object, and what the models of library
// functions keep for themselves.
bool is_hidden(const Memory& memory, const Value& pointer) {
  if (pointer.object == kNoObject) return false;
  if (memory.object(pointer.object).name.starts_with("__fencepost_")) return true;
  const uint32_t next = index(pointer.object) + 1;
  return next < memory.size() && memory.object(ObjectId{next}).shadow == pointer.object;
}

}  // namespace

Value Machine::choose_value(const Type& type) {
  return {self().choices->next({Choice::Kind::value, type, 0}).value, kNoObject, false};
}

void Machine::place_object(ObjectId object, const SourcePos& pos) {
  Choice choice = self().choices->next({Choice::Kind::address, {}, 0});
  if (!choice.known) return;
  if (auto problem = memory_.place(object, choice.value)) stop(Outcome::Kind::bad_choice, *problem, pos);
}

bool Machine::reachable(const Value& pointer, Bits bytes, const Stmt& stmt) {
  if (memory_.accessible(pointer, bytes)) return true;
  if (self().undefined) return false;
  stop(Outcome::Kind::unsupported,
       fmt::format("an access at {}, outside every living object, after its check was left out",
                   describe(pointer, pointer_type(program_.pointer_bytes), memory_)),
       position_of(stmt).pos);
  return false;
}

bool Machine::affordable(Bits bytes, const Stmt& stmt) {
  constexpr uint64_t kMostBytes = 1 << 24;  // 16 bytes of ours each
  steps_ += static_cast<uint64_t>(bytes) / 64;
  if (bytes <= kMostBytes) return true;
  stop(Outcome::Kind::step_limit, fmt::format("a copy of more than {} bytes", kMostBytes), position_of(stmt).pos);
  return false;
}

Access Machine::access(const Value& pointer, const Type& type, const BitRange& range, const Stmt& stmt) const {
  Access result = access(pointer, type.bytes, stmt);
  if (range.width == 0) return result;
  result.begin += range.offset;
  result.end = result.begin + range.width;
  return result;
}

Access Machine::access(const Value& pointer, Bits bytes, const Stmt& stmt) const {
  Bits begin = 8 * static_cast<Bits>(memory_.signed_offset(pointer));
  return {pointer.object, begin, begin + 8 * bytes, false, false, &stmt};
}

void Machine::act(const std::vector<Access>& actions, const Stmt& stmt) {
  if (stmt.as_call) return;
  std::optional<Access> earlier = frame().races.act(actions);
  if (!earlier || !checks_.has(Undef::unsequenced_race)) return;
  if (self().races.empty()) self().race_depth = self().frames.size();
  Position position = position_of(stmt);
  auto shown = [](const Stmt& s) { return s.text.empty() ? std::string("an object") : s.text; };
  std::string detail = earlier->write ? fmt::format("{} is written and accessed again without order", shown(stmt))
                                      : fmt::format("{} is read and written without order", shown(stmt));
  tell(stmt, fmt::format("unsequenced-race fails: {}", detail), true, true);
  Failure failure{Undef::unsequenced_race, position.pos, position.function->name, detail, {}};
  failure.also_at.push_back(earlier->stmt->pos);
  for (const Stmt* unseq : frame().races.open_unseqs()) failure.also_at.push_back(unseq->pos);
  self().races.push_back(std::move(failure));
}

Value Machine::load(const Value& pointer, const Type& type, const BitRange& range) {
  Loaded loaded = memory_.load(pointer, type, range);
  if (!loaded.unspecified) return loaded.value;
  Value chosen = choose_value(type);
  chosen.unspecified = true;
  return chosen;
}

void Machine::run(const Load& k, const Stmt& stmt) {
  Value pointer = eval(k.ptr);
  if (!reachable(pointer, k.type.bytes, stmt)) return;
  act({access(pointer, k.type, k.bits, stmt)}, stmt);
  Value value = load(pointer, k.type, k.bits);
  // The content of an object that is defined nowhere does not follow from earlier lines.
  bool from_outside = memory_.object(pointer.object).known == Known::type;
  if (telling() && !is_hidden(memory_, pointer) && (remark_ || from_outside || interesting(k, stmt, value)))
    tell_access(stmt, fmt::format("{} reads {}", lvalue(stmt, pointer, k.type.bytes, k.bits),
                                  describe(value, k.type, memory_)));
  set(k.reg, value);
}

void Machine::run(const Store& k, const Stmt& stmt) {
  Value pointer = eval(k.ptr);
  Value value = eval(k.value);
  if (!reachable(pointer, k.type.bytes, stmt)) return;
  Access written = access(pointer, k.type, k.bits, stmt);
  written.write = true;
  written.negative = k.negative;
  act({written}, stmt);
  memory_.store(pointer, value, k.type, k.bits);
  if (telling() && !is_hidden(memory_, pointer))
    tell_access(stmt,
                fmt::format("{} = {}", lvalue(stmt, pointer, k.type.bytes, k.bits), describe(value, k.type, memory_)));
}

void Machine::run(const Rmw& k, const Stmt& stmt) {
  Value pointer = eval(k.ptr);
  if (!reachable(pointer, k.type.bytes, stmt)) return;
  Access touched = access(pointer, k.type, {}, stmt);
  Value old = load(pointer, k.type, {});
  set(k.reg, old);
  touched.write = k.condition == nullptr || holds(k.condition);
  act({touched}, stmt);
  if (!touched.write) {
    if (telling() && remark_ && !is_hidden(memory_, pointer))
      tell_access(stmt, fmt::format("{} reads {} and stays so", lvalue(stmt, pointer, k.type.bytes),
                                    describe(old, k.type, memory_)));
    return;
  }
  Value value = eval(k.value);
  memory_.store(pointer, value, k.type, {});
  if (!telling() || is_hidden(memory_, pointer)) return;
  std::string object = lvalue(stmt, pointer, k.type.bytes), shown = describe(value, k.type, memory_);
  if (remark_)
    tell_access(stmt, fmt::format("{} reads {} and becomes {}", object, describe(old, k.type, memory_), shown));
  else
    tell(stmt, fmt::format("{} = {}", object, shown));
}

// Of a program that is alone they order nothing.
void Machine::run(const Fence& k, const Stmt& stmt) {
  if (has_spawned()) tell(stmt, fmt::format("fence {}", name(k.order)), false, true);
}

void Machine::run(const Copy& k, const Stmt& stmt) {
  Value to = eval(k.dst);
  Value from = eval(k.src);
  Bits bytes = eval(k.bytes).bits;
  if (bytes == 0) return;
  if (!reachable(to, bytes, stmt) || !reachable(from, bytes, stmt)) return;
  Access read = access(from, bytes, stmt);
  Access written = access(to, bytes, stmt);
  written.write = true;
  written.negative = k.negative;
  if (!affordable(bytes, stmt)) return;
  act({read, written}, stmt);
  const bool is_told = telling() && !is_hidden(memory_, to);
  // What it copies, as it was before.
  const std::string values = is_told ? values_text(memory_, from, static_cast<uint64_t>(bytes)) : "";
  memory_.copy(to, from, static_cast<uint64_t>(bytes));
  if (is_told)
    tell_access(stmt, fmt::format("{} = {} bytes of {}{}", lvalue(stmt, to), static_cast<uint64_t>(bytes),
                                  describe(from, k.src->type, memory_), values.empty() ? "" : ": " + values));
}

void Machine::run(const Fill& k, const Stmt& stmt) {
  Value pointer = eval(k.ptr);
  Bits bytes = eval(k.bytes).bits;
  if (bytes == 0) return;
  if (!reachable(pointer, bytes, stmt)) return;
  Byte byte{0, 0xff, 0, kNoObject, 0};
  if (k.value != nullptr) {
    Value value = eval(k.value);
    byte.value = static_cast<uint8_t>(value.bits);
    byte.unspecified = value.unspecified ? 0xff : 0;
  }
  Access written = access(pointer, bytes, stmt);
  written.write = true;
  if (!affordable(bytes, stmt)) return;
  act({written}, stmt);
  memory_.fill(pointer, static_cast<uint64_t>(bytes), byte);
  if (telling() && k.value != nullptr && !is_hidden(memory_, pointer))
    tell_access(stmt, fmt::format("{} = {} bytes of {}", lvalue(stmt, pointer), static_cast<uint64_t>(bytes),
                                  unsigned{byte.value}));
}

void Machine::run(const Alloc& k, const Stmt& stmt) {
  Object object;
  object.size = static_cast<uint64_t>(eval(k.bytes).bits);
  object.align = k.align;
  object.storage = k.storage;
  object.is_const = k.is_const;
  object.name = k.name;
  object.declared = k.declared;
  object.parts = k.parts;
  object.owner = self().number;
  if (k.shadow) object.shadow = eval(k.shadow).object;
  if (k.storage == Storage::heap) {
    Position position = position_of(stmt);
    object.made_at = position.pos;
    object.made_in = position.function->name;
    object.told_at = position.pos;
    if (!object.parts)
      if (const Stmt* user = user_of_storage(position.depth)) {
        object.told_at = user->pos;
        object.parts = std::get<Call>(user->kind).parts;
      }
  }
  object.bytes = Bytes(Byte{0, static_cast<uint8_t>(k.zeroed ? 0 : 0xff), 0, kNoObject, 0});
  ObjectId id = memory_.allocate(std::move(object));
  self().allocated.push_back(id);
  if (k.storage == Storage::automatic || k.storage == Storage::temporary) frame().objects.push_back(id);
  if (k.storage == Storage::heap && looks_for_leaks())
    tell(stmt,
         fmt::format("{} gives {} byte{}", k.name, memory_.object(id).size, memory_.object(id).size == 1 ? "" : "s"),
         true, true);
  if (program_.uses_addresses) place_object(id, stmt.pos);
  set(k.reg, Value{0, id, false});
}

// The call that takes what a function of the program allocates, which its functions may hand on as a pointer to void; null: no such call.
const Stmt* Machine::user_of_storage(size_t depth) const {
  for (; depth > 0; --depth) {
    const Stmt* stmt = current_->frames[depth].call;
    const Call* call = stmt != nullptr ? std::get_if<Call>(&stmt->kind) : nullptr;
    if (call == nullptr || !call->gives_storage) return nullptr;
    if (call->parts) return stmt;
  }
  return nullptr;
}

void Machine::run(const Kill& k, const Stmt& stmt) {
  ObjectId id = eval(k.ptr).object;
  const Object& object = memory_.object(id);
  if (object.storage == Storage::heap && object.alive && telling()) {
    const std::string by = stmt.text == "free" ? "" : stmt.text + " ";
    const std::string text = fmt::format("{}frees {}", by, object_name(memory_, id));
    // Leaks are about this step: witnesses have it, too.
    if (looks_for_leaks()) {
      tell(stmt, text, true, true);
    } else {
      Position position = position_of(stmt);
      trace_.add(
          {self().number, position.pos, position.function->name, position.depth, text, has_spawned(), position.caller});
    }
  }
  memory_.kill(id);
}

void Machine::run(const Choose& k, const Stmt& stmt) {
  Value value = choose_value(k.type);
  set(k.reg, value);
  if (k.type.kind == TypeKind::integer || k.type.kind == TypeKind::boolean)
    note(stmt, WayStep::Kind::choice,
         {.value = k.type.kind == TypeKind::boolean ? (value.bits != 0 ? "1" : "0")
                                                    : constant_to_string(value.bits, k.type)});
  std::string what = stmt.text.empty() ? frame().function->name : stmt.text;
  if (telling()) tell(stmt, fmt::format("{} gives {}", what, describe(value, k.type, memory_)), true);
}

Machine::Position Machine::position_of(const Stmt& stmt) const {
  const std::deque<Frame>& frames = current_->frames;
  size_t depth = frames.size() - 1;
  SourcePos pos = stmt.pos;
  while (depth > 0 && frames[depth].function->library) {
    pos = frames[depth].call->pos;
    --depth;
  }
  return {pos,
          frames[depth].function,
          static_cast<unsigned>(depth),
          depth + 1 < frames.size(),
          frames[depth].entry,
          caller_in_main_file(pos, depth)};
}

SourcePos Machine::caller_in_main_file(const SourcePos& pos, size_t depth) const {
  const std::deque<Frame>& frames = current_->frames;
  const std::string* main_file = program_.main_file;
  if (main_file == nullptr || !pos.valid() || pos.file == main_file) return {};
  for (; depth > 0 && frames[depth].call != nullptr; --depth) {
    const bool is_start = frames[depth - 1].function->name.starts_with('<');
    if (!is_start && frames[depth].call->pos.file == main_file) return frames[depth].call->pos;
  }
  return {};
}

void Machine::tell(const Stmt& stmt, const std::string& text, bool also_in_library, bool shared) {
  if (!telling()) return;
  Position position = position_of(stmt);
  if (shared) note(stmt, WayStep::Kind::access);
  if (position.in_library && !also_in_library) return;
  trace_.add({self().number, position.pos, position.function->name, position.depth, text, shared, position.caller});
}

void Machine::note(const Stmt& stmt, WayStep::Kind kind, WayStep step) {
  if (!telling()) return;
  Position position = position_of(stmt);
  step.kind = kind;
  step.thread = self().number;
  step.pos = position.pos;
  step.function = position.function->name;
  step.entry = position.entry;
  trace_.note(std::move(step));
}

// The innermost function that the library's documentation knows.
const std::string& Machine::name_in_library() const {
  auto frame = current_->frames.rbegin(), last = current_->frames.rend();
  while (frame->function->name.starts_with("__") && std::next(frame) != last && std::next(frame)->function->library)
    ++frame;
  return frame->function->name;
}

void Machine::tell_access(const Stmt& stmt, const std::string& text) {
  told_ = text;
  if (!remark_) {
    tell(stmt, text);
    return;
  }
  // Inside the library the caller's line is shown, so the text must name the library function.
  if (position_of(stmt).in_library) told_ = fmt::format("{}: {}", name_in_library(), text);
  tell(stmt, remark_->empty() ? told_ : fmt::format("{} ({})", told_, *remark_), true, true);
}

// A place that is reached through a pointer or a subscript is told by the object that it lies in, and otherwise as the program has it.
std::string Machine::lvalue(const Stmt& stmt, const Value& pointer, uint64_t bytes, const BitRange& bits) const {
  // The names of the library's own variables would explain nothing.
  bool ours = remark_ && position_of(stmt).in_library;
  if (bytes > 0)
    if (std::optional<std::string> name = place_name(memory_, pointer, bytes, bits)) return *name;
  // Atomic operations are named by their pointer argument.
  if (!stmt.text.empty() && !ours) return stmt.text.starts_with('&') ? stmt.text.substr(1) : stmt.text;
  std::string object = describe(pointer, pointer_type(program_.pointer_bytes), memory_);
  return object.starts_with('&') && object.find('+') == std::string::npos ? object.substr(1)
                                                                          : fmt::format("*({})", object);
}

}  // namespace fencepost::core
