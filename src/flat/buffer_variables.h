// The reduction of seed 001 (section 3; figures 5 and 12): from a flat program and a bound k, one with store buffers of k entries as
// variables (buffer_queues.h), whose interleavings are the runs of the given program on a machine with buffers, as long as none holds more than
// k stores. Whoever proves something about interleavings proves it about that machine.
//
//   store     a check that there is room; then an entry and the counter. The variable itself does not change
//   load      the youngest entry for its cell, or else memory. (The seed's semantics 2 names the oldest, against its own figure 12 and
//             x86-TSO.)
//   barrier   an assumption that all buffers are empty; so do updates, sections, making and joining threads, and the end of the thread
//   flush     a loop at every place between two statements: an entry that may leave goes to memory, and younger ones move up
//
// What stands for one statement is an atomic section, of which one step at most is seen by others. It can only be entered where it can be
// left: what a thread waits for is assumed before, where its buffer still drains. In atomic sections of the program buffers are
// empty, and stores reach memory at once, as under every model of ours that has such a machine (buffer_facts.h).
//
// The check fails where a store finds k entries: an overflow. It has no kind, as beyond it nothing is modelled: a proof that no check fails
// holds for buffers of every length, and a run that fails it asks for a larger k. Unlike store_buffers.h, which keeps what waits in
// locations and needs no k, it makes programs for every loop, and their variables have a meaning of which predicates can speak.
#pragma once

#include <set>
#include <utility>
#include <variant>

#include "base/budget.h"
#include "flat/buffer_queues.h"
#include "flat/not_flat.h"

namespace fencepost::flat {

struct BufferVariables {
  FlatProgram program;                                // verified, and not simplified: it has the seed's form
  std::vector<std::vector<BufferQueue>> queues;       // by template
  std::set<std::pair<uint32_t, uint32_t>> overflows;  // by template and edge: the checks that there is room
  // The same of steps after which the variable that they set is not in use, until it is set again: it is 0 then.
  std::set<std::pair<uint32_t, uint32_t>> emptying;
  // By template and location: within what stands for one statement. The thread does not wait there, since counters are at most k: which no
  // single step tells.
  std::vector<std::vector<bool>> within;
  // By template and location: the location of the given program for which it stands, if it is one between two statements.
  std::vector<std::vector<std::optional<Loc>>> stands_for;
};

// Which stores wait. `needed`: those of which others could tell (delays.h), which keeps what checks can fail and how threads end; `all`: as
// in the seed, which keeps every state.
enum class Waiting : uint8_t { all, needed };

// Nothing of monitors (notes) is in the program.
std::variant<BufferVariables, NotFlat> with_buffer_variables(const FlatProgram& program, const BufferFacts& facts,
                                                             uint32_t bound, Waiting waiting, logic::Terms& terms,
                                                             Budget& budget);

}  // namespace fencepost::flat
