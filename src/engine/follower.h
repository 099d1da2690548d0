// Core's machine on the way of a flat run (way_back.h): thread by thread up to the statement of each access that others can see, with what the
// flat run chose. What it does on the way is recorded, and becomes a claim.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <span>

#include "core/machine.h"
#include "engine/seen_accesses.h"
#include "engine/way_back.h"
#include "flat/interpreter.h"
#include "result/claim.h"
#include "result/task.h"

namespace fencepost::engine {

// The machine does not get where the flat run went.
struct Lost {
  std::string why;
};

// Where it may get lost.
WayBack claim_or_problem(const std::function<result::Claim()>& follow);

// What the flat run chose for one thread, told to Core where it asks. A choice is known by its statement: of some the flat program
// knows nothing, and it makes some where Core asks for none.
class FlatChoices : public core::ChoiceSource {
 public:
  void add(const program::Edge* by, logic::Bits value) { chosen_.push_back({by, value}); }
  void stands_at(const core::Stmt* stmt) { stmt_ = stmt; }
  core::Choice next(const core::ChoiceRequest& request) override;

  core::Choices made;

 private:
  struct Chosen {
    const program::Edge* by;
    logic::Bits value;
  };
  std::vector<Chosen> chosen_;
  size_t next_ = 0;
  const core::Stmt* stmt_ = nullptr;
  core::DefaultChoices none_;
};

class Follower : public core::Environment {
 public:
  // All outlive it.
  Follower(const result::Task& task, const flat::FlatProgram& program, Budget& budget)
      : Follower(task, program, budget, program) {}
  // shared: the program whose shared variables are the cells of the claim.
  Follower(const result::Task& task, const flat::FlatProgram& program, Budget& budget, const flat::FlatProgram& shared);
  ~Follower() override = default;
  Follower(const Follower&) = delete;
  Follower& operator=(const Follower&) = delete;

  // Throws Lost, as all of these do.
  void follow(std::span<const flat::Step> run);
  void follow(const flat::Step& step) {
    choose(step);
    walk(step);
  }
  result::Claim failed(const flat::Step& check);
  // The claim is about the first of the two, which writes.
  result::Claim racing(const flat::Step& one, const flat::Step& other);

  core::ChoiceSource& choices(uint32_t thread) override { return choices_[thread]; }
  uint32_t number(uint32_t spawner) override;

 protected:
  // Around the statement that is the access of a followed step.
  virtual void before_access(uint32_t) {}
  virtual void after_access(uint32_t) {}
  // The next statement of the thread, whatever it is.
  virtual void take_step(uint32_t thread) { machine_.step(thread); }
  virtual void walk(const flat::Step& step);
  // Is it about to access what the flat program says, and not some object of its own by the same statement?
  virtual bool may_touch(uint32_t thread, const flat::Edge& edge);
  // A life ends, or is asked for.
  virtual void note_life_access(const SeenAccess& access) { accesses_.push_back(access); }
  // Fills in cells, steps and coherence.
  virtual void put_accesses(result::ConcurrentRun& run);

  uint32_t core_number(const flat::Step& step) const { return number_of_.at(step.thread); }
  bool is_seen(const flat::Edge& edge) const;
  bool is_statement_of(const core::Stmt& stmt, uint32_t thread, const flat::Edge& edge) const;
  bool is_of_load(const flat::Edge& edge) const;
  using IsThere = std::function<bool(const core::Stmt&)>;
  void advance(uint32_t thread, const IsThere& is_there);
  // The same, to a place that there must be: that of the edge.
  void go_to(uint32_t thread, const flat::Edge& edge, const IsThere& is_there);
  void perform(uint32_t thread);

  const flat::Edge& edge_of(const flat::Step& step) const { return program_[step.of].edges[step.edge]; }
  // The places of variables that several threads use, one of them to write: whether they do so in this run or not.
  struct SharedCell {
    core::ObjectId object;
    result::Cell cell;
  };
  std::vector<SharedCell> shared_cells();
  // Their variables, of the program that has them.
  const std::vector<const flat::Variable*>& shared_variables() const { return shared_variables_; }

 private:
  // The machine asks for these as soon as it is there.
  std::map<uint32_t, FlatChoices> choices_;            // by number in Core
  std::map<uint32_t, uint32_t> number_of_ = {{0, 0}};  // of a flat thread, in Core
  std::map<uint32_t, std::vector<uint32_t>> spawned_;  // by spawner
  std::optional<uint32_t> next_number_;

 protected:
  const result::Task& task_;
  const flat::FlatProgram& program_;
  core::Machine machine_;
  ObjectNames names_;
  std::vector<SeenAccess> accesses_;
  std::set<core::ObjectId> ordering_;

 private:
  const program::Edge& origin_of(const flat::Edge& edge) const {
    return task_.cfa.procedure(edge.origin.function).edges[edge.origin.edge];
  }
  void choose(const flat::Step& step);
  static bool is_of_buffer(const flat::Edge& edge);
  void find_shared_variables(const flat::FlatProgram& shared);
  void go_to(uint32_t thread, const flat::Edge& edge);
  void let_others_go_on(uint32_t failing, uint32_t other = ~0u);
  bool has_failed() const { return outcome_ && outcome_->kind == core::Outcome::Kind::violated; }
  void note_accesses(uint32_t thread);
  void note_life(uint32_t thread);
  bool may_end_beside(core::ObjectId object) const;  // as far as its name tells
  void put_run(result::Claim& claim);
  bool has_store_buffers() const;
  // Is a run judged by the model itself, and not by a machine that performs it?
  bool model_judges() const;

  std::vector<const flat::Variable*> shared_variables_;
  bool has_single_threads_ = false;      // each template of the program that has them
  std::set<uint32_t> has_written_;       // threads that did, in the atomic section in which the flat run has them
  std::vector<SharedCell> not_reached_;  // where threads beside the failing one have stopped
  std::optional<core::Outcome> outcome_;
  uint64_t statements_ = 0;
};

}  // namespace fencepost::engine
