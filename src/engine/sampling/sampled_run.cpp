#include "engine/sampling/sampled_run.h"

#include <algorithm>

namespace fencepost::engine::sampling {

using core::ObjectId;
using core::Touch;
using result::RunStep;

namespace {

// Who goes on alone for so long waits for another, and gives way.
constexpr size_t kMostInARow = 200;
constexpr uint64_t kMostSteps = 50'000;  // of one run: longer ones make little headway

}  // namespace

// Small numbers are what programs count with.
core::Choice DrawnChoices::Source::next(const core::ChoiceRequest& request) {
  core::Choice drawn = owner->any_.next(request);
  bool is_integer = request.kind == core::Choice::Kind::value && request.type.kind == core::TypeKind::integer;
  if (is_integer && owner->random_() % 2 == 0) drawn.value = owner->random_() % (request.type.bits < 3 ? 2 : 8);
  made.push_back(drawn);
  return drawn;
}

core::ChoiceSource& DrawnChoices::choices(uint32_t thread) {
  Source& source = of_[thread];
  source.owner = this;
  return source;
}

uint32_t DrawnChoices::number(uint32_t spawner) {
  spawned_[spawner].push_back(++last_);
  return last_;
}

void DrawnChoices::fill(result::ConcurrentRun& run) const {
  run.choices.resize(last_ + 1);
  run.spawned.resize(last_ + 1);
  for (const auto& [thread, source] : of_) run.choices[thread] = source.made;
  for (const auto& [thread, numbers] : spawned_) run.spawned[thread] = numbers;
}

SampledRun::SampledRun(core::Machine& machine, DrawnChoices& choices, SharedLocals& locals, const Draw& draw)
    : Scheduler(machine, draw.seed), choices_(choices), locals_(locals), has_priorities_(draw.changes > 0) {
  for (unsigned i = 0; i < draw.changes; ++i) falls_.insert(random_() % std::max<size_t>(draw.length, 1));
}

double& SampledRun::priority(uint32_t thread) {
  auto [it, fresh] = priorities_.try_emplace(thread);
  if (fresh) it->second = 1 + static_cast<double>(random_() >> 11);
  return it->second;
}

size_t SampledRun::pick(const std::vector<size_t>& able) {
  auto number = [&](size_t place) { return machine_.threads()[place].number; };
  // The end of the program ends all runs alike: others first.
  std::vector<size_t> others;
  for (size_t place : able)
    if (!machine_.ends_program(number(place))) others.push_back(place);
  const std::vector<size_t>& from = others.empty() ? able : others;
  ++turns_;
  if (!has_priorities_) return from[random_() % from.size()];
  auto highest = [&] {
    return *std::max_element(from.begin(), from.end(),
                             [&](size_t a, size_t b) { return priority(number(a)) < priority(number(b)); });
  };
  size_t chosen = highest();
  in_a_row_ = number(chosen) == last_thread_ ? in_a_row_ + 1 : 0;
  if (falls_.contains(turns_) || in_a_row_ > kMostInARow) {
    in_a_row_ = 0;
    priority(number(chosen)) = --lowest_;
    chosen = highest();
  }
  last_thread_ = number(chosen);
  return chosen;
}

const result::ObjectName* SampledRun::name(ObjectId object) {
  for (const core::Thread& thread : machine_.threads())
    for (size_t& next = named_[thread.number]; next < thread.allocated.size(); ++next)
      names_[thread.allocated[next]] = {false, thread.number, static_cast<uint32_t>(next)};
  auto found = names_.find(object);
  return found == names_.end() ? nullptr : &found->second;
}

bool SampledRun::is_seen(ObjectId object) {
  if (Scheduler::is_seen(object)) return true;
  const result::ObjectName* known = name(object);
  return known != nullptr && locals_.contains(*known);
}

void SampledRun::begins_turn(uint32_t thread) {
  accesses_before_ = accesses_.size();
  choices_before_ = choices_.made(thread).size();
}

void SampledRun::before_step(uint32_t thread) { next_ = machine_.touches(thread); }

void SampledRun::after_step(uint32_t thread, bool wrote) {
  for (Touch& touch : next_) {
    if (touch.kind == Touch::Kind::update && !wrote) touch.kind = Touch::Kind::read;
    accesses_.push_back({touch, thread, machine_.find(thread)->in_atomic});
    if (!is_local(touch.object)) continue;
    auto [user, first] = users_.try_emplace(touch.object, thread);
    if (const result::ObjectName* known = user->second != thread ? name(touch.object) : nullptr) locals_.insert(*known);
  }
}

void SampledRun::undone(uint32_t thread) {
  accesses_.resize(accesses_before_);
  choices_.made(thread).resize(choices_before_);
}

// Cells are what lies between the bounds of accesses to objects that several threads use.
result::ConcurrentRun SampledRun::recorded(bool buffers) {
  std::map<ObjectId, std::set<uint32_t>> users;
  std::map<ObjectId, std::set<uint64_t>> bounds;
  for (const Access& access : accesses_) {
    users[access.touch.object].insert(access.thread);
    bounds[access.touch.object].insert({access.touch.begin, access.touch.end});
  }
  const core::Program& program = machine_.program();
  for (uint32_t i = 0; i < program.globals.size(); ++i)
    names_[machine_.memory().global_object(core::GlobalId{i})] = {true, 0, i};
  result::ConcurrentRun run;
  choices_.fill(run);
  std::map<result::Cell, uint32_t> written;  // by which step
  std::set<result::Cell> cells;
  for (const Access& access : accesses_) {
    const result::ObjectName* object = name(access.touch.object);
    if (users[access.touch.object].size() < 2 || object == nullptr) continue;
    const std::set<uint64_t>& cuts = bounds[access.touch.object];
    std::vector<RunStep> flushes;
    for (auto at = cuts.find(access.touch.begin); *at < access.touch.end; ++at) {
      RunStep step;
      step.cell = {*object, *at, *std::next(at) - *at};
      step.thread = access.thread;
      step.kind = access.touch.kind == Touch::Kind::read    ? RunStep::Kind::read
                  : access.touch.kind == Touch::Kind::write ? RunStep::Kind::write
                                                            : RunStep::Kind::update;
      auto number = static_cast<uint32_t>(run.steps.size());
      if (auto source = written.find(step.cell); step.kind != RunStep::Kind::write && source != written.end())
        step.source = source->second;
      if (step.kind != RunStep::Kind::read) written[step.cell] = number;
      cells.insert(step.cell);
      run.steps.push_back(step);
      if (!buffers || step.kind != RunStep::Kind::write || access.in_section) continue;
      step.kind = RunStep::Kind::flush;
      flushes.push_back(step);
    }
    run.steps.insert(run.steps.end(), flushes.begin(), flushes.end());
  }
  run.cells.assign(cells.begin(), cells.end());
  return run;
}

std::optional<result::Violation> failure_of(const Draw& draw, const core::Program& program,
                                            const core::UndefSet& checks, bool buffers, SharedLocals& locals,
                                            Budget& budget, size_t& turns) {
  core::Limits limits;
  limits.steps = kMostSteps;
  DrawnChoices choices(draw.seed);
  core::Machine machine(program, checks, choices, budget, limits);
  SampledRun run(machine, choices, locals, draw);
  core::Outcome outcome = run.run();
  if (outcome.kind != core::Outcome::Kind::step_limit) turns = std::max(turns, run.turns());
  if (outcome.kind != core::Outcome::Kind::violated) return std::nullopt;
  const core::Failure& failure = outcome.failures.front();
  result::Violation violation;
  violation.kind = failure.kind;
  violation.pos = failure.pos;
  violation.function = failure.function;
  violation.detail = failure.detail;
  violation.concurrent = run.recorded(buffers);
  return violation;
}

}  // namespace fencepost::engine::sampling
