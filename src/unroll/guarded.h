// What locks and atomic sections keep from changing. If whoever else writes a cell holds a lock while it does, then for a
// thread that holds it nothing changes there but by its own writes: the lock guards the cell, as in Clang's GUARDED_BY, and a
// second read in one such region takes what the thread knows. It remains an event, since runs show it, but nothing about
// it has to be found out. (M. Schwarz et al., "Improving Thread-Modular Abstract Interpretation", SAS 2021, call it
// protection-based reading.)
//
// Which locks a thread surely holds, its lockset, is followed by the calls of their functions (core::Role). Which cells they
// guard is learnt like all of sharing.h, and so is that a lock is misused (released by those who do not hold it, written by
// other means), after which it guards nothing. A program makes its own lock if in atomic sections threads that find 0 in a
// cell write something else, and those who did write 0 later: until then nobody else writes it.
// What nobody else writes needs no lock: the thread's view of it was right when the thread was made and remains so.
//
// It takes a memory model that lets no store overtake an update, which locks are made of (memory/probe.h).
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "unroll/cell_contents.h"
#include "unroll/event_log.h"

namespace fencepost::unroll {

class GuardedReads {
 public:
  GuardedReads(const core::Program& program, const ModelFacts& model, Terms& terms, const Paths& paths,
               Pointers& pointers, Cells& cells, CellContents& contents, Sharing& sharing, EventLog& events)
      : program_(program),
        model_(model),
        terms_(terms),
        paths_(paths),
        pointers_(pointers),
        cells_(cells),
        contents_(contents),
        sharing_(sharing),
        events_(events) {}

  // A write while there may be other threads. `of_lock`: by which a lock of the program's own is taken or released.
  void note_write(const Step& step, const State& state, uint32_t object, uint64_t at, uint64_t width,
                  bool at_once = true, bool of_lock = false);

  // The call of a library function: the lock that the thread holds when it returns.
  std::optional<Held> call(const Step& step, const core::Function& function, const std::vector<Value>& args,
                           State& state);
  // A store in an atomic section to what may be a lock of the program's own.
  struct LockWord {
    Lock lock;
    unsigned width = 0;  // bits
    bool was_free = false;
  };
  enum class Turn : uint8_t { none, acquire, release };
  // Before the store.
  std::optional<LockWord> lock_word(const Step& step, State& state, const Value& pointer, const core::Store& label);
  // After it in the thread's view, before others see it.
  Turn turn(const Step& step, State& state, const LockWord& word);
  // When others have seen it.
  static void release(State& state, const LockWord& word);
  // Is the lock given up and taken again by a wait for a signal that we are in?
  bool is_of_wait(const Step& step, const Lock& lock) const;

  // A new region begins.
  void enter_section(State& state) { state.section_region = ++regions_; }
  // Where paths meet, what holds on both.
  void merge(State& mine, const State& theirs);

  // What is seen of the cell under the locks that are held.
  CellUse seen(const State& state, const CellUse& cell);
  // How often that was less than all that was written there.
  size_t narrowed_reads() const { return narrowed_; }
  // A write there; the lock that hides it until the thread releases it, if any.
  CellUse::Inside hide(State& state, uint32_t object, const CellUse& cell);
  // After an access to just this cell, the thread's view of it is right while the region lasts.
  void learn(State& state, uint32_t object, const CellUse& cell, Event& event);
  // Is the thread's view of the cell right?
  bool knows(const State& state, uint32_t object, const CellUse& cell);

 private:
  // What keeps others from writing the cell now: a lock or section by number, and the region that it opened; 0: nothing.
  std::pair<uint32_t, uint32_t> guard_of(const State& state, const CellUse& cell) const;
  // Before the lock is released: what has been written stands to be seen.
  void reveal(const Step& step, State& state, uint32_t lock);
  bool is_constant(const State& state, uint32_t object, const CellUse& cell);
  bool is_free(const Step& step, State& state, const LockWord& word);
  Term bits_of(const Step& step, State& state, const LockWord& word);

  const core::Program& program_;
  const ModelFacts& model_;
  Terms& terms_;
  const Paths& paths_;
  Pointers& pointers_;
  Cells& cells_;
  CellContents& contents_;
  Sharing& sharing_;
  EventLog& events_;
  uint32_t regions_ = 0;
  size_t narrowed_ = 0;
};

}  // namespace fencepost::unroll
