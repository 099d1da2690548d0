#include "unroll/cells.h"

#include <algorithm>

#include "base/check.h"

namespace fencepost::unroll {

using logic::Op;

namespace {

auto first_ending_after(const Pieces& pieces, uint64_t at) {
  return std::partition_point(pieces.begin(), pieces.end(), [&](const Piece& piece) { return piece.end() <= at; });
}

}  // namespace

Piece Cells::blank(Kind kind, uint64_t at, uint64_t end) {
  Piece piece;
  piece.kind = kind;
  piece.at = at;
  piece.width = end - at;
  return piece;
}

Piece Cells::rest(const ObjectState& object, uint64_t at, uint64_t end) {
  Piece piece = blank(object.rest, at, end);
  if (object.rest == Kind::unspecified) {
    piece.home = object.home;
    piece.home_at = at;
  }
  return piece;
}

// Appends what a page holds of [at, end), with the default in between, from `reached` on; returns how far it got.
uint64_t Cells::cover(Pieces& out, const ObjectState& object, const Shared<Page>& page, uint64_t reached, uint64_t at,
                      uint64_t end) {
  if (!page) return reached;
  for (auto it = first_ending_after(page->pieces, at); it != page->pieces.end() && it->at < end; ++it) {
    if (reached < it->at) out.push_back(rest(object, reached, it->at));
    out.push_back(cut(*it, at, end));
    reached = out.back().end();
  }
  return reached;
}

Pieces Cells::read(const ObjectState& object, uint64_t at, uint64_t width) {
  Pieces out;
  uint64_t end = at + width, reached = at;
  for (uint64_t page = at / kPageBits; page * kPageBits < end; ++page)
    reached = cover(out, object, object.pages.get(page), reached, at, end);
  if (reached < end) out.push_back(rest(object, reached, end));
  return out;
}

Piece Cells::cut(Piece piece, uint64_t at, uint64_t end) {
  if (piece.at < at) piece = split(piece, at - piece.at).second;
  if (piece.end() > end) piece = split(piece, end - piece.at).first;
  return piece;
}

void Cells::shift(Pieces& pieces, uint64_t to) {
  if (pieces.empty()) return;
  uint64_t from = pieces.front().at;
  for (Piece& piece : pieces) piece.at = piece.at - from + to;
}

bool Cells::replace(ObjectState& object, const Piece& piece) {
  uint64_t page = piece.at / kPageBits;
  const Shared<Page>& content = object.pages.get(page);
  if (!content) return false;
  auto found = first_ending_after(content->pieces, piece.at);
  if (found == content->pieces.end() || found->at != piece.at || found->width != piece.width) return false;
  if (*found == piece) return true;
  auto index = found - content->pieces.begin();
  object.pages.edit(page).edit().pieces[static_cast<size_t>(index)] = piece;
  return true;
}

void Cells::write(ObjectState& object, const Pieces& pieces) {
  if (pieces.empty()) return;
  if (pieces.size() == 1 && !pieces[0].blank() && replace(object, pieces[0])) return;
  erase(object, pieces.front().at, pieces.back().end());
  for (const Piece& piece : pieces) insert(object, piece);
}

void Cells::erase(ObjectState& object, uint64_t at, uint64_t end) {
  for (uint64_t page = at / kPageBits; page * kPageBits < end; ++page) {
    const Shared<Page>& content = object.pages.get(page);
    if (!content) continue;
    auto found = first_ending_after(content->pieces, at);
    if (found == content->pieces.end() || found->at >= end) continue;
    Pieces kept;
    for (const Piece& piece : content->pieces) {
      if (piece.end() <= at || piece.at >= end) {
        kept.push_back(piece);
        continue;
      }
      if (piece.at < at) kept.push_back(cut(piece, piece.at, at));
      if (piece.end() > end) kept.push_back(cut(piece, end, piece.end()));
    }
    if (kept.empty())
      object.pages.edit(page) = {};
    else
      object.pages.edit(page).edit().pieces = std::move(kept);
  }
}

void Cells::insert(ObjectState& object, Piece piece) {
  if (piece.kind == object.rest) return;
  while (piece.width > 0) {
    uint64_t page = piece.at / kPageBits, page_end = (page + 1) * kPageBits;
    Piece rest;
    if (piece.end() > page_end) std::tie(piece, rest) = split(piece, page_end - piece.at);
    Shared<Page>& content = object.pages.edit(page);
    if (!content) content = Shared<Page>(new Page);
    Pieces& pieces = content.edit().pieces;
    pieces.insert(first_ending_after(pieces, piece.at), piece);
    piece = rest;
  }
}

std::pair<Piece, Piece> Cells::split(const Piece& piece, uint64_t width) {
  Piece low = piece, high = piece;
  low.width = width;
  high.at = piece.at + width;
  high.width = piece.width - width;
  high.home_at = piece.home_at + width;
  if (piece.blank()) return {low, high};
  if (piece.kind == Kind::pointer) {
    high.skip = static_cast<uint8_t>(piece.skip + width);
    return {low, high};
  }
  Term all = bits(piece);
  auto middle = static_cast<unsigned>(width);
  low = bits_piece(low, terms_.extract(all, middle - 1, 0), piece.value.unspecified, piece.value.reads);
  high = bits_piece(high, terms_.extract(all, static_cast<unsigned>(piece.width) - 1, middle), piece.value.unspecified,
                    piece.value.reads);
  return {low, high};
}

Piece Cells::bits_piece(const Piece& place, Term bits, Term unspecified, ReadSet reads) {
  Piece piece;
  piece.at = place.at;
  piece.width = place.width;
  piece.kind = Kind::bits;
  piece.value = {bits, {}, unspecified, reads};
  return piece;
}

Term Cells::bits(const Piece& piece) {
  auto width = static_cast<unsigned>(piece.width);
  switch (piece.kind) {
    case Kind::zero:
      return terms_.bv(0, width);
    case Kind::bits:
      return piece.value.term;
    case Kind::integer:
      return arithmetic_.to_bits(piece.value.term, core::int_type(width, piece.is_signed));
    case Kind::floating:
      return terms_.unary(Op::fp_to_bits, piece.value.term);
    case Kind::pointer:
      exposed_.push_back(piece.value.term);
      return terms_.extract(addresses_.address(piece.value), piece.skip + width - 1, piece.skip);
    case Kind::unspecified:
      break;
  }
  FP_UNREACHABLE("unspecified content has no bits");
}

Shared<ObjectState> Cells::untouched(const ObjectInfo& info) {
  if (info.initial) return info.initial;
  auto content = new ObjectState;
  content->alive = terms_.boolean(true);
  content->rest = info.zeroed ? Kind::zero : Kind::unspecified;
  content->home = new_home();
  return Shared<ObjectState>(content);
}

}  // namespace fencepost::unroll
