// On which reads of a run a value, an address or a branch rests, followed through registers and through memory of a thread's
// own as the interpreter runs. The data flow is the program's text: `v ^ v` rests on what v rests on, whatever it comes to;
// so do both sides of a conditional expression.
//
// Control: on a machine all that follows a branch rests on what was read for it. To a compiler what comes after an `if` or a
// loop does not: it is reached either way and may be moved ahead of the branch (Documentation/memory-barriers.txt of the Linux
// kernel, "control dependencies"). There the dependency ends where the ways meet again. A call through a pointer is a branch
// to the functions that it may designate, whose ways meet where the call returns.
//
// A read is named by the step of the run that makes it. Sets may name reads of other threads, by which a value came to this
// one; those are no dependencies.
#pragma once

#include <map>
#include <unordered_map>
#include <vector>

#include "check/join_points.h"
#include "core/machine.h"

namespace fencepost::check {

// Steps, ascending.
using Reads = std::vector<uint32_t>;
void join(Reads& reads, const Reads& others);

// What a statement reads of shared places: by byte, the steps that read it.
using SharedReads = std::map<std::pair<core::ObjectId, uint64_t>, Reads>;

class DataFlow {
 public:
  enum class Control : uint8_t { lasts, ends_where_paths_meet };

  DataFlow(core::Machine& machine, Control control) : machine_(machine), control_(control) {}

  // Of the thread's next statement: what its happening rests on, and the address that it reads or writes.
  const Reads& control(uint32_t thread);
  Reads address(uint32_t thread, core::Touch::Kind kind);
  // What it compares, if it is a compare-exchange, once `shared` has been read: a machine branches on that before it stores.
  Reads compared(uint32_t thread, const SharedReads& shared);
  // What the bytes [begin, end) rest on that it writes, once `shared` has been read.
  Reads written(uint32_t thread, const SharedReads& shared, uint64_t begin, uint64_t end);

  // Around Machine::step of the thread.
  void before_step(uint32_t thread, const SharedReads& shared);
  void after_step(uint32_t thread);

 private:
  using Registers = std::unordered_map<uint32_t, Reads>;  // of one activation; without those that rest on nothing
  struct Scope {                                          // a branch whose ways have not met yet
    size_t activation;                                    // by depth
    const core::Stmt* end;                                // null: the end of the activation
    Reads before;                                         // control outside
  };
  struct ThreadFlow {
    std::vector<Registers> activations;
    Reads control;
    std::vector<Scope> scopes;
  };
  // Of a statement that is being executed.
  struct Effect {
    size_t depth = 0;
    std::optional<core::Reg> reg;  // of the activation that goes on
    Reads value;
    std::vector<Reads> arguments;
    bool calls = false, returns = false;
  };

  ThreadFlow& flow(uint32_t thread);
  Reads of(const core::Expr& expr, const Registers& registers) const;
  Reads of(const core::ExprPtr& expr, const Registers& registers) const;
  Registers with_found(const core::Rmw& update, uint32_t thread, const SharedReads& shared);
  Reads read(const core::Touch& touch, const SharedReads& shared, const Reads& address) const;
  Reads stored(core::ObjectId object, uint64_t bit) const;
  void store(const core::Touch& touch, const Reads& value, bool joins);
  void copy(const core::Touch& from, const core::Touch& to, const SharedReads& shared, const Reads& address);
  void depend_on(const core::Stmt& branch, ThreadFlow& flow, const core::Thread& thread, const Reads& reads);
  const JoinPoints& join_points(const core::Function& function);

  core::Machine& machine_;
  Control control_;
  std::map<uint32_t, ThreadFlow> threads_;
  std::map<core::ObjectId, std::unordered_map<uint64_t, Reads>> memory_;  // by bit; without those that rest on nothing
  std::map<const core::Function*, JoinPoints> join_points_;
  Effect effect_;
};

}  // namespace fencepost::check
