// Executor: what each label of the Cfa does to a state.
#include <fmt/format.h>

#include "base/check.h"
#include "core/choice_source.h"
#include "core/print.h"
#include "unroll/executor.h"

namespace fencepost::unroll {

using core::Choice;

bool Executor::apply(const program::Edge& edge, State& state) {
  edge_ = &edge;
  path_ = state.path;
  if (!fresh_lifetimes_.empty() && !std::holds_alternative<core::Check>(edge.label)) fresh_lifetimes_.clear();
  bool goes_on = std::visit([&](const auto& label) { return act(label, state); }, edge.label);
  cells_.expose(state);
  report_escapes();
  return goes_on;
}

void Executor::report_accesses() {
  for (const Access::Unsupported& found : access_.take_unsupported()) unsupported(found.when, found.what);
}

void Executor::report_escapes() {
  report_accesses();
  for (Term escape : arithmetic_->take_escapes())
    unsupported(escape, "a signed result beyond its type, with mathematical integers");
  for (const Addresses::Unknown& unknown : addresses_.take_unknown()) unsupported(unknown.when, unknown.what);
}

std::optional<bool> Executor::decided(Path path, Term condition) {
  if (std::optional<bool> known = ranges_.decide(condition)) return known;
  return paths_.decided(path, condition);
}

bool Executor::restrict(State& state, Term condition) {
  std::optional<bool> known = decided(state.path, condition);
  if (known) return *known;
  state.path = paths_.extend(state.path, condition);
  return true;
}

bool Executor::act(const program::Assume& label, State& state) {
  return restrict(state, expressions_.condition(*label.condition, state));
}

bool Executor::act(const program::Restrict& label, State& state) {
  Term condition = expressions_.condition(*label.condition, state);
  if (decided(state.path, condition) != true) records_.assume(step(), state);
  return restrict(state, condition);
}

bool Executor::act(const program::ChooseOrder& label, State& state) {
  core::Type type = top().type_of(label.reg);
  auto [value, range] = expressions_.variable(type, "order");
  if (range) records_.constrain(range);
  Term number = expressions_.choice_bits(value, type);
  records_.constrain(terms_.binary(logic::Op::bv_ult, number, terms_.bv(core::permutations(label.strands), type.bits)));
  set(state, label.reg, value);
  records_.choose(state, Choice::Kind::order, number);
  return true;
}

bool Executor::act(const core::Let& label, State& state) {
  set(state, label.reg, evaluated(*label.value, state));
  return true;
}

bool Executor::act(const core::Choose& label, State& state) {
  auto [value, range] = expressions_.variable(label.type, "choice");
  if (range) records_.constrain(range);
  set(state, label.reg, value);
  records_.choose(state, Choice::Kind::value, expressions_.choice_bits(value, label.type));
  return true;
}

ReadSet Executor::reads_of(const core::Expr& expr, const State& state) {
  if (!options_.model.keep_dependencies) return 0;
  if (expr.op == core::ExprOp::reg) return state.regs.get(core::index(expr.reg)).reads;
  ReadSet all = 0;
  for (const core::ExprPtr& arg : expr.args) all = reads_.join(all, reads_of(*arg, state));
  return all;
}

Value Executor::evaluated(const core::Expr& expr, State& state) {
  if (state.concurrent) refresh_exposed(state, expr);
  Value value = expressions_.evaluate(expr, state);
  addresses_.forget_made();
  value.reads = reads_of(expr, state);
  return value;
}

void Executor::depend(const std::vector<uint32_t>& events, ReadSet addr, ReadSet data) {
  for (uint32_t event : events) {
    events_[event].addr = addr;
    events_[event].data = data;
  }
}

// What was read from memory of the thread's own rests on what was stored there and on where it lies; an event stands for
// itself.
Value Executor::loaded(State& state, const Value& pointer, ReadSet pointer_reads, const core::Type& type,
                       const core::BitRange& range, const std::vector<uint32_t>& events) {
  Value value = access_.load(state, pointer, type, range);
  report_accesses();
  if (options_.model.keep_dependencies) {
    if (events.empty()) value.reads = reads_.join(value.reads, pointer_reads);
    if (!events.empty()) value.reads = 0;
    for (uint32_t event : events) value.reads = reads_.join(value.reads, reads_.only(event));
    depend(events, pointer_reads);
  }
  if (value.mark) records_.choose(state, Choice::Kind::value, expressions_.choice_bits(value, type), value.mark);
  if (type.kind == core::TypeKind::pointer && has_unknown_pointers_)
    for (uint32_t object : pointers_.objects(value.term))
      if (objects_[object].known == core::Known::nothing)
        unsupported(terms_.eq(value.term, terms_.bv(object, kObjectBits)),
                    core::why_unknown(core::Known::nothing, objects_[object].name));
  return value;
}

// The model must know what it is to judge.
void Executor::require_meaning(const std::set<core::MemoryOrder>& unknown, core::MemoryOrder order, const char* what) {
  if (unknown.count(order) == 0) return;
  unsupported(terms_.boolean(true),
              fmt::format("{} of order {}, which the memory model does not know", what, core::name(order)));
}

bool Executor::act(const core::Load& label, State& state) {
  std::vector<uint32_t> events;
  Value pointer = pointer_here(*label.ptr, state);
  if (state.concurrent) require_meaning(options_.model.unknown_orders.loads, label.order, "a load");
  ReadSet addr = reads_of(*label.ptr, state);
  if (state.concurrent)
    events = refresh(state, target(state, pointer, label.type, label.bits, label.order, orders(label.order, addr)),
                     label.order);
  set(state, label.reg, loaded(state, pointer, addr, label.type, label.bits, events));
  return true;
}

bool Executor::act(const core::Store& label, State& state) {
  Value pointer = pointer_here(*label.ptr, state);
  if (state.concurrent) {
    require_meaning(options_.model.unknown_orders.stores, label.order, "a store");
    adopt(state, pointer);
  }
  Value value = evaluated(*label.value, state);
  // With a bit-field goes all of its memory location (core.h): what its neighbours hold is read and written back.
  if (state.concurrent && label.bits.width != 0) {
    ReadSet addr = reads_of(*label.ptr, state);
    std::vector<uint32_t> read =
        refresh(state, target(state, pointer, label.type, label.bits, label.order, false), label.order);
    depend(read, addr);
    if (options_.model.keep_dependencies)
      for (uint32_t event : read) value.reads = reads_.join(value.reads, reads_.only(event));
  }
  std::optional<LockWord> word = state.concurrent ? lock_word(state, pointer, label) : std::nullopt;
  bool was_free = word && is_free(state, *word);
  access_.store(state, pointer, value, label.type, label.bits, terms_.boolean(true));
  report_accesses();
  auto publish_it = [&] {
    ReadSet addr = reads_of(*label.ptr, state);
    Target place = target(state, pointer, label.type, label.bits, label.order, orders(label.order, addr));
    depend(publish(state, place, label.order, terms_.boolean(true)), addr, value.reads);
  };
  if (word)
    publish_lock(state, *word, was_free, publish_it);
  else if (state.concurrent)
    publish_it();
  return true;
}

bool Executor::act(const core::Rmw& label, State& state) {
  Value pointer = pointer_here(*label.ptr, state);
  std::vector<uint32_t> reads;
  if (state.concurrent) {
    require_meaning(options_.model.unknown_orders.updates, label.order, "a read-modify-write");
    reads = refresh(state, target(state, pointer, label.type, {}, label.order, true), label.order);
  }
  set(state, label.reg, loaded(state, pointer, reads_of(*label.ptr, state), label.type, {}, reads));
  Term when = label.condition ? expressions_.condition(*label.condition, state) : terms_.boolean(true);
  Value value = evaluated(*label.value, state);
  access_.store(state, pointer, value, label.type, {}, when);
  report_accesses();
  if (!state.concurrent) return true;
  std::vector<uint32_t> writes =
      publish(state, target(state, pointer, label.type, {}, label.order, true), label.order, when);
  depend(writes, reads_of(*label.ptr, state), value.reads);
  if (label.failure)
    for (uint32_t read : reads) events_[read].failure_order = *label.failure;
  for (size_t i = 0; i < reads.size() && i < writes.size(); ++i) {
    events_[reads[i]].partner = writes[i];
    events_[writes[i]].partner = reads[i];
  }
  return true;
}

bool Executor::act(const core::Fence& label, State& state) {
  if (!state.concurrent) return true;
  require_meaning(options_.model.unknown_orders.fences, label.order, "a fence");
  std::vector<Event::Place> places;
  if (label.ptr) {
    Value pointer = expressions_.evaluate(*label.ptr, state);
    adopt(state, pointer);
    events_.new_access();
    Target object{pointer, number(1), {}, false, 1, true};
    for (const std::vector<Touch>& touches : touched(state, object, false))
      for (const Touch& touch : touches) places.push_back({events_.cell_number(touch.object, *touch.cell), touch.when});
  }
  uint32_t id = add_event(Event::Kind::fence, state, terms_.boolean(true), label.order);
  events_[id].places = std::move(places);
  return true;
}

bool Executor::act(const core::Copy& label, State& state) {
  Value to = expressions_.evaluate(*label.dst, state);
  Value from = expressions_.evaluate(*label.src, state);
  Term bytes = expressions_.size(*label.bytes, state);
  if (!state.concurrent) {
    access_.copy(state, to, from, bytes);
    return true;
  }
  ReadSet addr = reads_of(*label.src, state);
  depend(refresh(state, target(from, bytes, addr, label.scalars), core::MemoryOrder::plain), addr);
  std::vector<Part> reads = parts_;
  adopt(state, to);
  access_.copy(state, to, from, bytes);
  report_accesses();
  addr = reads_of(*label.dst, state);
  Target place = target(to, bytes, addr, label.scalars);
  for (uint32_t event : publish(state, place, core::MemoryOrder::plain, terms_.boolean(true)))
    depend({event}, addr, events_[event].value.reads);
  in_any_order(state, reads, parts_, may_overlap(to, from));
  return true;
}

bool Executor::act(const core::Fill& label, State& state) {
  Value pointer = expressions_.evaluate(*label.ptr, state);
  Value byte;
  if (label.value) {
    byte = evaluated(*label.value, state);
    byte.term = arithmetic_->to_bits(byte.term, label.value->type);
    byte.term = byte.term.sort().width >= 8 ? terms_.extract(byte.term, 7, 0) : terms_.zext(byte.term, 8);
  }
  Term bytes = expressions_.size(*label.bytes, state);
  if (state.concurrent) adopt(state, pointer);
  access_.fill(state, pointer, byte, bytes);
  report_accesses();
  ReadSet addr = reads_of(*label.ptr, state);
  if (!state.concurrent) return true;
  Target place = target(pointer, bytes, addr, label.scalars);
  depend(publish(state, place, core::MemoryOrder::plain, terms_.boolean(true)), addr, byte.reads);
  in_any_order(state, {}, parts_, false);
  return true;
}

bool Executor::act(const core::Alloc& label, State& state) {
  ObjectInfo info;
  info.name = label.name;
  info.size = expressions_.size(*label.bytes, state);
  if (info.size.is_const()) info.fixed_size = static_cast<uint64_t>(info.size.value());
  info.align = label.align;
  info.storage = label.storage;
  info.thread = state.thread;
  info.is_const = label.is_const;
  info.born = state.path->guard;
  info.alive_before = state.memory;
  info.made_beside = state.concurrent;
  info.zeroed = label.zeroed;
  info.declared = label.declared;
  if (label.shadow) {
    std::vector<uint32_t> shadows = pointers_.objects(expressions_.evaluate(*label.shadow, state).term);
    FP_CHECK_MSG(shadows.size() == 1, "a shadow is made for one object");
    info.shadow = shadows.front();
  }
  if (label.storage == core::Storage::heap) {
    Site site = records_.site(step(), edge_->pos, {});
    info.made_at = site.pos;
    info.made_in = site.function;
  }
  uint32_t object = names_.object(top().next_context(*edge_, names_), objects_.first_made());
  objects_.define(object, std::move(info));
  top().made[object] = label.reg;
  result_.allocations.push_back({state.thread, object, state.path->guard, find_gone(state, object), label.storage});
  auto content = new ObjectState;
  content->alive = terms_.boolean(true);
  content->rest = label.zeroed ? Piece::Kind::zero : Piece::Kind::unspecified;
  content->home = cells_.new_home();
  state.memory.set(object, Shared<ObjectState>(content));
  if (state.concurrent && options_.model.lives_are_written)
    publish_lifetimes(state, pointers_.make(object), true, core::MemoryOrder::plain);
  if (state.concurrent && (address_use_.exposed().contains(object) ||
                           (label.storage == core::Storage::heap && options_.wanted.checks.has(core::Undef::unfreed))))
    publish_birth(state, object);
  set(state, label.reg, pointers_.make(object));
  if (program_.uses_addresses) {
    records_.choose_address(state, object);
  }
  return true;
}

bool Executor::act(const core::Kill& label, State& state) {
  Value pointer = expressions_.evaluate(*label.ptr, state);
  if (state.concurrent) adopt(state, pointer);
  access_.kill(state, pointer);
  if (state.concurrent) publish_death(state, pointer);
  return true;
}

bool Executor::act(const core::Check& label, State& state) {
  if (label.kind == core::Undef::misaligned && state.concurrent) note_alignment(state, *label.condition);
  if (!options_.wanted.checks.has(label.kind)) return true;
  if (state.concurrent) refresh_lifetimes(state, *label.condition);
  Term condition = expressions_.condition(*label.condition, state);
  if (state.concurrent) note_bounds(state, condition);
  std::optional<bool> known = decided(state.path, condition);
  if (known == true) return true;
  if (known == false) condition = terms_.boolean(false);
  Site site = records_.site(step(), edge_->pos, label.detail.empty() ? edge_->text : label.detail);
  site.undef = label.kind;
  records_.oblige(Obligation::Kind::check, state, terms_.not_(condition), site, Records::key(step()));
  if (options_.model.failures_end_threads && state.concurrent && core::ends_program(label.kind))
    return restrict(state, condition);
  // Where it cannot hold, nothing follows.
  return !condition.is_false();
}

bool Executor::act(const core::Return& label, State& state) {
  if (label.value) state.regs.set(top().result_slot(), evaluated(*label.value, state));
  return true;
}

bool Executor::act(const core::Unsupported& label, State&) {
  unsupported(terms_.boolean(true), label.what);
  return false;
}

// Calls through a pointer of another type are undefined; the checks before have said so, and here the value only has to
// have the right sort.
Value Executor::fitting(const Value& value, const core::Type& type) {
  if (!value) return {};
  Value like = expressions_.unassigned(type);
  bool fits =
      value.term.sort() == like.term.sort() && static_cast<bool>(value.offset) == static_cast<bool>(like.offset);
  return fits ? value : like;
}

}  // namespace fencepost::unroll
