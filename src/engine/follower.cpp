#include "engine/follower.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/walk.h"
#include "flat/operands.h"
#include "flat/sharing.h"
#include "memory/graph_rules.h"
#include "memory/probe.h"
#include "result/lifetime_cells.h"

namespace fencepost::engine {

using core::Stmt;
using core::Touch;
using flat::Edge;
using flat::FlatProgram;
using flat::Step;

namespace {

constexpr uint64_t kMostStatements = 1'000'000;  // of all threads

constexpr int kMostTimes = 100;  // that a check holds beyond the run

constexpr uint64_t kMostAhead = 10'000;  // of a thread, beyond the run

bool overlap(const result::Cell& one, const result::Cell& other) {
  return one.object == other.object && one.at < other.at + other.width && other.at < one.at + one.width;
}

}  // namespace

core::Choice FlatChoices::next(const core::ChoiceRequest& request) {
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

Follower::Follower(const result::Task& task, const FlatProgram& program, Budget& budget, const FlatProgram& shared)
    : task_(task),
      program_(program),
      machine_(task.program, task.property.checks, *this, budget, core::Limits{}),
      names_(machine_) {
  find_shared_variables(shared);
}

result::Claim Follower::failed(const Step& check) {
  uint32_t thread = number_of_.at(check.thread);
  const Edge& edge = edge_of(check);
  auto is_check = [&](const Stmt& stmt) { return is_statement_of(stmt, thread, edge); };
  advance(thread, is_check);
  if (!has_failed()) let_others_go_on(thread);
  // It may hold some times before it fails.
  for (int times = 0; times < kMostTimes && !has_failed() && !machine_.find(thread)->over(); ++times) {
    perform(thread);
    if (!has_failed()) advance(thread, is_check);
  }
  if (!has_failed()) throw Lost{fmt::format("the check at line {} holds in the C program", edge.pos.line)};
  const core::Failure& failure = outcome_->failures.front();
  result::Claim claim{failure.kind, failure.pos, failure.function, failure.detail, {}, {}};
  put_run(claim);
  if (claim.concurrent) claim.concurrent->ended_by = thread;
  return claim;
}

// The claim is about the first of the two, which writes.
result::Claim Follower::racing(const Step& one, const Step& other) {
  bool is_in_order = !std::holds_alternative<flat::Load>(edge_of(one).label);
  const Step &first = is_in_order ? one : other, &second = is_in_order ? other : one;
  // What the second does on its way comes before both.
  for (const Step* step : {&first, &second}) go_to(number_of_.at(step->thread), edge_of(*step));
  for (const Step* step : {&first, &second}) note_accesses(number_of_.at(step->thread));
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

uint32_t Follower::number(uint32_t spawner) {
  if (!next_number_) throw Lost{"a thread is made that the flat program does not make"};
  spawned_[spawner].push_back(*next_number_);
  return *std::exchange(next_number_, std::nullopt);
}

// A buffer drains in between: it is made of no statement, or of an earlier one.
bool Follower::is_of_buffer(const Edge& edge) {
  return edge.origin.buffer == flat::Origin::Buffer::leaves || !edge.pos.valid();
}

// What one statement chooses is known when it is performed, which may be with the first of its edges.
void Follower::follow(std::span<const Step> run) {
  std::vector<bool> has_chosen(run.size(), false);
  for (size_t i = 0; i < run.size(); ++i) {
    auto is_of_it = [&](const Step& other) {
      const flat::Origin &one = edge_of(run[i]).origin, &two = edge_of(other).origin;
      return (one.function == two.function && one.edge == two.edge) || is_of_buffer(edge_of(other));
    };
    for (size_t j = i; j < run.size() && (run[j].thread != run[i].thread || is_of_it(run[j])); ++j) {
      if (run[j].thread != run[i].thread || has_chosen[j]) continue;
      choose(run[j]);
      has_chosen[j] = true;
    }
    walk(run[i]);
  }
}

void Follower::choose(const Step& step) {
  const Edge& edge = edge_of(step);
  if (step.chosen && edge.origin.chooses) choices_[number_of_.at(step.thread)].add(&origin_of(edge), *step.chosen);
}

void Follower::walk(const Step& step) {
  const Edge& edge = edge_of(step);
  uint32_t thread = number_of_.at(step.thread);
  // Flat programs let others go on then, and C programs have no such runs (core/scheduler.h).
  for (uint32_t other : has_written_)
    if (other != thread && machine_.find(other)->in_atomic)
      throw Lost{"a wait inside an atomic section that has written"};
  // The machine leaves a section on the way to its thread's next access, the flat run before that.
  if (std::holds_alternative<flat::AtomicEnd>(edge.label)) has_written_.erase(thread);
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
  before_access(thread);
  bool is_update = std::holds_alternative<core::Rmw>(machine_.next(thread)->kind);
  bool is_write = flat::writes(edge.label) && (!is_update || machine_.would_write(thread));
  perform(thread);
  after_access(thread);
  if (is_write && machine_.find(thread)->in_atomic) has_written_.insert(thread);
}

// What no other thread can see is done later, on the way to what one can.
bool Follower::is_seen(const Edge& edge) const {
  const flat::Access* access = flat::access(edge.label);
  if (access == nullptr || !flat::is_shared(*access, program_)) return false;
  // That an object is new is no access to it.
  const program::EdgeLabel& origin = origin_of(edge).label;
  auto* fill = std::get_if<core::Fill>(&origin);
  if (std::holds_alternative<core::Alloc>(origin) || (fill != nullptr && fill->value == nullptr)) return false;
  bool is_part = false;
  flat::each_cell(*access, program_, [&](flat::VarId id) { is_part = is_part || program_[id].part; });
  // What ends with an activation does so on the way, or all at once. That an object lives is asked by a check of it, or again by
  // an access, which has an edge of its own.
  bool is_end = flat::writes(edge.label);
  return is_part || (is_end ? std::holds_alternative<core::Kill>(origin) : std::holds_alternative<core::Check>(origin));
}

bool Follower::is_of_load(const Edge& edge) const { return std::holds_alternative<core::Load>(origin_of(edge).label); }

void Follower::go_to(uint32_t thread, const Edge& edge) {
  go_to(thread, edge, [&](const Stmt& stmt) { return is_statement_of(stmt, thread, edge) && may_touch(thread, edge); });
}

void Follower::go_to(uint32_t thread, const Edge& edge, const IsThere& is_there) {
  advance(thread, is_there);
  const core::Thread& self = *machine_.find(thread);
  if (!self.over() && machine_.next(thread) != nullptr) return;
  throw Lost{fmt::format("thread {} does not come to line {}", thread, edge.pos.line)};
}

void Follower::advance(uint32_t thread, const IsThere& is_there) {
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
void Follower::let_others_go_on(uint32_t failing, uint32_t other) {
  for (const SharedCell& cell : shared_cells()) ordering_.insert(cell.object);
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
      auto is_told = [&](core::ObjectId object) { return ordering_.contains(object); };
      if (std::ranges::any_of(machine_.killed(thread), is_told)) break;
      // What orders accesses is an event, whoever uses it: this one is none of the run.
      if (stmt != nullptr && model_judges() && core::order_of(*stmt) > core::MemoryOrder::relaxed) {
        for (const Touch& touch : machine_.touches(thread))
          if (const result::ObjectName* name = names_(touch.object))
            not_reached_.push_back({touch.object, {*name, touch.begin, touch.end - touch.begin}});
        break;
      }
      choices_[thread].stands_at(stmt);
      take_step(thread);
    }
}

void Follower::perform(uint32_t thread) {
  if (++statements_ > kMostStatements) throw Lost{"the run is too long"};
  if (machine_.has_spawned()) note_accesses(thread);
  choices_[thread].stands_at(machine_.next(thread));
  take_step(thread);
  const core::Thread& self = *machine_.find(thread);
  if (!self.outcome || self.outcome->kind == core::Outcome::Kind::finished) return;
  outcome_ = self.outcome;
  if (!has_failed())
    throw Lost{fmt::format("the C program stops: {} {}", core::name(outcome_->kind), outcome_->reason)};
}

void Follower::note_accesses(uint32_t thread) {
  const Stmt* stmt = machine_.next(thread);
  if (stmt == nullptr) return;
  const bool orders = core::order_of(*stmt) > core::MemoryOrder::relaxed;
  const bool is_update = std::holds_alternative<core::Rmw>(stmt->kind);
  for (Touch touch : machine_.touches(thread)) {
    if (is_update && !machine_.would_write(thread)) touch.kind = Touch::Kind::read;
    if (orders) ordering_.insert(touch.object);
    accesses_.push_back({thread, touch, machine_.find(thread)->in_atomic ? 1u : 0u});
  }
  note_life(thread);
}

bool Follower::may_end_beside(core::ObjectId object) const {
  const std::string& name = machine_.memory().object(object).name;
  return std::ranges::any_of(program_.variables, [&](const flat::Variable& of) { return of.life_of == name; });
}

// A run tells when lives end and who asks for them, as accesses to a cell beyond all contents.
void Follower::note_life(uint32_t thread) {
  auto add = [&](Touch::Kind kind, core::ObjectId object) {
    if (!may_end_beside(object)) return;
    Touch touch{kind, object, result::kLifetimeAt, result::kLifetimeAt + 1};
    note_life_access({thread, touch, machine_.find(thread)->in_atomic ? 1u : 0u});
    ordering_.insert(object);
  };
  for (core::ObjectId object : machine_.killed(thread))
    if (machine_.memory().object(object).alive) add(Touch::Kind::write, object);
  if (core::ObjectId asked = machine_.asked_about(thread); asked != core::kNoObject) add(Touch::Kind::read, asked);
}

// Lowering keeps statements and adds checks of its own.
bool Follower::is_statement_of(const Stmt& stmt, uint32_t thread, const Edge& edge) const {
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

bool Follower::may_touch(uint32_t thread, const Edge& edge) {
  const flat::Access* access = flat::access(edge.label);
  if (access == nullptr) return true;
  std::vector<Touch> touches = machine_.touches(thread);
  std::vector<core::ObjectId> ending = machine_.killed(thread);
  bool may = false, has_part = false;
  flat::each_cell(*access, program_, [&](flat::VarId id) {
    if (const flat::Variable& of = program_[id]; of.is_life() && flat::writes(edge.label)) {
      has_part = true;
      may = may || std::ranges::any_of(ending, [&](core::ObjectId object) {
              return machine_.memory().object(object).name == of.life_of;
            });
    }
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

void Follower::put_run(result::Claim& claim) {
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
  put_accesses(run);
}

// The run is followed on such a machine: every store reaches memory at once.
bool Follower::has_store_buffers() const {
  return task_.model && memory::relaxations(*task_.model).fits_store_buffers() &&
         memory::relaxations(*task_.model).any();
}

void Follower::put_accesses(result::ConcurrentRun& run) {
  std::vector<SharedCell> shared = shared_cells();
  for (const SharedCell& cell : shared) ordering_.insert(cell.object);
  put_steps(accesses_, ordering_, names_, has_store_buffers(), run);
  for (const SharedCell& cell : shared)
    if (std::ranges::none_of(run.cells, [&](const result::Cell& other) { return overlap(cell.cell, other); }))
      run.cells.push_back(cell.cell);
}

bool Follower::model_judges() const { return task_.model && !memory::relaxations(*task_.model).fits_store_buffers(); }

void Follower::find_shared_variables(const FlatProgram& shared) {
  if (flat::why_not_single(shared)) return;
  has_single_threads_ = true;
  flat::Sharing sharing(shared);
  // What orders accesses is an event, whoever uses it.
  const bool orders = model_judges();
  const bool reads_anything = orders && memory::graph_rules(*task_.model).reads_anything;
  for (uint32_t i = 0; i < shared.variables.size(); ++i) {
    const flat::Variable& variable = shared.variables[i];
    if (variable.owner || !variable.part) continue;
    bool is_cell = sharing.is_channel(flat::VarId{i}) || (orders && sharing[flat::VarId{i}].atomic) ||
                   (reads_anything && sharing.is_written(flat::VarId{i}));
    if (is_cell) shared_variables_.push_back(&variable);
  }
}

std::vector<Follower::SharedCell> Follower::shared_cells() {
  std::vector<SharedCell> found;
  auto put = [&](const SharedCell& cell) {
    auto is_known = [&](const SharedCell& other) { return overlap(cell.cell, other.cell); };
    if (std::ranges::none_of(found, is_known)) found.push_back(cell);
  };
  // Names are not unique: statics of two functions may have the same. Then all of these are cells.
  std::multimap<std::string, core::ObjectId, std::less<>> objects;
  auto add = [&](core::ObjectId object) { objects.emplace(machine_.memory().object(object).name, object); };
  for (uint32_t i = 0; i < task_.program.globals.size(); ++i) add(machine_.memory().global_object(core::GlobalId{i}));
  for (const core::Thread& thread : machine_.threads()) std::ranges::for_each(thread.allocated, add);
  for (const flat::Variable* variable : shared_variables_) {
    auto [object, end] = objects.equal_range(variable->part->object);
    for (; object != end; ++object)
      if (const result::ObjectName* name = names_(object->second))
        put({object->second, {*name, variable->part->at, variable->part->bits}});
  }
  if (has_single_threads_)
    for (const SharedCell& cell : not_reached_) put(cell);
  return found;
}

}  // namespace fencepost::engine
