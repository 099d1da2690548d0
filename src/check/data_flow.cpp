#include "check/data_flow.h"

#include <algorithm>

#include "core/walk.h"

namespace fencepost::check {

using core::ExprPtr;
using core::ObjectId;
using core::Stmt;
using core::Touch;

void join(Reads& reads, const Reads& others) {
  if (others.empty()) return;
  if (reads.empty()) {
    reads = others;
    return;
  }
  Reads all;
  std::ranges::set_union(reads, others, std::back_inserter(all));
  reads = std::move(all);
}

namespace {

const Touch* find(const std::vector<Touch>& touches, Touch::Kind kind) {
  for (const Touch& touch : touches)
    if (touch.kind == kind || touch.kind == Touch::Kind::update) return &touch;
  return nullptr;
}

uint64_t first_byte(const Touch& touch) { return touch.begin / 8; }
uint64_t end_byte(const Touch& touch) { return (touch.end + 7) / 8; }

// The field of a memory location of bit-fields. In memory of the thread's own its neighbours are variables like others, which
// a compiler may keep apart.
Touch field_of(const Touch& location, const core::BitRange& range) {
  if (range.width == 0) return location;
  const int64_t from_start = range.location_bits == 0 ? 0 : int64_t{range.offset} - range.location;
  const uint64_t begin = location.begin + static_cast<uint64_t>(from_start);
  return {location.kind, location.object, begin, begin + range.width};
}

Reads all_of(const SharedReads& shared) {
  Reads all;
  for (const auto& [byte, reads] : shared) join(all, reads);
  return all;
}

}  // namespace

DataFlow::ThreadFlow& DataFlow::flow(uint32_t thread) {
  ThreadFlow& found = threads_[thread];
  found.activations.resize(machine_.find(thread)->frames.size());
  return found;
}

Reads DataFlow::of(const core::Expr& expr, const Registers& registers) const {
  Reads all;
  if (registers.empty()) return all;
  if (expr.op == core::ExprOp::reg) {
    auto known = registers.find(index(expr.reg));
    return known == registers.end() ? all : known->second;
  }
  for (const ExprPtr& arg : expr.args) join(all, of(*arg, registers));
  return all;
}

Reads DataFlow::of(const ExprPtr& expr, const Registers& registers) const {
  return expr == nullptr ? Reads{} : of(*expr, registers);
}

const JoinPoints& DataFlow::join_points(const core::Function& function) {
  return join_points_.try_emplace(&function, function).first->second;
}

const Reads& DataFlow::control(uint32_t thread) {
  const Stmt* next = machine_.next(thread);
  ThreadFlow& here = flow(thread);
  const size_t depth = here.activations.size();
  auto left = std::ranges::find_if(here.scopes, [&](const Scope& scope) {
    return scope.activation > depth || (scope.activation == depth && scope.end == next);
  });
  if (left != here.scopes.end()) {
    here.control = left->before;
    here.scopes.erase(left, here.scopes.end());
  }
  return here.control;
}

void DataFlow::depend_on(const Stmt& branch, ThreadFlow& flow, const core::Thread& thread, const Reads& reads) {
  if (reads.empty()) return;
  if (control_ == Control::ends_where_paths_meet) {
    const size_t depth = thread.frames.size();
    const Stmt* end = join_points(*thread.frames.back().function).of(branch);
    // Branches whose ways meet in one place are one scope: the rounds of a loop.
    bool is_open = !flow.scopes.empty() && flow.scopes.back().activation == depth && flow.scopes.back().end == end;
    if (!is_open) flow.scopes.push_back({depth, end, flow.control});
  }
  join(flow.control, reads);
}

Reads DataFlow::address(uint32_t thread, Touch::Kind kind) {
  const Stmt* stmt = machine_.next(thread);
  ThreadFlow& here = flow(thread);
  if (stmt == nullptr || here.activations.empty()) return {};
  const Registers& registers = here.activations.back();
  if (const auto* load = std::get_if<core::Load>(&stmt->kind)) return of(load->ptr, registers);
  if (const auto* store = std::get_if<core::Store>(&stmt->kind)) return of(store->ptr, registers);
  if (const auto* update = std::get_if<core::Rmw>(&stmt->kind)) return of(update->ptr, registers);
  if (const auto* fill = std::get_if<core::Fill>(&stmt->kind)) return of(fill->ptr, registers);
  if (const auto* copy = std::get_if<core::Copy>(&stmt->kind))
    return of(kind == Touch::Kind::read ? copy->src : copy->dst, registers);
  return {};
}

Reads DataFlow::stored(ObjectId object, uint64_t bit) const {
  auto bits = memory_.find(object);
  if (bits == memory_.end()) return {};
  auto known = bits->second.find(bit);
  return known == bits->second.end() ? Reads{} : known->second;
}

// What is read from memory of the thread's own rests on what was stored there and on where it lies; a read of a shared place
// stands for itself.
Reads DataFlow::read(const Touch& touch, const SharedReads& shared, const Reads& address) const {
  Reads all;
  bool is_shared = false;
  for (uint64_t bit = touch.begin; bit < touch.end; ++bit) {
    auto caught = shared.find({touch.object, bit / 8});
    is_shared = is_shared || caught != shared.end();
    join(all, caught != shared.end() ? caught->second : stored(touch.object, bit));
  }
  if (!is_shared) join(all, address);
  return all;
}

void DataFlow::store(const Touch& touch, const Reads& value, bool joins) {
  auto known = memory_.find(touch.object);
  if (value.empty() && (joins || known == memory_.end())) return;
  auto& bits = known == memory_.end() ? memory_[touch.object] : known->second;
  for (uint64_t bit = touch.begin; bit < touch.end; ++bit) {
    if (joins)
      join(bits[bit], value);
    else if (value.empty())
      bits.erase(bit);
    else
      bits[bit] = value;
  }
}

void DataFlow::copy(const Touch& from, const Touch& to, const SharedReads& shared, const Reads& address) {
  if (shared.empty() && address.empty() && !memory_.contains(from.object)) return store(to, {}, false);
  std::vector<Reads> bits;
  for (uint64_t bit = from.begin; bit < from.end; ++bit)
    bits.push_back(read({Touch::Kind::read, from.object, bit, bit + 1}, shared, address));
  for (size_t i = 0; i < bits.size(); ++i)
    store({Touch::Kind::write, to.object, to.begin + i, to.begin + i + 1}, bits[i], false);
}

// The registers of the thread as soon as the update has read.
DataFlow::Registers DataFlow::with_found(const core::Rmw& update, uint32_t thread, const SharedReads& shared) {
  Registers registers = flow(thread).activations.back();
  const std::vector<Touch> touches = machine_.touches(thread);
  if (const Touch* touch = find(touches, Touch::Kind::update))
    registers[index(update.reg)] = read(*touch, shared, of(update.ptr, registers));
  return registers;
}

Reads DataFlow::compared(uint32_t thread, const SharedReads& shared) {
  const Stmt* stmt = machine_.next(thread);
  const auto* update = stmt == nullptr ? nullptr : std::get_if<core::Rmw>(&stmt->kind);
  if (update == nullptr || update->condition == nullptr || update->is_foretold || control_ != Control::lasts) return {};
  return of(update->condition, with_found(*update, thread, shared));
}

Reads DataFlow::written(uint32_t thread, const SharedReads& shared, uint64_t begin, uint64_t end) {
  const Stmt* stmt = machine_.next(thread);
  const std::vector<Touch> touches = machine_.touches(thread);
  ThreadFlow& here = flow(thread);
  if (stmt == nullptr || here.activations.empty()) return {};
  const Registers& registers = here.activations.back();
  if (const auto* store = std::get_if<core::Store>(&stmt->kind)) {
    // With a bit-field goes what its neighbours held.
    Reads value = of(store->value, registers);
    join(value, all_of(shared));
    return value;
  }
  if (const auto* update = std::get_if<core::Rmw>(&stmt->kind))
    return of(update->value, with_found(*update, thread, shared));
  if (const auto* fill = std::get_if<core::Fill>(&stmt->kind)) return of(fill->value, registers);
  if (const auto* copy = std::get_if<core::Copy>(&stmt->kind)) {
    const Touch *from = find(touches, Touch::Kind::read), *to = find(touches, Touch::Kind::write);
    if (from == nullptr || to == nullptr) return {};
    const uint64_t source = first_byte(*from) + begin - first_byte(*to);
    return read({Touch::Kind::read, from->object, 8 * source, 8 * (source + end - begin)}, shared,
                of(copy->src, registers));
  }
  return {};
}

void DataFlow::before_step(uint32_t thread, const SharedReads& shared) {
  control(thread);
  const Stmt* stmt = machine_.next(thread);
  const core::Thread& running = *machine_.find(thread);
  ThreadFlow& here = flow(thread);
  effect_ = {};
  effect_.depth = running.frames.size();
  if (running.frames.empty()) return;
  const Registers& registers = here.activations.back();
  if (stmt == nullptr) {
    effect_.returns = true;
    effect_.reg = running.frames.back().result;
    return;
  }
  effect_.reg = core::assigned(*stmt);
  if (const auto* let = std::get_if<core::Let>(&stmt->kind)) {
    effect_.value = of(let->value, registers);
  } else if (const auto* call = std::get_if<core::Call>(&stmt->kind)) {
    effect_.calls = true;
    depend_on(*stmt, here, running, of(call->callee, registers));
    for (const ExprPtr& arg : call->args) effect_.arguments.push_back(of(arg, registers));
  } else if (const auto* end = std::get_if<core::Return>(&stmt->kind)) {
    effect_.returns = true;
    effect_.reg = running.frames.back().result;
    effect_.value = of(end->value, registers);
  } else if (const auto* branches = std::get_if<core::If>(&stmt->kind)) {
    depend_on(*stmt, here, running, of(branches->condition, registers));
  } else if (const auto* branch = std::get_if<core::Branch>(&stmt->kind)) {
    depend_on(*stmt, here, running, of(branch->condition, registers));
  } else {
    const std::vector<Touch> touches = machine_.touches(thread);
    const Touch *from = find(touches, Touch::Kind::read), *to = find(touches, Touch::Kind::write);
    const Reads read_at = address(thread, Touch::Kind::read);
    const auto* load = std::get_if<core::Load>(&stmt->kind);
    if (from != nullptr && effect_.reg)
      effect_.value = read(load != nullptr && shared.empty() ? field_of(*from, load->bits) : *from, shared, read_at);
    if (to == nullptr) return;
    if (std::holds_alternative<core::Copy>(stmt->kind)) {
      copy(*from, *to, shared, read_at);
    } else {
      join(here.control, compared(thread, shared));
      const auto* update = std::get_if<core::Rmw>(&stmt->kind);
      const auto* plain = std::get_if<core::Store>(&stmt->kind);
      bool keeps_some = update != nullptr && update->condition != nullptr;
      store(plain != nullptr ? field_of(*to, plain->bits) : *to,
            written(thread, shared, first_byte(*to), end_byte(*to)), keeps_some);
    }
  }
}

void DataFlow::after_step(uint32_t thread) {
  const core::Thread& running = *machine_.find(thread);
  ThreadFlow& here = flow(thread);
  auto set = [](Registers& registers, core::Reg reg, Reads value) {
    if (value.empty())
      registers.erase(index(reg));
    else
      registers[index(reg)] = std::move(value);
  };
  if (running.frames.empty()) return;
  Registers& registers = here.activations.back();
  if (effect_.calls) {
    if (running.frames.size() <= effect_.depth) return;
    registers.clear();
    const std::vector<core::Reg>& params = running.frames.back().function->params;
    for (size_t i = 0; i < params.size() && i < effect_.arguments.size(); ++i)
      set(registers, params[i], std::move(effect_.arguments[i]));
  } else if (effect_.reg && running.frames.size() == effect_.depth - (effect_.returns ? 1 : 0)) {
    set(registers, *effect_.reg, std::move(effect_.value));
  }
}

}  // namespace fencepost::check
