// Executor: loops that only wait. An iteration that did nothing but read, and left everything as it was that matters later,
// can be left out: the run in which the thread reads once, whatever lets it leave, ends the same way. So the way back
// is cut without an unwinding obligation, in whatever words the loop is written. Often it is the values read that decide
// whether everything is as it was (`while (!done) done = load(&flag);`); then the way back is cut where they do.
#include <algorithm>
#include <functional>

#include "unroll/executor.h"

namespace fencepost::unroll {

const program::Locals& Executor::locals(core::FunctionId function) {
  auto& known = locals_[core::index(function)];
  if (!known) known = std::make_unique<program::Locals>(cfa_.procedure(function));
  return *known;
}

bool Executor::has_no_effect(const Event& event, const State& state, Alike how) const {
  switch (event.kind) {
    case Event::Kind::read:
    case Event::Kind::fence:
      return true;
    case Event::Kind::write:
      // The write of a compare-exchange that failed, or an update that wrote what it had read: whoever reads it may as
      // well read what it read.
      return event.of_wait || paths_.decided(state.path, event.when) == false || writes_what_it_read(event, state, how);
    default:
      return false;
  }
}

bool Executor::writes_what_it_read(const Event& write, const State& state, Alike how) const {
  if ((!options_.model.idle_updates_may_go && how == Alike::in_runs) || write.partner == Event::kNone ||
      result_.events[write.partner].kind != Event::Kind::read)
    return false;
  return paths_.decided(state.path, same(write.value, result_.events[write.partner].value, how)) == true;
}

Term Executor::same(const Value& a, const Value& b, Alike how) const {
  if (a == b) return terms_.boolean(true);
  Term never = terms_.boolean(false);
  if (how == Alike::in_runs && a.reads != b.reads) return never;
  if (!a || !b || a.term.sort() != b.term.sort() || !a.offset != !b.offset) return never;
  if (a.term.sort().kind == logic::SortKind::floating) return never;
  Term both = terms_.eq(a.term, b.term);
  if (a.offset) both = terms_.and_(both, terms_.eq(a.offset, b.offset));
  if (a.view != b.view) {
    Term all = terms_.bv(0, kObjectBits);
    both = terms_.and_(both, terms_.eq(a.view ? a.view : all, b.view ? b.view : all));
  }
  return terms_.and_(both, terms_.eq(a.mark ? a.mark : never, b.mark ? b.mark : never));
}

// Equal apart from the view of shared cells, which is refreshed before it is read.
Term Executor::same_for_all(uint32_t object, const ObjectState& a, const ObjectState& b, const Renaming& renamed,
                            Alike how) const {
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
    all = terms_.and_(all, same(renamed(mine[i].value), theirs[i].value, how));
    mine[i].value = theirs[i].value;
    if (mine[i] != theirs[i]) return never;
  }
  return all;
}

Term Executor::only_waited(const Activation& activation, program::Loc head, const Visit& last, const State& state) {
  if (state.concurrent && !options_.model.reads_may_go) return terms_.boolean(false);
  Term all = same_for_later(activation, head, last, state);
  return all.is_false() ? all : terms_.and_(all, without_effect(last.events, state));
}

// Where a model keeps a run apart from the one without an iteration, the iteration is not left out; but a thread that does
// the same again, as values go, need never do anything else. So it goes on or stays, as the run likes.
bool Executor::may_stay(const Activation& activation, program::Loc head, const Visit& last, State& state) {
  if (options_.model.reads_may_go && options_.model.idle_updates_may_go && !options_.model.keep_dependencies)
    return true;
  Term still = same_for_later(activation, head, last, state, Alike::in_values);
  if (!still.is_false()) still = terms_.and_(still, without_effect(last.events, state, Alike::in_values));
  if (still.is_false()) return true;
  Term stays = terms_.and_(still, terms_.fresh("stays", logic::bool_sort()));
  waits(Wait::Kind::loop, state, stays, last.events);
  return restrict(state, terms_.not_(stays));
}

// Paths that met at the head may have done different things, so a write may have happened on some of them only.
Term Executor::without_effect(size_t first, const State& state, Alike how) const {
  Term all = terms_.boolean(true);
  uint32_t given_up = Event::kNone;  // the lock that the thread waits without
  for (size_t i = first; i < result_.events.size() && !all.is_false(); ++i) {
    const Event& event = result_.events[i];
    // Of two locks each is free at its own time, so the thread cannot have waited all the while without both.
    if (event.of_wait) {
      uint32_t lock = event.places[0].cell;
      if (given_up != Event::kNone && given_up != lock) return terms_.boolean(false);
      given_up = lock;
    }
    if (has_no_effect(event, state, how)) continue;
    if (event.kind != Event::Kind::write) return terms_.boolean(false);
    Term writes = happened(event, state);
    if (event.partner != Event::kNone && (options_.model.idle_updates_may_go || how == Alike::in_values))
      writes = terms_.and_(writes, terms_.not_(same(event.value, result_.events[event.partner].value, how)));
    all = terms_.and_(all, terms_.not_(writes));
  }
  return all;
}

// Of an event before the state, on a run that gets to it.
Term Executor::happened(const Event& event, const State& state) {
  Path at = state.path;
  while (at->depth > event.path->depth) at = at->parent;
  return at == event.path ? event.when : event.guard;
}

// What ended its life meanwhile, or lives for one expression, is nobody's business.
bool Executor::matters_at(const Activation& activation, program::Loc head, uint32_t object,
                          const Shared<ObjectState>& now) {
  if (now && (now->alive.is_false() || objects_[object].storage == core::Storage::temporary)) return false;
  auto made = activation.made.find(object);
  return made == activation.made.end() || locals(activation.function).live(head, made->second);
}

Term Executor::same_for_later(const Activation& activation, program::Loc head, const Visit& last, const State& state,
                              Alike how) {
  Term all = terms_.boolean(true);
  auto add = [&](Term same) {
    all = terms_.and_(all, same);
    return !all.is_false();
  };
  last.regs.compare(state.regs, [&](uint64_t reg, const Value& then, const Value& now) {
    return !activation.shape->live(head, core::Reg{static_cast<uint32_t>(reg)}) || add(same(then, now, how));
  });
  if (all.is_false()) return all;
  last.memory.compare(state.memory, [&](uint64_t key, const Shared<ObjectState>& a, const Shared<ObjectState>& b) {
    auto object = static_cast<uint32_t>(key);
    // What is allocated is left behind when the program ends, if this loop can end.
    bool is_left = !a && !b->alive.is_false() && looks_for_leaks() && objects_[object].storage == core::Storage::heap;
    if (is_left && last.path != state.path) return add(terms_.boolean(false));
    if (is_left || !matters_at(activation, head, object, b)) return true;
    return add(a && b ? same_for_all(object, *a, *b, std::identity(), how) : terms_.boolean(false));
  });
  return all;
}

}  // namespace fencepost::unroll
