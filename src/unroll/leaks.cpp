#include "unroll/leaks.h"

#include <fmt/format.h>

namespace fencepost::unroll {

using core::Storage;
using core::Undef;

void Leaks::note(const Step& step, Ending ending) {
  if (!are_wanted(checks_)) return;
  ending.pos =
      step.frame != nullptr ? records_.site(step, step.edge->pos, {}).pos : program_.function(program_.entry).pos;
  endings_.push_back(std::move(ending));
}

void Leaks::check() {
  for (const Ending& ending : endings_) {
    if (checks_.has(Undef::unfreed)) check_unfreed(ending);
    if (checks_.has(Undef::memory_leak)) check_lost(ending);
  }
}

std::vector<uint32_t> Leaks::heap_objects() const {
  std::vector<uint32_t> all;
  for (uint32_t object = objects_.first_made(); object < objects_.size(); ++object)
    if (objects_[object].storage == Storage::heap && objects_[object].born) all.push_back(object);
  return all;
}

void Leaks::oblige(Undef kind, const Ending& ending, const State& state, uint32_t object, Term failure) {
  Site site;
  site.undef = kind;
  site.pos = objects_[object].made_at;
  site.function = objects_[object].made_in;
  site.detail = fmt::format("from {}{}", objects_[object].name, ending.when);
  records_.oblige(Obligation::Kind::check, state, failure, site, ~static_cast<uint64_t>(kind));
}

// One question of those who look when the program ends.
State Leaks::asked(const Ending& ending) {
  State state = ending.state;
  if (!state.concurrent) return state;
  if (!asked_) asked_ = terms_.fresh("asked", logic::bv_sort(32));
  state.path = paths_.extend(state.path, terms_.eq(asked_, terms_.bv(++questions_, 32)));
  return state;
}

bool Leaks::wait_for_all(const Step& step, State& state) {
  std::vector<uint32_t> others;
  Term ended = terms_.boolean(true);
  for (uint32_t number = 1; number < unrolled_.threads.size(); ++number) {
    Term made = unrolled_.threads[number].guard;
    if (!made) continue;
    ended = terms_.and_(ended, terms_.implies(made, threads_.has_finished(number)));
    if (threads_[number].end != Event::kNone) others.push_back(number);
  }
  if (!decisions_.restrict(state, ended)) return false;
  for (uint32_t number : others) {
    uint32_t join =
        events_.add(Event::Kind::join, step, state, unrolled_.threads[number].guard, core::MemoryOrder::seq_cst);
    events_[join].partner = threads_[number].end;
    events_[join].at_end = true;
  }
  return true;
}

// Whether the object has begun to live, and lives still, as the thread that ends the program finds it.
Term Leaks::found_alive(const Step& step, State& state, uint32_t object) {
  Term born = objects_[object].born;
  if (!state.concurrent) return state.memory.get(object) ? terms_.and_(born, state.memory.get(object)->alive) : Term();
  size_t first = events_.size();
  Term is_there = born;
  if (Term begun = lifetimes_.find_birth(step, state, object, born)) is_there = terms_.and_(is_there, begun);
  lifetimes_.refresh(step, state, pointers_.make(object), born);
  for (size_t i = first; i < events_.size(); ++i) events_[i].at_end = true;
  return state.memory.get(object) ? terms_.and_(is_there, state.memory.get(object)->alive) : is_there;
}

void Leaks::check_unfreed(const Ending& ending) {
  for (uint32_t object : heap_objects()) {
    State state = asked(ending);
    if (ending.is_last && state.concurrent && !wait_for_all(at_end(ending), state)) continue;
    Term alive = found_alive(at_end(ending), state, object);
    if (alive) oblige(Undef::unfreed, ending, state, object, alive);
  }
}

// What the pointers in shared cells of an object are in the end. Other cells hold no whole pointer; where parts of one were
// stored, its object is exposed.
void Leaks::look_at(const Step& step, State& state, uint32_t object) {
  Term exists = objects_.is_global(object) ? terms_.boolean(true) : objects_[object].born;
  for (const CellUse* cell : sharing_.cells(object, 0, kLifetimeAt)) {
    sharing_.read(object, cell->at, cell->width, state.thread);
    if (!cell->shared || !cell->pointer) continue;
    view_.adopt(state, pointers_.make(object));
    if (access_.is_logged(state, object))
      return records_.unsupported(step, exists, "a shared object that is accessed at uncertain places");
    events_.new_access();
    uint32_t id = events_.add(Event::Kind::read, step, state, exists, core::MemoryOrder::relaxed);
    Value value = contents_.any(step, state, object, *cell, *cell, exists);
    events_[id].value = value;
    events_[id].cells = {{events_.cell_number(object, *cell), terms_.boolean(true)}};
    events_[id].at_end = true;
    access_.put(state, object, CellContents::pieces(value, *cell), cell->at, terms_.boolean(true));
  }
}

// The pointers in a content, those of which all lies in one place as one piece.
Pieces Leaks::pointers_in(const ObjectState& content) {
  Pieces found;
  content.pages.each([&](uint64_t, const Shared<Page>& page) {
    for (const Piece& piece : page->pieces) {
      if (piece.kind != Piece::Kind::pointer) continue;
      bool continues = !found.empty() && found.back().end() == piece.at && found.back().value == piece.value &&
                       found.back().skip + found.back().width == piece.skip;
      if (continues)
        found.back().width += piece.width;
      else
        found.push_back(piece);
    }
  });
  return found;
}

// Adds where an object's pointers lead. Of content that was written at uncertain places it is not known what is left.
void Leaks::add_pointers(const State& state, uint32_t object, std::map<uint32_t, Holders>& to, Term lives,
                         uint32_t holder) {
  const Shared<ObjectState>& content = state.memory.get(object);
  if (!content) return;
  auto add = [&](const Piece& piece, bool is_sure) {
    if (piece.kind != Piece::Kind::pointer) return;
    bool is_whole = piece.width == pointers_.bits();
    for (uint32_t target : pointers_.objects(piece.value.term)) {
      auto known = to.find(target);
      if (known == to.end() || target == object) continue;
      Holders& held = known->second;
      Term leads = terms_.boolean(true);
      if (is_sure && is_whole)
        leads = pointers_.by_object(piece.value.term, [&](uint32_t leaf) { return terms_.boolean(leaf == target); });
      Term& sum = (!is_whole ? held.in_parts : is_sure ? held.surely : held.maybe)[holder];
      Term here = terms_.and_(lives, leads);
      sum = sum ? terms_.or_(sum, here) : here;
      held.parts |= ((Bits{1} << piece.width) - 1) << piece.skip;
    }
  };
  for (const Piece& piece : pointers_in(*content)) add(piece, content->log_size == 0);
  content->log.each([&](uint64_t, const Shared<LogEntry>& entry) { add(entry->piece, false); });
}

std::vector<uint32_t> Leaks::roots(const Ending& ending) const {
  std::vector<uint32_t> all;
  for (uint32_t object = 1; object < objects_.first_made(); ++object)
    if (objects_.is_global(object)) all.push_back(object);
  for (const Allocation& made : unrolled_.allocations) {
    Storage storage = objects_[made.object].storage;
    bool may_hold = storage == Storage::thread || (ending.has_locals && storage != Storage::heap);
    if (made.thread == ending.state.thread && may_hold) all.push_back(made.object);
  }
  return all;
}

void Leaks::check_lost(const Ending& ending) {
  State state = asked(ending);
  std::vector<uint32_t> heap = heap_objects();
  if (state.concurrent && state.thread != 0) {
    Term some = terms_.boolean(false);
    for (uint32_t object : heap) some = terms_.or_(some, objects_[object].born);
    return records_.unsupported(at_end(ending), some,
                                "which storage is lost when a thread ends the program that main has started");
  }
  if (state.concurrent && !wait_for_all(at_end(ending), state)) return;
  std::map<uint32_t, Holders> holders;
  for (uint32_t object : heap) {
    if (state.concurrent) look_at(at_end(ending), state, object);
    Term lives = found_alive(at_end(ending), state, object);
    if (lives && !lives.is_false()) holders[object].lives = lives;
  }
  for (uint32_t object : roots(ending)) {
    if (state.concurrent) look_at(at_end(ending), state, object);
    const Shared<ObjectState>& content = state.memory.get(object);
    if (!content) continue;
    Term lives = objects_.is_global(object) ? content->alive : terms_.and_(objects_[object].born, content->alive);
    add_pointers(state, object, holders, lives, kRoot);
  }
  for (const auto& [object, held] : holders) add_pointers(state, object, holders, held.lives, object);
  bool is_unsure = false;
  for (auto& [object, held] : holders) {
    Term exposed = state.exposed.get(object);
    if (state.concurrent && addresses_.was_exposed(object)) exposed = terms_.boolean(true);
    if (exposed) held.maybe[kRoot] = exposed;
    if (held.parts == (Bits{1} << pointers_.bits()) - 1)
      for (const auto& [holder, when] : held.in_parts) {
        Term& sum = held.maybe[holder];
        sum = sum ? terms_.or_(sum, when) : when;
      }
    is_unsure = is_unsure || !held.maybe.empty();
  }
  for (const auto& [object, failure] : closed_set(holders, true))
    oblige(Undef::memory_leak, ending, state, object, failure);
  if (!is_unsure) return;
  for (const auto& [object, failure] : closed_set(holders, false))
    records_.oblige(
        Obligation::Kind::unsupported, state, failure,
        {.pos = objects_[object].made_at,
         .function = objects_[object].made_in,
         .detail =
             "whether a pointer is left to what was allocated here, after its address became a number or pointers "
             "were stored at uncertain places"},
        0);
}

// For each object the condition that it lives and lies in a set into which nothing points; `all`: not even what only may.
std::vector<std::pair<uint32_t, Term>> Leaks::closed_set(const std::map<uint32_t, Holders>& holders, bool all) {
  std::map<uint32_t, Term> inside;
  for (const auto& [object, held] : holders) inside[object] = terms_.fresh("lost", logic::bool_sort());
  Term closed = terms_.boolean(true);
  for (const auto& [object, held] : holders) {
    Term from_outside = terms_.boolean(false);
    for (const auto* pointers : {&held.surely, all ? &held.maybe : nullptr}) {
      if (pointers == nullptr) continue;
      for (const auto& [holder, when] : *pointers)
        from_outside =
            terms_.or_(from_outside, holder == kRoot ? when : terms_.and_(when, terms_.not_(inside.at(holder))));
    }
    closed = terms_.and_(closed, terms_.implies(inside.at(object), terms_.not_(from_outside)));
  }
  std::vector<std::pair<uint32_t, Term>> found;
  for (const auto& [object, held] : holders)
    found.emplace_back(object, terms_.and_(terms_.and_(held.lives, inside.at(object)), closed));
  return found;
}

}  // namespace fencepost::unroll
