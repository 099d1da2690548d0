#include "engine/sampling/sampled_run.h"

#include <algorithm>

#include "core/integer_ops.h"
#include "core/walk.h"

namespace fencepost::engine::sampling {

using core::ObjectId;
using core::Touch;

namespace {

// Who goes on alone for so long waits for another, and gives way.
constexpr size_t kMostInARow = 200;
constexpr uint64_t kMostSteps = 50'000;  // of one run: longer ones make little headway
constexpr uint64_t kWays = 6;            // without priorities, or with 1 to 5 changes
constexpr size_t kLength = 20;           // in which changes lie; or twice as many, four or eight times

}  // namespace

Draw draw_of(uint64_t seed) { return {seed, static_cast<unsigned>(seed % kWays), kLength << (seed / kWays % 4)}; }

// Small numbers are what programs count with; some tests are for a number of the program's own, or for two that are equal.
core::Bits DrawnChoices::drawn(const core::Type& type, const core::Choices& earlier, core::Bits any) {
  if (random_() % 2 == 0) return random_() % (type.bits < 3 ? 2 : 8);
  uint64_t how = random_() % 4;
  if (how == 0 && !constants_.empty()) return core::truncate(constants_[random_() % constants_.size()], type.bits);
  if (how != 1) return any;
  std::vector<core::Bits> values;
  for (const core::Choice& choice : earlier)
    if (choice.kind == core::Choice::Kind::value) values.push_back(choice.value);
  return values.empty() ? any : core::truncate(values[random_() % values.size()], type.bits);
}

core::Choice DrawnChoices::Source::next(const core::ChoiceRequest& request) {
  core::Choice drawn = owner->any_.next(request);
  bool is_integer = request.kind == core::Choice::Kind::value && request.type.kind == core::TypeKind::integer;
  if (is_integer) drawn.value = owner->drawn(request.type, made, drawn.value);
  if (std::optional<core::Bits> wanted = owner->wanted(thread, request)) drawn.value = *wanted;
  made.push_back(drawn);
  return drawn;
}

std::optional<core::Bits> DrawnChoices::wanted(uint32_t, const core::ChoiceRequest&) { return std::nullopt; }

core::ChoiceSource& DrawnChoices::choices(uint32_t thread) {
  Source& source = of_[thread];
  source.thread = thread;
  source.owner = this;
  return source;
}

uint32_t DrawnChoices::number(uint32_t spawner) {
  spawned_[spawner].push_back(++last_);
  return last_;
}

bool DrawnChoices::has_chosen() const {
  return std::ranges::any_of(of_, [](const auto& entry) {
    return std::ranges::any_of(entry.second.made, [](const core::Choice& choice) { return choice.known; });
  });
}

void DrawnChoices::fill(result::ConcurrentRun& run) const {
  run.choices.resize(last_ + 1);
  run.spawned.resize(last_ + 1);
  for (const auto& [thread, source] : of_) run.choices[thread] = source.made;
  for (const auto& [thread, numbers] : spawned_) run.spawned[thread] = numbers;
}

SampledRun::SampledRun(core::Machine& machine, DrawnChoices& choices, SharedLocals& locals, const Draw& draw)
    : Scheduler(machine, draw.seed),
      choices_(choices),
      locals_(locals),
      has_priorities_(draw.changes > 0),
      names_(machine) {
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

bool SampledRun::is_seen(ObjectId object) {
  if (Scheduler::is_seen(object)) return true;
  const result::ObjectName* known = names_(object);
  return known != nullptr && locals_.contains(*known);
}

void SampledRun::begins_turn(uint32_t thread) {
  accesses_before_ = accesses_.size();
  choices_before_ = choices_.made(thread).size();
  in_vain_.erase(thread);
}

void SampledRun::before_step(uint32_t thread) {
  next_.clear();
  const core::Stmt* stmt = machine_.next(thread);
  if (stmt == nullptr) return;
  if (std::holds_alternative<core::AtomicBegin>(stmt->kind) && !machine_.find(thread)->in_atomic) ++section_;
  const bool orders = core::order_of(*stmt) > core::MemoryOrder::relaxed;
  for (const Touch& touch : machine_.touches(thread)) {
    next_.push_back({thread, touch, 0});
    if (orders) ordering_.insert(touch.object);
  }
  if (std::optional<Touch> place = machine_.fenced(thread)) ordering_.insert(place->object);
}

void SampledRun::after_step(uint32_t thread, bool wrote) {
  const core::Thread& self = *machine_.find(thread);
  for (SeenAccess& next : next_) {
    if (self.in_atomic) next.section = section_;
    Touch& touch = next.touch;
    if (touch.kind == Touch::Kind::update && !wrote) touch.kind = Touch::Kind::read;
    accesses_.push_back(next);
    if (!is_local(touch.object)) continue;
    auto [user, first] = users_.try_emplace(touch.object, thread);
    if (const result::ObjectName* known = user->second != thread ? names_(touch.object) : nullptr)
      locals_.insert(*known);
  }
}

void SampledRun::undone(uint32_t thread) {
  in_vain_[thread].assign(accesses_.begin() + static_cast<std::ptrdiff_t>(accesses_before_), accesses_.end());
  accesses_.resize(accesses_before_);
  choices_.made(thread).resize(choices_before_);
}

result::ConcurrentRun SampledRun::recorded(bool buffers) {
  result::ConcurrentRun run;
  choices_.fill(run);
  put_steps(accesses_, ordering_, names_, buffers, run);
  return run;
}

std::optional<result::ConcurrentRun> SampledRun::recorded_before_race(const SeenAccess& one, const SeenAccess& other) {
  if (one.touch.begin != other.touch.begin || one.touch.end != other.touch.end) return std::nullopt;
  result::ConcurrentRun run;
  choices_.fill(run);
  std::vector<SeenAccess> accesses = accesses_;
  accesses.insert(accesses.end(), {one, other});
  put_steps(accesses, ordering_, names_, false, run);
  const size_t steps = run.steps.size();
  if (steps < 2 || run.steps[steps - 1].cell != run.steps[steps - 2].cell ||
      run.steps[steps - 1].thread == run.steps[steps - 2].thread)
    return std::nullopt;
  run.stops_before_race = true;
  return run;
}

result::ConcurrentRun SampledRun::recorded_at_standstill(bool buffers) {
  result::ConcurrentRun run;
  choices_.fill(run);
  std::vector<SeenAccess> accesses = accesses_;
  for (const auto& [thread, looks] : in_vain_) accesses.insert(accesses.end(), looks.begin(), looks.end());
  put_steps(accesses, ordering_, names_, buffers, run);
  return run;
}

Sample::Sample(const Draw& draw, const core::Program& program, const core::UndefSet& checks, const Constants& constants,
               SharedLocals& locals, Budget& budget, const core::Limits& limits)
    : choices_(draw.seed, constants),
      machine_(program, checks, choices_, budget, limits),
      run_(machine_, choices_, locals, draw) {}

bool Sample::keeps_assumptions() const {
  return std::ranges::none_of(machine_.threads(), [](const core::Thread& thread) {
    return thread.outcome && thread.outcome->kind == core::Outcome::Kind::assume_failed;
  });
}

result::Run Sample::recorded(bool buffers) {
  result::Run run;
  if (machine_.has_spawned())
    run.concurrent = run_.recorded(buffers);
  else
    run.choices = choices_.made(0);
  return run;
}

result::Claim claim_of(const core::Failure& failure) {
  result::Claim claim;
  claim.kind = failure.kind;
  claim.pos = failure.pos;
  claim.function = failure.function;
  claim.detail = failure.detail;
  return claim;
}

Drawn draw_run(const Draw& draw, const core::Program& program, const core::UndefSet& checks, bool buffers,
               SharedLocals& locals, Budget& budget) {
  core::Limits limits;
  limits.steps = kMostSteps;
  Constants none;
  Sample sample(draw, program, checks, none, locals, budget, limits);
  core::Outcome outcome = sample.run();
  bool was_cut = outcome.kind == core::Outcome::Kind::step_limit;
  Drawn drawn{{}, sample.steps(), was_cut ? 0 : sample.turns()};
  if (outcome.kind != core::Outcome::Kind::violated) return drawn;
  drawn.failure = claim_of(outcome.failures.front());
  result::Run run = sample.recorded(buffers);
  drawn.failure->choices = std::move(run.choices);
  drawn.failure->concurrent = std::move(run.concurrent);
  return drawn;
}

}  // namespace fencepost::engine::sampling
