// A thread of a run: its stack of frames and, when it cannot continue, the reason. Memory is shared by all threads (memory_bytes.h).
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "core/choice_source.h"
#include "core/outcome.h"
#include "core/race_tracker.h"

namespace fencepost::core {

// A strand of an Unseq that has begun and is suspended while another strand runs.
struct Cursor;
struct SuspendedStrand {
  const Block* block = nullptr;
  size_t next = 0;
  std::vector<Cursor> inside;
  RaceTracker::Strand races;
};

// A block being executed: the function's body, a branch of an If, or the strands of an Unseq one after the other, unless
// the scheduler or the replay switches between them.
struct Cursor {
  const Block* block = nullptr;
  size_t next = 0;
  const Unseq* unseq = nullptr;
  std::vector<unsigned> order = {};                // permutation of the strands
  size_t strand = 0;                               // the current one, as an index into `order`
  std::map<size_t, SuspendedStrand> waiting = {};  // by index into `order`
  std::set<size_t> done = {};                      // finished strands, as indices into `order`
};

struct Frame {
  const Function* function = nullptr;
  std::vector<Value> regs;
  std::vector<Cursor> cursors;
  RaceTracker races;
  std::optional<Reg> result;      // the caller's register for the result
  const Stmt* call = nullptr;     // the Call in the caller
  std::vector<ObjectId> objects;  // its objects of automatic and temporary storage, which end with it at the latest
  uint64_t entry = 0;             // changes whenever control jumps (core/way.h)
};

struct Thread {
  uint32_t number = 0;
  std::deque<Frame> frames;
  ChoiceSource* choices = nullptr;
  std::vector<ObjectId> allocated;   // in order: its objects of thread storage, then those of its Allocs
  std::map<GlobalId, ObjectId> own;  // its objects of thread storage
  bool in_atomic = false;            // between AtomicBegin and AtomicEnd
  bool ended = false;
  std::optional<Value> result;     // if it has ended: the value for Join
  std::optional<Outcome> outcome;  // why it cannot continue; `finished`: it ended the program
  std::vector<Failure> races;      // unsequenced races that are not reported yet
  size_t race_depth = 0;           // frames.size() when the first race was found

  bool undefined = false;  // it continues after undefined behaviour (Machine::go_on)

  bool over() const { return ended || outcome.has_value(); }
};

// The environment of a run: the source of its threads' choices and of the numbers of new threads.
class Environment {
 public:
  virtual ~Environment() = default;
  virtual ChoiceSource& choices(uint32_t thread) = 0;
  // A number that no thread of the run has. Throws BadChoice if there is none.
  virtual uint32_t number(uint32_t spawner) = 0;
};

// One source of choices for all threads; threads are numbered in order of creation.
class PlainEnvironment : public Environment {
 public:
  explicit PlainEnvironment(ChoiceSource& choices) : choices_(choices) {}
  ChoiceSource& choices(uint32_t) override { return choices_; }
  uint32_t number(uint32_t) override { return ++last_; }

 private:
  ChoiceSource& choices_;
  uint32_t last_ = 0;
};

}  // namespace fencepost::core
