#include "unroll/pointer_access.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include "base/check.h"

namespace fencepost::unroll {

using logic::Op;

namespace {

// More candidates than this go to the log.
constexpr size_t kMostCandidates = 4096;
// Of an object whose size is not known, what a symbolic offset may reach.
constexpr SignedBits kFarthest = SignedBits{1} << 46;
// Choices among few places compare the offset itself, which is often a tree of choices between these very constants.
constexpr size_t kFew = 4;

unsigned bit_length(Bits value) {
  unsigned bits = 0;
  for (; value != 0; value >>= 1) ++bits;
  return bits;
}

}  // namespace

std::vector<Pointee> PointerAccess::valid_pointees(const State& state, const Value& pointer, Term bytes) {
  std::vector<Pointee> all = pointers_.resolve(pointer), valid;
  for (const Pointee& pointee : all) {
    Term bad;
    if (!objects_.is_data(pointee.object) || !state.memory.get(pointee.object)) {
      bad = pointee.when;
    } else {
      const ObjectInfo& info = objects_[pointee.object];
      Term alive = content(state, pointee.object).alive;
      if (report_invalid_ && !(alive.is_true() && fits_always(pointee, bytes))) {
        Term inside =
            terms_.and_(terms_.binary(Op::bv_ule, pointee.offset, info.size),
                        terms_.binary(Op::bv_ule, bytes, terms_.binary(Op::bv_sub, info.size, pointee.offset)));
        bad = terms_.and_(pointee.when, terms_.not_(terms_.and_(alive, inside)));
      }
      if (!alive.is_false()) valid.push_back(pointee);
    }
    if (report_invalid_ && bad && !bad.is_false())
      unsupported(bad, "an access outside every living object, with the checks for it switched off");
  }
  // Elsewhere a check has failed. But an event needs an object: where that is not made, the run would be lost with its check.
  if (valid.size() == 1 && (!state.concurrent || is_made(state, valid[0].object))) valid[0].when = terms_.boolean(true);
  return valid;
}

bool PointerAccess::is_made(const State& state, uint32_t object) const {
  Term born = objects_[object].born;
  if (!born || born.is_true()) return static_cast<bool>(born);
  for (Path path = state.path; path != nullptr; path = path->parent)
    if (path->guard == born) return true;
  return false;
}

bool PointerAccess::fits_always(const Pointee& pointee, Term bytes) {
  const ObjectInfo& info = objects_[pointee.object];
  if (!info.fixed_size || !bytes.is_const() || bytes.value() > *info.fixed_size) return false;
  const Span& span = offsets_.span(pointee.offset);
  return span.low >= 0 && static_cast<Bits>(span.high) <= *info.fixed_size - bytes.value();
}

std::optional<PointerAccess::Candidates> PointerAccess::candidates(const Pointee& pointee, uint64_t bytes) {
  const ObjectInfo& info = objects_[pointee.object];
  Candidates choice;
  SignedBits last = kFarthest;
  if (info.most_size) {
    if (*info.most_size < bytes) return choice;
    last = static_cast<SignedBits>(*info.most_size - bytes);
  }
  auto members = offsets_.members(pointee.offset, 0, last, kMostCandidates);
  if (!members) return std::nullopt;
  for (SignedBits member : *members) choice.offsets.push_back(static_cast<uint64_t>(member));
  if (choice.offsets.size() > kFew) index_by_bits(pointee.offset, choice);
  return choice;
}

// Offsets r + k*stride: the bits of k. A stride of 2^s makes them bits of the offset, any other is divided out, at the
// few bits that offsets inside the object have.
void PointerAccess::index_by_bits(Term offset, Candidates& choice) {
  uint64_t stride = 0;
  for (uint64_t at : choice.offsets) stride = std::gcd(stride, at - choice.offsets.front());
  uint64_t last = choice.offsets.back();
  if (Term index = scaled_index(offset, stride, choice.offsets.front() % stride)) {
    for (uint64_t at : choice.offsets) choice.keys.push_back(at / stride);
    choice.index = terms_.extract(index, std::max(bit_length(choice.keys.back()), 1u) - 1, 0);
    return;
  }
  if (std::has_single_bit(stride)) {
    auto low = static_cast<unsigned>(std::countr_zero(stride));
    unsigned high = std::max(bit_length(last), low + 1) - 1;
    choice.index = terms_.extract(offset, high, low);
    for (uint64_t at : choice.offsets) choice.keys.push_back(at >> low);
    return;
  }
  unsigned width = std::min(bit_length(std::max<uint64_t>(last, stride)) + 1, offset.sort().width + 0u);
  Term from_first =
      terms_.binary(Op::bv_sub, terms_.extract(offset, width - 1, 0), terms_.bv(choice.offsets.front(), width));
  choice.index = terms_.binary(Op::bv_udiv, from_first, terms_.bv(stride, width));
  for (uint64_t at : choice.offsets) choice.keys.push_back((at - choice.offsets.front()) / stride);
}

// x, if the offset is residue + stride * x without wrapping; then offsets inside the object have x = (at - residue) / stride.
Term PointerAccess::scaled_index(Term offset, uint64_t stride, uint64_t residue) {
  if (residue != 0) {
    if (offset.op() != Op::bv_add || !offset.args()[1].is_const() || offset.args()[1].value() != residue) return {};
    offset = offset.args()[0];
  }
  if (offset.op() != Op::bv_mul || !offset.args()[1].is_const() || offset.args()[1].value() != stride) return {};
  Term factor = offset.args()[0];
  const Span& span = offsets_.span(factor);
  SignedBits limit = (SignedBits{1} << (pointers_.bits() - 1)) / static_cast<SignedBits>(stride) - 1;
  return span.low >= -limit && span.high <= limit ? factor : Term();
}

Term PointerAccess::is(const Pointee& pointee, const Candidates& choice, size_t i) {
  if (choice.offsets.size() == 1) return terms_.boolean(true);
  if (!choice.index) return terms_.eq(pointee.offset, number(choice.offsets[i]));
  return terms_.eq(choice.index, terms_.bv(choice.keys[i], choice.index.sort().width));
}

// read(i) of the candidate that the offset equals: a balanced tree over the bits of the index.
Pieces PointerAccess::select(const State& state, const Pointee& pointee, const Candidates& choice,
                             const std::function<Pieces(size_t)>& read) {
  Cells::Sides sides{state, state};
  if (!choice.index) {
    Pieces result = read(choice.offsets.size() - 1);
    for (size_t i = choice.offsets.size() - 1; i-- > 0;)
      result = cells_.choose(is(pointee, choice, i), read(i), result, sides);
    return result;
  }
  auto tree = [&](auto& self, size_t first, size_t last, unsigned bits) -> Pieces {
    if (last - first == 1) return read(first);
    --bits;
    size_t middle = first;
    while (middle < last && ((choice.keys[middle] >> bits) & 1) == 0) ++middle;
    if (middle == first || middle == last) return self(self, first, last, bits);
    Term high = terms_.eq(terms_.extract(choice.index, bits, bits), terms_.bv(1, 1));
    Pieces upper = self(self, middle, last, bits);
    return cells_.choose(high, upper, self(self, first, middle, bits), sides);
  };
  return tree(tree, 0, choice.offsets.size(), choice.index.sort().width);
}

Value PointerAccess::load(State& state, const Value& pointer, const core::Type& type, const core::BitRange& range) {
  std::vector<Pointee> pointees = valid_pointees(state, pointer, number(type.bytes));
  Value result;
  for (size_t i = pointees.size(); i-- > 0;) {
    Value here = load_at(state, pointees[i], type, range);
    result = result ? cells_.choose(pointees[i].when, here, result) : here;
  }
  if (result) return result;
  Pieces nothing = {Cells::blank(Piece::Kind::zero, 0, range.width == 0 ? type.bits : range.width)};
  return cells_.to_value(state, nothing, type, range);
}

Value PointerAccess::load_at(State& state, const Pointee& pointee, const core::Type& type,
                             const core::BitRange& range) {
  uint64_t width = range.width == 0 ? type.bits : range.width;
  uint64_t skip = range.width == 0 ? 0 : range.offset;
  const ObjectState& object = content(state, pointee.object);
  if (object.recent_offset == pointee.offset && pointee.offset && object.recent.at == skip &&
      object.recent.width == width) {
    Pieces written = {object.recent};
    return cells_.to_value(state, written, type, range);
  }
  std::optional<Candidates> choice = candidates(pointee, type.bytes);
  if (!choice || content(state, pointee.object).log_size > 0) return load_logged(state, pointee, type, range);
  Pieces pieces;
  if (choice->offsets.empty()) {
    pieces = {Cells::blank(Piece::Kind::zero, 0, width)};
  } else if (choice->offsets.size() == 1) {
    pieces = cells_.read(content(state, pointee.object), 8 * choice->offsets[0] + skip, width);
    Pieces before = pieces;
    Value value = cells_.to_value(state, pieces, type, range);
    // What was unspecified has its value from now on.
    if (pieces != before) cells_.write(edit(state, pointee.object), pieces);
    return value;
  } else {
    pieces = select(state, pointee, *choice, [&](size_t i) {
      Pieces here = cells_.read(content(state, pointee.object), 8 * choice->offsets[i] + skip, width);
      Cells::shift(here, 0);
      return here;
    });
  }
  return cells_.to_value(state, pieces, type, range);
}

void PointerAccess::store(State& state, const Value& pointer, const Value& value, const core::Type& type,
                          const core::BitRange& range, Term when) {
  Pieces pieces = cells_.from_value(value, type, range);
  Cells::shift(pieces, 0);
  uint64_t skip = range.width == 0 ? 0 : range.offset;
  for (const Pointee& pointee : valid_pointees(state, pointer, number(type.bytes)))
    write_at(state, pointee, pieces, type.bytes, skip, terms_.and_(pointee.when, when));
}

void PointerAccess::write_chosen(const State& state, ObjectState& object, Pieces pieces, uint64_t at, Term when) {
  Cells::shift(pieces, at);
  if (!when.is_true())
    pieces = cells_.choose(when, pieces, cells_.read(object, at, pieces.back().end() - at), {state, state});
  cells_.write(object, pieces);
}

void PointerAccess::write_at(State& state, const Pointee& pointee, const Pieces& pieces, uint64_t bytes,
                             uint64_t skip_bits, Term when) {
  if (when.is_false() || pieces.empty()) return;
  ObjectState& object = edit(state, pointee.object);
  object.recent_offset = {};
  std::optional<Candidates> choice = candidates(pointee, bytes);
  if (!choice || object.log_size > 0) {
    if (pieces.size() == 1 && skip_bits == 0 && pieces[0].width == 8 * bytes)
      append_log(object, pointee, pieces[0], {}, when);
    else
      unsupported(when, "a write of a bit-field or aggregate at an uncertain place of a large object");
    return;
  }
  for (size_t i = 0; i < choice->offsets.size(); ++i)
    write_chosen(state, object, pieces, 8 * choice->offsets[i] + skip_bits, terms_.and_(when, is(pointee, *choice, i)));
  if (choice->offsets.size() > 1 && pieces.size() == 1 && when.is_true()) {
    object.recent_offset = pointee.offset;
    object.recent = pieces[0];
    object.recent.at = skip_bits;
  }
}

void PointerAccess::put(State& state, uint32_t object, const Pieces& pieces, uint64_t at, Term when) {
  ObjectState& content = edit(state, object);
  content.recent_offset = {};
  write_chosen(state, content, pieces, at, when);
}

void PointerAccess::kill(State& state, const Value& pointer) {
  for (const Pointee& pointee : pointers_.resolve(pointer)) {
    if (!objects_.is_data(pointee.object) || !state.memory.get(pointee.object)) continue;
    ObjectState& object = edit(state, pointee.object);
    object.alive = terms_.and_(object.alive, terms_.not_(pointee.when));
    if (!object.alive.is_false()) continue;
    object.recent_offset = {};
    object.pages = {};
    object.log = {};
    object.log_size = 0;
  }
}

}  // namespace fencepost::unroll
