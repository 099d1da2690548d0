// Store buffers without a bound, by a question about interleavings: no triangular race (S. Owens, "Reasoning about the implementation of
// concurrency abstractions on x86-TSO", ECOOP 2010), no run that is not one of interleaving. A triangular race is a state in which
//
//   - a thread is about to load a variable, and a store of its own since the last full barrier may wait in its buffer;
//   - another is about to write that variable.
//
// Why that suffices, for one queue a thread. Follow a run on the machine until a write of another thread first reaches a variable that some
// thread has loaded while stores of its own waited that wait still. Until then, every load could have been made when these stores had left
// the buffer, with the same result: so the run until then is an interleaving, in which stores happen when they leave the buffer, and the stores that
// wait with what follows them have not happened yet. In it let the loading thread go on up to the load. What it does on the way
// sees the same as on the machine, and the other thread has not moved: that is a triangular race. If there is none in any
// interleaving, the whole run is one; the thread that fails at its end does so with its waiting stores done.
//
// A write inside an atomic section has to be as good as one alone, for what the section has read before may be what the loading thread
// stores on its way: sections that access more than one variable have no such form.
//
// Stores that reach memory at once (delays.h) do so after all that they must not overtake. With one queue that is the whole buffer, and where
// stores pass each other all that was stored before the last store barrier. Such a store waits for the buffer to be empty, if nothing
// has been put into it since that barrier, and is a barrier here: a lock that is given back by a release, say.
#pragma once

#include <variant>

#include "flat/buffer_facts.h"
#include "flat/delays.h"
#include "flat/flat_program.h"
#include "flat/not_flat.h"

namespace fencepost::flat {

// Where stores pass each other, too, or sections access more than one variable, a stronger question does: is there a state in which a thread is
// about to make a store that may wait, or to load or store anything while one of its own may wait, all outside of sections, and another
// thread is about to make a conflicting access, of whatever kind? If not, the runs are interleavings (data-race freedom: S. Adve,
// M. Hill, "Weak ordering: a new definition", ISCA 1990). Follow a run on the machine as an interleaving in which stores happen when they are
// executed, up to the first step e that conflicts with one of another thread t that t has made since a store that waits still. Until then all
// loads agree: who loads or overwrites a variable finds that others who stored it have emptied their buffers since. Let c be the first
// of those steps of t that e conflicts with. Leave out c and what t did after it: nobody has had to do with any of it before e. Then t is
// about to do c, the other thread about to do e, or a section that comes to e: such a state. That buffers empty at updates, sections,
// and the beginnings and ends of threads is all that is needed of the machine.

// The program, in which loads are plain that may come before stores of their thread, and no other access is: a data race of it is a triangular
// race of the given one. Verified and simplified.
std::variant<FlatProgram, NotFlat> with_triangular_races(const FlatProgram& program, const BufferFacts& facts,
                                                         const Delays& delays, logic::Terms& terms);

// The same, for the stronger question: a data race of it is such a state.
std::variant<FlatProgram, NotFlat> with_races_of_waiting(const FlatProgram& program, const BufferFacts& facts,
                                                         const Delays& delays, logic::Terms& terms);

}  // namespace fencepost::flat
