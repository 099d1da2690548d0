// A thread of a run: its activations, and why it cannot go on when it cannot. Memory is shared and lies elsewhere.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "core/choice_source.h"
#include "core/outcome.h"
#include "core/race.h"

namespace fencepost::core {

// A strand of an Unseq that has begun and stands still while another one goes on.
struct Cursor;
struct SuspendedStrand {
  const Block* block = nullptr;
  size_t next = 0;
  std::vector<Cursor> inside;
  RaceTracker::Strand races;
};

// A block being executed: the function's body, a branch of an If, or the strands of an Unseq one after the other, unless
// whoever drives the machine changes between them.
struct Cursor {
  const Block* block = nullptr;
  size_t next = 0;
  const Unseq* unseq = nullptr;
  std::vector<unsigned> order = {};                // of the strands
  size_t strand = 0;                               // place in the order
  std::map<size_t, SuspendedStrand> waiting = {};  // by place in the order
  std::set<size_t> done = {};
};

struct Frame {
  const Function* function = nullptr;
  std::vector<Value> regs;
  std::vector<Cursor> cursors;
  RaceTracker races;
  std::optional<Reg> result;      // of the caller
  const Stmt* call = nullptr;     // in the caller
  std::vector<ObjectId> objects;  // of automatic and temporary storage, made by it: they end with it at the latest
};

struct Thread {
  uint32_t number = 0;
  std::deque<Frame> frames;
  ChoiceSource* choices = nullptr;
  std::vector<ObjectId> allocated;   // in order: its own ones, then by Alloc
  std::map<GlobalId, ObjectId> own;  // objects of thread storage
  bool in_atomic = false;            // between AtomicBegin and AtomicEnd
  bool ended = false;
  std::optional<Value> result;     // ended: what it gave
  std::optional<Outcome> outcome;  // it cannot go on; `finished`: the program ends here
  std::vector<Failure> races;      // unsequenced
  size_t race_depth = 0;           // frames.size() when the first race was found

  bool undefined = false;  // its behaviour, from here on (Machine::go_on)

  bool over() const { return ended || outcome.has_value(); }
};

// What surrounds a run: where the choices of its threads come from, and how new threads are numbered.
class Environment {
 public:
  virtual ~Environment() = default;
  virtual ChoiceSource& choices(uint32_t thread) = 0;
  // A number that no thread of the run has. Throws BadChoice if there is none.
  virtual uint32_t number(uint32_t spawner) = 0;
};

// One source for all threads; numbers as they come.
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
