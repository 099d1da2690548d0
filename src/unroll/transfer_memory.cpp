// Transfer: loads, stores, updates and fences.
#include <fmt/format.h>

#include "core/choice_source.h"
#include "core/print.h"
#include "unroll/transfer.h"

namespace fencepost::unroll {

Value Transfer::pointer_here(const core::Expr& expr, State& state) {
  Value pointer = p_.decisions.narrowed(state.path, p_.expressions.evaluate(expr, state));
  return state.concurrent ? p_.feasible.narrowed(state.path, pointer) : pointer;
}

void Transfer::depend(const std::vector<uint32_t>& events, ReadSet addr, ReadSet data) {
  for (uint32_t event : events) {
    p_.events[event].addr = addr;
    p_.events[event].data = data;
  }
}

// What was read from memory of the thread's own rests on what was stored there and on where it lies; an event stands for
// itself.
Value Transfer::loaded(const Step& step, State& state, const Value& pointer, ReadSet pointer_reads,
                       const core::Type& type, const core::BitRange& range, const std::vector<uint32_t>& events) {
  Value value = p_.access.load(state, pointer, type, range);
  p_.unmodelled.report_accesses(step);
  if (p_.options.model.keep_dependencies) {
    if (events.empty()) value.reads = p_.reads.join(value.reads, pointer_reads);
    if (!events.empty()) value.reads = 0;
    for (uint32_t event : events) value.reads = p_.reads.join(value.reads, p_.reads.only(event));
    depend(events, pointer_reads);
  }
  if (value.unspecified)
    p_.records.choose(state, core::Choice::Kind::value, p_.expressions.choice_bits(value, type), value.unspecified);
  if (type.kind == core::TypeKind::pointer && has_unknown_pointers_)
    for (uint32_t object : p_.pointers.objects(value.term))
      if (p_.objects[object].known == core::Known::nothing)
        p_.records.unsupported(step, p_.terms.eq(value.term, p_.terms.bv(object, kObjectBits)),
                               core::why_unknown(core::Known::nothing, p_.objects[object].name));
  return value;
}

// The model must know what it is to judge.
void Transfer::require_meaning(const Step& step, const std::set<core::MemoryOrder>& unknown, core::MemoryOrder order,
                               const char* what) {
  if (unknown.count(order) == 0) return;
  p_.records.unsupported(step, p_.terms.boolean(true),
                         fmt::format("{} of order {}, which the memory model does not know", what, core::name(order)));
}

bool Transfer::orders(core::MemoryOrder order, ReadSet addr) const {
  const ModelFacts& model = p_.options.model;
  return order > core::MemoryOrder::relaxed || (model.relaxed_orders && order == core::MemoryOrder::relaxed) ||
         (model.dependent_places_order && addr != 0);
}

SharedAccess Transfer::scalar_access(const State& state, const Value& pointer, const core::Type& type,
                                     const core::BitRange& range, core::MemoryOrder order, bool orders) const {
  return {.pointer = pointer,
          .bytes = p_.terms.bv(type.bytes, p_.pointers.bits()),
          .range = range,
          .order = order,
          .align = p_.checked.alignment(state, pointer),
          .holds_pointer = type.kind == core::TypeKind::pointer,
          .orders = orders,
          .at_once = order != core::MemoryOrder::plain || type.bytes <= p_.program.pointer_bytes};
}

bool Transfer::act(const core::Load& label, const Step& step, State& state) {
  std::vector<uint32_t> events;
  Value pointer = pointer_here(*label.ptr, state);
  if (state.concurrent) require_meaning(step, p_.options.model.unknown_orders.loads, label.order, "a load");
  ReadSet addr = reads_of(*label.ptr, state);
  if (state.concurrent)
    events = p_.view
                 .refresh(step, state,
                          scalar_access(state, pointer, label.type, label.bits, label.order, orders(label.order, addr)))
                 .all;
  set(state, label.reg, loaded(step, state, pointer, addr, label.type, label.bits, events));
  return true;
}

bool Transfer::act(const core::Store& label, const Step& step, State& state) {
  Value pointer = pointer_here(*label.ptr, state);
  if (state.concurrent) {
    require_meaning(step, p_.options.model.unknown_orders.stores, label.order, "a store");
    p_.view.adopt(state, pointer);
  }
  Value value = evaluated(step, *label.value, state);
  // With a bit-field goes all of its memory location (core.h): what its neighbours hold is read and written back.
  if (state.concurrent && label.bits.width != 0) {
    ReadSet addr = reads_of(*label.ptr, state);
    SharedAccess location = scalar_access(state, pointer, label.type, label.bits, label.order, false);
    std::vector<uint32_t> read = p_.view.refresh(step, state, location).all;
    depend(read, addr);
    if (p_.options.model.keep_dependencies)
      for (uint32_t event : read) value.reads = p_.reads.join(value.reads, p_.reads.only(event));
  }
  std::optional<GuardedReads::LockWord> word;
  if (state.concurrent) word = p_.guarded.lock_word(step, state, pointer, label);
  p_.access.store(state, pointer, value, label.type, label.bits, p_.terms.boolean(true));
  p_.unmodelled.report_accesses(step);
  if (!state.concurrent) return true;
  auto turn = word ? p_.guarded.turn(step, state, *word) : GuardedReads::Turn::none;
  ReadSet addr = reads_of(*label.ptr, state);
  SharedAccess write = scalar_access(state, pointer, label.type, label.bits, label.order, orders(label.order, addr));
  write.of_lock = turn != GuardedReads::Turn::none;
  depend(p_.view.publish(step, state, write, p_.terms.boolean(true)).all, addr, value.reads);
  if (turn == GuardedReads::Turn::release) GuardedReads::release(state, *word);
  return true;
}

bool Transfer::act(const core::Rmw& label, const Step& step, State& state) {
  Value pointer = pointer_here(*label.ptr, state);
  std::vector<uint32_t> reads;
  if (state.concurrent) {
    require_meaning(step, p_.options.model.unknown_orders.updates, label.order, "a read-modify-write");
    reads = p_.view.refresh(step, state, scalar_access(state, pointer, label.type, {}, label.order, true)).all;
  }
  set(state, label.reg, loaded(step, state, pointer, reads_of(*label.ptr, state), label.type, {}, reads));
  Term when = label.condition ? p_.expressions.condition(*label.condition, state) : p_.terms.boolean(true);
  if (label.condition && !label.is_foretold) p_.control.compare(state, reads_of(*label.condition, state));
  Value value = evaluated(step, *label.value, state);
  p_.access.store(state, pointer, value, label.type, {}, when);
  p_.unmodelled.report_accesses(step);
  if (!state.concurrent) return true;
  SharedAccess write = scalar_access(state, pointer, label.type, {}, label.order, true);
  std::vector<uint32_t> writes = p_.view.publish(step, state, write, when).all;
  depend(writes, reads_of(*label.ptr, state), value.reads);
  if (label.failure)
    for (uint32_t read : reads) p_.events[read].failure_order = *label.failure;
  for (size_t i = 0; i < reads.size() && i < writes.size(); ++i) {
    p_.events[reads[i]].partner = writes[i];
    p_.events[writes[i]].partner = reads[i];
  }
  return true;
}

bool Transfer::act(const core::Fence& label, const Step& step, State& state) {
  if (!state.concurrent) return true;
  require_meaning(step, p_.options.model.unknown_orders.fences, label.order, "a fence");
  std::vector<Event::PossibleCell> possible;
  if (label.ptr) {
    Value pointer = p_.expressions.evaluate(*label.ptr, state);
    p_.view.adopt(state, pointer);
    p_.events.new_access();
    SharedAccess object{.pointer = pointer, .bytes = p_.terms.bv(1, p_.pointers.bits()), .orders = true};
    for (const std::vector<TouchedCell>& cells : p_.footprints.of(step, state, object, Footprints::Use::read))
      for (const TouchedCell& touched : cells)
        possible.push_back({p_.events.cell_number(touched.object, *touched.cell), touched.when});
  }
  uint32_t id = p_.events.add(Event::Kind::fence, step, state, p_.terms.boolean(true), label.order);
  p_.events[id].cells = std::move(possible);
  return true;
}

}  // namespace fencepost::unroll
