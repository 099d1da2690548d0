// Executor: which shared cells an access touches, and what of it others see at once.
#include <algorithm>

#include "unroll/executor.h"

namespace fencepost::unroll {

using logic::Op;

std::vector<std::vector<Executor::Touch>> Executor::touched(State& state, const Target& target, bool writes) {
  std::vector<std::vector<Touch>> all;
  Term misaligned = terms_.boolean(false);
  std::vector<Access::Range> ranges = access_.ranges(state, target.pointer, target.bytes, target.range);
  report_accesses();
  for (const Access::Range& place : ranges) {
    auto is_shared = [](const CellUse* cell) { return cell->shared; };
    const uint64_t start = place.field ? place.field->unit : place.at;
    if (place.is_candidate && is_beyond(state, place.offset, start / 8)) continue;
    // Of a pointer that may lead anywhere in an object, only what its check allows.
    if (place.is_candidate && start % (8 * target.align) != 0) {
      if (std::ranges::any_of(sharing_.cells(place.object, place.at, place.width), is_shared))
        misaligned = terms_.or_(misaligned, place.when);
      continue;
    }
    bool is_word = place.field ? place.width <= pointers_.bits() : place.width > 0 && start % place.width == 0;
    bool at_once = target.at_once && !place.whole && is_word;
    note_uses(state, place, target, at_once, writes);
    if (target.orders && place.whole && (writes ? options_.model.stores_order : options_.model.loads_order)) {
      unsupported(place.when, "an access that orders others, at an uncertain place");
      continue;
    }
    if (target.orders && !place.whole) sharing_.orders(place.object, place.at, place.width);
    std::vector<Touch> here;
    for (const CellUse* cell : sharing_.cells(place.object, place.at, place.width)) {
      if (target.holds_pointer && cell->at == place.at && cell->width == pointers_.bits())
        sharing_.holds_pointer(place.object, *cell);
      if (cell->shared)
        here.push_back({place.when, cell, place.object, at_once, std::max(cell->at, place.at) - place.at});
    }
    if (here.empty()) continue;
    if (access_.is_logged(state, place.object) || (place.whole && writes)) {
      unsupported(place.when, "a shared object that is accessed at uncertain places");
      continue;
    }
    all.push_back(std::move(here));
  }
  if (!options_.wanted.checks.has(core::Undef::misaligned) && !misaligned.is_false())
    unsupported(misaligned, "a misaligned access, with the check for it switched off");
  return all;
}

void Executor::note_uses(const State& state, const Access::Range& place, const Target& target, bool at_once,
                         bool writes) {
  auto note = [&](uint64_t at, uint64_t width) {
    if (writes)
      note_write(state, place.object, at, width, at_once);
    else
      note_read(state, place.object, at, width);
  };
  uint64_t begin = 0;
  if (target.scalars != nullptr && !place.whole)
    for (uint64_t scalar : *target.scalars) {
      if (8 * scalar >= place.width) break;
      note(place.at + begin, 8 * scalar - begin);
      begin = 8 * scalar;
    }
  note(place.at + begin, place.width - begin);
  // One cell, unless some bit-fields of the location are unspecified and others are not.
  if (place.field && sharing_.is_mixed(place.object, place.at, place.width)) note(place.field->at, place.field->width);
}

void Executor::note_alignment(State& state, const core::Expr& condition) {
  if (condition.op != core::ExprOp::ptr_aligned) return;
  Value pointer = pointer_here(*condition.args[0], state);
  Term bytes = expressions_.size(*condition.args[1], state);
  if (!bytes.is_const()) return;
  alignments_[{pointer.term.id(), pointer.offset.id()}] = {{state.path, state.thread},
                                                           static_cast<unsigned>(bytes.value())};
}

// A subscript that leads out of its array fails its check, and what the access would do then is nobody's business.
void Executor::note_bounds(const State& state, Term condition) {
  paths_.bounds_of(condition).each([&](uint64_t number, const logic::Interval& values) {
    bounds_[static_cast<uint32_t>(number)] = {{state.path, state.thread}, values};
  });
}

// Is the offset elsewhere, whatever the checked subscript in it is?
bool Executor::is_beyond(const State& state, Term offset, uint64_t at) const {
  SignedBits wanted = static_cast<SignedBits>(at), stride = 1;
  if (offset.op() == Op::bv_add && offset.args()[1].is_const()) {
    wanted -= logic::as_signed(offset.args()[1].value(), offset.sort().width);
    offset = offset.args()[0];
  }
  if (offset.op() == Op::bv_mul && offset.args()[1].is_const()) {
    stride = logic::as_signed(offset.args()[1].value(), offset.sort().width);
    offset = offset.args()[0];
  }
  const bool is_unsigned = offset.op() == Op::bv_zext;
  if (is_unsigned || offset.op() == Op::bv_sext) offset = offset.args()[0];
  auto known = bounds_.find(offset.id());
  if (known == bounds_.end() || stride <= 0) return false;
  const logic::Interval& values = known->second.values;
  if (is_unsigned && values.low < 0) return false;
  // Where the product does not wrap.
  SignedBits most = (SignedBits{1} << (pointers_.bits() - 2)) / stride;
  if (values.low < -most || values.high > most) return false;
  if (wanted % stride == 0 && values.low <= wanted / stride && wanted / stride <= values.high) return false;
  return holds_here(known->second.where, state);
}

bool Executor::holds_here(const Shown& where, const State& state) const {
  if (where.thread != state.thread) return false;
  for (Path path = state.path; path != nullptr; path = path->parent)
    if (path == where.path) return true;
  return false;
}

// What is known of it on this path. Members of packed structures are accessed without such a check.
unsigned Executor::alignment(const State& state, const Value& pointer) const {
  auto known = alignments_.find({pointer.term.id(), pointer.offset.id()});
  return known != alignments_.end() && holds_here(known->second.where, state) ? known->second.bytes : 1;
}

// Can one event stand for all the places, each a cell of one kind?
bool Executor::are_alike(const std::vector<std::vector<Touch>>& places) {
  const CellUse& first = *places[0][0].cell;
  return std::all_of(places.begin(), places.end(), [&](const std::vector<Touch>& touches) {
    return touches.size() == 1 && touches[0].cell->width == first.width && touches[0].cell->pointer == first.pointer;
  });
}

// A machine accesses an aligned word at once, and C an atomic object of any size: single-copy atomicity (S. Flur et al.,
// "Mixed-size concurrency: ARM, POWER, C/C++11, and SC", POPL 2017).
uint32_t Executor::whole(const std::vector<Touch>& touches, core::MemoryOrder order) {
  if (touches.size() < 2 || !touches[0].at_once) return 0;
  if (order == core::MemoryOrder::plain ? !options_.model.keeps_plain_whole : !options_.model.keeps_atomics_whole)
    unsupported(touches[0].when,
                "an access at once to what others write in parts, of which the memory model does not say what is seen");
  return events_.new_whole();
}

}  // namespace fencepost::unroll
