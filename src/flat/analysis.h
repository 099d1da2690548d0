// What every thread of a program may do, found by abstract interpretation, thread by thread: which functions and threads a place
// calls and creates, which objects a pointer designates, which branches are decided. Registers and objects that only their thread
// knows are followed along its paths; of objects that other threads can reach, one set of values holds everywhere (A. Mine, "Static
// analysis of run-time errors in embedded critical parallel C programs", ESOP 2011, with the coarsest interferences).
//
// An object escapes where a pointer to it is stored into one that has escaped or is given to a new thread. Of what its maker wrote before,
// others see the last values; all of them, and what was there before the first, if the pointer was stored and the memory model lets it
// overtake them, or lets reads behind the pointer be older than it (Publication::early). Rounds over all threads
// are repeated until no round adds anything; further ones tell a Sink every step, with the state before it.
#pragma once

#include "base/budget.h"
#include "flat/abstract_value.h"
#include "flat/contexts.h"
#include "flat/publication.h"
#include "program/scalar_terms.h"

namespace fencepost::flat {

struct CellShape {
  uint64_t bytes = 0;
  bool is_pointer = false;
  bool is_number = false;  // neither: it was only copied or filled
};

struct Object {
  std::string name;
  uint64_t size = 0;
  std::optional<core::FunctionId> function;
  bool is_global = false;
  std::optional<core::GlobalId> of_thread;  // of which every thread has its own: this is its maker's
  bool zeroed = false;
  core::Storage storage = core::Storage::static_;
  ThreadId maker{};
  FrameId frame{};         // of an allocation
  bool escapes = false;    // somewhere
  bool is_stored = false;  // a pointer to it, somewhere into what has escaped
  bool is_killed = false;  // somewhere, and it escapes
  bool ends = false;       // somewhere
  bool outlived = false;   // a pointer to it may have been published when it was dead
  bool is_const = false;
  uint64_t align = 1;
  std::shared_ptr<const core::PartNames> parts = nullptr;  // for people
  std::map<uint64_t, CellShape> cells;
};

struct Thread {
  core::FunctionId function{};
  std::vector<AbstractValue> arguments;
  bool many = false;  // its place is passed more than once
};

// Of one thread at one place.
struct AbstractState {
  std::map<std::pair<FrameId, core::Reg>, AbstractValue> registers;
  std::map<std::pair<ObjectId, uint64_t>, AbstractValue> cells;  // of objects that nobody else knows
  std::set<ObjectId> own;                                        // these, alive if they have been made
  std::set<ObjectId> made;                                       // that may exist, and those that escaped
  std::set<ObjectId> dead;                                       // that may have ended when nobody else knew them
  std::set<ThreadId> spawned;                                    // that may have been
  // Boolean registers that tell whether a pointer of the same frame is null (true), or not.
  std::map<std::pair<FrameId, core::Reg>, std::pair<core::Reg, bool>> tests;
};

struct Successor {
  Place to;
  AbstractState state;
  std::optional<core::FunctionId> callee = std::nullopt;  // of a call
};

// What is known about an object's life where somebody has a pointer to it. `told`: a variable tells it, since the object has escaped
// and ends somewhere; `any`: nothing does.
enum class Life : uint8_t { living, over, told, any };

// A cell that an access may touch.
struct Touched {
  ObjectId object{};
  uint64_t at = 0;
};

class Sink {
 public:
  virtual ~Sink() = default;
  // Successors of a Return of a thread's function, and of what ends a thread or the program, are none.
  virtual void step(Place from, const program::Edge& edge, const AbstractState& before,
                    const std::vector<Successor>& successors) = 0;
};

class Analysis {
 public:
  static constexpr size_t kMostCells = 1024;   // of one access, and of one object
  static constexpr size_t kMostSteps = 60000;  // of one round

  Analysis(const program::Cfa& cfa, Publication publication, logic::Terms& terms, Budget& budget);
  // Throws NotFlat. Again: after contexts() have learnt something.
  void run();
  // After it: the steps of all threads, thread by thread.
  void tell(Sink& sink);

  const program::Cfa& cfa() const { return cfa_; }
  Contexts& contexts() { return contexts_; }
  const Contexts& contexts() const { return contexts_; }
  const std::vector<Object>& objects() const { return objects_; }
  const Object& object(ObjectId id) const { return objects_[static_cast<uint32_t>(id)]; }
  const std::vector<Thread>& threads() const { return threads_; }
  ObjectId of(core::GlobalId id) const;
  ObjectId of(core::GlobalId id, ThreadId thread) const;  // what the thread calls so
  ObjectId of(core::FunctionId id) const;
  ObjectId allocated(Place place, uint32_t edge) const { return allocations_.at({place.context, edge}); }
  ThreadId spawned(Place place, uint32_t edge) const { return spawns_.at({place.context, edge}); }
  AbstractValue evaluate(const core::Expr& expr, const AbstractState& state, FrameId frame) const;
  Life life(ObjectId object, const AbstractState& state, ThreadId thread) const;
  // May two objects lie at the same place, since one ends before the other begins?
  bool may_coincide(ObjectId one, ObjectId other, const AbstractState& state, ThreadId thread) const;
  // May the one pointer be one past the end of its object, and the other at the beginning of another one?
  bool may_adjoin(const AbstractValue& one, ObjectId of, const AbstractValue& other, ObjectId at) const;
  // The objects that a Kill may end; of several, any one.
  std::vector<ObjectId> ended(const core::Kill& label, const AbstractState& state, FrameId frame) const;
  // The cells that an access of so many bytes may touch; throws NotFlat beyond kMostCells.
  std::vector<Touched> touched(const AbstractValue& pointer, uint64_t bytes, const SourcePos& pos) const;
  // Those of them that are known to the thread.
  std::vector<Touched> accessed(const core::Expr& pointer, const core::Type& type, const AbstractState& state,
                                FrameId frame, const SourcePos& pos) const;
  // The parts of which a Copy of so many bytes at the pointer consists, each a cell, and where they end; throws NotFlat if they are not
  // known.
  std::vector<Touched> parts(const core::Expr& pointer, const core::Expr& bytes, const core::Scalars& scalars,
                             const AbstractState& state, FrameId frame, const SourcePos& pos) const;
  // The cells that a Fill fills, and where they end. What nobody accesses otherwise is no cell, and need not be filled.
  std::vector<Touched> filled(const core::Fill& label, const AbstractState& state, FrameId frame,
                              const SourcePos& pos) const;
  // What a cell of a global, or of a thread's own, holds when threads begin.
  AbstractValue initial(ObjectId object, uint64_t at) const;

 private:
  struct Restart {};
  void forget();
  void round(Sink* sink);
  void initialise();
  void own_objects(ThreadId id, AbstractState& state);
  void thread(ThreadId id, Sink* sink);
  std::vector<Successor> step(Place place, uint32_t edge, AbstractState state);
  AbstractValue load(const AbstractValue& pointer, const core::Type& type, const AbstractState& state,
                     const SourcePos& pos);
  void store(const AbstractValue& pointer, const core::Type& type, const AbstractValue& value, AbstractState& state,
             const SourcePos& pos);
  void shape(const Touched& cell, const core::Type& type, const SourcePos& pos);
  void shape(const Touched& cell, CellShape shape, const SourcePos& pos);
  // What a cell holds that nobody has written since its object was made.
  AbstractValue unwritten(const Touched& cell) const;
  AbstractValue held(const Touched& cell, const AbstractState& state) const;
  void hold(const Touched& cell, bool certain, const AbstractValue& value, AbstractState& state, const SourcePos& pos);
  void copy(const core::Copy& label, AbstractState& state, FrameId frame, const SourcePos& pos);
  void fill(const core::Fill& label, AbstractState& state, FrameId frame, const SourcePos& pos);
  void allocate(Place place, uint32_t edge, const core::Alloc& label, AbstractState& state, const SourcePos& pos);
  void kill(ObjectId object, AbstractState& state);
  void note_end(ObjectId object);
  void kill(const core::Kill& label, AbstractState& state, FrameId frame, const SourcePos& pos);
  void spawn(Place place, uint32_t edge, const core::Spawn& label, AbstractState& state, const SourcePos& pos);
  // `spawn`: whoever gets the pointer is behind all that was written before, as one who begins, or who joins the thread.
  enum class By : uint8_t { store, spawn };
  void escape(const AbstractValue& value, By by, AbstractState& state, const SourcePos& pos);
  bool is_seen_early(const Object& of) const { return publication_ == Publication::early && of.is_stored; }
  void publish_dead(ObjectId object, const AbstractState& state, const SourcePos& pos);
  ThreadId thread_of(FrameId frame) const { return initialising_ ? ThreadId{0} : contexts_.frame(frame).thread; }
  // What the condition's being true, or false, tells about pointers in registers.
  void learn(const core::Expr& condition, bool holds, AbstractState& state, FrameId frame) const;
  void note_test(const core::Let& label, AbstractState& state, FrameId frame) const;
  void forget_dead(AbstractState& state, Place at);
  bool join_states(AbstractState& into, AbstractState from, Place at);
  AbstractValue shared(ObjectId object, uint64_t at) const;
  void add_shared(ObjectId object, uint64_t at, const AbstractValue& value);
  AbstractValue same_place(const AbstractValue& one, const AbstractValue& other, const AbstractState& state,
                           FrameId frame) const;
  AbstractValue apply(const core::Expr& expr, const std::vector<AbstractValue>& args, const AbstractState& state,
                      FrameId frame) const;
  void leave(FrameId frame, AbstractState& state);
  [[noreturn]] void not_flat(const SourcePos& pos, std::string reason) const { throw NotFlat{pos, std::move(reason)}; }

  const program::Cfa& cfa_;
  const core::Program& program_;
  Publication publication_;
  logic::Terms& terms_;
  Budget& budget_;
  std::unique_ptr<program::Arithmetic> arithmetic_;
  mutable program::ScalarTerms scalars_;
  Contexts contexts_;
  std::vector<Object> objects_;
  std::vector<Thread> threads_;
  std::map<std::pair<ContextId, uint32_t>, ObjectId> allocations_;
  std::map<std::pair<core::GlobalId, ThreadId>, ObjectId> of_threads_;
  std::map<std::pair<ContextId, uint32_t>, ThreadId> spawns_;
  std::map<std::pair<ObjectId, uint64_t>, AbstractValue> initial_, shared_;
  std::map<ThreadId, AbstractValue> results_;
  mutable bool saw_exposed_ = false, saw_made_ = false;  // by ptr_to_int, by int_to_ptr
  bool changed_ = false;
  bool initialising_ = false;
  size_t steps_ = 0;
};

}  // namespace fencepost::flat
