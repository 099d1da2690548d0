// A state of the declarative semantics (seed 000, section 4.4.1): where every thread stands, whether it waits for a write that does not exist
// yet, and the execution graph so far. Events are known by their thread and their place in it, so that the same graph looks the same
// whichever way it was reached. The value of a write is a variable of its own, by its thread and place, or where graphs forget by its place
// among the writes of its thread to that variable (of those that wait in its buffer, if there is a memory: what has left it is the value of
// the program's variable); coherence is not part of a state: who judges it finds one.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "flat/configuration.h"

namespace fencepost::result {

struct EventRef {
  static constexpr uint32_t kInitial = ~0u, kNone = ~0u - 1;

  uint32_t thread = kNone;
  uint32_t index = 0;  // in the thread; of an initial write: the variable
  bool operator==(const EventRef&) const = default;
  bool exists() const { return thread != kNone; }
};

struct GraphEvent {
  // The points at which a thread is made, begins, ends and is joined are fences to a memory model.
  enum class Kind : uint8_t { read, write, fence } kind = Kind::fence;
  const std::vector<std::string>* tags = nullptr;
  const flat::Edge* edge = nullptr;  // null: begin or end of the thread
  uint32_t variable = ~0u;           // a VarId; fences have none
  uint32_t section = 0;              // the atomic section of the thread; 0: none
  // Of a read: its write, or none as long as that is still to come (an open read); of a beginning or join: what it
  // synchronises with.
  EventRef source;
  bool updates = false;              // the write of an update, whose read is the event before it
  bool depends_on_previous = false;  // a fence that is control-dependent on the event before it
  bool pending = false;              // a write that is still in the store buffer of its thread
};

struct ThreadState {
  // blocks: its next step is a read that waits for a write (a revisitable read; Kokologiannakis and others, POPL 2018); takes: that write
  // has come. stands: it cannot go on, or need not. fails: a check has failed; other threads have to leave their atomic sections first.
  enum class Status : uint8_t { goes_on, blocks, takes, stands, fails } status = Status::goes_on;
  const flat::Edge* edge = nullptr;  // blocks, takes, fails: the step
  uint32_t variable = ~0u;           // blocks, takes: what it reads
  EventRef source;                   // takes: from where
  uint32_t section = 0, sections = 0;
  std::vector<GraphEvent> events;
};

// The order in which graphs grow, and so what can be forgotten of them (engine/cegar/graphs/growing_graphs.h).
enum class Growth : uint8_t {
  by_threads,  // a thread goes on as far as it can; reads wait for writes that come later
  by_memory,   // any thread goes on, and events come in the order in which memory sees them
  by_causes,   // any thread goes on, and reads take what is there
};

struct GraphState {
  flat::Configuration control;  // locations; whoever is in an atomic section says so himself
  std::vector<ThreadState> threads;
  std::set<uint32_t> overwritten;  // variables whose first values nobody can read any more
};

// The name of the variable that is the value of this write of a variable.
std::string name_of_value(const std::string& variable, const EventRef& write);

// Likewise of what an open read takes, a variable of its own until its write has come.
std::string name_of_open(const std::string& variable, const EventRef& read);
inline bool is_open(const GraphEvent& event) { return event.kind == GraphEvent::Kind::read && !event.source.exists(); }

// Equal for equal states, and for those alone.
std::string key_of(const flat::FlatProgram& program, const GraphState& state);

// The events and who waits, a line a thread, for people.
std::string described(const flat::FlatProgram& program, const GraphState& state);

}  // namespace fencepost::result
