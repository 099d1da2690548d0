// The path-merging symbolic executor behind unroll(). Each activation of a procedure keeps the states that wait at its
// locations and always goes on at the smallest location, so that all paths to a join have arrived before it is left;
// then they become one state. Loops re-enter their head, calls run their callee to its exit. The cost is the number of
// edges executed, never the number of paths.
//
// executor.cpp: activations, locations, calls. bounds.cpp: loops and recursion. edges.cpp: what each label does.
// merge.cpp: joins. threads.cpp: spawn, join and the rest; shared.cpp: accesses to
// what threads share, touched.cpp: which of it; reuse.cpp: objects that lie where others lay; guarded.cpp: what locks keep
// from changing meanwhile. unsequenced.cpp: what a thread does in no order. leaks.cpp: what is left when the program ends.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <tuple>
#include <unordered_set>

#include "program/post_dominators.h"
#include "program/shape.h"
#include "unroll/access.h"
#include "unroll/event_log.h"
#include "unroll/expressions.h"
#include "unroll/names.h"
#include "unroll/sharing.h"
#include "unroll/spin_loops.h"
#include "unroll/unrolled.h"

namespace fencepost::unroll {

class Executor {
 public:
  Executor(const program::Cfa& cfa, const Options& options, Terms& terms, Budget& budget, program::Shapes& shapes,
           Sharing& sharing, AddressUse& address_use, Names& names);
  Unrolled run();

 private:
  struct Arrival {
    State state;
    uint64_t stamp;  // when
    bool back;       // along an edge that closes a loop
  };
  // The last visit of a loop head: to see what an iteration changed and whether anybody left it.
  struct Visit : HeadVisit {
    unsigned count = 0;  // symbolic iterations
    unsigned quiet = 0;
    unsigned seen = 0;    // with events
    unsigned rounds = 0;  // that left the path as it was
    unsigned all = 0;     // of whatever kind
    unsigned spawns = 0;  // of the thread, before the loop
    uint64_t stamp = 0;
  };
  struct Callee {
    core::FunctionId function;
    State state;
  };
  struct Activation : Frame {
    std::map<uint32_t, std::vector<Arrival>> pending;
    std::map<uint32_t, Visit> loops;
    Visit entry;
    // Of the call that this activation is making.
    std::optional<Held> acquires;  // the lock that it takes
    PersistentArray<Value> saved;
    uint32_t saved_sequence = 0;
    std::vector<Callee> callees;
    std::vector<Arrival> returned;
  };

  // executor.cpp
  std::optional<State> execute(core::FunctionId function, State state);
  void enter(core::FunctionId function, State state, const Visit& entry);
  void advance();
  void finish();
  void resume();
  void follow(State state, program::Loc loc);
  void arrive(Activation& activation, State state, program::Loc from, program::Loc to);
  std::map<uint32_t, std::vector<Arrival>>::iterator next_location(Activation& activation);
  void call(const core::Call& call, const program::Edge& edge, State state);
  void start_callee();

  // bounds.cpp: false if the state goes no further
  bool enter_head(Activation& activation, program::Loc head, State& state, bool from_back);
  bool count_iteration(Visit& visit, bool left, const LoopId& loop, const SourcePos& pos, const State& state);
  bool unchanged(const Activation& activation, program::Loc head, const Visit& last, const State& state) const;
  bool wrote_the_same(const Activation& activation, program::Loc head, Visit& last, const State& state);
  static bool anybody_left(const Activation& activation, program::Loc head, uint64_t since);
  static bool anybody_waits(const Activation& activation, uint64_t since);
  std::optional<unsigned> user_bound(const LoopId& loop, const SourcePos& pos) const;
  static SourcePos position(const program::Procedure& procedure, program::Loc loc);
  void cut(const State& state, const LoopId& loop, Site site);

  // edges.cpp: false if the path ends here
  bool apply(const program::Edge& edge, State& state);
  bool act(const program::Skip&, State&) { return true; }
  bool act(const program::Assume& label, State& state);
  bool act(const program::Restrict& label, State& state);
  bool act(const program::ChooseOrder& label, State& state);
  bool act(const program::Sequencing& label, State& state);
  bool act(const core::Let& label, State& state);
  bool act(const core::Choose& label, State& state);
  bool act(const core::Load& label, State& state);
  bool act(const core::Store& label, State& state);
  bool act(const core::Rmw& label, State& state);
  bool act(const core::Fence& label, State& state);
  bool act(const core::Copy& label, State& state);
  bool act(const core::Fill& label, State& state);
  bool act(const core::Alloc& label, State& state);
  bool act(const core::Kill& label, State& state);
  bool act(const core::Check& label, State& state);
  bool act(const core::Call&, State&) { return true; }
  bool act(const core::Return& label, State& state);
  bool act(const core::Exit& label, State& state);
  bool act(const core::Spawn& label, State& state);
  bool act(const core::Join& label, State& state);
  bool act(const core::Self& label, State& state);
  bool act(const core::EndThread& label, State& state);
  void require_meaning(const std::set<core::MemoryOrder>& unknown, core::MemoryOrder order, const char* what);
  // Does an access order others around it? Where dependencies count, a relaxed one does, since they run through it.
  bool orders(core::MemoryOrder order, ReadSet addr) const {
    return order > core::MemoryOrder::relaxed ||
           (options_.model.relaxed_orders && order == core::MemoryOrder::relaxed) ||
           (options_.model.dependent_places_order && addr != 0);
  }
  bool act(const core::Await& label, State& state);
  bool act(const core::AtomicBegin& label, State& state);
  bool act(const core::AtomicEnd& label, State& state);
  bool act(const core::Unsupported& label, State& state);
  void report_accesses();
  void report_escapes();
  // The truth of a condition where this path ends, if constants, ranges or recent branches decide it.
  std::optional<bool> decided(Path path, Term condition);
  bool restrict(State& state, Term condition);
  Value loaded(State& state, const Value& pointer, ReadSet pointer_reads, const core::Type& type,
               const core::BitRange& range, const std::vector<uint32_t>& events);
  // unsequenced.cpp
  void require_one_strand(const State& state, uint32_t unseq);
  // The parts of a copy or fill, each an event with its offset in bits, are unsequenced, but for what is read before it is
  // written.
  struct Part {
    uint32_t event;
    uint64_t at, width;  // from the start of the access
  };
  void in_any_order(const State& state, const std::vector<Part>& reads, const std::vector<Part>& writes, bool overlap);
  bool may_overlap(const Value& to, const Value& from);
  // narrow.cpp
  Value pointer_here(const core::Expr& expr, State& state);
  Term on_path(Path path, Term term, int& choices);
  void set(State& state, core::Reg reg, const Value& value) { state.regs.set(core::index(reg), value); }
  // With the reads that the expression rests on, if they are kept.
  Value evaluated(const core::Expr& expr, State& state);
  ReadSet reads_of(const core::Expr& expr, const State& state);
  void depend(const std::vector<uint32_t>& events, ReadSet addr, ReadSet data = 0);
  Term number(Bits value) { return terms_.bv(value, pointers_.bits()); }
  Value fitting(const Value& value, const core::Type& type);

  // merge.cpp
  State merge(std::vector<Arrival> arrivals, const Activation& activation, program::Loc loc);
  void merge_into(State& mine, const State& theirs, Term mine_if, const Activation& activation, program::Loc loc);

  // control.cpp
  void depend_on_branch(State& state, program::Loc branch, ReadSet reads);
  void leave_scopes(State& state, program::Loc loc);
  static void merge_scopes(State& mine, const State& theirs);
  const program::PostDominators& post_dominators(const program::Procedure& procedure);

  // threads.cpp
  struct Thread {
    uint32_t number = 0;
    std::vector<std::pair<Path, Value>> ends;  // by EndThread
    Term finished;                             // so that others may go on: when main returns, nobody does
    Value result;
    uint32_t end = Event::kNone;
    Term finished_later;                 // a variable, for those who asked before the thread was run
    std::vector<uint32_t> joined_early;  // their waits
  };
  void run_thread(uint32_t number, core::FunctionId function, State state, const std::vector<Value>& args);
  void go_concurrent(State& state);
  // Objects whose life is bound to activations (C11 6.2.4p6) and to threads (6.2.4p4).
  void make_own_objects(State& state);
  void end_own_objects(State& state);
  void leave(State& state, const Activation& activation);
  void end_life(State& state, uint32_t object);
  Term has_finished(uint32_t thread);
  uint32_t marker(Event::Kind kind, const State& state, Term guard);
  void join_sections(State& mine, State& theirs);
  void add_initial_events();
  void initial_event(uint32_t cell, Term guard, State& state);

  // shared.cpp
  struct Touch {
    Term when;
    const CellUse* cell;
    uint32_t object;
    bool at_once = false;  // with the others of its place
    uint64_t at = 0;       // of the cell, from the start of the access
  };
  // The shared cells that an access touches, by the places where it may be; records the use.
  struct Target {
    Value pointer;
    Term bytes;
    core::BitRange range = {};
    bool holds_pointer = false;              // by the type of the access
    unsigned align = 1;                      // has been checked
    bool orders = false;                     // other accesses around it
    bool at_once = false;                    // others see all of it or nothing, if it is aligned
    const core::Scalars* scalars = nullptr;  // that are accessed one by one
  };
  std::vector<std::vector<Touch>> touched(State& state, const Target& target, bool writes);
  // The number of an access whose parts these are, if it stays whole although others access them one by one.
  uint32_t whole(const std::vector<Touch>& touches, core::MemoryOrder order);
  static bool are_alike(const std::vector<std::vector<Touch>>& places);
  // Before a read: what the shared cells hold now is whatever some write put there.
  std::vector<uint32_t> refresh(State& state, const Target& target, core::MemoryOrder order);
  // After a write.
  std::vector<uint32_t> publish(State& state, const Target& target, core::MemoryOrder order, Term when);
  Target target(const State& state, const Value& pointer, const core::Type& type, const core::BitRange& range,
                core::MemoryOrder order, bool orders) {
    bool at_once = order != core::MemoryOrder::plain || type.bytes <= program_.pointer_bytes;
    return {pointer, number(type.bytes), range, type.kind == core::TypeKind::pointer, alignment(state, pointer), orders,
            at_once};
  }
  Target target(const Value& pointer, Term bytes, ReadSet addr, const core::Scalars& scalars) {
    return {.pointer = pointer, .bytes = bytes, .orders = orders(core::MemoryOrder::plain, addr), .scalars = &scalars};
  }
  void note_alignment(State& state, const core::Expr& condition);
  unsigned alignment(const State& state, const Value& pointer) const;
  void note_bounds(const State& state, Term condition);
  bool is_beyond(const State& state, Term offset, uint64_t at) const;
  struct Shown;
  bool holds_here(const Shown& where, const State& state) const;
  void note_uses(const State& state, const Access::Range& place, const Target& target, bool at_once, bool writes);
  void adopt(State& state, const Value& pointer);
  Shared<ObjectState> untouched(uint32_t object);
  void refresh_lifetimes(State& state, const core::Expr& condition);
  void refresh_lifetime(State& state, const Value& pointer, Term when);
  void publish_lifetimes(State& state, const Value& pointer, bool alive, core::MemoryOrder order, Term when = {});
  Term find_birth(State& state, uint32_t object, Term when);
  void publish_birth(State& state, uint32_t object);
  uint32_t add_event(Event::Kind kind, const State& state, Term when, core::MemoryOrder order) {
    return events_.add(kind, step(), state, when, order);
  }
  Value read_content(State& state, const Touch& touch, const CellUse& known);
  Value unknown_content(const CellUse& cell);
  Pieces pieces_of(const Value& value, const CellUse& cell);
  Value content_of(State& state, uint32_t object, Pieces pieces, const CellUse& cell, Term when);
  void part_of_pointer(const State& state, uint32_t object, Term when);
  void not_shared(const State& state, uint32_t object, Term when, const char* what);
  bool is_whole_pointer(const Pieces& pieces, const CellUse& cell) const;
  bool constants(Term term, std::set<Bits>& values);
  void note_content(const State& state, uint32_t object, const CellUse& cell, const Value& value, const Pieces& pieces,
                    const CellUse::Inside& inside, Term when);
  std::set<FixedView> views_of(const State& state, uint32_t object, const Value& value, Term when);

  // reuse.cpp
  void publish_death(State& state, const Value& pointer, Term when = {});
  uint32_t find_gone(State& state, uint32_t object);
  void refresh_exposed(State& state, const core::Expr& expr);
  static bool converts(const core::Expr& expr);

  // guarded.cpp
  void note_read(const State& state, uint32_t object, uint64_t at, uint64_t width) {
    sharing_.read(object, at, width, state.thread);
  }
  void note_write(const State& state, uint32_t object, uint64_t at, uint64_t width, bool at_once = true);
  void note_lock_call(const core::Function& function, const std::vector<Value>& args, State& state);
  // What a store in an atomic section writes, if it may be a lock of the program's own; whether nobody has it; and the
  // store, which may take it or give it up.
  struct LockWord {
    Lock lock;
    unsigned width;  // bits
  };
  std::optional<LockWord> lock_word(const State& state, const Value& pointer, const core::Store& label);
  bool is_free(State& state, const LockWord& word);
  void publish_lock(State& state, const LockWord& word, bool was_free, const std::function<void()>& publish);
  Term bits_of(State& state, const LockWord& word);
  bool is_of_wait(const Lock& lock) const;
  void merge_regions(State& mine, const State& theirs);
  // What is seen of the cell under the locks that are held.
  CellUse seen(const State& state, const CellUse& cell) const;
  // A write there; the lock that hides it until the thread releases it, if any.
  CellUse::Inside hide(State& state, const Touch& touch);
  // Before the lock is released: what has been written stands to be seen.
  void reveal(State& state, uint32_t lock);
  // What keeps others from writing the cell now: a lock or section by number, and the region that it opened.
  std::pair<uint32_t, uint32_t> guard_of(const State& state, const CellUse& cell) const;
  void guard(State& state, const Touch& touch, Event& event);
  bool is_plain(const State& state, const Touch& touch);
  bool knows(const State& state, const Touch& touch);
  bool knows_all(const State& state, const std::vector<std::vector<Touch>>& places);
  uint32_t settled_read(State& state, const std::vector<std::vector<Touch>>& places, core::MemoryOrder order);

  // leaks.cpp
  struct Ending {
    State state;
    bool has_locals = false;  // which still live
    bool is_last = false;     // the program ends when all threads have ended
    std::string when;         // in words, unless main returns
    SourcePos pos;
  };
  // Whose pointers lead to an object that lives if `lives`: a living object's, or (kRoot) those that nobody can lose.
  struct Holders {
    Term lives;
    std::map<uint32_t, Term> surely, maybe;
    // Those of which only a part is left in one place, and which parts are left anywhere.
    std::map<uint32_t, Term> in_parts;
    Bits parts = 0;
  };
  static constexpr uint32_t kRoot = 0;
  bool looks_for_leaks() const;
  void note_ending(const State& state, std::string when, bool has_locals, bool is_last);
  void check_endings();
  void check_unfreed(const Ending& ending);
  void check_lost(const Ending& ending);
  void oblige_freed(core::Undef kind, const State& state, uint32_t object, Term failure);
  State asked(const Ending& ending);
  bool wait_for_all(State& state);
  Term found_alive(State& state, uint32_t object);
  void look_at(State& state, uint32_t object);
  Pieces pointers_in(const ObjectState& content) const;
  void add_pointers(const State& state, uint32_t object, std::map<uint32_t, Holders>& to, Term lives, uint32_t holder);
  std::vector<std::pair<uint32_t, Term>> closed_set(const std::map<uint32_t, Holders>& holders, bool all);
  std::vector<uint32_t> heap_objects() const;

  // Where the execution stands.
  Step step() {
    if (stack_.empty() && ending_ == nullptr) return {};
    if (stack_.empty()) return {.thread = ending_->state.thread, .path = ending_->state.path, .pos = ending_->pos};
    return {.thread = stack_.back()->thread, .path = path_, .frame = stack_.back().get(), .edge = edge_};
  }
  void unsupported(Term when, const std::string& what) { records_.unsupported(step(), when, what); }
  bool has_invalid_access_checks() const;
  Activation& top() { return *stack_.back(); }

  const program::Cfa& cfa_;
  const core::Program& program_;
  const Options& options_;
  Terms& terms_;
  Budget& budget_;
  Sharing& sharing_;
  AddressUse& address_use_;
  Names& names_;
  Unrolled result_;

  std::shared_ptr<Paths> paths_owner_;
  Paths& paths_;
  ReadSets reads_;
  Objects objects_;
  Pointers pointers_;
  std::unique_ptr<Arithmetic> arithmetic_;
  Addresses addresses_;
  Cells cells_;
  Access access_;
  Records records_;
  EventLog events_;
  Offsets ranges_;
  Expressions expressions_;
  LiveEquality equality_;
  SpinLoops spin_loops_;

  std::vector<std::unique_ptr<Activation>> stack_;
  std::optional<State> finished_;  // what the outermost activation returned
  program::Shapes& shapes_;
  std::map<const program::Procedure*, program::PostDominators> post_dominators_;
  std::map<uint32_t, std::vector<size_t>> active_;  // function to its places on the stack
  std::map<uint32_t, Thread> threads_;              // by number
  std::map<uint32_t, std::vector<uint32_t>> own_;   // by thread: State::own
  static constexpr uint32_t kObserver = ~0u;        // reads what is observed
  std::map<uint32_t, unsigned> spawns_;             // by thread: how many so far
  struct Snapshot {
    Path path;
    Memory memory;
    PersistentArray<Term> exposed;
  };
  std::vector<Snapshot> snapshots_;           // where states became concurrent
  const bool has_unknown_pointers_;           // some object may hold one from the start
  std::unordered_set<Term> fresh_lifetimes_;  // of pointers that the checks of this access have refreshed
  std::unordered_set<Term> not_constants_;    // each choice holds the last one
  // What a check has shown: on that path, for what its thread does next. Another thread may be done before the check fails.
  struct Shown {
    Path path;
    uint32_t thread;
  };
  struct Alignment {
    Shown where;
    unsigned bytes;
  };
  std::map<std::pair<uint32_t, uint32_t>, Alignment> alignments_;  // of pointers, by their terms
  struct Bound {
    Shown where;
    logic::Interval values;
  };
  std::map<uint32_t, Bound> bounds_;  // of subscripts that were checked, by their terms
  LastRead last_read_;
  std::vector<Ending> endings_;
  const Ending* ending_ = nullptr;  // being looked at
  Term asked_;                      // the number of the question that is asked in the end
  uint32_t questions_ = 0;
  std::vector<Part> parts_;  // of the last access, unless it has one event at places that differ
  void note_part(uint32_t event, const std::vector<std::vector<Touch>>& alike);
  uint32_t regions_ = 0;
  bool takes_turns_ = false;             // the store being executed takes or gives up a lock of the program's own
  const program::Edge* edge_ = nullptr;  // being executed
  Path path_ = nullptr;
  uint64_t stamp_ = 0;
  uint64_t steps_ = 0;
  uint64_t merges_ = 0;
};

}  // namespace fencepost::unroll
