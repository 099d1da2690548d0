#include "unroll/guarded.h"

#include <algorithm>

namespace fencepost::unroll {

using Role = core::Role;

namespace {

auto holds(const Lock& lock) {
  return [lock](const Held& one) { return Lock(one.object, one.at) == lock; };
}

}  // namespace

void GuardedReads::note_write(const Step& step, const State& state, uint32_t object, uint64_t at, uint64_t width,
                              bool at_once, bool of_lock) {
  sharing_.written(object, at, width, at_once, state.thread, events_.spawns(state.thread), state.held);
  if (!model_.locks_are_followed || is_of_life(at) || of_lock ||
      program_.function(step.frame->function).role.is_of_locks())
    return;
  sharing_.misused(object, at, width);
}

std::optional<Held> GuardedReads::call(const Step& step, const core::Function& function, const std::vector<Value>& args,
                                       State& state) {
  const Role& role = function.role;
  if (role.kind == Role::Kind::try_lock && !args.empty())
    for (uint32_t object : pointers_.objects(args[0].term)) sharing_.looked_at(object);
  bool acquires = role.kind == Role::Kind::lock;
  if ((!acquires && role.kind != Role::Kind::unlock) || args.empty()) return {};
  std::vector<Pointee> pointees = pointers_.resolve(args[0]);
  if (pointees.size() != 1 || !pointees[0].offset.is_const()) {
    // Which one is not known: none of them is relied on, and none of those held.
    for (const Pointee& pointee : pointees) sharing_.misused(pointee.object);
    for (const Held& lock : state.held) sharing_.misused(lock.object);
    state.held.clear();
    return {};
  }
  Lock lock{pointees[0].object, 8 * static_cast<uint64_t>(pointees[0].offset.value())};
  sharing_.is_lock(lock, role.lock_bits);
  auto held = std::ranges::find_if(state.held, holds(lock));
  bool has_it = held != state.held.end();
  if (has_it && !acquires) reveal(step, state, sharing_.number(lock));
  if (has_it) state.held.erase(held);
  // Taken twice, by whatever kind of mutex, or released by somebody else.
  if (acquires == has_it) sharing_.misused(lock.first, lock.second, 1);
  if (!acquires) return {};
  return Held{lock.first, lock.second, ++regions_};
}

std::optional<GuardedReads::LockWord> GuardedReads::lock_word(const Step& step, State& state, const Value& pointer,
                                                              const core::Store& label) {
  if (state.section == 0 || !model_.sections_guard || label.bits.width != 0) return {};
  std::vector<Pointee> pointees = pointers_.resolve(pointer);
  if (pointees.size() != 1 || !pointees[0].offset.is_const() || !state.memory.get(pointees[0].object)) return {};
  LockWord word{{pointees[0].object, 8 * static_cast<uint64_t>(pointees[0].offset.value())}, 8u * label.type.bytes};
  word.was_free = is_free(step, state, word);
  return word;
}

Term GuardedReads::bits_of(const Step& step, State& state, const LockWord& word) {
  Pieces pieces = cells_.read(*state.memory.get(word.lock.first), word.lock.second, word.width);
  auto is_number = [](const Piece& piece) {
    return piece.kind == Piece::Kind::zero || piece.kind == Piece::Kind::bits || piece.kind == Piece::Kind::integer;
  };
  if (!std::all_of(pieces.begin(), pieces.end(), is_number)) return {};
  Cells::shift(pieces, 0);
  CellUse cell;
  cell.width = word.width;
  return contents_.value(step, state, word.lock.first, pieces, cell, terms_.boolean(true)).term;
}

bool GuardedReads::is_free(const Step& step, State& state, const LockWord& word) {
  // In the first unrolling no cell is known yet. After that, what others do not read too is no lock, whatever the thread's
  // own view of it is.
  auto cells = sharing_.cells(word.lock.first, word.lock.second, word.width);
  auto is_known = [&](const CellUse* cell) { return cell->shared && knows(state, word.lock.first, *cell); };
  Term bits = bits_of(step, state, word);
  if (!bits || !std::all_of(cells.begin(), cells.end(), is_known)) return false;
  Term is_zero = terms_.eq(bits, terms_.bv(0, word.width));
  return is_zero.is_true() || paths_.decided(state.path, is_zero) == true;
}

GuardedReads::Turn GuardedReads::turn(const Step& step, State& state, const LockWord& word) {
  Term bits = bits_of(step, state, word);
  if (!bits || !bits.is_const()) return Turn::none;
  bool has_it = std::ranges::any_of(state.held, holds(word.lock));
  if (word.was_free && !has_it && bits.value() != 0) {
    sharing_.is_lock(word.lock, word.width);
    state.held.push_back({word.lock.first, word.lock.second, ++regions_});
    return Turn::acquire;
  }
  if (!has_it || bits.value() != 0) return Turn::none;
  reveal(step, state, sharing_.number(word.lock));
  return Turn::release;
}

void GuardedReads::release(State& state, const LockWord& word) { std::erase_if(state.held, holds(word.lock)); }

void GuardedReads::merge(State& mine, const State& theirs) {
  if (mine.section_region != theirs.section_region) mine.section_region = ++regions_;
  if (mine.held != theirs.held) {
    std::erase_if(mine.held,
                  [&](const Held& lock) { return std::ranges::none_of(theirs.held, holds({lock.object, lock.at})); });
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
CellUse GuardedReads::seen(const State& state, const CellUse& cell) {
  uint32_t lock = guard_of(state, cell).first;
  if (lock == 0 || lock == Sharing::kSection) return cell;
  CellUse seen = cell.seen_by(lock, state.thread);
  narrowed_ += seen.values != cell.values || seen.any_value != cell.any_value || seen.targets != cell.targets;
  return seen;
}

CellUse::Inside GuardedReads::hide(State& state, uint32_t object, const CellUse& cell) {
  uint32_t lock = guard_of(state, cell).first;
  if (lock == 0 || lock == Sharing::kSection) return {};
  uint32_t& until = state.unseen.edit(events_.cell_number(object, cell));
  until = until == 0 || until == lock ? lock : State::kSeveral;
  return {lock, state.thread};
}

// In every run in which one of the writes happened, the thread's view is the last of them: nobody else has written there.
void GuardedReads::reveal(const Step& step, State& state, uint32_t lock) {
  std::vector<uint32_t> cells;
  state.unseen.each([&](uint64_t cell, uint32_t until) {
    if (until == lock || until == State::kSeveral) cells.push_back(static_cast<uint32_t>(cell));
  });
  for (uint32_t number : cells) {
    SharedCell shared = events_.cell(number);
    if (state.unseen.get(number) == lock) state.unseen.set(number, 0);
    for (const CellUse* cell : sharing_.cells(shared.object, shared.at, shared.width)) {
      if (cell->outside.any_value && !cell->pointer) continue;
      Pieces pieces = contents_.view(state, shared.object, *cell);
      Value value = contents_.value(step, state, shared.object, pieces, *cell, terms_.boolean(true));
      contents_.note(step, shared.object, *cell, value, pieces, {}, terms_.boolean(true));
    }
  }
}

std::pair<uint32_t, uint32_t> GuardedReads::guard_of(const State& state, const CellUse& cell) const {
  for (const Held& held : state.held) {
    Lock lock{held.object, held.at};
    if (model_.locks_guard && sharing_.guards(lock, cell, state.thread)) return {sharing_.number(lock), held.region};
  }
  if (model_.sections_guard && state.section != 0) return {Sharing::kSection, state.section_region};
  return {0, 0};
}

// A wait for a signal may end at any time, and the thread may wait again if it finds nothing changed. It may as well have waited
// longer: between giving the lock up the first time and taking it the last time, it only kept others waiting.
bool GuardedReads::is_of_wait(const Step& step, const Lock& lock) const {
  if (!model_.locks_are_followed || step.frame->caller == nullptr) return false;
  if (sharing_.is_looked_at(lock.first) || sharing_.is_misused(lock)) return false;
  auto role = [&](const Frame& frame) { return program_.function(frame.function).role.kind; };
  Role::Kind inner = role(*step.frame), outer = role(*step.frame->caller);
  return outer == Role::Kind::wait && (inner == Role::Kind::lock || inner == Role::Kind::unlock);
}

void GuardedReads::learn(State& state, uint32_t object, const CellUse& cell, Event& event) {
  auto [lock, region] = guard_of(state, cell);
  if (region == 0) return;
  event.guard_lock = lock;
  event.region = region;
  if (event.when.is_true()) state.known.set(events_.cell_number(object, cell), region);
}

// What was computed from other reads is better read anew: a variable for each step is what bounds are found for
// (runs/ranges.h).
bool GuardedReads::is_constant(const State& state, uint32_t object, const CellUse& cell) {
  const Shared<ObjectState>& content = state.memory.get(object);
  if (!content) return false;
  Pieces pieces = cells_.read(*content, cell.at, cell.width);
  return std::all_of(pieces.begin(), pieces.end(), [&](const Piece& piece) {
    std::set<Bits> values;
    auto is_chosen = [&](Term term) { return !term || contents_.constants(term, values); };
    return !piece.value.unspecified && is_chosen(piece.value.term) && is_chosen(piece.value.offset);
  });
}

bool GuardedReads::knows(const State& state, uint32_t object, const CellUse& cell) {
  if (model_.locks_guard && sharing_.is_own(cell, state.thread) && is_constant(state, object, cell)) return true;
  uint32_t since = state.known.get(events_.cell_number(object, cell));
  if (since == 0) return false;
  if (state.section != 0 && since == state.section_region) return true;
  return std::any_of(state.held.begin(), state.held.end(), [&](const Held& held) {
    return held.region == since && sharing_.guards({held.object, held.at}, cell, state.thread);
  });
}

}  // namespace fencepost::unroll
