// Runs the threads of a machine one at a time over one memory. A turn ends before an action that another thread might see
// (an atomic access, or one of storage that is not automatic; never inside an atomic section) and where the thread waits.
//
// An Await whose condition is false undoes the turn: memory and thread become what they were when it began, as if the
// thread had not been chosen, and it waits until another thread has done something. Locks are an update and an Await
// (library/), so both lie in one turn and a thread that finds the lock taken tries again. Starting a thread, ending the
// lifetime of an object and asking for a choice are never undone: a turn ends after them, and inside an atomic section
// the thread then waits for good.
//
// Nobody sees the middle of an atomic section. So a run ends where an assumption fails in a section that has written, and it is not
// supported that such a section waits for good, or that a thread ends or waits for another one's end in a section: whether others
// go on then is a choice between meanings.
//
// Rejected: evaluating the condition of an Await again, which would need to know what it depends on.
#pragma once

#include <algorithm>
#include <map>
#include <random>

#include "core/machine.h"

namespace fencepost::core {

// The bytes that a turn overwrote, to undo it.
class Journal : public ByteTap {
 public:
  Byte read(ObjectId, uint64_t, const Byte& stored) override { return stored; }
  uint8_t write(ObjectId object, uint64_t at, const Byte& byte, uint8_t changed, const Byte& stored) override;
  void clear() { old_.clear(); }
  size_t size() const { return old_.size(); }
  template <typename Predicate>
  bool any_object(const Predicate& is_one) const {
    return std::ranges::any_of(old_, is_one, &Old::object);
  }
  void undo(Memory& memory);

 private:
  struct Old {
    ObjectId object;
    uint64_t at;
    Byte byte;
  };
  std::vector<Old> old_;
};

class Scheduler {
 public:
  // With seed 0 threads take turns in order of creation; any other seed draws the next thread.
  Scheduler(Machine& machine, uint64_t seed) : machine_(machine), random_(seed), is_random_(seed != 0) {}
  virtual ~Scheduler() = default;
  Outcome run();

 protected:
  // Chooses the thread of the next turn among `able`, which are indices into Machine::threads and not empty.
  virtual size_t pick(const std::vector<size_t>& able) { return able[random_() % able.size()]; }
  // Might other threads access the object?
  virtual bool is_seen(ObjectId object) { return !is_local(object); }
  // Objects of automatic and thread storage: other threads access them only if they got the address from their
  // thread.
  bool is_local(ObjectId object) const {
    Storage storage = machine_.memory().object(object).storage;
    return storage == Storage::automatic || storage == Storage::thread;
  }
  // Called at the beginning of a turn and around each of its statements, once there are several threads; undone()
  // when the turn has been undone.
  virtual void begins_turn(uint32_t) {}
  virtual void before_step(uint32_t) {}
  virtual void after_step(uint32_t, bool wrote) { (void)wrote; }
  virtual void undone(uint32_t) {}

  Machine& machine_;
  std::mt19937_64 random_;

 private:
  const Thread* choose();
  std::optional<Outcome> turn(const Thread& thread);
  bool ends_turn(const Thread& thread);
  void change_strand(uint32_t number);
  // The outcome of the run, if this thread stops in an atomic section after its turn and others must not go on.
  std::optional<Outcome> stops_in_section(const Thread& thread, bool has_effect, const SourcePos& pos);
  // The outcome of the run, if this thread ends it.
  std::optional<Outcome> ending(const Thread& thread) const;
  Outcome nobody_can_go_on() const;

  bool is_random_;
  size_t last_ = 0;                      // index of the thread that had the last turn
  std::map<uint32_t, Outcome> waiting_;  // threads whose turn was undone, until another thread has acted
  Journal journal_;
};

}  // namespace fencepost::core
