// Forgetting events that no future event can observe, so that loops which write converge (point of seed 000's definition 4: it covers a
// state only by an equal graph, and a loop makes the graph grow).
//
// Where a thread goes on as far as it can, all that it has written stays visible to a thread that has not moved yet. So programs of which
// a loop writes tracked variables are explored in another order: any thread may go on, and an event comes to the graph when memory sees
// it. No read waits for a write, and no graph has to be judged; it is one that the model allows, by its making. Why no execution is
// missed, and which events the rest of an execution has no edges to:
//
//   sc        The axiom says that program order, sync, rf, co and fr, with sections as single steps, have no cycle. Put the events of an
//             execution into a line along them, each section in one piece. In that line a read takes the last write to its location
//             before it (a later one would be read before it is there, and an earlier one makes an fr edge backwards), and co is
//             the order of the line. The graph grows along the line: at each point a read has the one source that is last, and a write
//             becomes the last. All edges between what is there and what is to come lead forwards; and of those that begin at
//             a write, all but the last write's are made by other edges as well. So of the writes to a location the future
//             needs the last one alone, and of reads and fences none.
//   tso, pso  The axiom `order` has no cycle: a line again, in which the place of a write is the moment at which it leaves the buffer of its
//             thread; it joins the graph, as pending, when its thread passes it. A read takes the youngest pending write of its own thread to
//             that location, else the last one that is not pending: with a pending write w before it in program order, it takes neither an
//             older one, nor one of another thread, which would have to be after w in co (axiom `coherence`), thus in the line, and
//             before the read at the same time. Writes leave in program order (tso), or those to one location do, and those on both sides of a
//             store barrier (pso); updates, sections, full barriers and the points of threads are passed when nothing
//             is pending (flat/buffer_facts.h asks the model for all that). As above, the future needs the last write to each location that
//             is not pending, the pending ones, and the barriers between these.
//
// ra and rc11 have no such line: a thread that stands still may later read any of the writes that another one has made meanwhile, unless it has
// seen a later one. Graphs grow by threads there, and loops that write for ever end by their budget. Likewise a loop that writes into its
// buffer and never waits for it: at most kMostPending writes are followed, and then the answer is no proof.
#pragma once

#include <functional>

#include "result/graph_state.h"

namespace fencepost::engine::cegar::graphs {

constexpr uint32_t kMostPending = 8;  // in the buffer of a thread

// What a graph was before events were dropped, and which of them are left: by thread, places in it.
struct Forgotten {
  result::GraphState grown;
  std::vector<std::vector<uint32_t>> kept;
};

// The last events of the thread are dropped.
Forgotten last_forgotten(result::GraphState grown, uint32_t thread, uint32_t count);

// Of a pending write: how many pending ones to the same variable its thread made before it.
uint32_t place_in_buffer(const result::GraphState& state, const result::EventRef& write);

// The events of `grown` that count for the future of a graph that grows as memory sees it. before: what it was, with one write to each
// variable that is not pending; what is not pending in `grown` and new, or was pending, is the last. is_barrier: a fence keeps writes
// that are pending in order, or what comes after it behind them; the end of a thread stays for who joins it.
std::vector<std::vector<uint32_t>> seen_by_future(
    const result::GraphState& before, const result::GraphState& grown,
    const std::function<bool(const result::GraphEvent&)>& is_barrier,
    const std::function<bool(uint32_t thread)>& is_over);

// The graph with these events alone. What they were part of, or took, is gone as well.
result::GraphState with_only(const result::GraphState& grown, const std::vector<std::vector<uint32_t>>& kept);

}  // namespace fencepost::engine::cegar::graphs
