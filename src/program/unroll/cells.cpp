#include "program/unroll/cells.h"

#include <algorithm>

#include "base/check.h"

namespace fencepost::program::unroll {

using core::TypeKind;
using logic::Op;
using logic::SortKind;

namespace {

// Where unknown content must become a value without an access that says how wide.
constexpr uint64_t kChunk = 64;

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
  low = bits_piece(low, terms_.extract(all, middle - 1, 0), piece.value.mark);
  high = bits_piece(high, terms_.extract(all, static_cast<unsigned>(piece.width) - 1, middle), piece.value.mark);
  return {low, high};
}

Piece Cells::bits_piece(const Piece& place, Term bits, Term mark) {
  Piece piece;
  piece.at = place.at;
  piece.width = place.width;
  piece.kind = Kind::bits;
  piece.value = {bits, {}, mark};
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

bool Cells::is_whole_pointer(const Piece& piece) const {
  return piece.kind == Kind::pointer && piece.skip == 0 && piece.width == pointers_.bits();
}

Pieces Cells::gathered(const Pieces& pieces, const Pieces& beside) {
  Pieces out;
  auto whole = beside.begin();
  for (size_t i = 0; i < pieces.size();) {
    while (whole != beside.end() && (whole->at < pieces[i].at || !is_whole_pointer(*whole))) ++whole;
    size_t last = i;
    Term all, mark;
    bool fits = whole != beside.end() && whole->at == pieces[i].at && pieces[i].width < whole->width;
    for (; fits && last < pieces.size() && pieces[last].at < whole->end(); ++last) {
      Piece part = pieces[last];
      fits = part.kind != Kind::pointer && part.end() <= whole->end();
      if (!fits) break;
      if (part.kind == Kind::unspecified) part = variable_like(part, Piece{});
      all = all ? terms_.concat(bits(part), all) : bits(part);
      if (part.value.mark) mark = mark ? terms_.or_(mark, part.value.mark) : part.value.mark;
    }
    if (fits) {
      out.push_back(bits_piece(*whole, all, mark));
      i = last;
    } else {
      out.push_back(pieces[i++]);
    }
  }
  return out;
}

void Cells::expose(State& state) {
  for (Term object : exposed_) addresses_.expose(state, object);
  exposed_.clear();
}

Pieces Cells::choose(Term condition, const Pieces& yes, const Pieces& no, const Sides& sides) {
  if (condition.is_true()) return yes;
  if (condition.is_false()) return no;
  Pieces gathered_yes = gathered(yes, no), gathered_no = gathered(no, yes);
  Pieces out;
  size_t i = 0, j = 0;
  Piece a, b;
  auto next = [](Piece& piece, const Pieces& from, size_t& at) {
    if (piece.width == 0 && at < from.size()) piece = from[at++];
  };
  for (;;) {
    next(a, gathered_yes, i);
    next(b, gathered_no, j);
    if (a.width == 0 || b.width == 0) break;
    uint64_t width = std::min(a.width, b.width);
    if (a.blank() && b.blank() && a.kind != b.kind) width = std::min(width, kChunk - a.at % kChunk);
    Piece rest_a, rest_b;
    if (a.width > width) std::tie(a, rest_a) = split(a, width);
    if (b.width > width) std::tie(b, rest_b) = split(b, width);
    out.push_back(choose(condition, a, b, sides));
    a = rest_a;
    b = rest_b;
  }
  return out;
}

Piece Cells::choose(Term condition, const Piece& yes, const Piece& no, const Sides& sides) {
  if (yes == no) return yes;
  if (yes.blank() && yes.kind == no.kind) {
    Piece either = yes;
    bool same_home = yes.home == no.home && yes.home_at == no.home_at;
    if (!same_home) either.home = 0;
    return either;
  }
  auto filled = [&](const Piece& piece, const Piece& other) {
    if (piece.kind == Kind::unspecified) return variable_like(piece, other);
    if (piece.kind == Kind::zero) return zero_like(piece, other);
    return piece;
  };
  Piece a = filled(yes, no), b = filled(no, yes);
  auto pointed = [&](Piece& piece, const Piece& other, const State& state) {
    if (piece.kind == Kind::pointer || !is_whole_pointer(other)) return;
    Term mark = piece.value.mark;
    piece.value = addresses_.pointer_to(state, bits(piece));
    piece.value.mark = mark;
    piece.kind = Kind::pointer;
    piece.is_signed = false;
  };
  pointed(a, b, sides.yes);
  pointed(b, a, sides.no);
  bool same = a.kind == b.kind && a.skip == b.skip && a.is_signed == b.is_signed;
  if (!same) return choose_bits(condition, a, b);
  a.value = choose(condition, a.value, b.value);
  return a;
}

Piece Cells::choose_bits(Term condition, const Piece& yes, const Piece& no) {
  return bits_piece(yes, terms_.ite(condition, bits(yes), bits(no)),
                    choose_mark(condition, yes.value.mark, no.value.mark));
}

Piece Cells::zero_like(const Piece& piece, const Piece& model) {
  if (model.blank()) return bits_piece(piece, terms_.bv(0, static_cast<unsigned>(piece.width)), {});
  Piece made = model;
  made.at = piece.at;
  made.value = {zero(model.value.term), model.value.offset ? zero(model.value.offset) : Term(), {}};
  return made;
}

Term Cells::unspecified(const Piece& piece, logic::Sort sort) {
  if (piece.home == 0) return terms_.fresh("unspecified", sort);
  Term& known = variables_[{piece.home, piece.home_at, piece.width, sort.kind, sort.width}];
  if (!known) known = terms_.fresh("unspecified", sort);
  return known;
}

Piece Cells::variable_like(const Piece& piece, const Piece& model) {
  Term mark = terms_.boolean(true);
  if (model.blank() || model.kind == Kind::integer)
    return bits_piece(piece, unspecified(piece, logic::bv_sort(static_cast<unsigned>(piece.width))), mark);
  Piece made = model;
  made.at = piece.at;
  if (model.kind == Kind::pointer)
    made.value = {terms_.bv(0, kObjectBits), unspecified(piece, model.value.offset.sort()), mark};
  else
    made.value = {unspecified(piece, model.value.term.sort()), {}, mark};
  return made;
}

Term Cells::zero(Term like) {
  switch (like.sort().kind) {
    case SortKind::boolean:
      return terms_.boolean(false);
    case SortKind::bitvec:
      return terms_.bv(0, like.sort().width);
    case SortKind::integer:
      return terms_.integer(0);
    case SortKind::floating:
      return terms_.fp_bits(0, like.sort().width);
  }
  FP_UNREACHABLE("sort");
}

Term Cells::choose_mark(Term condition, Term yes, Term no) {
  if (yes == no) return yes;
  Term none = terms_.boolean(false);
  Term mark = terms_.ite(condition, yes ? yes : none, no ? no : none);
  return mark.is_false() ? Term() : mark;
}

Value Cells::choose(Term condition, const Value& yes, const Value& no) {
  if (yes == no) return yes;
  if (!yes && !no) return {};
  auto filled = [&](const Value& value, const Value& other) {
    if (value) return value;
    return Value{zero(other.term), other.offset ? zero(other.offset) : Term(), terms_.boolean(true)};
  };
  Value a = filled(yes, no), b = filled(no, yes);
  return {terms_.ite(condition, a.term, b.term), a.offset ? terms_.ite(condition, a.offset, b.offset) : Term(),
          choose_mark(condition, a.mark, b.mark)};
}

}  // namespace fencepost::program::unroll
