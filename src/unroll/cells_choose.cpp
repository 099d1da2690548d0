// Cells: choosing between two contents of one range.
#include <algorithm>
#include <tuple>

#include "base/check.h"
#include "unroll/cells.h"

namespace fencepost::unroll {

using logic::SortKind;

namespace {

// Where unknown content must become a value without an access that says how wide.
constexpr uint64_t kChunk = 64;

}  // namespace

bool Cells::is_whole_pointer(const Piece& piece) const {
  return piece.kind == Kind::pointer && piece.skip == 0 && piece.width == pointers_.bits();
}

Pieces Cells::gathered(const Pieces& pieces, const Pieces& beside) {
  Pieces out;
  auto whole = beside.begin();
  for (size_t i = 0; i < pieces.size();) {
    while (whole != beside.end() && (whole->at < pieces[i].at || !is_whole_pointer(*whole))) ++whole;
    size_t last = i;
    Term all, part_unspecified;
    ReadSet reads = 0;
    bool fits = whole != beside.end() && whole->at == pieces[i].at && pieces[i].width < whole->width;
    for (; fits && last < pieces.size() && pieces[last].at < whole->end(); ++last) {
      Piece part = pieces[last];
      if (part.kind == Kind::unspecified) part = variable_like(part, Piece{});
      // A piece is unspecified or not: bytes that differ in it stay apart.
      fits = part.kind != Kind::pointer && part.end() <= whole->end() &&
             (last == i || part.value.unspecified == part_unspecified);
      if (!fits) break;
      part_unspecified = part.value.unspecified;
      reads = reads_.join(reads, part.value.reads);
      all = all ? terms_.concat(bits(part), all) : bits(part);
    }
    if (fits) {
      out.push_back(bits_piece(*whole, all, part_unspecified, reads));
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
    Term before = piece.value.unspecified;
    ReadSet reads = piece.value.reads;
    piece.value = addresses_.pointer_to(state, bits(piece));
    piece.value.unspecified = before;
    piece.value.reads = reads;
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
                    choose_unspecified(condition, yes.value.unspecified, no.value.unspecified),
                    reads_.choose(condition, yes.value.reads, no.value.reads));
}

Piece Cells::zero_like(const Piece& piece, const Piece& model) {
  if (model.blank()) return bits_piece(piece, terms_.bv(0, static_cast<unsigned>(piece.width)), {});
  Piece made = model;
  made.at = piece.at;
  made.value = {zero(model.value.term), model.value.offset ? zero(model.value.offset) : Term(), {}};
  return made;
}

Term Cells::unspecified(const Piece& piece, logic::Sort sort) {
  auto made = [&] {
    Term value = terms_.fresh("unspecified", sort);
    addresses_.found_unspecified(value);
    return value;
  };
  if (piece.home == 0) return made();
  Term& known = variables_[{piece.home, piece.home_at, piece.width, sort.kind, sort.width}];
  if (!known) known = made();
  return known;
}

Piece Cells::variable_like(const Piece& piece, const Piece& model) {
  Term always = terms_.boolean(true);
  if (model.blank() || model.kind == Kind::integer)
    return bits_piece(piece, unspecified(piece, logic::bv_sort(static_cast<unsigned>(piece.width))), always);
  Piece made = model;
  made.at = piece.at;
  if (model.kind == Kind::pointer)
    made.value = {terms_.bv(0, kObjectBits), unspecified(piece, model.value.offset.sort()), always};
  else
    made.value = {unspecified(piece, model.value.term.sort()), {}, always};
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

Term Cells::choose_unspecified(Term condition, Term yes, Term no) {
  if (yes == no) return yes;
  Term none = terms_.boolean(false);
  Term chosen = terms_.ite(condition, yes ? yes : none, no ? no : none);
  return chosen.is_false() ? Term() : chosen;
}

Term Cells::choose_view(Term condition, Term yes, Term no) {
  if (yes == no) return yes;
  Term all = terms_.bv(0, kObjectBits);
  return terms_.ite(condition, yes ? yes : all, no ? no : all);
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
          choose_unspecified(condition, a.unspecified, b.unspecified), reads_.choose(condition, a.reads, b.reads),
          choose_view(condition, a.view, b.view)};
}

}  // namespace fencepost::unroll
