// Cells: from typed values to pieces and back, and the join of two contents of one object.
#include <algorithm>

#include "base/check.h"
#include "unroll/cells.h"

namespace fencepost::unroll {

using core::TypeKind;
using logic::Op;

Pieces Cells::from_value(const Value& value, const core::Type& type, const core::BitRange& range) {
  Piece piece;
  piece.kind = Kind::bits;
  piece.width = range.width == 0 ? type.bits : range.width;
  piece.value = value;
  Pieces pieces;
  switch (type.kind) {
    case TypeKind::boolean:
      piece.value.term = terms_.ite(value.term, terms_.bv(1, 1), terms_.bv(0, 1));
      if (range.width == 0) {
        piece.width = 8u * type.bytes;
        piece.value.term = terms_.zext(piece.value.term, 8u * type.bytes);
      }
      return {piece};
    case TypeKind::pointer:
      piece.kind = Kind::pointer;
      return {piece};
    case TypeKind::floating:
      piece.kind = Kind::floating;
      break;
    case TypeKind::integer:
      if (range.width != 0) {
        piece.value.term = terms_.extract(arithmetic_.to_bits(value.term, type), range.width - 1u, 0);
      } else if (value.term.sort().kind == logic::SortKind::integer) {
        piece.kind = Kind::integer;
        piece.is_signed = type.is_signed;
      }
      break;
  }
  pieces.push_back(piece);
  // The padding of a wide format (x87's 80 bits in 16 bytes) is stored as zero.
  if (range.width == 0 && 8u * type.bytes > type.bits) {
    Piece padding;
    padding.at = type.bits;
    padding.width = 8u * type.bytes - type.bits;
    pieces.push_back(padding);
  }
  return pieces;
}

std::optional<Value> Cells::whole_pointer(const Pieces& pieces, uint64_t width) const {
  uint64_t covered = 0;
  for (const Piece& piece : pieces) {
    if (piece.kind != Kind::pointer || piece.skip != covered || piece.value != pieces[0].value) return std::nullopt;
    covered += piece.width;
  }
  if (covered != width) return std::nullopt;
  return pieces[0].value;
}

Value Cells::to_value(State& state, Pieces& pieces, const core::Type& type, const core::BitRange& range) {
  unsigned width = range.width == 0 ? type.bits : range.width;
  if (pieces.size() == 1 && pieces[0].kind == Kind::unspecified) {
    Piece model;  // blank: a variable of bits
    if (type.kind == TypeKind::pointer && range.width == 0) {
      model = pieces[0];
      model.kind = Kind::pointer;
      model.value.offset = terms_.bv(0, pointers_.bits());
    } else if (type.kind == TypeKind::floating) {
      model = pieces[0];
      model.kind = Kind::floating;
      model.value.term = terms_.fp_bits(0, type.bits);
    }
    pieces[0] = variable_like(pieces[0], model);
  }
  for (Piece& piece : pieces)
    if (piece.kind == Kind::unspecified) piece = variable_like(piece, Piece{});

  if (type.kind == TypeKind::pointer)
    if (auto whole = whole_pointer(pieces, width)) return *whole;
  const Piece& first = pieces[0];
  if (pieces.size() == 1 && range.width == 0) {
    if (first.kind == Kind::floating && type.kind == TypeKind::floating) return first.value;
    if (first.kind == Kind::integer && type.kind == TypeKind::integer && first.is_signed == type.is_signed)
      return first.value;
  }
  Value value;
  for (const Piece& piece : pieces) {
    Term here = bits(piece);
    value.term = value.term ? terms_.concat(here, value.term) : here;
    value.reads = reads_.join(value.reads, piece.value.reads);
    if (piece.value.unspecified)
      value.unspecified =
          value.unspecified ? terms_.or_(value.unspecified, piece.value.unspecified) : piece.value.unspecified;
  }
  expose(state);
  switch (type.kind) {
    case TypeKind::boolean:
      value.term = terms_.eq(terms_.extract(value.term, 0, 0), terms_.bv(1, 1));
      break;
    case TypeKind::integer:
      if (width < type.bits)
        value.term = type.is_signed ? terms_.sext(value.term, type.bits) : terms_.zext(value.term, type.bits);
      value.term = arithmetic_.from_bits(value.term, type);
      break;
    case TypeKind::floating:
      value.term = terms_.convert(Op::fp_from_bits, value.term, logic::float_sort(type.bits));
      break;
    case TypeKind::pointer: {
      Value pointer = addresses_.pointer_to(state, value.term);
      pointer.unspecified = value.unspecified;
      pointer.reads = value.reads;
      return pointer;
    }
  }
  return value;
}

void Cells::merge(ObjectState& mine, const ObjectState& theirs, Term mine_if, std::optional<uint64_t> fixed_size,
                  const Sides& sides) {
  Term alive = terms_.ite(mine_if, mine.alive, theirs.alive);
  if (mine.alive.is_false()) {
    // Nobody may look into a dead object, so the living content needs no choice.
    mine = theirs;
  } else if (!theirs.alive.is_false()) {
    if (mine.rest != theirs.rest) {
      FP_CHECK_MSG(fixed_size.has_value(), "only objects of known size are filled as a whole");
      spell_out_rest(mine, theirs.rest, 8 * *fixed_size);
    }
    merge_pages(mine, theirs, mine_if, sides);
    merge_logs(mine, theirs, mine_if);
    if (mine.recent_offset != theirs.recent_offset || mine.recent != theirs.recent) mine.recent_offset = {};
  }
  mine.alive = alive;
}

// Writes what the default means, so that the object can take another one.
void Cells::spell_out_rest(ObjectState& object, Kind rest, uint64_t width) {
  Pieces all = read(object, 0, width);
  object.pages = {};
  object.rest = rest;
  for (const Piece& piece : all) insert(object, piece);
}

void Cells::merge_pages(ObjectState& mine, const ObjectState& theirs, Term mine_if, const Sides& sides) {
  mine.pages.merge(theirs.pages, [&](uint64_t page, Shared<Page>& content, const Shared<Page>& other) {
    uint64_t start = page * kPageBits;
    auto covered = [&](const Shared<Page>& side) {
      Pieces pieces;
      uint64_t end = cover(pieces, mine, side, start, start, start + kPageBits);
      if (end < start + kPageBits) pieces.push_back(rest(mine, end, start + kPageBits));
      return pieces;
    };
    Pieces merged = choose(mine_if, covered(content), covered(other), sides);
    std::erase_if(merged, [&](const Piece& piece) { return piece.kind == mine.rest; });
    content = {};
    if (merged.empty()) return;
    content = Shared<Page>(new Page);
    content.edit().pieces = std::move(merged);
  });
}

void Cells::merge_logs(ObjectState& mine, const ObjectState& theirs, Term mine_if) {
  if (mine.log.same(theirs.log)) return;
  uint32_t common = 0;
  while (common < mine.log_size && common < theirs.log_size && mine.log.get(common) == theirs.log.get(common)) ++common;
  ObjectState merged;
  auto append = [&](const Shared<LogEntry>& entry, Term when) {
    Shared<LogEntry> copy = entry;
    if (when) copy.edit().when = terms_.and_(entry->when, when);
    merged.log.set(merged.log_size++, copy);
  };
  for (uint32_t i = 0; i < common; ++i) append(mine.log.get(i), {});
  for (uint32_t i = common; i < mine.log_size; ++i) append(mine.log.get(i), mine_if);
  for (uint32_t i = common; i < theirs.log_size; ++i) append(theirs.log.get(i), terms_.not_(mine_if));
  mine.log = merged.log;
  mine.log_size = merged.log_size;
}

}  // namespace fencepost::unroll
