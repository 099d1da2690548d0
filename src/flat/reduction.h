// Which thread may go before all others without a failing run being lost: persistent sets of one thread (Godefroid, LNCS 1032,
// chapter 4). A thread is one where none of its next steps has to do with anything that others can still do:
//
//   - it touches the thread's own variables, or shared ones that no other thread, nor any that others will spawn, can still write (of
//     a load) or touch (of a store) before the thread has moved: what comes after a join with it does not count, nor what others do
//     once they have a lock (lock_sets.h) that it holds; notes (flat_program.h) count as they are read and written;
//   - it can be taken, whatever the variables are: a thread that waits would hold up all others. An access to a group can be where
//     a check just before it has said that its place is a cell's;
//   - the thread is not at a location where one of its loops begins: each cycle of the reduced program has a place where all
//     threads may go on, so that none is forgotten (the cycle proviso, ibid.).
//
// Who takes a lock by one update that changes nothing if it is not free, and waits for ever then, need not try before it is free: of a failing
// run the same is left without that update, after which the thread did nothing. So runs count in which each of these updates finds the lock free: it waits until
// then, its thread goes on at once, and others come to no such update of a lock that is held. That is not so inside atomic sections, where a
// thread keeps the word until it waits, nor of locks with plain accesses, which such an update races with whether it finds the lock free or not.
//
// Failing checks are preserved, and so are races: of two threads at conflicting accesses, neither may go first.
//
// A proof that does not speak of some shared variables (`unseen`) is about more than the program does: a load of one may yield anything. Then
// accesses to them have nothing to do with each other, and failing checks are still preserved: every failing run is, with the values
// that its loads have, one of those; so are its rearrangements, in which each step reads what it read, but for what it does not see. What
// locks keep apart is so as long as they are seen. Races are not preserved.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "flat/configuration.h"
#include "flat/lock_sets.h"

namespace fencepost::flat {

class Reduction {
 public:
  // The program, with one instance of each template, outlives it.
  Reduction(const FlatProgram& program, logic::Terms& terms);

  using Variables = std::vector<bool>;  // by VarId
  // unseen: empty if none is.
  std::optional<uint32_t> first(const Configuration& configuration, const Variables& unseen = {}) const;
  // Those by which it tells what others cannot do.
  const std::vector<LockSet>& locks() const { return locks_; }

 private:
  struct Future {
    Variables read, written;  // by the thread from a location on, and by those that it then spawns
  };
  using Futures = std::vector<std::vector<Future>>;  // by thread and location
  // The shared variables, notes among them, that an edge may read and write.
  struct Touched {
    std::vector<VarId> read, written;
    bool may_wait = false;  // the place may be no cell's
  };

  using IsCut = std::function<bool(uint32_t thread, uint32_t edge)>;

  bool is_checked(logic::Terms& terms, const std::vector<const Edge*>& only_way, const Edge& edge) const;
  void find_locks(logic::Terms& terms);
  bool is_accessed_plainly(VarId id) const;
  void find_waiting_updates(logic::Terms& terms);
  void find_touched(logic::Terms& terms, uint32_t thread);
  Futures futures_until(const IsCut& is_cut) const;
  bool add_future(Futures& futures, const IsCut& is_cut, uint32_t thread, uint32_t location) const;
  void find_candidates(logic::Terms& terms, uint32_t thread);
  bool may_go_first(const Configuration& configuration, uint32_t thread, const Variables& unseen) const;
  bool is_alone(const Configuration& configuration, uint32_t thread, const Edge& edge, const Variables& unseen) const;
  // What others may do before the thread has moved: each of these, if it can be done by all.
  std::vector<const Futures*> futures_before(const Configuration& configuration, uint32_t thread,
                                             const Variables& unseen) const;

  const FlatProgram& program_;
  std::vector<std::vector<bool>>
      candidate_;  // by thread and location: it is no head of a loop, and its steps never wait
  std::vector<std::vector<Touched>> touched_;  // by thread and edge
  Futures future_;
  // By thread: while it has not ended, so that nobody passes a join with it. Empty of those with whom nobody joins.
  std::vector<Futures> future_until_joined_;
  std::vector<LockSet> locks_;
  std::vector<Futures> future_until_locked_;  // by lock: while somebody else holds it
  // By thread and edge: the lock of which it is an update after which the thread waits for ever if the lock was not free.
  std::vector<std::vector<std::optional<VarId>>> waits_for_;
};

}  // namespace fencepost::flat
