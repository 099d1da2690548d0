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

// Where the marks of a function's labels stand.
struct LabelPlace {
  const Block* block = nullptr;
  size_t index = 0;
};
using LabelTable = std::vector<LabelPlace>;
LabelTable find_labels(const Function& function);

// Bits of an object that a statement touches. `update`: an Rmw, which may turn out to read only.
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

  // In order of creation; the first has number 0 and stands before init. References stay valid.
  const std::deque<Thread>& threads() const { return threads_; }
  const Thread* find(uint32_t number) const;
  bool has_spawned() const { return threads_.size() > 1; }
  uint64_t steps() const { return steps_; }  // so far

  // The next statement of a thread that is not over; null: it falls off the end of a function.
  const Stmt* next(uint32_t number);
  std::vector<Touch> touches(uint32_t number);    // reads before writes; none if no living object holds the bytes
  std::vector<ObjectId> killed(uint32_t number);  // the objects that the next statement ends
  ObjectId asked_about(uint32_t number);  // the object of which the next statement asks if it lives, or kNoObject
  // The byte that a fence names which concerns one object's readers.
  std::optional<Touch> fenced(uint32_t number);
  bool converts(uint32_t number);                   // a number to a pointer, by the next statement
  bool waits(uint32_t number);                      // for another thread to end
  std::optional<uint32_t> joined(uint32_t number);  // the thread that the next statement waits for, if it exists
  // Would the update that comes next write? Changes nothing but the register that it loads into.
  bool would_write(uint32_t number);
  bool ends_thread(uint32_t number);
  bool ends_program(uint32_t number);
  // By returning, not by exit.
  bool returns_from_entry(uint32_t number);

  // Strands of the Unseqs that the running function of a thread is in, which may go on instead of the one that it is in: they
  // are unsequenced with it (C11 6.5p3), while a function that it calls is not interrupted (6.5.2.2p10).
  struct OtherStrand {
    size_t cursor, place;
    const Stmt* next;
  };
  std::vector<OtherStrand> other_strands(uint32_t number);
  void change_strand(uint32_t number, const OtherStrand& other);

  // Executes the next statement (or the end of a function). The thread is not over and does not wait.
  void step(uint32_t number);

  // After undefined behaviour: the thread goes on as its text says, as far as it says something. Further checks do not
  // fail, and accesses that reach no object do nothing. A memory model may have an execution with all that comes then.
  void go_on(uint32_t number);

  // The thread as it was before its last statements, when nothing that another thread saw has happened since.
  void restore(const Thread& thread);

  // The innermost frame outside library functions, and where it stands.
  struct Position {
    SourcePos pos;
    const Function* function;
    unsigned depth;
    bool in_library;
  };
  Position position(uint32_t number);  // of the next statement

  // For the statement of the next step(): accesses are told even if they look dull, with this at the end.
  void remark(std::string text) { remark_ = std::move(text); }
  // What the last access told, without the remark.
  const std::string& told() const { return told_; }
  void tell_at(uint32_t number, const Position& position, std::string text);
  std::string lvalue(uint32_t number);  // of the access that comes next

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
  void settle_race();

  void run(const Let& k, const Stmt& stmt);
  void run(const Load& k, const Stmt& stmt);
  void run(const Store& k, const Stmt& stmt);
  void run(const Rmw& k, const Stmt& stmt);
  void run(const Fence&, const Stmt&) {}
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
  void run(const Mark&, const Stmt&) {}
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
  void leave(const Frame& frame);  // ends the objects that it made and that still live
  std::optional<FunctionId> function_at(const ExprPtr& callee, const Stmt& stmt);
  std::string arguments(const std::vector<ExprPtr>& args, std::vector<Value>& values);
  void end_thread(std::optional<Value> value);
  // The program ends; `locals` live then.
  void end_program(const Position& position, const std::vector<ObjectId>& locals, const std::string& when);
  void end_with_last_thread(const Position& position);
  void note_return(const Position& position);
  bool looks_for_leaks() const { return checks_.has(Undef::unfreed) || checks_.has(Undef::memory_leak); }
  std::vector<Failure> leaks(const std::vector<ObjectId>& locals, const std::string& when) const;
  void follow_pointers(const Stmt& stmt);

  // False, and the run is over or undefined, if no living object holds the bytes.
  bool reachable(const Value& pointer, Bits bytes, const Stmt& stmt);
  bool affordable(Bits bytes, const Stmt& stmt);  // false, and the run is over: one statement would take too long
  Value load(const Value& pointer, const Type& type, const BitRange& range);
  void act(const std::vector<Access>& actions, const Stmt& stmt);
  Access access(const Value& pointer, const Type& type, const BitRange& range, const Stmt& stmt) const;
  Access access(const Value& pointer, Bits bytes, const Stmt& stmt) const;

  Position position_of(const Stmt& stmt) const;
  void tell(const Stmt& stmt, const std::string& text, bool also_in_library = false, bool shared = false);
  const std::string& name_in_library() const;
  void tell_access(const Stmt& stmt, const std::string& text);
  std::string lvalue(const Stmt& stmt, const Value& pointer) const;
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
  bool in_entry_ = false;
  Position last_return_{};  // to the entry; no function: none
  // For the story of what is lost: which objects some pointer led to, and where the last one to each was gone.
  std::set<ObjectId> was_held_;
  std::map<ObjectId, Position> lost_at_;
  unsigned looks_ = 0;
};

}  // namespace fencepost::core
