// The state of one thread on one set of merged paths: registers of the running activation, memory, and which objects' addresses have
// become numbers. Copies share everything; see persistent.h.
#pragma once

#include <vector>

#include "unroll/path.h"
#include "unroll/persistent.h"
#include "unroll/value.h"

namespace fencepost::unroll {

// A run of bits of an object. Wide runs hold no value (zero, unspecified); a value has at most 128 bits. A pointer's bits
// can be split like any other's: `skip` says how many lower bits of it lie elsewhere.
struct Piece {
  enum class Kind : uint8_t { zero, unspecified, bits, integer, floating, pointer };
  uint64_t at = 0;     // bits from the start of the object
  uint64_t width = 0;  // bits
  Kind kind = Kind::zero;
  bool is_signed = false;  // integer: which Int its bits are
  uint8_t skip = 0;        // pointer
  uint32_t home = 0;       // unspecified: whose content, and which bits of it; all of one home and place are the same
  uint64_t home_at = 0;
  Value value;

  uint64_t end() const { return at + width; }
  bool blank() const { return kind == Kind::zero || kind == Kind::unspecified; }
  bool operator==(const Piece&) const = default;
};
using Pieces = std::vector<Piece>;

inline constexpr uint64_t kPageBits = 512;

// The pieces that start and end inside one page, in order, not overlapping; what lies between is the object's default.
struct Page : Counted {
  Pieces pieces;
};

// A write whose place is not known well enough to update pieces: it happened if `when`, at a byte offset that is a term.
struct LogEntry : Counted {
  Term when;
  Term offset;
  Piece piece;  // what was stored; at = 0
  Term length;  // of a fill: how many bytes get the piece, which is then 8 bits wide
};

struct ObjectState : Counted {
  Term alive;
  Piece::Kind rest = Piece::Kind::unspecified;  // content where there is no piece: zero or unspecified
  uint32_t home = 0;                            // of unspecified content
  PersistentArray<Shared<Page>> pages;
  PersistentArray<Shared<LogEntry>> log;  // newer than all pieces
  uint32_t log_size = 0;
  // The last write, if its offset was symbolic: reading there gives just that.
  Term recent_offset;
  Piece recent;
};

using Memory = PersistentArray<Shared<ObjectState>>;

// A branch of the running functions whose control dependencies end at `end`, if they end (Options).
struct ControlScope {
  uint32_t depth = 0;  // of the frame
  uint32_t end = 0;    // location
  ReadSet before = 0;  // State::control outside
  bool operator==(const ControlScope&) const = default;
};

// A lock that the thread holds, by the address of its object, and since which acquisition.
struct Held {
  uint32_t object = 0;
  uint64_t at = 0;  // bits
  uint32_t region = 0;
  bool operator==(const Held&) const = default;
};

struct State {
  uint32_t thread = 0;
  Path path = nullptr;
  PersistentArray<Value> regs;
  Memory memory;                  // absent: the object was not allocated on this path
  PersistentArray<Term> exposed;  // by object: its address was taken as a number; absent means false
  bool concurrent = false;        // there may be other threads
  ReadSet control = 0;            // reads on which branches so far rested
  std::vector<ControlScope> scopes;
  uint32_t sequence = 0;  // the strand that the thread is in (sequencing.h)
  uint32_t section = 0;   // the atomic section that the thread is in; 0: none
  uint32_t section_region = 0;
  std::vector<Held> held;           // surely
  PersistentArray<uint32_t> known;  // by shared cell: the region since which the thread's view of it is right
  // By shared cell: the lock, by number, until whose release nobody who takes it sees what the thread wrote there. Paths may
  // have joined that differ in it.
  static constexpr uint32_t kSeveral = ~0u;
  PersistentArray<uint32_t> unseen;
  // By global: the object of thread storage that the running thread means by it; 0: the global itself.
  const std::vector<uint32_t>* own = nullptr;
};

}  // namespace fencepost::unroll
