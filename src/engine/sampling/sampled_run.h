// One run of a program on the interpreter's machine, drawn at random and kept so that it can be replayed.
//
// Runs are drawn in two ways. In one, any thread may go on at any time. In the other (Burckhardt, Kothari, Musuvathi,
// Nagarakatte, "A randomized scheduler with probabilistic guarantees of finding bugs", ASPLOS 2010) threads have priorities,
// and a few times whoever goes on falls behind all others: most bugs need one or two threads to be held up at the right
// moment, and for long.
#pragma once

#include <map>
#include <set>

#include "core/scheduler.h"
#include "engine/sampling/constants.h"
#include "engine/seen_accesses.h"
#include "result/claim.h"

namespace fencepost::engine::sampling {

// Locals that threads were seen to share in some run. Others are accessed without giving way.
using SharedLocals = std::set<result::ObjectName>;

// Choices of all threads, drawn and kept.
class DrawnChoices : public core::Environment {
 public:
  explicit DrawnChoices(uint64_t seed, const Constants& constants = {})
      : random_(seed), any_(random_()), constants_(constants) {}
  core::ChoiceSource& choices(uint32_t thread) override;
  uint32_t number(uint32_t spawner) override;

  // By thread.
  core::Choices& made(uint32_t thread) { return of_[thread].made; }
  // Was there anything to choose, but for where objects lie?
  bool has_chosen() const;
  void fill(result::ConcurrentRun& run) const;

 protected:
  // What is to be chosen and not drawn, if somebody knows.
  virtual std::optional<core::Bits> wanted(uint32_t thread, const core::ChoiceRequest& request);

 private:
  struct Source : core::ChoiceSource {
    core::Choice next(const core::ChoiceRequest& request) override;
    DrawnChoices* owner = nullptr;
    uint32_t thread = 0;
    core::Choices made;
  };
  core::Bits drawn(const core::Type& type, const core::Choices& earlier, core::Bits any);

  std::mt19937_64 random_;
  core::RandomChoices any_;
  Constants constants_;
  std::map<uint32_t, Source> of_;
  std::map<uint32_t, std::vector<uint32_t>> spawned_;
  uint32_t last_ = 0;
};

// How a run is drawn. `changes`: how often somebody falls behind, within the first `length` turns; 0: any thread at any time.
struct Draw {
  uint64_t seed = 1;
  unsigned changes = 0;
  size_t length = 50;
};

// One of all ways, told by its number alone.
Draw draw_of(uint64_t seed);

class SampledRun : public core::Scheduler {
 public:
  SampledRun(core::Machine& machine, DrawnChoices& choices, SharedLocals& locals, const Draw& draw);

  size_t turns() const { return turns_; }
  // What happened, for replay; `buffers`: on a machine with store buffers, which are emptied at once.
  result::ConcurrentRun recorded(bool buffers);
  // That, and then two threads are about to access one place at the same time. Nothing: they overlap in part.
  std::optional<result::ConcurrentRun> recorded_before_race(const SeenAccess& one, const SeenAccess& other);
  // That, and each thread has looked for what it waits for in vain.
  result::ConcurrentRun recorded_at_standstill(bool buffers);

 protected:
  size_t pick(const std::vector<size_t>& able) override;
  void after_step(uint32_t thread, bool wrote) override;
  void undone(uint32_t thread) override;
  void before_step(uint32_t thread) override;

 private:
  bool is_seen(core::ObjectId object) override;
  void begins_turn(uint32_t thread) override;

  double& priority(uint32_t thread);

  DrawnChoices& choices_;
  SharedLocals& locals_;
  std::set<size_t> falls_;  // turns at which whoever goes on falls behind
  bool has_priorities_;
  std::map<uint32_t, double> priorities_;
  double lowest_ = 0;
  size_t turns_ = 0, in_a_row_ = 0;
  uint32_t last_thread_ = 0;
  std::vector<SeenAccess> accesses_;
  std::vector<SeenAccess> next_;       // by the statement that comes
  std::set<core::ObjectId> ordering_;  // what is accessed there orders other accesses, whoever shares it
  uint32_t section_ = 0;
  size_t accesses_before_ = 0, choices_before_ = 0;      // the turn
  std::map<uint32_t, std::vector<SeenAccess>> in_vain_;  // by thread: in the last turn, if that was undone
  std::map<core::ObjectId, uint32_t> users_;             // of locals: who used it first
  ObjectNames names_;
};

// All that one run needs.
class Sample {
 public:
  // Everything outlives the sample but `draw`.
  Sample(const Draw& draw, const core::Program& program, const core::UndefSet& checks, const Constants& constants,
         SharedLocals& locals, Budget& budget, const core::Limits& limits);

  core::Outcome run() { return run_.run(); }
  uint64_t steps() const { return machine_.steps(); }
  size_t turns() const { return run_.turns(); }
  // There is but one run: nothing was chosen, and there was but one thread.
  bool is_the_only_one() const { return !machine_.has_spawned() && !choices_.has_chosen(); }
  // No thread has come to an assumption that does not hold, whoever ended the run.
  bool keeps_assumptions() const;
  result::Run recorded(bool buffers);
  core::Machine& machine() { return machine_; }

 private:
  DrawnChoices choices_;
  core::Machine machine_;
  SampledRun run_;
};

// What came of one run.
struct Drawn {
  std::optional<result::Claim> failure;
  uint64_t steps = 0;  // of the interpreter
  size_t turns = 0;    // 0: the run was cut
};
Drawn draw_run(const Draw& draw, const core::Program& program, const core::UndefSet& checks, bool buffers,
               SharedLocals& locals, Budget& budget);
// That failure as a violation, without a run.
result::Claim claim_of(const core::Failure& failure);

}  // namespace fencepost::engine::sampling
