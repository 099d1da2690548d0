// Executor: what locks and atomic sections keep from changing. If whoever else writes a cell holds a lock while it does, then
// for a thread that holds it nothing changes there but by its own writes. So a second read in one such region takes what
// the thread knows: it remains an event, since runs show it, but nothing about it has to be found out. Which locks a
// thread surely holds is followed by their functions' calls; which cells they guard is learnt like all of sharing.h, and so
// is that a lock is misused (released by those who do not hold it, written by other means), after which it guards nothing.
// A program makes its own lock if in atomic sections threads that find 0 in a cell write something else, and those who did
// write 0 later: until then nobody else writes it.
// What nobody else writes needs no lock: the thread's view of it was right when the thread was made and remains so.
//
// It takes a memory model that lets no store overtake an update, which locks are made of (memory/probe.h).
#include <algorithm>

#include "unroll/executor.h"

namespace fencepost::unroll {

using Role = core::Role;

void Executor::note_write(const State& state, uint32_t object, uint64_t at, uint64_t width, bool at_once) {
  sharing_.written(object, at, width, at_once, state.thread, spawns_[state.thread], state.held);
  if (!options_.model.locks_are_followed || is_of_life(at) || takes_turns_ ||
      program_.function(top().function).role.is_of_locks())
    return;
  sharing_.misused(object, at, width);
}

void Executor::note_lock_call(const core::Function& function, const std::vector<Value>& args, State& state) {
  const Role& role = function.role;
  if (role.kind == Role::Kind::try_lock && !args.empty())
    for (uint32_t object : pointers_.objects(args[0].term)) sharing_.looked_at(object);
  bool acquires = role.kind == Role::Kind::lock;
  if ((!acquires && role.kind != Role::Kind::unlock) || args.empty()) return;
  std::vector<Place> places = pointers_.resolve(args[0]);
  if (places.size() != 1 || !places[0].offset.is_const()) {
    // Which one is not known: none of them is relied on, and none of those held.
    for (const Place& place : places) sharing_.misused(place.object);
    for (const Held& lock : state.held) sharing_.misused(lock.object);
    state.held.clear();
    return;
  }
  Lock lock{places[0].object, 8 * static_cast<uint64_t>(places[0].offset.value())};
  sharing_.is_lock(lock, role.lock_bits);
  auto held = std::find_if(state.held.begin(), state.held.end(),
                           [&](const Held& one) { return Lock(one.object, one.at) == lock; });
  bool has_it = held != state.held.end();
  if (has_it && !acquires) reveal(state, sharing_.number(lock));
  if (has_it) state.held.erase(held);
  // Taken twice, by whatever kind of mutex, or released by somebody else.
  if (acquires == has_it) sharing_.misused(lock.first, lock.second, 1);
  if (acquires) top().acquires = Held{lock.first, lock.second, ++regions_};
}

std::optional<Executor::LockWord> Executor::lock_word(const State& state, const Value& pointer,
                                                      const core::Store& label) {
  if (state.section == 0 || !options_.model.sections_guard || label.bits.width != 0) return {};
  std::vector<Place> places = pointers_.resolve(pointer);
  if (places.size() != 1 || !places[0].offset.is_const() || !state.memory.get(places[0].object)) return {};
  return LockWord{{places[0].object, 8 * static_cast<uint64_t>(places[0].offset.value())}, 8u * label.type.bytes};
}

Term Executor::bits_of(State& state, const LockWord& word) {
  Pieces pieces = cells_.read(*state.memory.get(word.lock.first), word.lock.second, word.width);
  auto is_number = [](const Piece& piece) {
    return piece.kind == Piece::Kind::zero || piece.kind == Piece::Kind::bits || piece.kind == Piece::Kind::integer;
  };
  if (!std::all_of(pieces.begin(), pieces.end(), is_number)) return {};
  Cells::shift(pieces, 0);
  CellUse cell;
  cell.width = word.width;
  return content_of(state, word.lock.first, pieces, cell, terms_.boolean(true)).term;
}

bool Executor::is_free(State& state, const LockWord& word) {
  // In the first unrolling no cell is known yet. After that, what others do not read too is no lock, whatever the thread's
  // own view of it is.
  auto cells = sharing_.cells(word.lock.first, word.lock.second, word.width);
  auto is_known = [&](const CellUse* cell) {
    return cell->shared && knows(state, {terms_.boolean(true), cell, word.lock.first});
  };
  Term bits = bits_of(state, word);
  if (!bits || !std::all_of(cells.begin(), cells.end(), is_known)) return false;
  Term is_zero = terms_.eq(bits, terms_.bv(0, word.width));
  return is_zero.is_true() || paths_.decided(state.path, is_zero) == true;
}

void Executor::publish_lock(State& state, const LockWord& word, bool was_free, const std::function<void()>& publish) {
  Term bits = bits_of(state, word);
  auto is_it = [&](const Held& one) { return Lock(one.object, one.at) == word.lock; };
  bool has_it = std::any_of(state.held.begin(), state.held.end(), is_it);
  bool takes = was_free && !has_it && bits && bits.is_const() && bits.value() != 0;
  bool gives = has_it && bits && bits.is_const() && bits.value() == 0;
  if (takes) {
    sharing_.is_lock(word.lock, word.width);
    state.held.push_back({word.lock.first, word.lock.second, ++regions_});
  }
  if (gives) reveal(state, sharing_.number(word.lock));
  takes_turns_ = takes || gives;
  publish();
  takes_turns_ = false;
  if (gives) std::erase_if(state.held, is_it);
}

void Executor::merge_regions(State& mine, const State& theirs) {
  if (mine.section_region != theirs.section_region) mine.section_region = ++regions_;
  if (mine.held != theirs.held) {
    std::erase_if(mine.held, [&](const Held& lock) {
      return std::none_of(theirs.held.begin(), theirs.held.end(),
                          [&](const Held& other) { return other.object == lock.object && other.at == lock.at; });
    });
    for (Held& lock : mine.held)
      if (std::find(theirs.held.begin(), theirs.held.end(), lock) == theirs.held.end()) lock.region = ++regions_;
  }
  mine.known.merge(theirs.known, [](uint64_t, uint32_t& a, uint32_t) { a = 0; });
  mine.unseen.merge(theirs.unseen,
                    [](uint64_t, uint32_t& a, uint32_t b) { a = a == 0 || b == 0 ? a | b : State::kSeveral; });
}

// Who takes a lock after another thread released it sees what that thread wrote last. What it wrote before that and under the
// same lock is nobody's business who takes it, and need not be among the values that are read there: often these are
// few, or even one, where a loop under the lock has counted through hundreds.
CellUse Executor::seen(const State& state, const CellUse& cell) const {
  uint32_t lock = guard_of(state, cell).first;
  return lock == 0 || lock == Sharing::kSection ? cell : cell.seen_by(lock, state.thread);
}

CellUse::Inside Executor::hide(State& state, const Touch& touch) {
  uint32_t lock = guard_of(state, *touch.cell).first;
  if (lock == 0 || lock == Sharing::kSection) return {};
  uint32_t& until = state.unseen.edit(events_.cell_number(touch.object, *touch.cell));
  until = until == 0 || until == lock ? lock : State::kSeveral;
  return {lock, state.thread};
}

// In every run in which one of the writes happened, the thread's view is the last of them: nobody else has written there.
void Executor::reveal(State& state, uint32_t lock) {
  std::vector<uint32_t> cells;
  state.unseen.each([&](uint64_t cell, uint32_t until) {
    if (until == lock || until == State::kSeveral) cells.push_back(static_cast<uint32_t>(cell));
  });
  for (uint32_t number : cells) {
    SharedCell place = events_.cell(number);
    if (state.unseen.get(number) == lock) state.unseen.set(number, 0);
    for (const CellUse* cell : sharing_.cells(place.object, place.at, place.width)) {
      if (cell->outside.any_value && !cell->pointer) continue;
      Pieces pieces = cells_.read(*state.memory.get(place.object), cell->at, cell->width);
      Cells::shift(pieces, 0);
      note_content(state, place.object, *cell, content_of(state, place.object, pieces, *cell, terms_.boolean(true)),
                   pieces, {}, terms_.boolean(true));
    }
  }
}

std::pair<uint32_t, uint32_t> Executor::guard_of(const State& state, const CellUse& cell) const {
  for (const Held& held : state.held) {
    Lock lock{held.object, held.at};
    if (options_.model.locks_guard && sharing_.guards(lock, cell, state.thread))
      return {sharing_.number(lock), held.region};
  }
  if (options_.model.sections_guard && state.section != 0) return {Sharing::kSection, state.section_region};
  return {0, 0};
}

// A wait for a signal may end at any time, and the thread may wait again if it finds nothing changed. It may as well have waited
// longer: between giving the lock up the first time and taking it the last time, it only kept others waiting.
bool Executor::is_of_wait(const Lock& lock) const {
  if (!options_.model.locks_are_followed || stack_.size() < 2) return false;
  if (sharing_.is_looked_at(lock.first) || sharing_.is_misused(lock)) return false;
  auto role = [&](const Activation& activation) { return program_.function(activation.function).role.kind; };
  Role::Kind inner = role(*stack_.back()), outer = role(*stack_[stack_.size() - 2]);
  return outer == Role::Kind::wait && (inner == Role::Kind::lock || inner == Role::Kind::unlock);
}

// After an access to just this cell, the thread's view of it is right.
void Executor::guard(State& state, const Touch& touch, Event& event) {
  auto [lock, region] = guard_of(state, *touch.cell);
  if (region == 0) return;
  event.guard_lock = lock;
  event.region = region;
  if (event.when.is_true()) state.known.set(events_.cell_number(touch.object, *touch.cell), region);
}

// What was computed from other reads is better read anew: a variable for each step is what bounds are found for
// (runs/ranges.h).
bool Executor::is_plain(const State& state, const Touch& touch) {
  const Shared<ObjectState>& content = state.memory.get(touch.object);
  if (!content) return false;
  Pieces pieces = cells_.read(*content, touch.cell->at, touch.cell->width);
  return std::all_of(pieces.begin(), pieces.end(), [&](const Piece& piece) {
    std::set<Bits> values;
    auto is_chosen = [&](Term term) { return !term || constants(term, values); };
    return !piece.value.mark && is_chosen(piece.value.term) && is_chosen(piece.value.offset);
  });
}

bool Executor::knows(const State& state, const Touch& touch) {
  if (options_.model.locks_guard && sharing_.is_own(*touch.cell, state.thread) && is_plain(state, touch)) return true;
  uint32_t since = state.known.get(events_.cell_number(touch.object, *touch.cell));
  if (since == 0) return false;
  if (state.section != 0 && since == state.section_region) return true;
  return std::any_of(state.held.begin(), state.held.end(), [&](const Held& held) {
    return held.region == since && sharing_.guards({held.object, held.at}, *touch.cell, state.thread);
  });
}

bool Executor::knows_all(const State& state, const std::vector<std::vector<Touch>>& places) {
  return std::all_of(places.begin(), places.end(), [&](const std::vector<Touch>& touches) {
    return std::all_of(touches.begin(), touches.end(), [&](const Touch& touch) { return knows(state, touch); });
  });
}

uint32_t Executor::settled_read(State& state, const std::vector<std::vector<Touch>>& places, core::MemoryOrder order) {
  Term when = terms_.boolean(false);
  for (const std::vector<Touch>& touches : places) when = terms_.or_(when, touches[0].when);
  uint32_t id = add_event(Event::Kind::read, state, when, order);
  Event& event = events_[id];
  event.settled = true;
  for (const std::vector<Touch>& touches : places) {
    const Touch& touch = touches[0];
    Pieces pieces = cells_.read(*state.memory.get(touch.object), touch.cell->at, touch.cell->width);
    Cells::shift(pieces, 0);
    Value value = content_of(state, touch.object, pieces, *touch.cell, touch.when);
    event.value = event.value ? cells_.choose(touch.when, value, event.value) : value;
    event.places.push_back({events_.cell_number(touch.object, *touch.cell), touch.when});
  }
  return id;
}

}  // namespace fencepost::unroll
