// PointerAccess: copies, fills, and the log of large objects.
#include <algorithm>

#include "unroll/pointer_access.h"

namespace fencepost::unroll {

using logic::Op;

namespace {

bool is_unspecified(const Value& byte) { return !byte || (byte.unspecified && byte.unspecified.is_true()); }
bool is_zero(const Value& byte) { return byte && !byte.unspecified && byte.term.is_const() && byte.term.value() == 0; }

}  // namespace

Pieces PointerAccess::filling(const Value& byte, uint64_t bytes) {
  if (is_unspecified(byte)) {
    Piece piece = Cells::blank(Piece::Kind::unspecified, 0, 8 * bytes);
    piece.home = cells_.new_home();
    return {piece};
  }
  if (is_zero(byte)) return {Cells::blank(Piece::Kind::zero, 0, 8 * bytes)};
  Pieces pieces;
  for (uint64_t i = 0; i < bytes; ++i) {
    Piece piece = Cells::blank(Piece::Kind::bits, 8 * i, 8 * i + 8);
    piece.value = byte;
    pieces.push_back(piece);
  }
  return pieces;
}

void PointerAccess::fill(State& state, const Value& pointer, const Value& byte, Term bytes) {
  if (bytes.is_const() && bytes.value() == 0) return;
  for (const Pointee& pointee : valid_pointees(state, pointer, bytes))
    fill_at(state, pointee, byte, bytes, pointee.when);
}

void PointerAccess::fill_at(State& state, const Pointee& pointee, const Value& byte, Term bytes, Term when) {
  if (when.is_false()) return;
  ObjectState& object = edit(state, pointee.object);
  const ObjectInfo& info = objects_[pointee.object];
  bool blank = is_unspecified(byte) || is_zero(byte);
  bool whole = pointee.offset.is_const() && pointee.offset.value() == 0 && info.fixed_size && bytes.is_const() &&
               bytes.value() == *info.fixed_size;
  if (whole && blank && when.is_true()) {
    object.pages = {};
    object.log = {};
    object.log_size = 0;
    object.rest = is_zero(byte) ? Piece::Kind::zero : Piece::Kind::unspecified;
    object.home = cells_.new_home();
    object.recent_offset = {};
    return;
  }
  bool logged = object.log_size > 0;
  if (!logged && bytes.is_const() && (!info.most_size || bytes.value() <= *info.most_size)) {
    auto count = static_cast<uint64_t>(bytes.value());
    if (std::optional<Candidates> choice = candidates(pointee, count)) {
      for (size_t i = 0; i < choice->offsets.size(); ++i)
        write_chosen(state, object, filling(byte, count), 8 * choice->offsets[i],
                     terms_.and_(when, is(pointee, *choice, i)));
      return;
    }
  }
  std::optional<Extent> reach = logged ? std::nullopt : extent(pointee, bytes);
  if (reach) {
    for (uint64_t at = reach->first; at < reach->end; at += reach->step) {
      Term inside = terms_.binary(Op::bv_ult, terms_.binary(Op::bv_sub, number(at), pointee.offset), bytes);
      write_chosen(state, object, filling(byte, reach->step), 8 * at, terms_.and_(when, inside));
    }
    return;
  }
  append_log(object, pointee, filling(byte, 1)[0], bytes, when);
}

Pieces PointerAccess::read_at(State& state, const Pointee& pointee, uint64_t bytes) {
  std::optional<Candidates> choice = candidates(pointee, bytes);
  const ObjectState& object = content(state, pointee.object);
  if (!choice || object.log_size > 0) {
    unsupported(pointee.when, "a copy out of an uncertain place of a large object");
    return filling({}, bytes);
  }
  if (choice->offsets.empty()) return filling({}, bytes);
  return select(state, pointee, *choice, [&](size_t i) {
    Pieces here = cells_.read(object, 8 * choice->offsets[i], 8 * bytes);
    Cells::shift(here, 0);
    return here;
  });
}

void PointerAccess::copy(State& state, const Value& to, const Value& from, Term bytes) {
  if (!bytes.is_const()) return copy_some(state, to, from, bytes);
  auto count = static_cast<uint64_t>(bytes.value());
  if (count == 0) return;
  std::vector<Pointee> sources = valid_pointees(state, from, bytes), targets = valid_pointees(state, to, bytes);
  if (sources.size() == 1 && targets.size() == 1) {
    auto covers = [&](const Pointee& pointee) {
      return pointee.offset.is_const() && pointee.offset.value() == 0 && objects_[pointee.object].fixed_size == count;
    };
    const ObjectState& source = content(state, sources[0].object);
    if (covers(sources[0]) && covers(targets[0]) && source.log_size == 0) {
      ObjectState copied = source;
      ObjectState& target = edit(state, targets[0].object);
      target.pages = copied.pages;
      target.rest = copied.rest;
      target.log = {};
      target.log_size = 0;
      target.home = copied.home;
      target.recent_offset = {};
      return;
    }
  }
  Pieces content;
  for (size_t i = sources.size(); i-- > 0;) {
    // No object reaches that far, and the check before the copy has said so.
    if (objects_[sources[i].object].most_size && *objects_[sources[i].object].most_size < count) continue;
    Pieces here = read_at(state, sources[i], count);
    content = content.empty() ? here : cells_.choose(sources[i].when, here, content, {state, state});
  }
  for (const Pointee& pointee : targets) write_at(state, pointee, content, count, 0, pointee.when);
}

// A copy whose length is not known: each piece of the source is copied if the length reaches its end.
void PointerAccess::copy_some(State& state, const Value& to, const Value& from, Term bytes) {
  std::vector<Pointee> sources = valid_pointees(state, from, bytes), targets = valid_pointees(state, to, bytes);
  auto room = [&](const std::vector<Pointee>& pointees) {
    uint64_t most = 0;
    for (const Pointee& pointee : pointees) {
      const ObjectInfo& info = objects_[pointee.object];
      if (!info.most_size) return ~uint64_t{0};
      Bits first = pointee.offset.is_const() ? pointee.offset.value() : 0;
      if (first <= *info.most_size) most = std::max(most, *info.most_size - static_cast<uint64_t>(first));
    }
    return most;
  };
  const Span& length = offsets_.span(bytes);
  uint64_t most = std::min(room(sources), room(targets));
  if (length.low >= 0 && static_cast<Bits>(length.high) < most) most = static_cast<uint64_t>(length.high);
  if (most > kMostBytes) return unsupported(terms_.boolean(true), "a copy of unknown length between large objects");
  // Places that are too short for a piece are left out piece by piece.
  auto fits = [&](const Pointee& pointee, uint64_t end) {
    return !objects_[pointee.object].most_size || !pointee.offset.is_const() ||
           pointee.offset.value() + end <= *objects_[pointee.object].most_size;
  };
  // The source is read completely before anything is written: the ranges may overlap.
  std::vector<std::pair<Pieces, Term>> parts;
  const uint64_t unit = std::max<uint64_t>(step_of(bytes), 1);
  for (uint64_t i = 0; i < most;) {
    uint64_t step = unit;
    for (const Pointee& pointee : sources)
      if (step == 1 && pointee.offset.is_const() && fits(pointee, i + 1)) {
        uint64_t at = 8 * (static_cast<uint64_t>(pointee.offset.value()) + i);
        Pieces here = cells_.read(content(state, pointee.object), at, std::min<uint64_t>(128, 8 * (most - i)));
        if (here[0].kind == Piece::Kind::pointer && here[0].skip == 0 && here[0].width % 8 == 0)
          step = std::max(step, here[0].width / 8);
      }
    Pieces chosen;
    for (size_t s = sources.size(); s-- > 0;) {
      Pointee pointee = sources[s];
      if (!fits(pointee, i + step)) continue;
      pointee.offset = terms_.binary(Op::bv_add, pointee.offset, number(i));
      Pieces here = read_at(state, pointee, step);
      chosen = chosen.empty() ? here : cells_.choose(pointee.when, here, chosen, {state, state});
    }
    Term reached = terms_.binary(Op::bv_ule, number(i + step), bytes);
    if (step != unit) {
      Term cut = terms_.and_(terms_.binary(Op::bv_ult, number(i), bytes), terms_.not_(reached));
      bool whole = length.stride != 0 && length.stride % step == 0 && (i % step) == length.residue % step;
      if (!whole && !cut.is_false()) unsupported(cut, "a copy that ends inside a pointer");
    }
    if (!chosen.empty()) parts.emplace_back(std::move(chosen), reached);
    i += step;
  }
  uint64_t at = 0;
  for (const auto& [pieces, reached] : parts) {
    uint64_t width = pieces.back().end() - pieces.front().at;
    for (Pointee pointee : targets) {
      if (!fits(pointee, at + width / 8)) continue;
      Term when = terms_.and_(pointee.when, reached);
      pointee.offset = terms_.binary(Op::bv_add, pointee.offset, number(at));
      write_at(state, pointee, pieces, width / 8, 0, when);
    }
    at += width / 8;
  }
}

void PointerAccess::append_log(ObjectState& object, const Pointee& pointee, const Piece& piece, Term length,
                               Term when) {
  auto entry = new LogEntry;
  entry->when = when;
  entry->offset = pointee.offset;
  entry->piece = piece;
  entry->piece.at = 0;
  entry->length = length;
  object.log.set(object.log_size++, Shared<LogEntry>(entry));
  object.recent_offset = {};
}

// Two accesses of one size that either coincide or share no byte.
bool PointerAccess::apart_or_equal(Term a, Term b, uint64_t bytes) {
  auto congruence = [&](Term term) -> std::optional<Bits> {
    const Span& span = offsets_.span(term);
    if (span.stride == 0) return span.low < 0 ? std::nullopt : std::optional(static_cast<Bits>(span.low) % bytes);
    if (span.stride % bytes != 0) return std::nullopt;
    return span.residue % bytes;
  };
  auto x = congruence(a), y = congruence(b);
  return x && y && *x == *y;
}

Value PointerAccess::load_logged(State& state, const Pointee& pointee, const core::Type& type,
                                 const core::BitRange& range) {
  static constexpr const char* kMixed = "accesses of different sizes at uncertain places of a large object";
  Shared<ObjectState> object = state.memory.get(pointee.object);
  uint64_t width = range.width == 0 ? type.bits : range.width;
  Pieces blank = {Cells::blank(object->rest, 0, width)};
  if (range.width != 0) {
    unsupported(pointee.when, "a bit-field at an uncertain place of a large object");
    return cells_.to_value(state, blank, type, range);
  }
  Pieces pieces = blank;
  std::optional<Candidates> choice = candidates(pointee, type.bytes);
  if (choice && !choice->offsets.empty()) {
    pieces = select(state, pointee, *choice, [&](size_t i) {
      Pieces here = cells_.read(*object, 8 * choice->offsets[i], width);
      Cells::shift(here, 0);
      return here;
    });
  } else if (!choice) {
    object->pages.each([&](uint64_t, const Shared<Page>& page) {
      for (const Piece& piece : page->pieces) {
        Term at = number(piece.at / 8);
        if (piece.width != width || piece.at % 8 != 0 || !apart_or_equal(at, pointee.offset, type.bytes)) {
          unsupported(pointee.when, kMixed);
          continue;
        }
        Piece here = piece;
        here.at = 0;
        pieces = cells_.choose(terms_.eq(pointee.offset, at), Pieces{here}, pieces, {state, state});
      }
    });
  }
  for (uint32_t i = 0; i < object->log_size; ++i) {
    const LogEntry& entry = *object->log.get(i);
    if (entry.length) {
      Pieces all;
      for (unsigned byte = 0; byte < type.bytes; ++byte) {
        Piece part = entry.piece;
        part.at = 8 * byte;
        all.push_back(part);
      }
      Term from = terms_.binary(Op::bv_sub, pointee.offset, entry.offset);
      Term inside =
          terms_.and_(terms_.binary(Op::bv_ult, from, entry.length),
                      terms_.binary(Op::bv_ule, number(type.bytes), terms_.binary(Op::bv_sub, entry.length, from)));
      // An element that lies half inside the filled range needs its bytes apart.
      if (type.bytes > 1) {
        Term last = terms_.binary(Op::bv_add, from, number(type.bytes - 1));
        Term partly = terms_.and_(terms_.not_(inside), terms_.or_(terms_.binary(Op::bv_ult, from, entry.length),
                                                                  terms_.binary(Op::bv_ult, last, entry.length)));
        Term when = terms_.and_(terms_.and_(pointee.when, entry.when), partly);
        if (!when.is_false()) unsupported(when, kMixed);
      }
      if (width == 8u * type.bytes)
        pieces = cells_.choose(terms_.and_(entry.when, inside), all, pieces, {state, state});
      else
        unsupported(terms_.and_(pointee.when, entry.when), kMixed);
      continue;
    }
    if (entry.piece.width != width || !apart_or_equal(entry.offset, pointee.offset, type.bytes)) {
      unsupported(terms_.and_(pointee.when, entry.when), kMixed);
      continue;
    }
    Term hit = terms_.and_(entry.when, terms_.eq(entry.offset, pointee.offset));
    pieces = cells_.choose(hit, Pieces{entry.piece}, pieces, {state, state});
  }
  return cells_.to_value(state, pieces, type, range);
}

}  // namespace fencepost::unroll
