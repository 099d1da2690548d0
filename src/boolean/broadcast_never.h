// Contradictions between values in a state of a broadcast program (`never`): of what is shared, with one thread, and between two.
#pragma once

#include "boolean/broadcast_step.h"

namespace fencepost::boolean {

class Contradictions {
 public:
  explicit Contradictions(const PackedProgram& program) : never_(program.never) {}

  // Makes known what is the same in all of the states: where all literals of a cube but one hold, that one fails. False: there are none.
  bool learn(PackedValues& shared, std::span<ThreadClass> threads) const;
  // Something unknown on which it depends whether a state is one: of what is shared (no thread), or of the threads of a class.
  struct Unknown {
    std::optional<uint32_t> thread;
    unsigned bit = 0;
  };
  std::optional<Unknown> undecided(const PackedValues& shared, std::span<const ThreadClass> threads) const;
  // Makes known enough for a state without contradiction, whatever the rest is; all classes have one thread. fails: there is none; open: none was
  // found soon.
  Truth complete(PackedValues& shared, std::vector<ThreadClass>& threads) const;

 private:
  bool complete(PackedValues& shared, std::vector<ThreadClass>& threads, unsigned& left) const;
  template <typename F>
  bool for_each(PackedValues& shared, std::span<ThreadClass> threads, F visit) const;

  const std::vector<PackedNever>& never_;
};

}  // namespace fencepost::boolean
