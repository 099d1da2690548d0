// PointerAccess: which bits an access may touch, without touching them.
#include <algorithm>
#include <numeric>
#include <set>

#include "unroll/pointer_access.h"

namespace fencepost::unroll {

using logic::Op;

// The values of a choice between a few constants; none: it is no such choice.
std::vector<uint64_t> PointerAccess::few_values(Term term) {
  constexpr size_t kMost = 8;
  std::set<uint64_t> values;
  std::vector<Term> open = {term};
  for (size_t seen = 0; !open.empty(); ++seen) {
    Term next = open.back();
    open.pop_back();
    if (next.is_const()) {
      values.insert(static_cast<uint64_t>(next.value()));
    } else if (next.op() == Op::ite && seen < 8 * kMost) {
      open.push_back(next.args()[1]);
      open.push_back(next.args()[2]);
    } else {
      return {};
    }
    if (values.size() > kMost) return {};
  }
  return {values.begin(), values.end()};
}

// Whatever the number of bytes is, it is a multiple of this.
uint64_t PointerAccess::step_of(Term bytes) {
  uint64_t step = 0;
  std::vector<uint64_t> lengths = few_values(bytes);
  for (uint64_t length : lengths) step = std::gcd(step, length);
  if (!lengths.empty()) return step;
  const Span& span = offsets_.span(bytes);
  if (span.stride == 0) return span.low > 0 ? static_cast<uint64_t>(span.low) : 1;
  constexpr Bits kWidest = 64;
  for (Bits multiple = kWidest; multiple > 1; --multiple)
    if (span.stride % multiple == 0 && span.residue % multiple == 0) return static_cast<uint64_t>(multiple);
  return 1;
}

std::optional<PointerAccess::Extent> PointerAccess::extent(const Pointee& pointee, Term bytes) {
  std::optional<Candidates> choice = candidates(pointee, 0);
  if (!choice) return std::nullopt;
  Extent found;
  if (choice->offsets.empty()) return found;
  found.first = choice->offsets.front();
  found.step = step_of(bytes);
  for (uint64_t at : choice->offsets) found.step = std::gcd(found.step, at - found.first);
  if (found.step == 0) return Extent{};  // of no bytes
  uint64_t last = choice->offsets.back();
  const Span& length = offsets_.span(bytes);
  const auto& size = objects_[pointee.object].most_size;
  if (length.low < 0 || length.high > static_cast<SignedBits>(kMostBytes)) {
    if (!size) return std::nullopt;
    found.end = *size;
  } else {
    found.end = last + static_cast<uint64_t>(length.high);
    if (size) found.end = std::min(found.end, *size);
  }
  if (found.end < found.first + found.step) return Extent{};
  found.end -= (found.end - found.first) % found.step;
  if (found.end - found.first > kMostBytes) return std::nullopt;
  return found;
}

Term PointerAccess::touches(const Range& extent, uint64_t at, uint64_t end) {
  at = std::max(at, extent.at);
  end = std::min(end, extent.at + extent.width);
  // Of a part: it begins inside the access. Of several: or the access begins inside them.
  Term first = number(at / 8);
  Term touched = terms_.binary(Op::bv_ult, terms_.binary(Op::bv_sub, first, extent.offset), extent.bytes);
  if ((at - extent.at) / extent.step != (end - 1 - extent.at) / extent.step) {
    Term begins =
        terms_.binary(Op::bv_ult, terms_.binary(Op::bv_sub, extent.offset, first), number((end - at + 7) / 8));
    touched = terms_.or_(touched, terms_.and_(begins, terms_.ne(extent.bytes, number(0))));
  }
  return terms_.and_(extent.when, touched);
}

std::vector<PointerAccess::Range> PointerAccess::ranges(State& state, const Value& pointer, Term bytes,
                                                        const core::BitRange& range, bool scalar) {
  std::vector<Range> found;
  for (const Pointee& pointee : valid_pointees(state, pointer, bytes)) {
    std::optional<Candidates> choice;
    if (bytes.is_const()) choice = candidates(pointee, static_cast<uint64_t>(bytes.value()));
    uint64_t length = bytes.is_const() ? static_cast<uint64_t>(bytes.value()) : 0;
    bool overlap = false;
    for (size_t i = 1; choice && i < choice->offsets.size(); ++i)
      overlap = overlap || choice->offsets[i] - choice->offsets[i - 1] < length;
    if (choice && (scalar || !overlap)) {
      if (length == 0) continue;
      for (size_t i = 0; i < choice->offsets.size(); ++i) {
        Range one{.when = terms_.and_(pointee.when, is(pointee, *choice, i)),
                  .object = pointee.object,
                  .at = 8 * choice->offsets[i],
                  .width = 8 * length,
                  .is_candidate = choice->offsets.size() > 1,
                  .offset = pointee.offset};
        if (range.width != 0) in_location(one, range);
        found.push_back(one);
      }
      continue;
    }
    std::optional<Extent> extent;
    if (!scalar) extent = this->extent(pointee, bytes);
    if (extent && extent->end == 0) continue;
    Range some{.when = pointee.when, .object = pointee.object, .offset = pointee.offset};
    if (extent) {
      some.at = 8 * extent->first;
      some.width = 8 * (extent->end - extent->first);
      some.bytes = bytes;
      some.step = 8 * extent->step;
    } else {
      some.width = 8 * objects_[pointee.object].most_size.value_or(kMostBytes);
      some.whole = true;
    }
    found.push_back(some);
  }
  std::erase_if(found, [](const Range& one) { return one.when.is_false(); });
  return found;
}

// From the storage unit of a bit-field to its memory location, as far as it lies in the object.
void PointerAccess::in_location(Range& unit, const core::BitRange& range) const {
  auto start = static_cast<SignedBits>(unit.at);
  unit.field = Range::Field{unit.at, unit.at + range.offset, range.width};
  unit.at = unit.field->at;
  unit.width = range.width;
  if (range.location_bits == 0) return;
  SignedBits begin = start + range.location, end = begin + static_cast<SignedBits>(range.location_bits);
  if (const auto& size = objects_[unit.object].most_size) end = std::min(end, static_cast<SignedBits>(8 * *size));
  unit.at = static_cast<uint64_t>(std::max<SignedBits>(begin, 0));
  unit.width = static_cast<uint64_t>(end) - unit.at;
}

}  // namespace fencepost::unroll
