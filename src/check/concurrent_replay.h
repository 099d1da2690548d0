// Follows a ConcurrentRun on a machine. Between the steps of the run every thread goes on by itself as far as it can: to
// its next access of a cell, which must be its next step, or to where it waits (for a thread to end, for its buffer to be
// empty). What a thread does by itself no other thread sees (privacy.h checks that where it matters), so doing it early
// loses no run, with exceptions that are done as late as possible: the check that is expected to fail, the end of the
// program, what the run tells of lives (concurrent_lives.cpp), and, if it does not and unless the claim is about
// lifetimes, the end of a shared object's life.
//
// A thread that fails another check, has no choices left or cannot go on for any reason just stops: the run up to then is
// a run, and the replay fails only if a step needs that thread. After the last step buffers drain by themselves.
//
// A deadlock, or a loop that waits for ever (concurrent_standstill.cpp), is confirmed when no thread can go on after the run.
//
// A data race (concurrent_race.cpp) is confirmed when the two last steps are both about to happen in different threads,
// overlap, one writes, and not both are atomic; or, if the run says that all its steps happen, when the last one races with
// an earlier one by C11's happens-before.
#pragma once

#include <functional>
#include <set>

#include "check/cell_tap.h"
#include "check/graph_recorder.h"
#include "check/happens_before.h"
#include "check/lives.h"
#include "check/privacy.h"
#include "check/replay.h"
#include "check/story_recorder.h"
#include "core/machine.h"

namespace fencepost::check {

// The choices of one thread. A thread goes on after what the run gives, as it does where nobody looks at addresses: what it
// allocates then has any address, while the values that it chooses are still to be given.
class RunChoices : public core::ChoiceSource {
 public:
  explicit RunChoices(core::Choices given) : left_(given.size()), given_(std::move(given)) {}
  core::Choice next(const core::ChoiceRequest& request) override;

 private:
  size_t left_;
  core::ReplayChoices given_;
};

// Choices and thread numbers from the run.
class RunEnvironment : public core::Environment {
 public:
  explicit RunEnvironment(const result::ConcurrentRun& run) : run_(run) {}
  core::ChoiceSource& choices(uint32_t thread) override;
  uint32_t number(uint32_t spawner) override;

 private:
  const result::ConcurrentRun& run_;
  std::map<uint32_t, RunChoices> choices_;
  std::map<uint32_t, size_t> spawned_;
};

class ConcurrentReplay {
 public:
  // When threads go on by themselves. A run that leaves a thread at a bound of its loops does not say what that does afterwards, which
  // may be what others see: it has to come late then, where `early` would not show the failure.
  enum class Pace : uint8_t {
    early,  // between the steps of the run, as far as they can
    late,   // where a step needs it, and after the last one: those that began last first
  };
  // Everything outlives the replay; claim.concurrent is set.
  ConcurrentReplay(const core::Program& program, const result::Claim& claim, const core::UndefSet& checks,
                   Budget& budget, MachineKind kind, const program::Mapping& mapping, Pace pace = Pace::early);

  // Nothing: confirmed. Otherwise why not. Once.
  std::optional<std::string> run();
  // Instead: nothing fails on the run, which comes to its end, or need not (complete_run.h).
  std::optional<std::string> complete(bool ends);
  std::vector<core::TraceStep> trace() { return machine_.trace().steps(); }
  // Before run() or complete(): the run is told for people who look at it, step by step.
  void record_story();
  std::optional<result::Story> story(const std::optional<result::RunGraph>& graph);
  std::vector<core::WayStep> way() { return machine_.trace().way(); }
  const std::vector<result::Racing>& racing() const { return racing_; }
  // The run up to here, as a memory model sees it; nothing if it is too long (replay.h). Throws Refused if the order of writes
  // that the run gives is none.
  std::optional<result::RunGraph> graph() const;

 private:
  // One step that the next statement of a thread wants to make.
  using Part = AccessPart;
  // The next statement of a thread that accesses cells.
  struct Pending {
    std::vector<Part> parts;
    size_t done = 0;
    CellTap tap;
    std::vector<std::string> notes;
    std::vector<uint32_t> steps;  // that read
    core::Machine::Position place;
    std::string text;  // once executed
    bool executed = false;
    bool drains = false;  // a sequentially consistent store
    RecordedAccess access;
    uint32_t told = result::Story::kNoStep;  // the step of the trace
  };
  // Replay's words for a step.
  struct Told {
    SourcePos pos;
    std::string text;                        // "x = 1"
    uint32_t step = result::Story::kNoStep;  // of the trace
  };

  void follow();
  void finish();
  void confirm_unsettled();
  void confirm_standstill();
  Seen found_at_rest(uint32_t thread, size_t cell);
  bool would_find_the_same(uint32_t thread);
  void require_idle_reads(uint32_t thread);
  void confirm_race();
  void require_success(uint32_t thread);
  void confirm_unordered();
  void note_race(result::Racing last, result::Racing other);
  // Of run_.uses_outside_life, before the thread's next statement.
  bool confirm_outside_life(uint32_t number);
  bool confirm_unborn(uint32_t number);
  bool confirm_ended(uint32_t number);
  void require_known_order() const;
  void note_promise(const result::RunStep& step, core::MemoryOrder order);
  void note_fence(uint32_t thread, core::MemoryOrder order);
  void note_access(uint32_t number, const Part& part, const Pending& pending, bool reads, bool writes);
  Pending& bring_in_section(const result::RunStep& step, uint32_t number);
  static bool fits(const result::RunStep& step, const Part& part);
  // No other thread is inside an atomic section; false: the failure came first.
  bool is_left_to(const result::RunStep& step, uint32_t number);
  size_t perform(size_t number);
  static bool is_of_life(const result::RunStep& step);
  std::optional<result::ObjectName> made_next(uint32_t thread);
  bool is_told(uint32_t thread);
  bool is_told_of(core::ObjectId object) const;
  bool is_about_to_end(uint32_t thread, core::ObjectId object);
  void reach_all(uint32_t thread, core::ObjectId object);
  bool go_to(uint32_t thread, const std::function<bool()>& is_there);
  void require(uint32_t number, const std::function<bool()>& is_there);
  void perform_life(uint32_t number);
  void look(uint32_t number);
  void perform_part(uint32_t number, Pending& pending);
  static size_t count_alike(const Pending& pending);
  static bool is_early(const Pending& pending);  // a copy, some parts of which are still to be read
  bool is_read(const Pending& pending, const Part& written) const;
  Patch copied(Pending& pending, const Part& written) const;
  size_t perform_flush(uint32_t number);
  Write flush(uint32_t thread, size_t cell);
  static Write written(uint32_t step, uint32_t thread, const Pending& by, const Part& part, Patch patch);
  size_t update(uint32_t number, Pending& pending);
  uint32_t last_told();  // step of the trace
  void tell_events(size_t told_before);
  void tell_write(const Write& write, bool to_buffer);
  void read(uint32_t number, Pending& pending);
  void write(uint32_t number, Pending& pending);
  Seen promised(uint32_t number, const Part& part);
  void keep_promise(uint32_t number, const Patch& written);
  Seen see(uint32_t number, const result::RunStep& step, Part& part, Pending& pending);
  void execute(uint32_t thread, Pending& pending, const std::string& remark);
  void done(uint32_t thread, Pending& pending);
  // To the access that the step is about; null: the failure came first.
  Pending* bring(const result::RunStep& step, uint32_t number);
  // Is that what comes next, or one of several parts that may come next? Then it does.
  bool take_up(Pending& pending, const result::RunStep& step);
  // Is the thread in the operand that the step names?
  bool is_in_strand(const result::RunStep& step) const;
  // To another operand of the expression that the thread is in, until one is found that makes the step; to any if it is not
  // `named`.
  bool change_strand(const result::RunStep& step, bool named);
  bool find_strand(const result::RunStep& step);

  bool advance(uint32_t thread);
  void advance_all();
  bool advance_newest(const std::function<bool(uint32_t)>& may_go);
  bool do_late_action();
  bool do_late_action(const core::Thread& thread, bool checks);
  // The next step of the thread is the last one of all.
  bool ends_everything(uint32_t number);
  bool end_program();
  bool is_late(uint32_t thread);
  bool is_expected_check(uint32_t thread);
  bool needs_drain(uint32_t thread);
  // False: it waits, or stands before a step of the run, which is then pending.
  bool can_go_on(uint32_t thread);
  void silently(uint32_t thread);
  void require_privacy(uint32_t thread);
  void after_step(uint32_t thread, const core::Stmt* stmt);
  std::vector<Part> parts(uint32_t thread);
  Pending* pending(uint32_t thread);

  std::string note(const result::RunStep& step, const Seen& seen) const;
  std::string describe(const result::RunStep& step) const;
  std::string cell_name(size_t cell) const;
  std::string racing_name(uint32_t thread, const Part& part);
  std::string line_of(const Write& write) const;
  std::string name_of_initial(size_t cell) const;
  std::string state_of(uint32_t thread);
  std::string why_not();

  const result::Claim& claim_;
  const result::ConcurrentRun& run_;
  MachineKind kind_;
  Pace pace_;
  uint64_t silent_left_;  // of statements, where the pace is late
  RunEnvironment environment_;
  core::Machine machine_;
  Cells cells_;
  std::unique_ptr<SharedMemory> memory_;
  const program::Mapping& mapping_;
  GraphRecorder recorder_;
  Lives lives_;
  Privacy privacy_;
  std::map<uint32_t, Pending> pending_;
  std::map<std::pair<uint32_t, const core::Stmt*>, Pending> set_aside_;  // begun, in strands that stand still
  std::set<uint32_t> parked_;                                   // threads that went on by themselves for too long
  std::map<uint32_t, std::set<result::ObjectName>> looked_at_;  // by thread, for the number that it converts next
  bool tells_looks_ = false;
  std::set<uint32_t> draining_;      // threads after a sequentially consistent store
  std::optional<uint32_t> section_;  // the thread inside an atomic section in which it made a step
  std::map<uint32_t, Told> told_;    // by step
  bool failed_ = false;              // as expected, but there are promises to keep
  bool confirmed_ = false;
  std::multimap<uint32_t, Patch> promises_;  // by the step that has to keep it
  struct Birth {
    HappensBefore::Moment moment;
    SourcePos pos;
  };
  HappensBefore order_;
  std::multimap<uint32_t, uint32_t> relaxed_;  // by thread: the steps that keep what its relaxed reads were promised
  std::set<uint32_t> acquired_;                // steps that keep what was acquired before
  std::map<core::ObjectId, Birth> births_;     // of objects that threads made
  std::map<core::ObjectId, HappensBefore::Moment> uses_;  // the last ones at the place of the claim
  std::map<uint32_t, size_t> bound_;                      // by thread: how many of them have their name
  std::vector<HappensBefore::Access> races_;              // of the step that is to race
  core::Machine::Position race_place_;
  std::vector<result::Racing> racing_;
  std::optional<StoryRecorder> story_;  // if somebody wants it
  std::vector<uint32_t> events_told_;   // by recorded event
};

// What it has to show once it is through.
Replayed graph_and_story(ConcurrentReplay& followed);

}  // namespace fencepost::check
