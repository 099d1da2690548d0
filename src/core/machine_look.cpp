#include <algorithm>

#include "core/float_ops.h"
#include "core/machine.h"
#include "core/walk.h"

namespace fencepost::core {

const Stmt* Machine::next(uint32_t number) {
  enter(number);
  for (;;) {
    Cursor& cursor = frame().cursors.back();
    if (cursor.next < cursor.block->size()) return &(*cursor.block)[cursor.next];
    bool is_body = frame().cursors.size() == 1 && cursor.unseq == nullptr;
    if (is_body) return nullptr;
    end_block();
  }
}

std::vector<Touch> Machine::touches(uint32_t number) {
  const Stmt* stmt = next(number);
  std::vector<Touch> result;
  if (stmt == nullptr) return result;
  auto add = [&](Touch::Kind kind, const Value& pointer, Bits bytes) {
    if (bytes == 0 || !memory_.accessible(pointer, bytes)) return;
    auto begin = 8 * static_cast<uint64_t>(memory_.signed_offset(pointer));
    result.push_back({kind, pointer.object, begin, begin + 8 * static_cast<uint64_t>(bytes)});
  };
  auto add_field = [&](Touch::Kind kind, const Value& pointer, const Type& type, const BitRange& range) {
    if (!memory_.accessible(pointer, type.bytes)) return;
    BitsOfObject bits = memory_.location(pointer, type, range);
    result.push_back({kind, pointer.object, bits.begin, bits.end});
  };
  try {
    if (const auto* load = std::get_if<Load>(&stmt->kind)) {
      add_field(Touch::Kind::read, eval(load->ptr), load->type, load->bits);
    } else if (const auto* store = std::get_if<Store>(&stmt->kind)) {
      if (store->bits.width != 0) add_field(Touch::Kind::read, eval(store->ptr), store->type, store->bits);
      add_field(Touch::Kind::write, eval(store->ptr), store->type, store->bits);
    } else if (const auto* rmw = std::get_if<Rmw>(&stmt->kind)) {
      add(Touch::Kind::update, eval(rmw->ptr), rmw->type.bytes);
    } else if (const auto* copy = std::get_if<Copy>(&stmt->kind)) {
      Bits bytes = eval(copy->bytes).bits;
      add(Touch::Kind::read, eval(copy->src), bytes);
      add(Touch::Kind::write, eval(copy->dst), bytes);
      if (result.size() < 2) result.clear();
    } else if (const auto* fill = std::get_if<Fill>(&stmt->kind)) {
      add(Touch::Kind::write, eval(fill->ptr), eval(fill->bytes).bits);
    }
  } catch (const UnsupportedFloat&) {
    result.clear();
  }
  return result;
}

std::optional<Machine::TypedAccess> Machine::accessed(uint32_t number) {
  const Stmt* stmt = next(number);
  std::optional<TypedAccess> access;
  if (stmt == nullptr) return access;
  if (const auto* load = std::get_if<Load>(&stmt->kind))
    access = {eval(load->ptr), load->type, load->bits};
  else if (const auto* store = std::get_if<Store>(&stmt->kind))
    access = {eval(store->ptr), store->type, store->bits};
  else if (const auto* rmw = std::get_if<Rmw>(&stmt->kind))
    access = {eval(rmw->ptr), rmw->type, {}};
  if (access && !memory_.accessible(access->pointer, access->type.bytes)) access.reset();
  return access;
}

std::vector<ObjectId> Machine::killed(uint32_t number) {
  const Stmt* stmt = next(number);
  if (const auto* kill = stmt != nullptr ? std::get_if<Kill>(&stmt->kind) : nullptr) return {eval(kill->ptr).object};
  std::vector<ObjectId> ending;
  auto add = [&](ObjectId id) {
    if (memory_.object(id).alive) ending.push_back(id);
  };
  bool ends_all = stmt != nullptr && std::holds_alternative<EndThread>(stmt->kind);
  if (ends_all)
    for (const Frame& left : self().frames) std::ranges::for_each(left.objects, add);
  else if (stmt == nullptr || std::holds_alternative<Return>(stmt->kind))
    std::ranges::for_each(frame().objects, add);
  if (ends_all || (number != 0 && ends_thread(number)))
    for (const auto& [global, id] : self().own) add(id);
  return ending;
}

ObjectId Machine::asked_about(uint32_t number) {
  const Stmt* stmt = next(number);
  const auto* check = stmt != nullptr ? std::get_if<Check>(&stmt->kind) : nullptr;
  const auto* assume = stmt != nullptr ? std::get_if<Assume>(&stmt->kind) : nullptr;
  ObjectId found = kNoObject;
  if (check == nullptr && assume == nullptr) return found;
  for_each_expr(check != nullptr ? check->condition : assume->condition, [&](const ExprPtr& part) {
    if (part->op == ExprOp::ptr_alive && found == kNoObject) found = eval(part->args[0]).object;
  });
  return found;
}

std::optional<Touch> Machine::fenced(uint32_t number) {
  const Stmt* stmt = next(number);
  const auto* fence = stmt != nullptr ? std::get_if<Fence>(&stmt->kind) : nullptr;
  if (fence == nullptr || fence->ptr == nullptr) return std::nullopt;
  Value pointer = eval(fence->ptr);
  auto begin = 8 * static_cast<uint64_t>(memory_.signed_offset(pointer));
  return Touch{Touch::Kind::read, pointer.object, begin, begin + 8};
}

bool Machine::converts(uint32_t number) {
  const Stmt* stmt = next(number);
  bool found = false;
  if (stmt == nullptr || !program_.uses_addresses) return found;
  for (const ExprPtr& expr : expressions(*stmt))
    for_each_expr(expr, [&](const ExprPtr& part) { found = found || part->op == ExprOp::int_to_ptr; });
  return found;
}

std::optional<uint32_t> Machine::joined(uint32_t number) {
  const Stmt* stmt = next(number);
  const auto* join = stmt != nullptr ? std::get_if<Join>(&stmt->kind) : nullptr;
  if (join == nullptr) return std::nullopt;
  Value which = eval(join->thread);
  if (which.bits > UINT32_MAX || find(static_cast<uint32_t>(which.bits)) == nullptr) return std::nullopt;
  return static_cast<uint32_t>(which.bits);
}

bool Machine::would_write(uint32_t number) {
  const auto& update = std::get<Rmw>(next(number)->kind);
  if (update.condition == nullptr) return true;
  Value pointer = eval(update.ptr);
  if (!memory_.accessible(pointer, update.type.bytes)) return false;
  set(update.reg, memory_.load(pointer, update.type, {}).value);
  return holds(update.condition);
}

bool Machine::waits(uint32_t number) {
  std::optional<uint32_t> other = joined(number);
  return other && !find(*other)->ended;
}

bool Machine::ends_thread(uint32_t number) {
  const Stmt* stmt = next(number);
  if (stmt != nullptr && std::holds_alternative<EndThread>(stmt->kind)) return true;
  if (number == 0 && !in_entry_) return false;
  return self().frames.size() == 1 && (stmt == nullptr || std::holds_alternative<Return>(stmt->kind));
}

bool Machine::ends_program(uint32_t number) {
  const Stmt* stmt = next(number);
  return (stmt != nullptr && std::holds_alternative<Exit>(stmt->kind)) || returns_from_entry(number);
}

bool Machine::returns_from_entry(uint32_t number) {
  const Stmt* stmt = next(number);
  bool by_call = stmt != nullptr && std::holds_alternative<EndThread>(stmt->kind);
  return number == 0 && !by_call && ends_thread(number);
}

Machine::Position Machine::position(uint32_t number) {
  const Stmt* stmt = next(number);
  if (stmt != nullptr) return position_of(*stmt);
  Stmt end;
  end.pos = frame().function->pos;
  return position_of(end);
}

std::string Machine::lvalue(uint32_t number) {
  const Stmt* stmt = next(number);
  std::vector<Touch> touched = touches(number);
  if (stmt == nullptr || touched.empty()) return "?";
  std::optional<std::string> kept = std::move(remark_);
  remark_.emplace();
  const std::optional<TypedAccess> scalar = accessed(number);
  std::string text = scalar ? lvalue(*stmt, scalar->pointer, scalar->type.bytes, scalar->bits)
                            : lvalue(*stmt, Value{Bits{touched.back().begin / 8}, touched.back().object, false});
  remark_ = std::move(kept);
  return text;
}

void Machine::tell_at(uint32_t number, const Position& position, std::string text) {
  if (!telling()) return;
  trace_.add({number, position.pos, position.function->name, position.depth, std::move(text), true, position.caller});
}

}  // namespace fencepost::core
