#include "engine/cegar/way_back.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "core/walk.h"
#include "engine/seen_accesses.h"
#include "flat/operands.h"
#include "memory/probe.h"

namespace fencepost::engine::cegar {

using core::Stmt;
using core::Touch;
using flat::Edge;
using flat::FlatProgram;
using flat::Step;

namespace {

constexpr uint64_t kMostStatements = 1'000'000;  // of all threads

constexpr uint64_t kMostAhead = 10'000;  // of a thread, beyond the run

struct Lost {
  std::string why;
};

// What the flat run chose for one thread, told to Core where it asks. A choice is known by its statement: of some the flat program
// knows nothing, and it makes some where Core asks for none.
class FlatChoices : public core::ChoiceSource {
 public:
  void add(const program::Edge* by, logic::Bits value) { chosen_.push_back({by, value}); }
  void stands_at(const Stmt* stmt) { stmt_ = stmt; }

  core::Choice next(const core::ChoiceRequest& request) override {
    made.push_back(none_.next(request));
    if (request.kind != core::Choice::Kind::value || stmt_ == nullptr) return made.back();
    auto here = std::find_if(chosen_.begin() + static_cast<std::ptrdiff_t>(next_), chosen_.end(),
                             [&](const Chosen& chosen) { return chosen.by->pos == stmt_->pos; });
    if (here == chosen_.end()) return made.back();
    next_ = static_cast<size_t>(here - chosen_.begin()) + 1;
    unsigned bits = request.type.kind == core::TypeKind::boolean ? 1 : request.type.bits;
    made.back().value = logic::low_bits(here->value, bits == 0 ? 64 : bits);
    return made.back();
  }

  core::Choices made;

 private:
  struct Chosen {
    const program::Edge* by;
    logic::Bits value;
  };
  std::vector<Chosen> chosen_;
  size_t next_ = 0;
  const Stmt* stmt_ = nullptr;
  core::DefaultChoices none_;
};

class Follower : public core::Environment {
 public:
  Follower(const result::Task& task, const FlatProgram& program, Budget& budget)
      : task_(task),
        program_(program),
        machine_(task.program, task.property.checks, *this, budget, core::Limits{}),
        names_(machine_) {}

  void follow(std::span<const Step> run) {
    for (const Step& step : run) follow(step);
  }

  result::Claim failed(const Step& check) {
    uint32_t thread = number_of_.at(check.thread);
    const Edge& edge = edge_of(check);
    advance(thread, [&](const Stmt& stmt) { return is_statement_of(stmt, thread, edge); });
    if (!has_failed()) let_others_go_on(thread);
    if (!has_failed() && !machine_.find(thread)->over()) perform(thread);
    if (!has_failed()) throw Lost{fmt::format("the check at line {} holds in the C program", edge.pos.line)};
    const core::Failure& failure = outcome_->failures.front();
    result::Claim claim{failure.kind, failure.pos, failure.function, failure.detail, {}, {}};
    put_run(claim);
    if (claim.concurrent) claim.concurrent->ended_by = thread;
    return claim;
  }

  // The claim is about the first of the two, which writes.
  result::Claim racing(const Step& one, const Step& other) {
    bool is_in_order = !std::holds_alternative<flat::Load>(edge_of(one).label);
    const Step &first = is_in_order ? one : other, &second = is_in_order ? other : one;
    for (const Step* step : {&first, &second}) {
      go_to(number_of_.at(step->thread), edge_of(*step));
      note_accesses(number_of_.at(step->thread));
    }
    uint32_t writer = number_of_.at(first.thread), another = number_of_.at(second.thread);
    let_others_go_on(writer, another);
    core::Machine::Position here = machine_.position(writer), there = machine_.position(another);
    result::Claim claim;
    claim.kind = core::Undef::data_race;
    claim.pos = here.pos;
    claim.function = here.function->name;
    claim.detail =
        fmt::format("thread {} writes here while thread {} {} at line {}", writer, another,
                    std::holds_alternative<flat::Load>(edge_of(second).label) ? "reads" : "writes", there.pos.line);
    put_run(claim);
    if (!claim.concurrent) throw Lost{"there is one thread"};
    claim.concurrent->stops_before_race = true;
    return claim;
  }

  core::ChoiceSource& choices(uint32_t thread) override { return choices_[thread]; }
  uint32_t number(uint32_t spawner) override {
    if (!next_number_) throw Lost{"a thread is made that the flat program does not make"};
    spawned_[spawner].push_back(*next_number_);
    return *std::exchange(next_number_, std::nullopt);
  }

 private:
  const Edge& edge_of(const Step& step) const { return program_[step.of].edges[step.edge]; }
  const program::Edge& origin_of(const Edge& edge) const {
    return task_.cfa.procedure(edge.origin.function).edges[edge.origin.edge];
  }

  void follow(const Step& step) {
    const Edge& edge = edge_of(step);
    uint32_t thread = number_of_.at(step.thread);
    // Flat programs let others go on then, and C programs have no such runs (core/scheduler.h).
    for (uint32_t other : has_written_)
      if (other != thread && machine_.find(other)->in_atomic)
        throw Lost{"a wait inside an atomic section that has written"};
    if (step.chosen && edge.origin.chooses) choices_[thread].add(&origin_of(edge), *step.chosen);
    if (auto* spawn = std::get_if<flat::Spawn>(&edge.label)) {
      // Flat threads have the numbers of their templates.
      auto begun = static_cast<uint32_t>(number_of_.size());
      bool is_single = program_[spawn->spawned].instances == flat::Instances{1};
      uint32_t number =
          is_single ? flat::index(spawn->spawned) : static_cast<uint32_t>(program_.templates.size()) + begun;
      number_of_[begun] = number;
      go_to(thread, edge);
      next_number_ = number;
      perform(thread);
      if (machine_.find(thread)->in_atomic) has_written_.insert(thread);
      return;
    }
    if (!is_seen(edge)) return;
    go_to(thread, edge);
    // Threads that the run leaves behind may use it as well, and must not get there before.
    for (const Touch& touch : machine_.touches(thread)) ordering_.insert(touch.object);
    bool is_update = std::holds_alternative<core::Rmw>(machine_.next(thread)->kind);
    bool is_write = flat::writes(edge.label) && (!is_update || machine_.would_write(thread));
    perform(thread);
    if (is_write && machine_.find(thread)->in_atomic) has_written_.insert(thread);
  }

  // What no other thread can see is done later, on the way to what one can.
  bool is_seen(const Edge& edge) const {
    const flat::Access* access = flat::access(edge.label);
    if (access == nullptr || !flat::is_shared(*access, program_)) return false;
    bool is_part = false;
    flat::each_cell(*access, program_, [&](flat::VarId id) { is_part = is_part || program_[id].part; });
    return is_part || std::holds_alternative<core::Kill>(origin_of(edge).label);
  }

  void go_to(uint32_t thread, const Edge& edge) {
    advance(thread, [&](const Stmt& stmt) { return is_statement_of(stmt, thread, edge) && may_touch(thread, edge); });
    const core::Thread& self = *machine_.find(thread);
    if (!self.over() && machine_.next(thread) != nullptr) return;
    throw Lost{fmt::format("thread {} does not come to line {}", thread, edge.pos.line)};
  }

  void advance(uint32_t thread, const std::function<bool(const Stmt&)>& is_there) {
    const core::Thread* self = machine_.find(thread);
    if (self == nullptr) throw Lost{fmt::format("thread {} has not begun", thread)};
    while (!self->over()) {
      const Stmt* stmt = machine_.next(thread);
      if (stmt != nullptr && is_there(*stmt)) return;
      if (machine_.waits(thread)) {
        std::optional<uint32_t> joined = machine_.joined(thread);
        if (!joined || *joined == thread) throw Lost{"a thread waits for one that does not end"};
        advance(*joined, [](const Stmt&) { return false; });
        if (machine_.waits(thread)) throw Lost{"a thread waits for one that does not end"};
      }
      perform(thread);
      if (has_failed()) return;
    }
  }

  // Replay lets every thread go as far as nobody can see it: what it chooses there has to be told, though the flat run has not been
  // there. Where that comes to an end by itself, replay finds out, too.
  void let_others_go_on(uint32_t failing, uint32_t other = ~0u) {
    std::map<core::ObjectId, std::set<uint32_t>> users;
    for (const SeenAccess& access : accesses_) users[access.touch.object].insert(access.thread);
    auto is_seen_by_others = [&](const Touch& touch) {
      return ordering_.contains(touch.object) || users[touch.object].size() > 1;
    };
    std::vector<uint32_t> threads;
    for (const core::Thread& thread : machine_.threads())
      if (thread.number != failing && thread.number != other) threads.push_back(thread.number);
    for (uint32_t thread : threads)
      for (uint64_t left = kMostAhead; left > 0 && !machine_.find(thread)->over(); --left) {
        const Stmt* stmt = machine_.next(thread);
        bool spawns = stmt != nullptr && std::holds_alternative<core::Spawn>(stmt->kind);
        if (spawns || machine_.waits(thread) || machine_.ends_program(thread)) break;
        if (std::ranges::any_of(machine_.touches(thread), is_seen_by_others)) break;
        choices_[thread].stands_at(stmt);
        machine_.step(thread);
      }
  }

  void perform(uint32_t thread) {
    if (++statements_ > kMostStatements) throw Lost{"the run is too long"};
    if (machine_.has_spawned()) note_accesses(thread);
    choices_[thread].stands_at(machine_.next(thread));
    machine_.step(thread);
    const core::Thread& self = *machine_.find(thread);
    if (!self.outcome || self.outcome->kind == core::Outcome::Kind::finished) return;
    outcome_ = self.outcome;
    if (!has_failed())
      throw Lost{fmt::format("the C program stops: {} {}", core::name(outcome_->kind), outcome_->reason)};
  }

  bool has_failed() const { return outcome_ && outcome_->kind == core::Outcome::Kind::violated; }

  void note_accesses(uint32_t thread) {
    const Stmt* stmt = machine_.next(thread);
    if (stmt == nullptr) return;
    const bool orders = core::order_of(*stmt) > core::MemoryOrder::relaxed;
    const bool is_update = std::holds_alternative<core::Rmw>(stmt->kind);
    for (Touch touch : machine_.touches(thread)) {
      if (is_update && !machine_.would_write(thread)) touch.kind = Touch::Kind::read;
      if (orders) ordering_.insert(touch.object);
      accesses_.push_back({thread, touch, machine_.find(thread)->in_atomic ? 1u : 0u});
    }
  }

  // Lowering keeps statements and adds checks of its own.
  bool is_statement_of(const Stmt& stmt, uint32_t thread, const Edge& edge) const {
    const program::Edge& origin = origin_of(edge);
    if (machine_.find(thread)->frames.back().function != &task_.program.function(edge.origin.function)) return false;
    if (stmt.pos != origin.pos) return false;
    if (auto* k = std::get_if<core::Load>(&origin.label)) {
      auto* same = std::get_if<core::Load>(&stmt.kind);
      return same != nullptr && same->reg == k->reg;
    }
    if (auto* k = std::get_if<core::Rmw>(&origin.label)) {
      auto* same = std::get_if<core::Rmw>(&stmt.kind);
      return same != nullptr && same->reg == k->reg;
    }
    if (auto* k = std::get_if<core::Check>(&origin.label)) {
      auto* same = std::get_if<core::Check>(&stmt.kind);
      return same != nullptr && same->kind == k->kind && same->detail == k->detail;
    }
    if (std::holds_alternative<core::Store>(origin.label)) return std::holds_alternative<core::Store>(stmt.kind);
    if (std::holds_alternative<core::Kill>(origin.label)) return std::holds_alternative<core::Kill>(stmt.kind);
    return std::holds_alternative<core::Spawn>(origin.label) && std::holds_alternative<core::Spawn>(stmt.kind);
  }

  // Is it about to access what the flat program says, and not some object of its own by the same statement?
  bool may_touch(uint32_t thread, const Edge& edge) {
    const flat::Access* access = flat::access(edge.label);
    if (access == nullptr) return true;
    std::vector<Touch> touches = machine_.touches(thread);
    bool may = false, has_part = false;
    flat::each_cell(*access, program_, [&](flat::VarId id) {
      const std::optional<flat::Part>& part = program_[id].part;
      if (!part) return;
      has_part = true;
      may = may || std::ranges::any_of(touches, [&](const Touch& touch) {
              return touch.begin == part->at && touch.end == part->at + part->bits &&
                     machine_.memory().object(touch.object).name == part->object;
            });
    });
    return may || !has_part;
  }

  void put_run(result::Claim& claim) {
    if (!machine_.has_spawned()) {
      claim.choices = choices_[0].made;
      return;
    }
    result::ConcurrentRun& run = claim.concurrent.emplace();
    uint32_t most = 0;
    for (const core::Thread& thread : machine_.threads()) most = std::max(most, thread.number);
    run.choices.resize(most + 1);
    run.spawned.resize(most + 1);
    for (const auto& [thread, given] : choices_) run.choices[thread] = given.made;
    for (const auto& [thread, numbers] : spawned_) run.spawned[thread] = numbers;
    put_steps(accesses_, ordering_, names_, has_store_buffers(), run);
  }

  // The run is followed on such a machine: every store reaches memory at once.
  bool has_store_buffers() const {
    return task_.model && memory::relaxations(*task_.model).fits_store_buffers() &&
           memory::relaxations(*task_.model).any();
  }

  const result::Task& task_;
  const FlatProgram& program_;
  std::map<uint32_t, FlatChoices> choices_;            // by number in Core
  std::map<uint32_t, uint32_t> number_of_ = {{0, 0}};  // of a flat thread, in Core
  std::map<uint32_t, std::vector<uint32_t>> spawned_;  // by spawner
  std::optional<uint32_t> next_number_;
  core::Machine machine_;
  ObjectNames names_;
  std::vector<SeenAccess> accesses_;
  std::set<core::ObjectId> ordering_;
  std::set<uint32_t> has_written_;  // threads that did, in some atomic section
  std::optional<core::Outcome> outcome_;
  uint64_t statements_ = 0;
};

WayBack followed(const result::Task& task, const FlatProgram& program, std::span<const Step> run, Budget& budget,
                 const auto& end) {
  try {
    Follower follower(task, program, budget);
    follower.follow(run);
    return {end(follower), {}};
  } catch (const Lost& lost) {
    return {std::nullopt, lost.why};
  } catch (const core::BadChoice& error) {
    return {std::nullopt, error.what()};
  }
}

}  // namespace

WayBack way_back(const result::Task& task, const FlatProgram& program, std::span<const Step> run, Budget& budget) {
  return followed(task, program, run.first(run.size() - 1), budget,
                  [&](Follower& follower) { return follower.failed(run.back()); });
}

WayBack way_back_to_race(const result::Task& task, const FlatProgram& program, std::span<const Step> run,
                         const Step& one, const Step& other, Budget& budget) {
  return followed(task, program, run, budget, [&](Follower& follower) { return follower.racing(one, other); });
}

}  // namespace fencepost::engine::cegar
