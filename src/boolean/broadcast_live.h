// What the future of a broadcast program may depend on, by template and location: of the thread's own variables those that it reads before it sets them, and those that
// others may read, whenever they take a step in which it is passive; of shared ones those that it reads before it sets them. The rest can be forgotten.
//
// That a value contradicts others (`never`) is no reading: forgetting may lose that, so that there are more states, never fewer. What contradicts others
// at some places (`never_at`) is there to be used: it is read by all threads that stand there.
#pragma once

#include "boolean/broadcast_compiled.h"

namespace fencepost::boolean {

class BroadcastLive {
 public:
  BroadcastLive(const BroadcastProgram& program, const PackedProgram& packed);

  using Mask = PackedValues::Mask;
  const Mask& own(uint32_t of, uint32_t location) const { return own_[of][location]; }
  // Of what is shared, to a thread there. Those that may still begin are at their entry.
  const Mask& shared(uint32_t of, uint32_t location) const { return shared_[of][location]; }

  // Updates of what nobody reads become anything.
  void strip_idle_updates(const BroadcastProgram& program, PackedProgram& packed) const;

 private:
  void read_at_places(const PackedProgram& packed);
  bool take_step(const BroadcastProgram& program, const PackedProgram& packed, uint32_t of, uint32_t number);
  bool add(Mask& to, const Mask& more) const;
  // Of what is shared, after a step of such a thread.
  Mask shared_after(uint32_t of, uint32_t location) const;

  std::vector<std::vector<Mask>> own_, shared_;
  std::vector<Mask> anywhere_;  // of what is shared, by template
  std::vector<bool> is_replicated_;
};

}  // namespace fencepost::boolean
