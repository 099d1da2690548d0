// What threads do to memory that they share, after unrolling: the events of seed 004's abstraction. List order is program
// order for the events of one thread that happen together, but for those that are unsequenced; which of them happen, where
// and with which values are terms.
//
// Only cells that one thread writes while another uses them have events (sharing.h). All that happens before the first
// Spawn of a run is part of the initial contents.
#pragma once

#include <string>
#include <vector>

#include "core/core.h"
#include "unroll/path.h"
#include "unroll/sequencing.h"
#include "unroll/value.h"

namespace fencepost::unroll {

// Bits of an object that are accessed as one. A pointer's value is an object number and an offset, any other is its bits.
struct SharedCell {
  uint32_t object = 0;
  uint64_t at = 0, width = 0;
  bool pointer = false;
};

struct Event {
  enum class Kind : uint8_t { initial, read, write, fence, spawn, start, end, join };
  struct PossibleCell {
    uint32_t cell;
    Term when;  // exactly one holds if the event happens
  };
  static constexpr uint32_t kNone = ~0u;

  Kind kind = Kind::read;
  uint32_t thread = 0;
  Term guard;
  Path path = nullptr;  // it happens on this path ...
  Term when;            // ... if this holds as well
  Term
      attempted;  // the guard, had its section not stopped and been taken back (atomic_sections.h); null: it is none of those
  core::MemoryOrder order = core::MemoryOrder::plain;
  core::MemoryOrder failure_order = core::MemoryOrder::plain;  // of a read whose partner does not happen
  std::vector<PossibleCell> cells;                             // read, write, initial
  Value value;
  uint32_t partner = kNone;              // the other half of a read-modify-write, or of spawn and start, end and join
  uint32_t section = 0;                  // atomic section; 0: none
  uint32_t whole = 0;                    // parts of one access that others see at once share this number; 0: no part
  ReadSet addr = 0, data = 0, ctrl = 0;  // earlier reads on which its cell, its value, its happening rest
  // A read whose source follows from the others: it takes what the thread's last access to the cell took or wrote, or what
  // was there when the thread was made.
  bool implied = false;
  // Of a lock that is given up and taken again while its thread waits for a signal, and that nobody but those who take
  // it looks at.
  bool of_wait = false;
  // What keeps others away from its cell until the thread is done there (guarded.h): the lock or section, by number,
  // and which time it is. 0: nothing.
  uint32_t guard_lock = 0, region = 0;
  uint32_t sequence = 0;  // what it is sequenced with (sequencing.h)
  bool at_end = false;    // of no statement: the thread that ends the program looks at what is left
  bool converts = false;  // it asks if an object lives since a number becomes a pointer; false: for a check
  // Of a question whether an object lives: the access for which it is asked, from this event up to that one; of an update its reads.
  uint32_t asks_from = 0, asks_to = 0;
  bool asks_for_store = false;  // that access only writes, be it an event or not
  uint32_t access = 0;          // parts of one access share its number
  bool observable = true;       // false: executions that differ here alone are equivalent (arrivals at a barrier)
  SourcePos pos;
  std::string function;
  std::string text;

  // Do they happen at one moment, wherever threads go by turns?
  bool is_one_step_with(const Event& other) const {
    return (section != 0 && section == other.section) || (whole != 0 && whole == other.whole);
  }
  // Its thread comes to it, whatever becomes of its section.
  Term is_tried() const { return attempted ? attempted : guard; }
  bool is_access() const { return kind == Kind::read || kind == Kind::write || kind == Kind::initial; }
};

// A place at which a thread does not go on as long as something does not change.
struct Wait {
  // await: a lock or the like. join: for a thread to end. loop: it goes round in circles, and some value would let it leave,
  // or it reads again and again. idle: it goes round in circles for ever, whatever others do.
  enum class Kind : uint8_t { await, join, loop, idle };
  Kind kind = Kind::await;
  uint32_t thread = 0;
  Term blocked;     // it gets there and does not go on ...
  Term while_this;  // ... as long as this holds, which ...
  // ... follows from reads among these events, the last not included.
  uint32_t first = 0, last = 0;
  SourcePos pos;
  std::string function;
};

struct ThreadInfo {
  uint32_t parent = 0;
  core::FunctionId function{};
  Term guard;     // it is made
  Term finished;  // it comes to its end
  Term exited;    // it ends the program; null: never
  Term returned;  // of the first thread: by returning from the entry; null: never
  Value result;   // of what it runs, if it finishes; may be null
  uint32_t spawn = Event::kNone;
  SourcePos pos;
};

// One of several threads that nobody can tell apart (runs/symmetric_threads.h).
struct SymmetricThread {
  uint32_t thread = 0;
  std::vector<uint32_t> breaking;  // symmetry-breaking accesses; the first happens whenever the thread was made
};

// An Alloc that happens, in the order of its thread.
struct Allocation {
  uint32_t thread = 0;
  uint32_t object = 0;
  Term guard;
  uint32_t access = 0;  // with threads: of the events that look which other objects are gone by then
  core::Storage storage = core::Storage::automatic;
};

}  // namespace fencepost::unroll
