// Which steps of a thread may be thought of as taken at another time, by the locks that are held (lock_sets.h): the movers of Lipton (CACM 18, 1975), told
// by the shape of the program alone.
//
//   both    touches nothing that another thread may touch meanwhile: its thread's variables; shared ones that nobody writes; or, with a lock, those
//           that are touched (for a load: written) by nobody without that lock while other threads are under way
//   right   takes a quiet lock, with the Assume after it: until the lock is given back, no step of others has to do with it
//   left    gives a quiet lock back
//   none    everything else; also whatever makes, joins or ends threads, and the beginning of a section
//
// A lock is quiet if nobody can tell that it is taken but by waiting for its end: while other threads are under way, who does not hold it takes
// it by one update that changes nothing if it is not free, and waits for ever then. Such an update may be left out of a run: its thread does nothing
// afterwards. Those of trylock can be told, as is a lock that is read by who waits for it.
#pragma once

#include <optional>
#include <vector>

#include "flat/company.h"
#include "flat/lock_sets.h"

namespace fencepost::flat {

enum class Mover : uint8_t { both, right, left, none };

class Movers {
 public:
  // The program outlives it. Of programs with notes no lock is known: notes tell who came first.
  Movers(const FlatProgram& program, logic::Terms& terms);

  Mover of(TemplateId id, uint32_t edge) const { return movers_[index(id)][edge]; }
  // A quiet lock is held by who stands there.
  bool holds_quiet(TemplateId id, Loc at) const { return (held_[index(id)][index(at)] & quiet_) != 0; }

 private:
  using Locks = uint64_t;  // a bit each

  void find_locks(logic::Terms& terms);
  bool is_quiet(size_t lock, logic::Terms& terms) const;
  bool waits(TemplateId id, const Edge& edge, const LockSet& lock, logic::Terms& terms) const;
  void find_kept_apart();
  Mover mover(TemplateId id, const Edge& edge, logic::Terms& terms) const;

  const FlatProgram& program_;
  Company company_;
  std::vector<LockSet> locks_;
  Locks quiet_ = 0;
  std::vector<std::vector<Locks>> held_;       // by template and location, whatever the variables are
  std::vector<bool> written_;                  // by VarId: somebody may
  std::vector<Locks> at_writes_, at_touches_;  // by VarId: held wherever others may be under way
  std::vector<std::vector<Mover>> movers_;
};

}  // namespace fencepost::flat
