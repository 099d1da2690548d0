// The state of a run of the interpreter and what each statement does to it (machine.cpp: control and calls;
// machine_memory.cpp: actions on memory). Internal to interpreter.cpp.
#pragma once

#include <deque>
#include <memory>

#include "core/evaluate_expr.h"
#include "core/interpreter.h"
#include "core/race.h"

namespace fencepost::core {

// A block being executed: the function's body, a branch of an If, or the strands of an Unseq one after the other.
struct Cursor {
  const Block* block = nullptr;
  size_t next = 0;
  const Unseq* unseq = nullptr;
  std::vector<unsigned> order;  // of the strands
  size_t strand = 0;            // place in the order
};

struct Frame {
  const Function* function = nullptr;
  std::vector<Value> regs;
  std::vector<Cursor> cursors;
  RaceTracker races;
  std::optional<Reg> result;   // of the caller
  const Stmt* call = nullptr;  // in the caller
};

// Where the marks of a function's labels stand.
struct LabelPlace {
  const Block* block = nullptr;
  size_t index = 0;
};
using LabelTable = std::vector<LabelPlace>;
LabelTable find_labels(const Function& function);

class Interpreter::Machine {
 public:
  Machine(const Program& program, const UndefSet& checks, ChoiceSource& choices, Budget& budget, const Limits& limits);
  Outcome run();
  std::vector<TraceStep> trace() const { return trace_.steps(); }
  const Memory& memory() const { return memory_; }

 private:
  // Control.
  void place_globals();
  bool execute(FunctionId function);  // until its frame has returned; false: the run is over
  void step();
  void push_frame(FunctionId function, const std::vector<Value>& args, const Stmt* call, std::optional<Reg> result);
  void pop_frame(std::optional<Value> value);
  void end_block();
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
  void run(const Spawn&, const Stmt& stmt) { no_threads(stmt); }
  void run(const Join&, const Stmt& stmt) { no_threads(stmt); }
  void run(const Self& k, const Stmt&) { set(k.reg, Value{0, kNoObject, false}); }
  void run(const EndThread&, const Stmt& stmt) { no_threads(stmt); }
  void run(const Await& k, const Stmt& stmt) { run(Assume{k.condition}, stmt); }
  void run(const AtomicBegin&, const Stmt&) {}
  void run(const AtomicEnd&, const Stmt&) {}
  void no_threads(const Stmt& stmt) { stop(Outcome::Kind::unsupported, "threads", stmt.pos); }
  void run(const Jump& k, const Stmt&) { jump(k.target); }
  void run(const Branch& k, const Stmt& stmt);
  void run(const Mark&, const Stmt&) {}
  void run(const If& k, const Stmt& stmt);
  void run(const Unseq& k, const Stmt& stmt);
  void run(const SeqPoint&, const Stmt&) { frame().races.sequence_point(); }
  void run(const Unsupported& k, const Stmt& stmt);

  Frame& frame() { return frames_.back(); }
  Value eval(const ExprPtr& expr) { return evaluator_.evaluate(*expr, frame().regs); }
  bool holds(const ExprPtr& expr) { return eval(expr).bits != 0; }
  void set(Reg reg, const Value& value) { frame().regs[index(reg)] = value; }
  Value choose_value(const Type& type);
  void place(ObjectId object, const SourcePos& pos);

  // False, and the run is over, if no living object holds the bytes.
  bool reachable(const Value& pointer, Bits bytes, const Stmt& stmt);
  bool affordable(Bits bytes, const Stmt& stmt);  // false, and the run is over: one statement would take too long
  Value load(const Value& pointer, const Type& type, const BitRange& range);
  void act(const std::vector<Access>& actions, const Stmt& stmt);
  Access access(const Value& pointer, const Type& type, const BitRange& range, const Stmt& stmt) const;
  Access access(const Value& pointer, Bits bytes, const Stmt& stmt) const;

  // The innermost frame outside library functions, and where it stands.
  struct Place {
    SourcePos pos;
    const Function* function;
    unsigned depth;
    bool in_library;
  };
  Place place_of(const Stmt& stmt) const;
  void tell(const Stmt& stmt, const std::string& text, bool also_in_library = false);
  std::string lvalue(const Stmt& stmt, const Value& pointer) const;
  bool telling() const { return limits_.trace && in_entry_; }

  const Program& program_;
  const UndefSet& checks_;
  ChoiceSource& choices_;
  Budget& budget_;
  Limits limits_;
  Memory memory_;
  Evaluator evaluator_;
  std::vector<LabelTable> labels_;
  std::deque<Frame> frames_;
  Trace trace_;
  uint64_t steps_ = 0;
  bool in_entry_ = false;
  std::optional<Value> result_;
  std::optional<Outcome> outcome_;
  std::vector<Failure> races_;
  size_t race_depth_ = 0;  // frames_.size() when the first race was found
};

}  // namespace fencepost::core
