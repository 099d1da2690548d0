// Runs the threads of a machine one at a time over one memory. A turn ends before an action that another thread might see
// (an atomic access, or one of storage that is not automatic; never inside an atomic section) and where the thread waits.
//
// An Await whose condition is false undoes the turn: memory and thread become what they were when it began, as if the
// thread had not been chosen, and it waits until another thread has done something. Locks are an update and an Await
// (library/), so both lie in one turn and a thread that finds the lock taken tries again. Starting a thread, ending the
// lifetime of an object and asking for a choice are never undone: a turn ends after them, and inside an atomic section
// the thread then waits for good.
//
// Rejected: evaluating the condition of an Await again, which would need to know what it depends on.
#pragma once

#include <map>
#include <random>

#include "core/machine.h"

namespace fencepost::core {

// Remembers what a turn overwrote.
class Journal : public ByteTap {
 public:
  Byte read(ObjectId, uint64_t, const Byte& stored) override { return stored; }
  uint8_t write(ObjectId object, uint64_t at, const Byte& byte, uint8_t changed, const Byte& stored) override;
  void clear() { old_.clear(); }
  size_t size() const { return old_.size(); }
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
  // Seed 0: threads take turns in order of creation; others: the next is drawn.
  Scheduler(Machine& machine, uint64_t seed) : machine_(machine), random_(seed), is_random_(seed != 0) {}
  virtual ~Scheduler() = default;
  Outcome run();

 protected:
  // Which of these threads (places in Machine::threads) goes on; there is one at least.
  virtual size_t pick(const std::vector<size_t>& able) { return able[random_() % able.size()]; }
  // Might other threads access it?
  virtual bool is_seen(ObjectId object) { return !is_local(object); }
  // An object that others know only if its thread tells them.
  bool is_local(ObjectId object) const {
    Storage storage = machine_.memory().object(object).storage;
    return storage == Storage::automatic || storage == Storage::thread;
  }
  // Around each statement once there are several threads, and when all since begins_turn has not happened.
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
  // Of the run, if this thread ends it.
  std::optional<Outcome> ending(const Thread& thread) const;
  Outcome nobody_can_go_on() const;

  bool is_random_;
  size_t last_ = 0;                      // index of the thread that had the last turn
  std::map<uint32_t, Outcome> waiting_;  // threads whose turn was undone since another has done something
  Journal journal_;
};

}  // namespace fencepost::core
