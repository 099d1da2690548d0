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

Term LiveEquality::contents(uint32_t object, const ObjectState& a, const ObjectState& b, const Renaming& renamed,
                            Of of) const {
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
  Pieces mine = private_pieces(a), theirs = private_pieces(b);
  if (mine.size() != theirs.size()) return never;
  Term all = terms_.boolean(true);
  for (size_t i = 0; i < mine.size(); ++i) {
    all = terms_.and_(all, values(renamed(mine[i].value), theirs[i].value, of));
    mine[i].value = theirs[i].value;
    if (mine[i] != theirs[i]) return never;
  }
  return all;
}

bool LiveEquality::is_live(const Frame& frame, program::Loc loc, uint32_t object, const Shared<ObjectState>& now) {
  if (now && (now->alive.is_false() || objects_[object].storage == core::Storage::temporary)) return false;
  auto made = frame.made.find(object);
  return made == frame.made.end() || locals(frame.function).live(loc, made->second);
}

Term LiveEquality::states(const Frame& frame, program::Loc loc, const Earlier& then, const State& now, Of of) {
  Term all = terms_.boolean(true);
  auto add = [&](Term same) {
    all = terms_.and_(all, same);
    return !all.is_false();
  };
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
    return add(a && b ? contents(object, *a, *b, std::identity(), of) : terms_.boolean(false));
  });
  return all;
}

}  // namespace fencepost::unroll
