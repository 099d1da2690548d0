// Store buffers as a transformation: from a flat program, one whose interleavings are its runs on a machine on which stores of a thread
// wait in queues before they reach memory (x86-TSO: P. Sewell and others, CACM 2010; SPARC's PSO: a queue a variable). Whoever proves
// something about interleavings proves it about that machine, and knows nothing of it.
//
//   locations   a location of the program and what is in the buffer (buffer.h). A thread has ended when it has and its buffer is empty
//   stores      that need to wait (delays.h) are noted there, their values and places in registers; then some steps later they leave,
//               by a Store each
//   loads       take the youngest store to their cell that waits, or else what memory has
//   barriers    and what orders as they do (buffer_facts.h) can be passed when the buffer is empty, or close it to stores. So can atomic
//               sections be entered, in which stores reach memory at once; they are one step to others
//
// Values that are known at a location are followed: where a thread waits for what would not be in memory while its own store is in
// the buffer, it cannot have it there any more. That bounds the buffers of many loops. Buffers of others are not bounded, and
// these programs have no such form; nor do those that use orders to which the model gives no meaning.
//
// A failing check needs no buffer to be empty, nor does the end of the program. Kept are the failures of checks, as by a reduction: if
// one can fail, one does. Whether two accesses are next to each other, a data race, is not.
#pragma once

#include <variant>

#include "base/budget.h"
#include "flat/buffer_facts.h"
#include "flat/flat_program.h"
#include "flat/not_flat.h"

namespace fencepost::flat {

// Verified and simplified. The registers are variables of the templates, called after what they keep.
std::variant<FlatProgram, NotFlat> with_store_buffers(const FlatProgram& program, const BufferFacts& facts,
                                                      logic::Terms& terms, Budget& budget);

}  // namespace fencepost::flat
