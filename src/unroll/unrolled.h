// The program as a formula: what can go wrong, under which condition, in the order in which it is met, and what the
// environment chose on the way.
//
// Both lists are in execution order for every path: of the records whose condition is true in a model, list order is the
// order of the run. A later obligation means something only where all earlier ones are false: what follows a failed
// check is computed with total operators and never excluded.
#pragma once

#include <compare>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "base/budget.h"
#include "base/statistics.h"
#include "core/choice.h"
#include "core/undef.h"
#include "program/cfa.h"
#include "program/check_places.h"
#include "unroll/events.h"

namespace fencepost::unroll {

// A loop by its head, or the recursion of a function (no head).
struct LoopId {
  core::FunctionId function{};
  uint32_t head = kRecursion;
  static constexpr uint32_t kRecursion = ~0u;
  auto operator<=>(const LoopId&) const = default;
};

struct Obligation {
  // check: undefined or failed there. unwinding: the bound was reached and the run goes on. unsupported: what the run
  // does there is not modelled.
  enum class Kind : uint8_t { check, unwinding, unsupported };
  Kind kind = Kind::check;
  logic::Term failure;  // Boolean: the run gets here and it fails
  uint32_t site = 0;
  uint32_t thread = 0;
  uint32_t events = 0;  // how many events stand before it in the list
};

// Where obligations come from: one for each static place.
struct Site {
  core::Undef undef{};  // check
  SourcePos pos;        // inside a library function: of the innermost call from outside
  std::string function;
  std::string detail;
  LoopId loop;                  // unwinding
  bool deepens = true;          // unwinding: a larger bound would go on (no fixed bound or limit was hit)
  bool certain = false;         // unwinding: no value can keep the loop from going on
  bool endless = false;         // unwinding: a loop without a way out
  bool starts_threads = false;  // unwinding: earlier iterations did
  unsigned covered = 0;         // unwinding: all runs that go through loops so often at most come past it
  bool by_steps = false;        // unwinding: with more steps it would go on
  bool lost = false;  // unwinding: a limit was hit just anywhere, and runs that are no longer than others are cut
  bool is_left_out = false;  // unsupported: runs leave it out and are runs of the program then, but more may be there
};

struct ChoiceRecord {
  logic::Term guard;
  core::Choice::Kind kind = core::Choice::Kind::value;
  logic::Term value;  // null: an address that nothing depends on
  uint32_t object = 0;
  uint32_t thread = 0;
};

// An assumption of the program: the run gets there. Those for which it does not hold are no executions.
struct Assumption {
  logic::Term reached;
  SourcePos pos;  // as of a Site
};

struct Unrolled {
  std::vector<Site> sites;
  std::vector<Obligation> obligations;  // none is constantly false
  std::vector<ChoiceRecord> choices;
  std::vector<logic::Term> constraints;
  std::vector<Assumption> assumptions;  // those that may fail, in execution order for every path
  // Of programs with threads.
  std::vector<ThreadInfo> threads;  // by number; the first is the one that runs the entry
  std::vector<SharedCell> cells;
  std::vector<std::string> cell_names;
  std::vector<Event> events;                 // initial ones last
  Sequences sequences;                       // of Event::sequence
  std::vector<logic::Term> left;             // by atomic section: the thread came to its end
  std::vector<ReadSets::Members> read_sets;  // of Event::addr, data, ctrl; may name reads of other threads
  std::vector<Allocation> allocations;
  std::vector<Wait> waits;
  std::map<std::pair<core::FunctionId, program::Loc>, logic::Term>
      looked_at;                 // where checks are decided: some run gets there
  uint32_t first_global = 0;     // object numbers: of the first global ...
  uint32_t first_made = 0;       // ... and of the first object that an Alloc made
  std::shared_ptr<Paths> paths;  // owns the events' paths
  Statistics statistics;

  std::vector<std::vector<SymmetricThread>>
      symmetric_threads;  // groups; in each, an earlier one comes first to each symmetry-breaking access
  bool threads_stop =
      false;  // they may stop anywhere (runs/simultaneous_races.h): an event happens without what comes after it

  bool concurrent() const { return threads.size() > 1; }
  // What the happening of a fence behind an access rests on: behind an update also on what that compares.
  ReadSet control_after(const Event& event) const {
    bool updates = event.kind == Event::Kind::read && event.partner != Event::kNone;
    return updates ? events[event.partner].ctrl : event.ctrl;
  }
  // Of two events of one thread, neither initial.
  bool in_program_order(uint32_t a, uint32_t b) const { return a < b && are_sequenced(a, b); }
  // In one or the other order. Nobody sees in which order a section does what it does.
  bool are_sequenced(uint32_t a, uint32_t b) const {
    const Event &first = events[a], &second = events[b];
    bool in_one_section = first.section != 0 && first.section == second.section;
    return in_one_section || !sequences.unsequenced(first.sequence, second.sequence);
  }
};

// How far to go.
struct Bounds {
  // How many iterations with a symbolic way out each loop may have (and how many nested symbolic calls a function).
  unsigned unwind = 1;
  // Iterations that only prune, by an abort, an assumption or a failed check (loop_bounds.h): so many times the bound.
  unsigned pruning_factor = 256;
  // Iterations that must happen are free, unless they are visible to other threads: of those so many times the bound. 0: they
  // are free, too.
  unsigned visible_factor = 0;
  std::map<LoopId, unsigned> of_loops;      // instead of unwind
  std::map<std::string, unsigned> by_user;  // "function.line" or "line" of the loop head; never deepened
  // Edges. After the first so many every iteration counts, so that all that does not rest on a long loop comes to its end.
  uint64_t loop_steps = 5'000'000;
  uint64_t most_steps = 10'000'000;  // then all is cut
  size_t most_calls = 5'000;         // nested
};

// What holds of runs because of their memory model (runs/preparation.h).
struct ModelFacts {
  bool keep_dependencies = false;                // Event::addr, data, ctrl
  bool loads_order = true, stores_order = true;  // may some order accesses around them?
  bool relaxed_orders = false;                   // even relaxed ones?
  // A run without some of its reads is a run, so that loops that only read need no iterations; and so is one in which whoever
  // reads from an update that changed nothing reads what the update read.
  bool reads_may_go = true, idle_updates_may_go = true;
  // A run in which a read comes in the place of an earlier one of the same cell, without what lies between, and in which
  // less rests on reads, is a run. If failed updates are the loads of their orders, so is one with a load in their place.
  bool reads_may_come_sooner = true, failures_are_loads = true;
  // An access whose cell rests on a read orders others around it, even if nobody else uses that cell.
  bool dependent_places_order = false;
  // Control dependencies end where the branches of an if or a loop meet again, as in a language; on a machine they do not.
  bool control_ends_where_paths_meet = false;
  // What the memory model gives no meaning to: programs that do it have no answer.
  struct Orders {
    std::set<core::MemoryOrder> loads, stores, updates, fences;
  } unknown_orders;
  // That an object begins to live, or no longer does, is a plain write to its lifetime: whoever uses it must come between.
  bool lives_are_written = false;
  // While a thread holds a lock, or is in an atomic section, what it guards changes by that thread alone (guarded.h).
  bool locks_guard = false, sections_guard = false;
  // Which locks threads hold is followed, whether or not they guard: a wait for a signal gives one up (spin_loops.h).
  bool locks_are_followed = false;
  // An access that others make in parts stays whole: the memory model keeps its parts together, or nobody can tell.
  bool keeps_atomics_whole = true, keeps_plain_whole = true;
  // Writes of a thread reach all others at once and in order: who knows an address knows that the object has been made.
  bool births_are_known = false;
  // A write is an event even if no other thread reads the cell: only then is it known who overwrote whom.
  bool unread_writes = true;
  // A load may overtake an earlier one of another place: who reads two parts of a word need not find both new or both old.
  bool loads_pass = true;
  // Every value that is read was written for a cause that came before, so few values can be enumerated (sharing.h).
  bool values_have_causes = true;
  // What comes after a failed assertion does not happen, which need not be said where no run can rest on it.
  bool failures_end_threads = false;
};

// What is looked for.
struct Wanted {
  core::UndefSet checks = core::UndefSet::defaults();
  bool mathematical = false;  // integers without bounds
  // Globals whose last contents are wanted: each of their cells has its contents before the first Spawn and its later
  // writes among the events.
  std::vector<core::GlobalId> observed;
  const program::CheckPlaces* check_places = nullptr;  // are noted in Unrolled::looked_at
};

struct Options {
  Bounds bounds;
  ModelFacts model;
  Wanted wanted;
};

Unrolled unroll(const program::Cfa& cfa, const Options& options, logic::Terms& terms, Budget& budget);

}  // namespace fencepost::unroll
