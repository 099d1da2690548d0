// Lives of objects as other threads see them: cells beside an object's content (result/lifetime_cells.h) say whether it has
// been made, lives still, and is gone. Accesses to the first two are relaxed: that an object dies orders nothing, and is no
// barrier. Its beginning and its end are plain where that counts (ModelFacts::lives_are_written).
//
// An object can lie where another one lay. Whoever makes an object looks which others are gone by then; only in the place of
// these can it lie (addresses.h). What ended them and what makes it are ordered by that: C17 7.22.3p4 lets a deallocation
// synchronise with the allocation that gets the storage. So that an object is gone is a cell of its own, written with
// release and read with acquire, and nobody else is ordered by the end of a life.
#pragma once

#include <unordered_set>
#include <vector>

#include "unroll/shared_view.h"

namespace fencepost::unroll {

class Lifetimes {
 public:
  Lifetimes(const ModelFacts& model, Terms& terms, const Objects& objects, Pointers& pointers, Addresses& addresses,
            AddressUse& address_use, Expressions& expressions, Sharing& sharing, GuardedReads& guarded,
            SharedView& view, EventLog& events)
      : model_(model),
        terms_(terms),
        objects_(objects),
        pointers_(pointers),
        addresses_(addresses),
        address_use_(address_use),
        expressions_(expressions),
        sharing_(sharing),
        guarded_(guarded),
        view_(view),
        events_(events) {}

  // Whether they live whom the condition of a check asks about: once for all checks of one access.
  void refresh(const Step& step, State& state, const core::Expr& condition);
  void checks_end() {
    refreshed_.clear();
    asked_.clear();
  }
  // What was asked since then: of which pointer, by which event.
  struct Question {
    Term pointer;
    uint32_t event = 0;
  };
  const std::vector<Question>& asked() const { return asked_; }
  // Whether the object of the pointer lives, if `when`. The event that asks; kNone.
  uint32_t refresh(const Step& step, State& state, const Value& pointer, Term when);
  // Before an expression that makes pointers of numbers. A number leads to the living one of two objects with one address:
  // of those that have been made and live at one moment, where there is one memory.
  void refresh_exposed(const Step& step, State& state, const core::Expr& expr);

  // An object was made now.
  void begin(const Step& step, State& state, uint32_t object);
  // So that others may ask whether it has been made.
  void announce(const Step& step, State& state, uint32_t object);
  // Its life ends, if `when`.
  void end(const Step& step, State& state, const Value& pointer, Term when = {});
  // Whether it has begun to live; null: nobody says so.
  Term find_birth(const Step& step, State& state, uint32_t object, Term when);
  // Looks which objects are gone when this one is made; the number of that access.
  uint32_t find_gone(const Step& step, State& state, uint32_t object);

 private:
  void publish(const Step& step, State& state, const Value& pointer, bool alive, core::MemoryOrder order, Term when);
  // The number of a cell of this kind, if it is shared.
  std::optional<uint32_t> shared_cell(uint32_t object, uint64_t at);
  uint32_t add(Event::Kind kind, const Step& step, const State& state, Term when, core::MemoryOrder order,
               uint32_t cell, Term value);
  // Where accesses may be done in another order than that of the program, an object that a thread has found dead may be one
  // that its later accesses still find alive: nobody asks for them, and coherence does not make them late.
  bool asks_until_dead() const { return model_.loads_order && !model_.lives_are_written; }
  bool has_life(uint32_t object) const { return objects_.is_data(object) && !objects_.is_global(object); }

  const ModelFacts& model_;
  Terms& terms_;
  const Objects& objects_;
  Pointers& pointers_;
  Addresses& addresses_;
  AddressUse& address_use_;
  Expressions& expressions_;
  Sharing& sharing_;
  GuardedReads& guarded_;
  SharedView& view_;
  EventLog& events_;
  std::unordered_set<Term> refreshed_;  // pointers, by the checks of this access
  std::vector<Question> asked_;
};

}  // namespace fencepost::unroll
