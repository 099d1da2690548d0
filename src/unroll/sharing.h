// Which bits of which objects threads share, and what may be found there. It is learnt: a program with threads is unrolled
// again and again, each time with what the last unrolling saw, until nothing new is seen. The last unrolling is then
// complete by itself: every cell that one thread writes and another uses is accessed by events alone, and every pointer
// that is read from a shared cell has among its targets all that were written there.
//
// Cells are the finest ranges that writes tell apart: adjacent array elements and fields are different cells. What is always
// written at once stays one cell, and who reads a part of it reads it all and looks at that part: the read takes just one
// write, as it would on any machine. But where loads of different places may pass each other, a thread that reads two parts
// of it may find the first new and the second old, which two reads of one cell never do: such parts are cells of their own.
// Copies and fills write piece by piece, so that reads tell those pieces apart; scalars that are not aligned, byte by byte. A cell
// that one thread uses alone, or that nobody writes after the first Spawn, or that is written only before the Spawns of all
// others that use it (a thread begins with its parent's view), needs no events, unless an atomic access to it orders others.
// Nor does one that threads only write, unless it matters who overwrote whom.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "logic/term.h"
#include "result/lifetime_cells.h"
#include "unroll/state.h"
#include "unroll/views.h"

namespace fencepost::unroll {

// Where a pointer may point.
struct PointsToTarget {
  uint32_t object = 0;
  std::optional<logic::Bits> offset;  // none: any
  auto operator<=>(const PointsToTarget&) const = default;
};

// The address of a lock: its object, and where in it (bits).
using Lock = std::pair<uint32_t, uint64_t>;

// A thread that writes a cell: with so many Spawns before its last write, and holding these locks whenever it writes.
struct Writer {
  unsigned spawns = 0;
  std::set<Lock> locks;
};

// What a shared cell was seen to hold.
struct Content {
  bool pointer = false;
  bool unspecified = false;  // may hold such content
  std::set<PointsToTarget> targets;
  std::set<FixedView> views;     // of its pointers, but for those that are for all of their objects
  std::set<logic::Bits> values;  // of no pointer: all that it may hold, unless that is not known
  bool any_value = false;
  // Of a cell that is wider than a pointer, from its lowest bits on: what each part as wide as one may hold, as targets (numbers are
  // offsets in no object), or any value.
  std::vector<Content> parts;

  void add(const Content& other);
  bool add(const PointsToTarget& target);  // true: it is new
};

struct CellUse : Content {
  // The lock, by number, and the thread that holds it when it writes. What is written last before the lock is released is
  // seen from outside; 0: so is everything.
  using Inside = std::pair<uint32_t, uint32_t>;

  uint64_t at = 0, width = 0;  // bits
  bool shared = false;
  std::map<uint32_t, Writer> writers;  // by thread
  Content outside;
  std::map<Inside, Content> inside;

  uint64_t end() const { return at + width; }
  // With what a thread may read that holds the lock, as do all others when they write here: nothing of what they overwrote
  // before they released it.
  CellUse seen_by(uint32_t lock, uint32_t thread) const;
};

using result::is_of_life;
using result::kBirthAt;
using result::kGoneAt;
using result::kLifetimeAt;
using result::kLookAt;

class Sharing {
 public:
  // unread_writes: what threads write and nobody reads is shared, too.
  // loads_pass: a load may overtake an earlier one of another place.
  explicit Sharing(bool unread_writes, bool loads_pass) : unread_writes_(unread_writes), loads_pass_(loads_pass) {}
  // A thread and which of its parent's Spawns made it, counted from 0.
  void spawned(uint32_t thread, uint32_t parent, unsigned nth) { made_[thread] = {parent, nth}; }
  // An access while other threads may exist, after so many Spawns of its thread.
  void read(uint32_t object, uint64_t at, uint64_t width, uint32_t thread);
  // `at_once`: the whole range, as seen from any other thread.
  void written(uint32_t object, uint64_t at, uint64_t width, bool at_once, uint32_t thread, unsigned spawns,
               const std::vector<Held>& held);
  // An access there orders others around it, so it is an event whoever else uses the place.
  void orders(uint32_t object, uint64_t at, uint64_t width) {
    news_ = ordering_.insert({object, at, at + width}).second || news_;
  }
  // Bits of the range are unspecified and others are not, as bit-fields of one memory location may be. They need cells of
  // their own then, each of which holds one or the other; a store to one of them may be seen in parts.
  void mixed(uint32_t object, uint64_t at, uint64_t width);
  // Of the memory location of a bit-field that is accessed.
  bool is_mixed(uint32_t object, uint64_t at, uint64_t width) {
    bit_fields_.insert({object, at, at + width});
    return mixed_.contains({object, at, at + width});
  }
  void held(uint32_t object, const CellUse& cell, const Content& content, const CellUse::Inside& inside = {});
  // It is accessed as a pointer, and known to be one from now on: as a number it would lead anywhere.
  void holds_pointer(uint32_t object, const CellUse& cell);

  // Locks, by number from 2 on; a lock that a thread releases without holding it, or that is written in other ways, guards
  // nothing.
  static constexpr uint32_t kSection = 1;
  void is_lock(const Lock& lock, uint64_t width);
  // Whatever locks overlap the range.
  void misused(uint32_t object, uint64_t at, uint64_t width);
  void misused(uint32_t object) { misused(object, 0, kLifetimeAt); }
  // Somebody looked whether a lock of the object is free, and may go on if not.
  void looked_at(uint32_t object) { news_ = looked_at_.insert(object).second || news_; }
  bool is_looked_at(uint32_t object) const { return looked_at_.contains(object); }
  bool is_misused(const Lock& lock) const { return misused_.contains(lock); }
  // Does nobody but this thread write the cell while it holds the lock?
  bool guards(const Lock& lock, const CellUse& cell, uint32_t thread) const;
  // Does nobody else write the cell, but for what was handed over when the thread was made? Then its own view is right.
  bool is_own(const CellUse& cell, uint32_t thread) const;
  uint32_t number(const Lock& lock) const { return locks_.at(lock).number; }

  bool empty() const { return cells_.empty(); }
  // Cells of which some bit is in the range, in order.
  std::vector<const CellUse*> cells(uint32_t object, uint64_t at, uint64_t width) const;
  // Has a scalar been accessed there that is not just these bits? What cuts it stays for good.
  bool cuts(uint32_t object, uint64_t at, uint64_t width) const;

  // Takes in what was recorded since; true if that changed anything.
  bool settle();

 private:
  struct Use {
    std::set<uint32_t> readers;
    std::map<uint32_t, Writer> writers;
    bool at_once = false;    // some write there is at once ...
    bool in_pieces = false;  // ... or is not
  };
  // Was all that a thread wrote, with so many Spawns before the last write, handed over to the other by a Spawn?
  bool handed_over(uint32_t writer, unsigned spawns, uint32_t user) const;
  using Range = std::pair<uint64_t, uint64_t>;  // at, end
  std::set<uint64_t> cuts(uint32_t object, const std::map<Range, Use>& uses) const;
  bool is_of_bytes(uint32_t object, const Range& range, const Use& use) const;
  static bool is_read_apart(const Range& written, uint64_t cut, const std::map<Range, Use>& uses);
  bool unread_writes_, loads_pass_;
  std::map<uint32_t, std::pair<uint32_t, unsigned>> made_;
  std::map<uint32_t, std::map<Range, Use>> uses_;
  using ObjectRange = std::tuple<uint32_t, uint64_t, uint64_t>;  // object, at, width
  struct Holding {
    Content all, outside;
    std::map<CellUse::Inside, Content> inside;
  };
  std::map<ObjectRange, Holding> holdings_;
  std::set<ObjectRange> ordering_;            // object, at, end
  std::set<ObjectRange> bit_fields_, mixed_;  // likewise
  std::map<uint32_t, std::vector<CellUse>> cells_;
  struct KnownLock {
    uint32_t number;
    uint64_t width;  // bits
  };
  std::map<Lock, KnownLock> locks_;
  std::set<Lock> misused_;
  std::set<uint32_t> looked_at_;  // objects
  bool news_ = false;
};

}  // namespace fencepost::unroll
