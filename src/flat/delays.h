// Which stores of a flat program have to wait in a buffer so that no run is lost, and where a thread has to stop for its buffer.
//
// A store reaches memory at once where nobody can tell:
//
//   - nobody else touches its variable, nobody reads it (in a queue it keeps nothing back, since it may leave as soon as it is the
//     first), or no other thread exists yet;
//   - no step after it, before the thread waits for an empty buffer, depends on others: none loads what others write. Such steps
//     can be put off, and the store with them, until the store would leave the buffer: they commute with all that others do. (Of the program
//     orders, a queue a thread relaxes store-to-load alone.) Where stores pass each other, no store to another variable
//     may come before the next store barrier, either: it could leave the buffer first.
//
// It still waits for those before it in its queue. Likewise, steps that others have nothing to do with can be taken earlier instead of
// later, up to the next one that has: between such steps no store need leave the buffer. There are exceptions: where the thread may
// wait, it stops, and so it does in every loop.
//
// What is kept is which checks can fail, if none fails earlier, and the values at the ends of threads of what is read; that two steps are next at the same
// time is not.
#pragma once

#include "flat/buffer_facts.h"
#include "flat/flat_program.h"

namespace fencepost::flat {

class Delays {
 public:
  // The program and the facts outlive it. Orders that the program uses are understood.
  Delays(const FlatProgram& program, const BufferFacts& facts, logic::Terms& terms);

  // Some store of the thread to what it touches may wait.
  bool is_buffered(uint32_t thread, const Access& access) const;
  // The edge is a Store that reaches memory at once, after all that it must not overtake.
  bool is_at_once(uint32_t thread, const Edge& edge) const;
  // A store that may have to wait; null: none does, and the runs are interleavings.
  const Edge* first_that_waits() const;
  // No other thread exists.
  bool is_alone(uint32_t thread, Loc at) const { return thread == 0 && alone_[index(at)]; }
  // What is in the buffer may have to leave it while the thread stands here.
  bool is_stop(uint32_t thread, Loc at) const { return stops_[thread][index(at)]; }

 private:
  using Variables = std::vector<bool>;  // by VarId
  struct Ahead {
    bool load = false;  // of what others write, before a full barrier
    Variables stores;   // that may wait, before a store barrier
  };

  void find_conflicts();
  void find_alone();
  void find_ahead(uint32_t thread);
  bool add_ahead(uint32_t thread, const Edge& edge);
  void find_stops(uint32_t thread, logic::Terms& terms);
  bool is_unseen(uint32_t thread, const Edge& edge) const;
  bool is_changed_by_others(uint32_t thread, const Access& access) const;

  const FlatProgram& program_;
  const BufferFacts& facts_;
  std::vector<Variables> buffered_, changed_;  // by thread
  std::vector<bool> alone_;                    // by location of thread 0
  std::vector<std::vector<Ahead>> ahead_;      // by thread and location
  std::vector<std::vector<bool>> stops_;
};

}  // namespace fencepost::flat
