// One run of a program with threads on the interpreter's machine, drawn at random and kept so that it can be replayed.
//
// Runs are drawn in two ways. In one, any thread may go on at any time. In the other (Burckhardt, Kothari, Musuvathi,
// Nagarakatte, "A randomized scheduler with probabilistic guarantees of finding bugs", ASPLOS 2010) threads have priorities,
// and a few times whoever goes on falls behind all others: most bugs need one or two threads to be held up at the right
// moment, and for long.
#pragma once

#include <map>
#include <set>

#include "core/scheduler.h"
#include "result/result.h"

namespace fencepost::engine::sampling {

// Locals that threads were seen to share in some run. Others are accessed without giving way.
using SharedLocals = std::set<result::ObjectName>;

// Choices of all threads, drawn and kept.
class DrawnChoices : public core::Environment {
 public:
  explicit DrawnChoices(uint64_t seed) : random_(seed), any_(random_()) {}
  core::ChoiceSource& choices(uint32_t thread) override;
  uint32_t number(uint32_t spawner) override;

  // By thread.
  core::Choices& made(uint32_t thread) { return of_[thread].made; }
  void fill(result::ConcurrentRun& run) const;

 private:
  struct Source : core::ChoiceSource {
    core::Choice next(const core::ChoiceRequest& request) override;
    DrawnChoices* owner = nullptr;
    core::Choices made;
  };
  std::mt19937_64 random_;
  core::RandomChoices any_;
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

class SampledRun : public core::Scheduler {
 public:
  SampledRun(core::Machine& machine, DrawnChoices& choices, SharedLocals& locals, const Draw& draw);

  size_t turns() const { return turns_; }
  // What happened, for replay; `buffers`: on a machine with store buffers, which are emptied at once.
  result::ConcurrentRun recorded(bool buffers);

 private:
  size_t pick(const std::vector<size_t>& able) override;
  bool is_seen(core::ObjectId object) override;
  void begins_turn(uint32_t thread) override;
  void before_step(uint32_t thread) override;
  void after_step(uint32_t thread, bool wrote) override;
  void undone(uint32_t thread) override;

  struct Access {
    core::Touch touch;
    uint32_t thread;
    bool in_section;
  };
  double& priority(uint32_t thread);
  const result::ObjectName* name(core::ObjectId object);

  DrawnChoices& choices_;
  SharedLocals& locals_;
  std::set<size_t> falls_;  // turns at which whoever goes on falls behind
  bool has_priorities_;
  std::map<uint32_t, double> priorities_;
  double lowest_ = 0;
  size_t turns_ = 0, in_a_row_ = 0;
  uint32_t last_thread_ = 0;
  std::vector<Access> accesses_;
  std::vector<core::Touch> next_;                    // of the statement that comes
  size_t accesses_before_ = 0, choices_before_ = 0;  // the turn
  std::map<core::ObjectId, uint32_t> users_;         // of locals: who used it first
  std::map<core::ObjectId, result::ObjectName> names_;
  std::map<uint32_t, size_t> named_;  // by thread: how many of its objects have a name
};

// What fails in the run, if anything does; `turns` becomes as large as the turns of a run that comes to an end.
std::optional<result::Violation> failure_of(const Draw& draw, const core::Program& program,
                                            const core::UndefSet& checks, bool buffers, SharedLocals& locals,
                                            Budget& budget, size_t& turns);

}  // namespace fencepost::engine::sampling
