#include "unroll/live_equality.h"

#include <algorithm>

namespace fencepost::unroll {

const program::Locals& LiveEquality::locals(core::FunctionId function) {
  auto& known = locals_[core::index(function)];
  if (!known) known = std::make_unique<program::Locals>(cfa_.procedure(function));
  return *known;
}

Term LiveEquality::values(const Value& a, const Value& b, Of of) const {
  if (a == b) return terms_.boolean(true);
  Term never = terms_.boolean(false);
  if (of == Of::runs && a.reads != b.reads) return never;
  if (!a || !b || a.term.sort() != b.term.sort() || !a.offset != !b.offset) return never;
  if (a.term.sort().kind == logic::SortKind::floating) return never;
  Term both = terms_.eq(a.term, b.term);
  if (a.offset) both = terms_.and_(both, terms_.eq(a.offset, b.offset));
  if (a.view != b.view) {
    Term all = terms_.bv(0, kObjectBits);
    both = terms_.and_(both, terms_.eq(a.view ? a.view : all, b.view ? b.view : all));
  }
  return terms_.and_(both, terms_.eq(a.unspecified ? a.unspecified : never, b.unspecified ? b.unspecified : never));
}

Term LiveEquality::contents(uint32_t object, const ObjectState& a, const ObjectState& b, const Same& same) const {
  Term never = terms_.boolean(false);
  if (a.rest != b.rest || a.home != b.home || a.log_size != b.log_size || !a.log.same(b.log)) return never;
  if (a.alive != b.alive) {
    auto lifetime = sharing_.cells(object, kLifetimeAt, 1);
    if (lifetime.empty() || !lifetime[0]->shared) return never;
  }
  auto is_shared = [&](const Piece& piece) {
    auto cells = sharing_.cells(object, piece.at, piece.width);
    uint64_t covered = 0;
    for (const CellUse* cell : cells)
      if (cell->shared) covered += std::min(cell->end(), piece.end()) - std::max(cell->at, piece.at);
    return covered == piece.width;
  };
  auto private_pieces = [&](const ObjectState& from) {
    Pieces pieces;
    from.pages.each([&](uint64_t, const Shared<Page>& page) {
      for (const Piece& piece : page->pieces)
        if (!is_shared(piece)) pieces.push_back(piece);
    });
    return pieces;
  };
  const Pieces mine = private_pieces(a), theirs = private_pieces(b);
  Term all = terms_.boolean(true);
  // What nobody has written on one side is as the object was at first.
  auto untouched = [](const ObjectState& side, const Piece& where) {
    Piece rest;
    rest.at = where.at;
    rest.width = where.width;
    rest.kind = side.rest;
    if (rest.kind != Piece::Kind::unspecified) return rest;
    rest.home = side.home;
    rest.home_at = where.at;
    return rest;
  };
  for (size_t i = 0, k = 0; i < mine.size() || k < theirs.size();) {
    bool takes_mine = k == theirs.size() || (i < mine.size() && mine[i].at <= theirs[k].at);
    bool takes_theirs = i == mine.size() || (k < theirs.size() && theirs[k].at <= mine[i].at);
    if (takes_mine && !takes_theirs && k < theirs.size() && theirs[k].at < mine[i].end()) return never;
    if (takes_theirs && !takes_mine && i < mine.size() && mine[i].at < theirs[k].end()) return never;
    const Piece& then = takes_mine ? mine[i] : untouched(a, theirs[k]);
    const Piece& now = takes_theirs ? theirs[k] : untouched(b, mine[i]);
    all = terms_.and_(all, pieces(then, now, same));
    if (all.is_false()) return never;
    i += takes_mine;
    k += takes_theirs;
  }
  return all;
}

// Of one place.
Term LiveEquality::pieces(Piece then, Piece now, const Same& same) const {
  auto spell_out = [&](Piece& zero, const Piece& other) {
    const bool is_value = other.value.term && other.value.term.sort().kind == logic::SortKind::bitvec;
    if (zero.kind != Piece::Kind::zero || other.blank() || other.skip != 0 || !is_value) return;
    zero.kind = other.kind;
    zero.value.term = terms_.bv(0, other.value.term.sort().width);
    if (other.value.offset) zero.value.offset = terms_.bv(0, other.value.offset.sort().width);
  };
  spell_out(then, now);
  spell_out(now, then);
  Term equal = same(then.value, now.value);
  then.value = now.value;
  return then == now ? equal : terms_.boolean(false);
}

bool LiveEquality::is_live(const Frame& frame, program::Loc loc, uint32_t object, const Shared<ObjectState>& now) {
  if (now && (now->alive.is_false() || objects_[object].storage == core::Storage::temporary)) return false;
  auto made = frame.made.find(object);
  return made == frame.made.end() || locals(frame.function).live(loc, made->second);
}

Term LiveEquality::states(const Frame& frame, program::Loc loc, const Earlier& then, const State& now, Of of) {
  Term all = terms_.boolean(true);
  auto add = [&](Term more) {
    all = terms_.and_(all, more);
    return !all.is_false();
  };
  auto same = [&](const Value& a, const Value& b) { return values(a, b, of); };
  then.regs.compare(now.regs, [&](uint64_t reg, const Value& a, const Value& b) {
    return !frame.shape->live(loc, core::Reg{static_cast<uint32_t>(reg)}) || add(values(a, b, of));
  });
  if (all.is_false()) return all;
  then.memory.compare(now.memory, [&](uint64_t key, const Shared<ObjectState>& a, const Shared<ObjectState>& b) {
    auto object = static_cast<uint32_t>(key);
    // What is allocated is left behind when the program ends, if this loop can end.
    bool is_left = !a && !b->alive.is_false() && counts_heap_ && objects_[object].storage == core::Storage::heap;
    if (is_left && then.path != now.path) return add(terms_.boolean(false));
    if (is_left || !is_live(frame, loc, object, b)) return true;
    return add(a && b ? contents(object, *a, *b, same) : terms_.boolean(false));
  });
  return all;
}

}  // namespace fencepost::unroll
