// The state of a run and what each statement does to it. Whoever drives the machine says which thread takes its next
// statement: a Scheduler (core/scheduler.h) for a run of its own, or replay (check/) along a given run.
//
//   machine.cpp          control and calls
//   machine_threads.cpp  threads, atomic sections
//   machine_memory.cpp   actions on memory
//   machine_look.cpp     what a thread is about to do, without doing it
//   machine_end.cpp      what the program leaves behind
#pragma once

#include <map>
#include <set>

#include "base/budget.h"
#include "core/evaluate_expr.h"
#include "core/thread.h"
#include "core/trace.h"

namespace fencepost::core {

// Where the labels of a function are defined.
struct LabelPosition {
  const Block* block = nullptr;
  size_t index = 0;
};
using LabelTable = std::vector<LabelPosition>;
LabelTable find_labels(const Function& function);

// Bits of an object that a statement accesses. `update`: by an Rmw, which writes only if its condition holds.
struct Touch {
  enum class Kind : uint8_t { read, write, update } kind = Kind::read;
  ObjectId object = kNoObject;
  uint64_t begin = 0, end = 0;
};

class Machine {
 public:
  Machine(const Program& program, const UndefSet& checks, Environment& environment, Budget& budget,
          const Limits& limits);
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  // The threads in order of creation; the first has number 0 and begins at init. References to threads stay valid.
  const std::deque<Thread>& threads() const { return threads_; }
  const Thread* find(uint32_t number) const;
  bool has_spawned() const { return threads_.size() > 1; }
  uint64_t steps() const { return steps_; }  // executed so far

  // The next statement of a thread that is not over; null: the thread is at the end of a function's body.
  const Stmt* next(uint32_t number);
  // What the next statement accesses, reads before writes; nothing if no living object holds the bytes.
  std::vector<Touch> touches(uint32_t number);
  // The value that it loads, stores or updates; nothing if no living object holds it.
  struct TypedAccess {
    Value pointer;
    Type type;
    BitRange bits;
  };
  std::optional<TypedAccess> accessed(uint32_t number);
  std::vector<ObjectId> killed(uint32_t number);  // the objects that the next statement ends
  // The object whose lifetime the next statement asks about (ptr_alive), or kNoObject.
  ObjectId asked_about(uint32_t number);
  // The byte that Fence::ptr designates, if the next statement is a fence that has one.
  std::optional<Touch> fenced(uint32_t number);
  bool converts(uint32_t number);                   // does the next statement contain int_to_ptr?
  bool waits(uint32_t number);                      // is it a Join of a thread that has not ended?
  std::optional<uint32_t> joined(uint32_t number);  // the thread that the next statement waits for, if it exists
  // Would the update that comes next write? Changes nothing but the register that it loads into.
  bool would_write(uint32_t number);
  bool ends_thread(uint32_t number);
  bool ends_program(uint32_t number);
  // Does the entry function return next? An Exit does not count.
  bool returns_from_entry(uint32_t number);

  // The strands to which a thread may switch: those of the Unseqs around its next statement, in its innermost frame,
  // that are unsequenced with the current strand (C11 6.5p3). A called function is not interrupted (6.5.2.2p10), so
  // outer frames do not count.
  struct OtherStrand {
    size_t cursor, place;
    const Stmt* next;
  };
  std::vector<OtherStrand> other_strands(uint32_t number);
  void change_strand(uint32_t number, const OtherStrand& other);

  // Executes the next statement, or the return at the end of a function's body. The thread is not over and does not
  // wait.
  void step(uint32_t number);

  // After undefined behaviour the thread continues with its next statements: further checks do not fail, and accesses
  // that reach no object have no effect. A memory model may allow an execution that contains the events of these
  // statements.
  void go_on(uint32_t number);

  // Sets the thread back to an earlier state. Since then it has done nothing that another thread has seen.
  void restore(const Thread& thread);

  // A position for people: a statement's line or, inside the library, that of the innermost call from outside.
  struct Position {
    SourcePos pos;
    const Function* function;
    unsigned depth;
    bool in_library;
    uint64_t entry = 0;     // of its activation (Frame)
    SourcePos caller = {};  // of what lies in another file than the main one: the innermost call there that leads to it
  };
  Position position(uint32_t number);  // of the next statement

  // The statement of the next step() adds a line to the trace even if it is a plain access, with `text` at its end.
  void remark(std::string text) { remark_ = std::move(text); }
  // The line that the last access added to the trace, without the remark.
  const std::string& told() const { return told_; }
  void tell_at(uint32_t number, const Position& position, std::string text);
  std::string lvalue(uint32_t number);  // text for the object that the next statement accesses

  Trace& trace() { return trace_; }
  const Memory& memory() const { return memory_; }
  Memory& memory() { return memory_; }
  const std::string& printed() const { return printed_; }
  Budget& budget() { return budget_; }
  const Program& program() const { return program_; }

 private:
  // Control.
  void place_globals();
  void push_frame(FunctionId function, const std::vector<Value>& args, const Stmt* call, std::optional<Reg> result);
  void pop_frame(std::optional<Value> value);
  void end_block();
  void enter_strand(size_t place);
  void leave_cursor();
  void jump(Label label);
  void stop(Outcome::Kind kind, std::string reason, const SourcePos& pos);
  void stop_after_race();  // once the outermost Unseq around it has ended

  void run(const Let& k, const Stmt& stmt);
  void run(const Load& k, const Stmt& stmt);
  void run(const Store& k, const Stmt& stmt);
  void run(const Rmw& k, const Stmt& stmt);
  void run(const Fence& k, const Stmt& stmt);
  void run(const Copy& k, const Stmt& stmt);
  void run(const Fill& k, const Stmt& stmt);
  void run(const Alloc& k, const Stmt& stmt);
  void run(const Kill& k, const Stmt& stmt);
  void run(const Check& k, const Stmt& stmt);
  void run(const Assume& k, const Stmt& stmt);
  void run(const Choose& k, const Stmt& stmt);
  void run(const Call& k, const Stmt& stmt);
  void run(const Return& k, const Stmt& stmt);
  void run(const Exit& k, const Stmt& stmt);
  void run(const Spawn& k, const Stmt& stmt);
  void run(const Join& k, const Stmt& stmt);
  void run(const Self& k, const Stmt& stmt);
  void run(const EndThread& k, const Stmt& stmt);
  void run(const Await& k, const Stmt& stmt);
  void run(const AtomicBegin&, const Stmt&) { self().in_atomic = true; }
  void run(const AtomicEnd&, const Stmt&) { self().in_atomic = false; }
  void run(const Jump& k, const Stmt&) { jump(k.target); }
  void run(const Branch& k, const Stmt& stmt);
  void run(const DefineLabel&, const Stmt&) {}
  void run(const If& k, const Stmt& stmt);
  void run(const Unseq& k, const Stmt& stmt);
  void run(const SeqPoint&, const Stmt&) { frame().races.sequence_point(); }
  void run(const Print& k, const Stmt& stmt);
  void run(const Unsupported& k, const Stmt& stmt);

  // The thread whose turn it is.
  void enter(uint32_t number);
  void switch_to(Thread& thread);
  Thread& self() { return *current_; }
  Frame& frame() { return current_->frames.back(); }
  Value eval(const ExprPtr& expr) { return evaluator_.evaluate(*expr, frame().regs); }
  bool holds(const ExprPtr& expr) { return eval(expr).bits != 0; }
  void set(Reg reg, const Value& value) { frame().regs[index(reg)] = value; }
  Value choose_value(const Type& type);
  void place_object(ObjectId object, const SourcePos& pos);
  void make_own_objects();
  void end_own_objects();
  void leave(const Frame& frame);  // ends the objects of the frame that still live
  std::optional<FunctionId> function_at(const ExprPtr& callee, const Stmt& stmt);
  std::string arguments(const std::vector<ExprPtr>& args, std::vector<Value>& values);
  void end_thread(std::optional<Value> value);
  // The program ends while the objects `locals` are alive.
  void end_program(const Position& position, const std::vector<ObjectId>& locals, const std::string& when);
  void end_with_last_thread(const Position& position);
  void note_return(const Position& position);
  bool looks_for_leaks() const { return checks_.has(Undef::unfreed) || checks_.has(Undef::memory_leak); }
  std::vector<Failure> leaks(const std::vector<ObjectId>& locals, const std::string& when) const;
  void follow_pointers(const Stmt& stmt);

  // Does a living object hold the bytes? If not, the run stops, or the thread is undefined already.
  bool reachable(const Value& pointer, Bits bytes, const Stmt& stmt);
  bool affordable(Bits bytes, const Stmt& stmt);  // false, and the run stops, if one statement would take too long
  Value load(const Value& pointer, const Type& type, const BitRange& range);
  void act(const std::vector<Access>& actions, const Stmt& stmt);
  Access access(const Value& pointer, const Type& type, const BitRange& range, const Stmt& stmt) const;
  Access access(const Value& pointer, Bits bytes, const Stmt& stmt) const;

  Position position_of(const Stmt& stmt) const;
  SourcePos caller_in_main_file(const SourcePos& pos, size_t depth) const;
  const Stmt* user_of_storage(size_t depth) const;
  void tell(const Stmt& stmt, const std::string& text, bool also_in_library = false, bool shared = false);
  void note(const Stmt& stmt, WayStep::Kind kind, WayStep step = {});
  const std::string& name_in_library() const;
  void tell_access(const Stmt& stmt, const std::string& text);
  // 0 bytes: it is not one scalar.
  std::string lvalue(const Stmt& stmt, const Value& pointer, uint64_t bytes = 0, const BitRange& bits = {}) const;
  bool telling() const { return limits_.trace && in_entry_; }

  const Program& program_;
  const UndefSet& checks_;
  Environment& environment_;
  Budget& budget_;
  Limits limits_;
  Memory memory_;
  Evaluator evaluator_;
  std::vector<LabelTable> labels_;
  std::deque<Thread> threads_;
  std::map<uint32_t, Thread*> by_number_;
  Thread* current_ = nullptr;
  Trace trace_;
  std::optional<std::string> remark_;
  std::string told_;
  std::string printed_;
  uint64_t steps_ = 0;
  uint64_t entries_ = 0;
  bool in_entry_ = false;
  Position last_return_{};  // where a function last returned to the entry function; `function` is null if none has
  // For reports of leaks: the objects to which some pointer led, and where the last pointer to each was lost.
  std::set<ObjectId> was_held_;
  std::map<ObjectId, Position> lost_at_;
  unsigned looks_ = 0;
};

}  // namespace fencepost::core
