#include "unroll/checked_facts.h"

namespace fencepost::unroll {

using logic::Op;

bool CheckedFacts::Where::holds(const State& state) const {
  if (thread != state.thread) return false;
  for (Path at = state.path; at != nullptr; at = at->parent)
    if (at == path) return true;
  return false;
}

void CheckedFacts::note_alignment(const State& state, const Value& pointer, unsigned bytes) {
  alignments_[{pointer.term.id(), pointer.offset.id()}] = {{state.path, state.thread}, bytes};
}

unsigned CheckedFacts::alignment(const State& state, const Value& pointer) const {
  auto known = alignments_.find({pointer.term.id(), pointer.offset.id()});
  return known != alignments_.end() && known->second.where.holds(state) ? known->second.bytes : 1;
}

void CheckedFacts::note_bounds(const State& state, Term condition) {
  paths_.bounds_of(condition).each([&](uint64_t number, const logic::Interval& values) {
    bounds_[static_cast<uint32_t>(number)] = {{state.path, state.thread}, values};
  });
}

bool CheckedFacts::excludes(const State& state, Term offset, uint64_t number) const {
  SignedBits wanted = static_cast<SignedBits>(number), stride = 1;
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
  SignedBits most = (SignedBits{1} << (pointer_bits_ - 2)) / stride;
  if (values.low < -most || values.high > most) return false;
  if (wanted % stride == 0 && values.low <= wanted / stride && wanted / stride <= values.high) return false;
  return known->second.where.holds(state);
}

}  // namespace fencepost::unroll
