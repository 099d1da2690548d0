// Forgetting events that no future event can observe, so that loops which write converge (point of seed 000's definition 4: it covers a
// state only by an equal graph, and a loop makes the graph grow).
//
// Where a thread goes on as far as it can, all that it has written stays visible to a thread that has not moved yet. So programs of which
// a loop writes tracked variables are explored in another order: any thread may go on, and an event comes to the graph when memory sees
// it. No read waits for a write, and no graph has to be judged: it is one that the model allows, by its making. Why no execution is
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
//   rc11      where all that threads write for each other has seq_cst accesses alone: as sc (flat/under_model.h).
//
// Other models have no such line. Where program order and reads-from have no cycle (ra, rc11), an execution can be put into a line along
// these: again any thread may go on, a read takes any write that is there, and no read waits. Each graph is judged before anything is
// forgotten of it. Here all rests on what memory/graph_rules.h says of such models: what forbids a graph forbids every graph with more
// events and edges. So whatever is dropped, no execution is lost as long as all its writes are there when they are read. A write is
// unobservable if no thread that may still read its variable could do so now, by a read of any kind that it may come to, as its next event: with
// that one read more the graph is forbidden, and a later graph in which the thread reads it contains this one. This asks nothing of the model's text,
// and is exact in that sense; what else is dropped (reads of what is unobservable, all but the first and the last of equal reads, fences that
// nothing precedes) can only make executions look possible that are not. A failing one is built again with all its events, and judged.
//   A thread that stands still may read any write that others make meanwhile, unless it has seen a later one. So a thread that runs ahead of
// another for ever, as with locks, has no end of observable writes there; neither has a buffer that is never waited for. Graphs with more than
// kMostPending or kMostWrites are not gone on with, and then the answer is no proof: graphs grow by threads instead if all such loops may
// end, which needs no forgetting.
#pragma once

#include <functional>

#include "result/graph_state.h"

namespace fencepost::engine::cegar::graphs {

constexpr uint32_t kMostPending = 8;  // in the buffer of a thread
constexpr uint32_t kMostWrites = 5;   // of a thread to a variable, observable ones

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
std::vector<std::vector<uint32_t>> seen_by_future(const result::GraphState& before, const result::GraphState& grown,
                                                  const std::function<bool(const result::GraphEvent&)>& is_barrier,
                                                  const std::function<bool(uint32_t thread)>& is_over);

// Of a write: how many to the same variable its thread made before it.
uint32_t place_of_write(const result::GraphState& state, const result::EventRef& write);
bool has_too_many_writes(const result::GraphState& state);

// The events that count for the future of a graph whose reads take what is there. point: the tags of the points of threads, which stay.
std::vector<std::vector<uint32_t>> needed_by_future(
    const result::GraphState& grown, const std::vector<std::string>& point,
    const std::function<bool(const result::EventRef& write, uint32_t variable)>& is_observed);

// The graph with these events alone. Atomic sections are told by no event, and an update whose read is gone is a write.
result::GraphState with_only(const result::GraphState& grown, const std::vector<std::vector<uint32_t>>& kept);

}  // namespace fencepost::engine::cegar::graphs
