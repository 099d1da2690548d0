#include "driver/witness/guided_run.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <random>

#include "check/waypoints.h"
#include "core/integer_ops.h"
#include "engine/sampling/sampled_run.h"

namespace fencepost::driver {

namespace {

using core::Machine;
using core::Thread;
using engine::SeenAccess;
using result::Waypoint;

constexpr uint64_t kAllSteps = 2'000'000;   // of the interpreter
constexpr uint64_t kMostSteps = 1'000'000;  // of one run
constexpr size_t kMostRuns = 1'000;
constexpr size_t kMostOfSeed = 30;  // with the same values where the witness gives none
constexpr int kMostRefused = 20;

// What threads know of waypoints, read from the variables that were added.
class Progress {
 public:
  Progress(const core::Program& program, const Steering& steering) : steering_(steering) {
    for (uint32_t i = 0; i < program.globals.size(); ++i) {
      const std::string& name = program.globals[i].name;
      if (name == "__fencepost_w_thread") thread_ = core::GlobalId{i};
      if (name == "__fencepost_w_passed") passed_ = core::GlobalId{i};
      if (name == "__fencepost_w_handed") handed_ = core::GlobalId{i};
    }
    for (size_t i = 0; i < steering.order.size(); ++i) of_thread_[steering.order[i].point->thread].push_back(i);
  }

  bool is_there() const { return thread_ && passed_; }
  // The variables of a thread end with it: what they said is kept.
  void note(const Machine& machine, uint32_t thread) {
    if (const Thread* found = machine.find(thread); found != nullptr && !found->ended)
      known_[thread] = read(machine, *found);
  }
  void forget() { known_.clear(); }
  // Negative: it has no number in the witness, or has just begun.
  int64_t number_of(const Machine& machine, const Thread& thread) const { return known(machine, thread).number; }
  size_t passed_by(const Machine& machine, const Thread& thread) const { return known(machine, thread).passed; }
  size_t passed(const Machine& machine) const {
    size_t all = 0;
    for (const Thread& thread : machine.threads()) all += passed_by(machine, thread);
    return all;
  }
  bool is_handed(const Machine& machine, size_t handover) const {
    return !handed_ || number_at(machine, machine.memory().global_object(*handed_), handover * kBytes) != 0;
  }
  // Has the thread come to its waypoint before it is handed over to?
  bool is_early(Machine& machine, const Thread& thread) const {
    if (!handed_ || thread.over() || machine.next(thread.number) == nullptr) return false;
    const core::ObjectId flags = machine.memory().global_object(*handed_);
    return std::ranges::any_of(machine.touches(thread.number), [&](const core::Touch& touch) {
      return touch.object == flags && touch.kind == core::Touch::Kind::read &&
             !is_handed(machine, touch.begin / kBitsOfFlag);
    });
  }
  const Thread* thread_of(const Machine& machine, uint32_t number) const {
    for (const Thread& thread : machine.threads())
      if (number_of(machine, thread) == number) return &thread;
    return nullptr;
  }
  // The waypoint that a thread comes to next, by its place in the order.
  std::optional<size_t> place_of_next(const Machine& machine, const Thread& thread) const {
    const int64_t number = number_of(machine, thread);
    auto own = number < 0 ? of_thread_.end() : of_thread_.find(static_cast<uint32_t>(number));
    const size_t passed = passed_by(machine, thread);
    return own == of_thread_.end() || passed >= own->second.size() ? std::nullopt : std::optional(own->second[passed]);
  }
  const Waypoint* next_of(const Machine& machine, const Thread& thread) const {
    const std::optional<size_t> place = place_of_next(machine, thread);
    return place ? steering_.order[*place].point : nullptr;
  }

 private:
  static constexpr uint64_t kBytes = 4, kBitsOfFlag = 8 * kBytes;

  struct Known {
    int64_t number = -1;
    size_t passed = 0;
  };
  Known read(const Machine& machine, const Thread& thread) const {
    return {own(machine, thread, *thread_), static_cast<size_t>(std::max<int64_t>(own(machine, thread, *passed_), 0))};
  }
  Known known(const Machine& machine, const Thread& thread) const {
    if (!thread.ended) return read(machine, thread);
    auto found = known_.find(thread.number);
    return found == known_.end() ? Known{} : found->second;
  }

  static int64_t number_at(const Machine& machine, core::ObjectId object, uint64_t at) {
    uint32_t bits = 0;
    for (uint64_t i = 0; i < kBytes; ++i)
      bits |= static_cast<uint32_t>(machine.memory().stored(object, at + i).value) << (8 * i);
    return static_cast<int32_t>(bits);
  }
  static int64_t own(const Machine& machine, const Thread& thread, core::GlobalId variable) {
    // In a program without threads what is one thread's is static.
    if (machine.program().globals[core::index(variable)].storage != core::Storage::thread)
      return number_at(machine, machine.memory().global_object(variable), 0);
    auto object = thread.own.find(variable);
    return object == thread.own.end() ? -1 : number_at(machine, object->second, 0);
  }

  const Steering& steering_;
  std::optional<core::GlobalId> thread_, passed_, handed_;
  std::map<uint32_t, std::vector<size_t>> of_thread_;  // numbers in the order, by thread of the witness
  std::map<uint32_t, Known> known_;                    // of this run, by number of the thread
};

// `\result == 5`
std::optional<core::Bits> value_in(const std::string& constraint, const core::Type& type) {
  std::string text;
  std::ranges::copy_if(constraint, std::back_inserter(text),
                       [](char c) { return c != ' ' && c != '(' && c != ')' && c != ';'; });
  constexpr std::string_view kEquals = "\\result==";
  if (!text.starts_with(kEquals)) return std::nullopt;
  const bool is_negative = text.size() > kEquals.size() && text[kEquals.size()] == '-';
  const char* begin = text.data() + kEquals.size() + (is_negative ? 1 : 0);
  uint64_t number = 0;
  auto [end, error] = std::from_chars(begin, text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  const core::Bits bits = number;
  return core::truncate(is_negative ? core::Bits{0} - bits : bits, type.bits);
}

class GuidedChoices : public engine::sampling::DrawnChoices {
 public:
  GuidedChoices(uint64_t seed, const Progress& progress) : DrawnChoices(seed), progress_(progress) {}
  void watch(const Machine& machine) { machine_ = &machine; }

 private:
  std::optional<core::Bits> wanted(uint32_t thread, const core::ChoiceRequest& request) override {
    const Thread* asks = machine_ == nullptr ? nullptr : machine_->find(thread);
    if (asks == nullptr || request.kind != core::Choice::Kind::value) return std::nullopt;
    const Waypoint* next = progress_.next_of(*machine_, *asks);
    if (next == nullptr || next->kind != Waypoint::Kind::function_return) return std::nullopt;
    return value_in(next->value, request.type);
  }

  const Progress& progress_;
  const Machine* machine_ = nullptr;
};

struct Race {
  SeenAccess one, other;
  Machine::Position at;  // of the first
};

// Nobody has passed a waypoint for so many turns.
struct Stuck {};
constexpr size_t kMostTurns = 5'000, kMostStrictTurns = 1'000, kMostEarlyTurns = 200, kMostAhead = 500,
                 kMostInOrder = 100;

// Who has passed a waypoint, the next being another thread's, goes on for a few turns, so that the statement there is begun, or done: a witness
// does not say which. Tried in this order, the latest place first where a run got stuck.
enum class Stay : uint8_t { in_line, one, none, two, four };
constexpr uint8_t kStays = 5;

class Stays {
 public:
  // The first few begin with the same everywhere, others with any.
  explicit Stays(uint64_t seed) : seed_(seed) {}

  Stay at(size_t passed) {
    if (asked_.empty() || asked_.back() < passed) asked_.push_back(passed);
    return static_cast<Stay>((first(passed) + tried_[passed]) % kStays);
  }
  // False: all have been tried.
  bool advance() {
    for (; !asked_.empty(); asked_.pop_back()) {
      uint8_t& tried = tried_[asked_.back()];
      if (++tried < kStays) break;
      tried_.erase(asked_.back());
    }
    const bool has_more = !asked_.empty();
    asked_.clear();
    return has_more;
  }

 private:
  uint64_t first(size_t passed) const {
    if (seed_ <= kStays) return seed_ - 1;
    std::mt19937_64 random(seed_ * 1'000'003 + passed);
    return random() % kStays;
  }

  uint64_t seed_;
  std::map<size_t, uint8_t> tried_;
  std::vector<size_t> asked_;  // in this run
};

class GuidedRun : public engine::sampling::SampledRun {
 public:
  GuidedRun(Machine& machine, GuidedChoices& choices, engine::sampling::SharedLocals& locals, uint64_t seed,
            Stays& stays, Progress& progress, const GuidedBy& by, bool looks_for_races)
      : SampledRun(machine, choices, locals, {seed, 0, 0}),
        stays_(stays),
        progress_(progress),
        by_(by),
        looks_for_races_(looks_for_races),
        goes_ahead_(looks_for_races && seed % 2 == 1),
        is_strict_(seed <= kStays),
        ends_first_(seed % 2 == 0) {}

  // Where the thread of the target waits, when nobody can go on.
  std::optional<Machine::Position> standstill() const {
    if (progress_.passed(machine_) < by_.steering.order.size()) return std::nullopt;
    const Thread* thread = progress_.thread_of(machine_, by_.witness.segments.back().follow.front().thread);
    if (thread == nullptr || thread->ended) return std::nullopt;
    return machine_.position(thread->number);
  }

 private:
  size_t pick(const std::vector<size_t>& able) override {
    const size_t passed = progress_.passed(machine_);
    if (passed != passed_) turns_ = turns_since_handed_ = early_turns_ = 0;
    if (++turns_ > (is_strict_ ? kMostStrictTurns : kMostTurns)) throw Stuck{};
    passed_ = passed;
    const bool is_done = passed >= by_.steering.order.size();
    if (is_done && looks_for_races_) find_race();
    if (const Thread* last = last_passer(); last != nullptr && may_stay(*last, is_done))
      if (std::optional<size_t> place = place_of(*last, able)) return *place;
    if (std::optional<size_t> place = going_ahead(able)) return *place;
    std::vector<const Waypoint*> next;
    if (!is_done) next.push_back(by_.steering.order[passed].point);
    if (is_done)
      for (const Waypoint& target : by_.witness.segments.back().follow) next.push_back(&target);
    std::rotate(next.begin(), next.begin() + static_cast<std::ptrdiff_t>(random_() % next.size()), next.end());
    // Who races inside an atomic section comes last: the other one cannot get there meanwhile.
    for (const bool may_enter : {false, true})
      for (const Waypoint* point : next)
        if (const Thread* thread = progress_.thread_of(machine_, point->thread);
            thread != nullptr && !(is_done && looks_for_races_ && stands_at(*point, *thread)) &&
            (may_enter || !is_done || !enters_section(*thread)))
          if (std::optional<size_t> place = place_of(*thread, able)) return *place;
    // Others may have to give way first. Who is too early at a waypoint would miss it, and so may who enters an atomic section.
    std::vector<size_t> others, outside;
    for (size_t place : able) {
      const Thread& thread = machine_.threads()[place];
      if (progress_.is_early(machine_, thread) || (goes_ahead_ && is_at_its_target(thread))) continue;
      others.push_back(place);
      if (!enters_section(thread) || progress_.next_of(machine_, thread) == nullptr) outside.push_back(place);
    }
    if (!outside.empty()) return SampledRun::pick(is_strict_ && turns_ <= kMostInOrder ? soonest(outside) : outside);
    if (others.empty() && (is_strict_ || ++early_turns_ > kMostEarlyTurns)) throw Stuck{};
    return SampledRun::pick(others.empty() ? able : others);
  }

  // Who comes to a waypoint before the others, as whoever waits for the same, a lock, would else get it first; and who has passed all of
  // its own and may be waited for, but may as well do what is not told: before all others, or after them.
  std::vector<size_t> soonest(const std::vector<size_t>& given) const {
    constexpr size_t kNone = ~size_t{0};
    auto next = [&](size_t place) {
      return progress_.place_of_next(machine_, machine_.threads()[place]).value_or(ends_first_ ? 0 : kNone);
    };
    return {std::ranges::min(given, {}, next)};
  }

  // Who enters an atomic section gives way only behind it.
  void before_step(uint32_t thread) override {
    if (looks_for_races_ && machine_.find(thread)->in_atomic && progress_.passed(machine_) >= by_.steering.order.size())
      find_race();
    SampledRun::before_step(thread);
  }
  void after_step(uint32_t thread, bool wrote) override {
    SampledRun::after_step(thread, wrote);
    progress_.note(machine_, thread);
  }
  void undone(uint32_t thread) override {
    SampledRun::undone(thread);
    progress_.note(machine_, thread);
  }

  const Thread* last_passer() const {
    if (passed_ == 0 || passed_ > by_.steering.order.size()) return nullptr;
    return progress_.thread_of(machine_, by_.steering.order[passed_ - 1].point->thread);
  }

  bool may_stay(const Thread& last, bool is_done) {
    const std::optional<size_t> handover = is_done ? by_.steering.handed_at_end : by_.steering.order[passed_].handover;
    if (!handover) return !is_done;  // the next one is its own, too
    if (!progress_.is_handed(machine_, *handover)) return true;
    const size_t turns = turns_since_handed_++;
    switch (stays_.at(passed_)) {
      case Stay::in_line:
        return !last.over() &&
               machine_.position(last.number).pos.line == by_.steering.order[passed_ - 1].point->pos.line;
      case Stay::none:
        return false;
      case Stay::one:
        return turns < 1;
      case Stay::two:
        return turns < 2;
      case Stay::four:
        return turns < 4;
    }
    return false;
  }

  // Who races, and has passed all of its own, may be there before others have passed theirs.
  std::optional<size_t> going_ahead(const std::vector<size_t>& able) {
    if (!goes_ahead_ || turns_ > kMostAhead) return std::nullopt;
    for (const Waypoint& target : by_.witness.segments.back().follow)
      if (const Thread* thread = progress_.thread_of(machine_, target.thread);
          thread != nullptr && progress_.next_of(machine_, *thread) == nullptr && !stands_at(target, *thread) &&
          !enters_section(*thread))
        if (std::optional<size_t> place = place_of(*thread, able)) return place;
    return std::nullopt;
  }

  bool enters_section(const Thread& thread) {
    const core::Stmt* next = thread.over() ? nullptr : machine_.next(thread.number);
    return next != nullptr && std::holds_alternative<core::AtomicBegin>(next->kind);
  }

  bool is_at_its_target(const Thread& thread) {
    return progress_.next_of(machine_, thread) == nullptr &&
           std::ranges::any_of(by_.witness.segments.back().follow, [&](const Waypoint& target) {
             return progress_.number_of(machine_, thread) == target.thread && stands_at(target, thread);
           });
  }

  std::optional<size_t> place_of(const Thread& thread, const std::vector<size_t>& able) const {
    for (size_t place : able)
      if (&machine_.threads()[place] == &thread) return place;
    return std::nullopt;
  }

  bool stands_at(const Waypoint& target, const Thread& thread) {
    return !thread.over() && machine_.next(thread.number) != nullptr && !machine_.touches(thread.number).empty() &&
           check::is_at_target(target, machine_.position(thread.number).pos, by_.map);
  }

  std::vector<SeenAccess> accesses_of(const Thread& thread) {
    std::vector<SeenAccess> all;
    if (thread.over() || machine_.waits(thread.number) || machine_.next(thread.number) == nullptr) return all;
    for (const core::Touch& touch : machine_.touches(thread.number)) all.push_back({thread.number, touch, 0});
    return all;
  }

  static bool conflict(const SeenAccess& a, const SeenAccess& b) {
    using Kind = core::Touch::Kind;
    return a.touch.object == b.touch.object && a.touch.begin < b.touch.end && b.touch.begin < a.touch.end &&
           (a.touch.kind != Kind::read || b.touch.kind != Kind::read);
  }

  // Two threads stand before their targets; of one target, any other thread may be the second. Which of them are atomic replay knows.
  void find_race() {
    const std::vector<Waypoint>& targets = by_.witness.segments.back().follow;
    const Thread* first = progress_.thread_of(machine_, targets.front().thread);
    if (first == nullptr || !stands_at(targets.front(), *first)) return;
    for (const Thread& second : machine_.threads()) {
      if (&second == first) continue;
      if (targets.size() > 1 && (progress_.number_of(machine_, second) != targets[1].thread || second.over() ||
                                 !stands_at(targets[1], second)))
        continue;
      for (const SeenAccess& a : accesses_of(*first))
        for (const SeenAccess& b : accesses_of(second))
          if (conflict(a, b)) throw Race{a, b, machine_.position(first->number)};
    }
  }

  Stays& stays_;
  Progress& progress_;
  const GuidedBy& by_;
  bool looks_for_races_, goes_ahead_;
  bool is_strict_;  // no visit of a waypoint is before its turn; witnesses of others leave visits out
  bool ends_first_;
  size_t passed_ = 0, turns_ = 0, turns_since_handed_ = 0, early_turns_ = 0;
};

class Guide {
 public:
  Guide(const core::Program& program, const core::UndefSet& checks, const GuidedBy& by, Budget& budget)
      : program_(program), checks_(checks), by_(by), budget_(budget), progress_(program, by.steering) {}

  std::optional<result::Claim> failure(const std::function<bool(const result::Claim&)>& is_right,
                                       Statistics& statistics) {
    if (!progress_.is_there()) return std::nullopt;
    size_t runs = 0;
    int refused = 0;
    std::optional<result::Claim> found;
    auto may_go_on = [&] { return !found && runs < kMostRuns && steps_ < kAllSteps && refused < kMostRefused; };
    for (uint64_t seed = 1; may_go_on(); ++seed) {
      Stays stays(seed);
      size_t of_seed = 0;
      do {
        budget_.check_now();
        ++runs;
        std::optional<result::Claim> claim = run(seed, stays);
        if (claim && is_right(*claim))
          found = std::move(claim);
        else if (claim)
          ++refused;
      } while (may_go_on() && ++of_seed < kMostOfSeed && stays.advance());
    }
    statistics.set("witness.runs", static_cast<double>(runs));
    statistics.set("witness.refused", refused);
    statistics.set("witness.steps", static_cast<double>(steps_));
    statistics.set("witness.passed", static_cast<double>(most_passed_));
    statistics.set("witness.waypoints", static_cast<double>(by_.steering.order.size()));
    return found;
  }

 private:
  std::optional<result::Claim> run(uint64_t seed, Stays& stays) {
    core::Limits limits;
    limits.steps = kMostSteps;
    progress_.forget();
    GuidedChoices choices(seed, progress_);
    Machine machine(program_, checks_, choices, budget_, limits);
    choices.watch(machine);
    GuidedRun run(machine, choices, locals_, seed, stays, progress_, by_,
                  checks_.has(core::Undef::data_race) && !by_.buffers);
    std::optional<result::Claim> claim;
    try {
      const core::Outcome outcome = run.run();
      if (outcome.kind == core::Outcome::Kind::violated) {
        claim = engine::sampling::claim_of(outcome.failures.front());
        if (machine.has_spawned())
          claim->concurrent = run.recorded(by_.buffers);
        else
          claim->choices = choices.made(0);
      } else if (outcome.kind == core::Outcome::Kind::blocked && checks_.has(core::Undef::deadlock) &&
                 machine.has_spawned()) {
        if (const std::optional<Machine::Position> where = run.standstill()) {
          claim = claim_at(core::Undef::deadlock, *where);
          claim->concurrent = run.recorded_at_standstill(by_.buffers);
        }
      }
    } catch (const Stuck&) {
      claim.reset();  // its threads wait for what the witness does not tell, or missed what it does
    } catch (const Race& race) {
      if (std::optional<result::ConcurrentRun> recorded = run.recorded_before_race(race.one, race.other)) {
        claim = claim_at(core::Undef::data_race, race.at);
        claim->concurrent = std::move(*recorded);
      }
    }
    most_passed_ = std::max(most_passed_, progress_.passed(machine));
    steps_ += machine.steps() + program_.functions.size() + program_.globals.size();
    return claim;
  }

  static result::Claim claim_at(core::Undef kind, const Machine::Position& where) {
    result::Claim claim;
    claim.kind = kind;
    claim.pos = where.pos;
    claim.function = where.function->name;
    return claim;
  }

  const core::Program& program_;
  const core::UndefSet& checks_;
  const GuidedBy& by_;
  Budget& budget_;
  Progress progress_;
  engine::sampling::SharedLocals locals_;
  uint64_t steps_ = 0;
  size_t most_passed_ = 0;
};

}  // namespace

std::optional<result::Claim> guided_failure(const core::Program& steered, const core::UndefSet& checks,
                                            const GuidedBy& by,
                                            const std::function<bool(const result::Claim&)>& is_right,
                                            Statistics& statistics, Budget& budget) {
  return Guide(steered, checks, by, budget).failure(is_right, statistics);
}

}  // namespace fencepost::driver
