// Which thread may go before all others without a failing run being lost: persistent sets of one thread (Godefroid, LNCS 1032,
// chapter 4). A thread is one where none of its next steps has to do with anything that others can still do:
//
//   - it touches the thread's own variables, or shared ones that no other thread, nor any that others will spawn, can still write (of
//     a load) or touch (of a store) before the thread has moved: what comes after a join with it does not count; notes
//     (flat_program.h) count as they are read and written;
//   - it can be taken, whatever the variables are: a thread that waits would hold up all others. An access to a group can be where
//     a check just before it has said that its place is a cell's;
//   - the thread is not at a location where one of its loops begins: each cycle of the reduced program has a place where all
//     threads may go on, so that none is forgotten (the cycle proviso, ibid.).
//
// Failing checks are preserved, and so are races: of two threads at conflicting accesses, neither may go first.
#pragma once

#include <optional>
#include <vector>

#include "flat/configuration.h"

namespace fencepost::flat {

class Reduction {
 public:
  // The program, with one instance of each template, outlives it.
  Reduction(const FlatProgram& program, logic::Terms& terms);

  std::optional<uint32_t> first(const Configuration& configuration) const;

 private:
  using Variables = std::vector<bool>;  // by VarId
  struct Future {
    Variables read, written;  // by the thread from a location on, and by those that it then spawns
  };
  using Futures = std::vector<std::vector<Future>>;  // by thread and location
  // The shared variables, notes among them, that an edge may read and write.
  struct Touched {
    std::vector<VarId> read, written;
    bool may_wait = false;  // the place may be no cell's
  };

  bool is_checked(logic::Terms& terms, const std::vector<const Edge*>& only_way, const Edge& edge) const;
  void find_touched(logic::Terms& terms, uint32_t thread);
  Futures futures_until(std::optional<uint32_t> joined) const;
  bool add_future(Futures& futures, std::optional<uint32_t> joined, uint32_t thread, uint32_t location) const;
  void find_candidates(logic::Terms& terms, uint32_t thread);
  bool may_go_first(const Configuration& configuration, uint32_t thread) const;
  bool is_alone(const Configuration& configuration, uint32_t thread, const Edge& edge) const;

  const FlatProgram& program_;
  std::vector<std::vector<bool>>
      candidate_;  // by thread and location: it is no head of a loop, and its steps never wait
  std::vector<std::vector<Touched>> touched_;  // by thread and edge
  Futures future_;
  // By thread: while it has not ended, so that nobody passes a join with it. Empty of those with whom nobody joins.
  std::vector<Futures> future_until_joined_;
};

}  // namespace fencepost::flat
