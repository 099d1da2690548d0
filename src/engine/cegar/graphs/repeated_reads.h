// Forgetting events that no future event can observe, so that loops which only wait converge (point of seed 000's definition 4: it covers a state
// only by an equal graph, and a thread that spins makes the graph grow).
//
// Of three equal blocks of reads that follow each other in program order, with the same orders, places and writes that they take, and nothing
// in between, the third changes nothing. The axioms of the models that are built (graph_facts.cpp: sc, tso, pso, ra, rc11) are about cycles, or
// closed walks, of program order that they keep, rf, co, fr and what is composed of these. Such a walk enters a block at a read, by program
// order or by rf, and leaves it at the same or a later read, by program order or by fr. All copies of a read are entered from and left for the
// same events outside. If it leaves at a read that is not before the one where it entered, within the block, one copy is enough for it; if not,
// two are. So whatever walk there is with three copies is there with two, and one cannot be closed within the blocks, where
// only program order leads from read to read. All these models keep the program order between reads and what follows
// them alike for reads of equal orders. Inside atomic sections, where others have no say, nothing is forgotten.
//   The same is true of blocks with fences of the program among the reads, or of fences alone: program order alone leads to a fence and from it, and
// to the same events outside for all its copies.
//
// Nothing of the kind is known of writes, as long as a thread that lags behind may still take any of them: growing_graphs.h.
#pragma once

#include "result/graph_state.h"

namespace fencepost::engine::cegar::graphs {

// After the thread's last event, a read that is no part of an update, or a fence. How many of its last events are gone.
uint32_t forget_repeated_reads(result::ThreadState& thread);

}  // namespace fencepost::engine::cegar::graphs
