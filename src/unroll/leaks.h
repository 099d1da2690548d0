// What the program leaves behind when it ends (core/leaks.h has the definitions). Every way in which it ends is kept and
// looked at after all threads have been executed: what one thread leaves may have been allocated by another.
//
// With threads the looks are reads of the thread that ends the program, after all that it did. Each question has its own,
// which happen only if it is asked, for to find an object alive can forbid what another question rests on.
//
// An object is lost if it belongs to a set of objects into which nothing points from outside. The formula has one literal
// for each object and says that they describe such a set; the solver finds one if there is one. Rejected: which objects
// can be reached, step by step, which takes as many steps as the longest chain of pointers.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "unroll/decisions.h"
#include "unroll/lifetimes.h"
#include "unroll/thread_table.h"

namespace fencepost::unroll {

class Leaks {
 public:
  Leaks(const core::UndefSet& checks, const core::Program& program, Terms& terms, Paths& paths, Decisions& decisions,
        const Objects& objects, Pointers& pointers, const Addresses& addresses, PointerAccess& access,
        CellContents& contents, Sharing& sharing, SharedView& view, Lifetimes& lifetimes, ThreadTable& threads,
        Records& records, EventLog& events, const Unrolled& unrolled)
      : checks_(checks),
        program_(program),
        terms_(terms),
        paths_(paths),
        decisions_(decisions),
        objects_(objects),
        pointers_(pointers),
        addresses_(addresses),
        access_(access),
        contents_(contents),
        sharing_(sharing),
        view_(view),
        lifetimes_(lifetimes),
        threads_(threads),
        records_(records),
        events_(events),
        unrolled_(unrolled) {}

  static bool are_wanted(const core::UndefSet& checks) {
    return checks.has(core::Undef::memory_leak) || checks.has(core::Undef::unfreed);
  }

  // A way in which the program ends.
  struct Ending {
    State state;
    bool has_locals = false;  // which still live
    bool is_last = false;     // the program ends when all threads have ended
    std::string when;         // in words, unless main returns
    SourcePos pos;
  };
  void note(const Step& step, Ending ending);
  // When all threads have been executed.
  void check();

 private:
  // Whose pointers lead to an object that lives if `lives`: a living object's, or (kRoot) those that nobody can lose.
  struct Holders {
    Term lives;
    std::map<uint32_t, Term> surely, maybe;
    // Those of which only a part is left in one place, and which parts are left anywhere.
    std::map<uint32_t, Term> in_parts;
    Bits parts = 0;
  };
  static constexpr uint32_t kRoot = 0;

  void check_unfreed(const Ending& ending);
  void check_lost(const Ending& ending);
  void oblige(core::Undef kind, const Ending& ending, const State& state, uint32_t object, Term failure);
  State asked(const Ending& ending);
  // False: some thread never comes to its end.
  bool wait_for_all(const Step& step, State& state);
  Term found_alive(const Step& step, State& state, uint32_t object);
  void look_at(const Step& step, State& state, uint32_t object);
  static Pieces pointers_in(const ObjectState& content);
  void add_pointers(const State& state, uint32_t object, std::map<uint32_t, Holders>& to, Term lives, uint32_t holder);
  std::vector<uint32_t> roots(const Ending& ending) const;
  std::vector<std::pair<uint32_t, Term>> closed_set(const std::map<uint32_t, Holders>& holders, bool all);
  std::vector<uint32_t> heap_objects() const;
  // After the last statement: where what is found there is told.
  static Step at_end(const Ending& ending) {
    return {.thread = ending.state.thread, .path = ending.state.path, .pos = ending.pos};
  }

  const core::UndefSet& checks_;
  const core::Program& program_;
  Terms& terms_;
  Paths& paths_;
  Decisions& decisions_;
  const Objects& objects_;
  Pointers& pointers_;
  const Addresses& addresses_;
  PointerAccess& access_;
  CellContents& contents_;
  Sharing& sharing_;
  SharedView& view_;
  Lifetimes& lifetimes_;
  ThreadTable& threads_;
  Records& records_;
  EventLog& events_;
  const Unrolled& unrolled_;
  std::vector<Ending> endings_;
  Term asked_;  // the number of the question that is asked in the end
  uint32_t questions_ = 0;
};

}  // namespace fencepost::unroll
