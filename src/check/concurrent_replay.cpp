#include "check/concurrent_replay.h"

#include <fmt/format.h>

#include <algorithm>

#include "check/expectation.h"
#include "core/place_names.h"
#include "core/print.h"
#include "core/walk.h"
#include "result/lifetime_cells.h"

namespace fencepost::check {

using core::MemoryOrder;
using core::Stmt;
using core::Touch;
using core::Undef;
using result::kLookAt;
using result::RunStep;

namespace {

core::Limits limits() {
  core::Limits all;
  all.trace = true;
  return all;
}

// Violations for which an object should die early, not late.
bool is_about_lifetimes(Undef kind) {
  return kind == Undef::use_after_free || kind == Undef::use_after_scope || kind == Undef::double_free ||
         kind == Undef::invalid_free || kind == Undef::dangling_value || kind == Undef::invalid_deref;
}

bool is_about_the_end(Undef kind) { return kind == Undef::unfreed || kind == Undef::memory_leak; }

constexpr uint64_t kSilentStatements = 1'000'000;

}  // namespace

core::Choice RunChoices::next(const core::ChoiceRequest& request) {
  if (left_ == 0 && request.kind == core::Choice::Kind::address) return {request.kind, 0, false};
  left_ -= left_ > 0 ? 1 : 0;
  return given_.next(request);
}

core::ChoiceSource& RunEnvironment::choices(uint32_t thread) {
  core::Choices given = thread < run_.choices.size() ? run_.choices[thread] : core::Choices{};
  return choices_.try_emplace(thread, std::move(given)).first->second;
}

uint32_t RunEnvironment::number(uint32_t spawner) {
  size_t nth = spawned_[spawner]++;
  if (spawner >= run_.spawned.size() || nth >= run_.spawned[spawner].size())
    throw core::BadChoice(fmt::format("thread {} starts more than {} threads", spawner, nth));
  return run_.spawned[spawner][nth];
}

ConcurrentReplay::ConcurrentReplay(const core::Program& program, const result::Claim& claim,
                                   const core::UndefSet& checks, Budget& budget, MachineKind kind,
                                   const program::Mapping& mapping, Pace pace)
    : claim_(claim),
      run_(*claim.concurrent),
      kind_(kind),
      pace_(pace),
      silent_left_(kSilentStatements),
      environment_(run_),
      machine_(program, checks, environment_, budget, limits()),
      cells_(run_.cells),
      memory_(shared_memory(kind, machine_.memory())),
      mapping_(mapping),
      recorder_(machine_, cells_, mapping),
      privacy_(kind == MachineKind::given ? Privacy::UnreadWrites::shared : Privacy::UnreadWrites::allowed) {
  for (uint32_t i = 0; i < program.globals.size(); ++i)
    cells_.bind({true, 0, i}, machine_.memory().global_object(core::GlobalId{i}));
  machine_.memory().set_life_tap(&lives_);
  tells_looks_ = std::ranges::any_of(run_.cells, [](const result::Cell& cell) { return cell.at == kLookAt; });
}

std::optional<std::string> ConcurrentReplay::run() {
  std::string expected = fmt::format("expected {}{}, but ", info(claim_.kind).id, at(claim_.pos));
  try {
    cells_.check();
    follow();
    if (!promises_.empty()) throw Refused(fmt::format("step {} never happens, but was read", promises_.begin()->first));
    if (confirmed_) return std::nullopt;
    return expected + why_not();
  } catch (const Refused& refused) {
    return expected + refused.what();
  }
}

void ConcurrentReplay::follow() {
  bool is_race = claim_.kind == Undef::data_race;
  if (is_race && (run_.steps.size() < 2 || run_.races_at >= run_.steps.size())) throw Refused("a race needs two steps");
  size_t end = run_.steps.size() - (is_race && run_.stops_before_race ? 2 : 0);
  for (size_t i = 0; i < end;) {
    if (pace_ == Pace::early) advance_all();
    if (confirmed_) return;
    if (run_.steps[i].kind == RunStep::Kind::flush)
      i += perform_flush(static_cast<uint32_t>(i));
    else
      i += perform(i);
  }
  if (claim_.kind == Undef::deadlock || claim_.kind == Undef::liveness)
    confirm_standstill();
  else if (is_race && run_.stops_before_race)
    confirm_race();
  else if (is_race)
    confirm_unordered();
  else
    finish();
}

void ConcurrentReplay::finish() {
  for (;;) {
    advance_all();
    if (confirmed_) return;
    bool moved = false;
    for (const core::Thread& thread : machine_.threads()) {
      if (thread.over() || pending(thread.number) != nullptr) continue;
      const Write* oldest = memory_->oldest(thread.number);
      if (oldest == nullptr || !needs_drain(thread.number)) continue;
      flush(thread.number, oldest->cell);
      moved = true;
    }
    if (moved) continue;
    // What is not freed is so before others free it; what is lost, once all have ended.
    bool ends_first = claim_.kind == Undef::unfreed;
    if (!(ends_first && end_program()) && !do_late_action() && !end_program()) return confirm_unsettled();
  }
}

// An unsequenced race is told at the end of its expression (core/interpreter.h), but the run may stop before: what makes the
// expression undefined has happened.
void ConcurrentReplay::confirm_unsettled() {
  for (const core::Thread& thread : machine_.threads())
    for (const core::Failure& failure : thread.races) confirmed_ = confirmed_ || confirms(failure, claim_);
}

bool ConcurrentReplay::end_program() {
  const core::Thread* thread = machine_.find(run_.ended_by);
  if (!is_about_the_end(claim_.kind) || thread == nullptr || thread->over()) return false;
  if (pending(thread->number) != nullptr || !machine_.ends_program(thread->number)) return false;
  silently(thread->number);
  return true;
}

ConcurrentReplay::Pending* ConcurrentReplay::pending(uint32_t thread) {
  auto found = pending_.find(thread);
  return found == pending_.end() ? nullptr : &found->second;
}

// One statement of the thread that began last of those that can go on. One that would share what is no cell of the run stays where it is.
bool ConcurrentReplay::advance_newest(const std::function<bool(uint32_t)>& may_go) {
  for (size_t i = machine_.threads().size(); i > 0; --i) {
    const core::Thread& thread = machine_.threads()[i - 1];
    const uint32_t number = thread.number;
    if (thread.over() || pending(number) != nullptr || parked_.contains(number) || !may_go(number)) continue;
    if (silent_left_ == 0 || !can_go_on(number) || is_late(number)) continue;
    try {
      --silent_left_;
      silently(number);
      return true;
    } catch (const Refused&) {
      parked_.insert(number);
    }
  }
  return false;
}

void ConcurrentReplay::advance_all() {
  if (pace_ == Pace::late) {
    while (!confirmed_ && advance_newest([](uint32_t) { return true; })) {
    }
    return;
  }
  bool moved = true;
  while (moved && !confirmed_) {
    moved = false;
    // A thread that advances may create further ones, which a range-based loop would not survive.
    for (size_t i = 0; i < machine_.threads().size(); ++i)  // NOLINT(modernize-loop-convert)
      if (parked_.count(machine_.threads()[i].number) == 0) moved |= advance(machine_.threads()[i].number);
  }
}

bool ConcurrentReplay::advance(uint32_t number) {
  const core::Thread& thread = *machine_.find(number);
  bool moved = false;
  for (uint64_t left = kSilentStatements; !confirmed_; --left) {
    if (thread.over() || pending(number) != nullptr || !can_go_on(number) || is_late(number)) break;
    if (left == 0) {
      parked_.insert(number);
      break;
    }
    silently(number);
    moved = true;
  }
  return moved;
}

bool ConcurrentReplay::needs_drain(uint32_t number) {
  if (draining_.count(number) > 0) return true;
  const Stmt* stmt = machine_.next(number);
  if (machine_.ends_thread(number)) return true;
  if (stmt == nullptr) return false;
  if (const auto* fence = std::get_if<core::Fence>(&stmt->kind)) return fence->order == MemoryOrder::seq_cst;
  return std::holds_alternative<core::Rmw>(stmt->kind) || std::holds_alternative<core::AtomicBegin>(stmt->kind) ||
         std::holds_alternative<core::AtomicEnd>(stmt->kind) || std::holds_alternative<core::Spawn>(stmt->kind) ||
         std::holds_alternative<core::Join>(stmt->kind);
}

bool ConcurrentReplay::can_go_on(uint32_t number) {
  if (machine_.ends_program(number) || machine_.waits(number)) return false;
  if (memory_->oldest(number) != nullptr) {
    if (needs_drain(number)) return false;
  } else {
    draining_.erase(number);
  }
  std::vector<Part> wanted = parts(number);
  if (wanted.empty()) return true;
  const core::Stmt& stmt = *machine_.next(number);
  if (auto begun = set_aside_.extract({number, &stmt})) {
    pending_.emplace(number, std::move(begun.mapped()));
    return false;
  }
  RecordedAccess access = recorder_.begin(number, wanted);
  bool drains = std::holds_alternative<core::Store>(stmt.kind) && access.order == MemoryOrder::seq_cst;
  pending_.try_emplace(number, Pending{std::move(wanted),
                                       0,
                                       CellTap(cells_, machine_.memory()),
                                       {},
                                       {},
                                       machine_.position(number),
                                       "",
                                       false,
                                       drains,
                                       std::move(access)});
  return false;
}

bool ConcurrentReplay::is_expected_check(uint32_t number) {
  const Stmt* stmt = machine_.next(number);
  const auto* check = stmt != nullptr ? std::get_if<core::Check>(&stmt->kind) : nullptr;
  return check != nullptr && check->kind == claim_.kind && machine_.position(number).pos == claim_.pos;
}

bool ConcurrentReplay::is_late(uint32_t number) {
  if (!machine_.has_spawned()) return false;
  if (is_expected_check(number) || is_told(number)) return true;
  // Inside an atomic section nothing changes.
  if (section_ != number && cells_.has(machine_.asked_about(number), result::kLifetimeAt)) return true;
  if (section_ != number && tells_looks_ && machine_.converts(number)) return true;
  bool keeps_heap = claim_.kind == Undef::unfreed && number != run_.ended_by;
  return std::ranges::any_of(machine_.killed(number), [&](core::ObjectId killed) {
    if (keeps_heap && machine_.memory().object(killed).storage == core::Storage::heap) return true;
    return !is_about_lifetimes(claim_.kind) && cells_.any_in(killed);
  });
}

bool ConcurrentReplay::do_late_action() {
  for (bool checks : {true, false}) {
    const core::Thread* first = is_about_the_end(claim_.kind) ? machine_.find(run_.ended_by) : nullptr;
    if (first != nullptr && do_late_action(*first, checks)) return true;
    for (const core::Thread& thread : machine_.threads())
      if (do_late_action(thread, checks)) return true;
  }
  return false;
}

bool ConcurrentReplay::do_late_action(const core::Thread& thread, bool checks) {
  if (thread.over() || pending(thread.number) != nullptr || !can_go_on(thread.number)) return false;
  if (!is_late(thread.number) || is_expected_check(thread.number) != checks) return false;
  silently(thread.number);
  return true;
}

void ConcurrentReplay::require_privacy(uint32_t number) {
  // What orders other accesses is an event, whoever shares its place.
  const Stmt* stmt = machine_.next(number);
  if (kind_ == MachineKind::given && machine_.has_spawned() && stmt != nullptr &&
      core::order_of(*stmt) > MemoryOrder::relaxed && parts(number).empty())
    throw Refused(fmt::format("an access of order {}{} is not among the run's steps", core::name(core::order_of(*stmt)),
                              at(machine_.position(number).pos)));
  // On one memory nothing can be out of order: whatever is done, it is a run.
  if (!machine_.has_spawned() || kind_ == MachineKind::sc) return;
  for (const Touch& touch : machine_.touches(number))
    for (uint64_t byte = touch.begin / 8; byte < (touch.end + 7) / 8; ++byte)
      if (cells_.touched(touch.object, 8 * byte, 8 * byte + 8).empty() &&
          !privacy_.access(number, touch.object, byte, touch.kind != Touch::Kind::read))
        throw Refused(fmt::format("threads share {}{}, which is not among the run's cells", machine_.lvalue(number),
                                  at(machine_.position(number).pos)));
}

bool ConcurrentReplay::ends_everything(uint32_t number) {
  auto is_over = [&](const core::Thread& thread) { return thread.number == number || thread.over(); };
  return (machine_.ends_program(number) || machine_.ends_thread(number)) &&
         std::ranges::all_of(machine_.threads(), is_over);
}

void ConcurrentReplay::silently(uint32_t number) {
  const Stmt* stmt = machine_.next(number);
  if (run_.uses_outside_life && confirm_outside_life(number)) return;
  require_privacy(number);
  std::optional<uint32_t> joined = machine_.joined(number);
  size_t threads = machine_.threads().size();
  const size_t told = machine_.trace().count();
  if (story_) {
    events_told_.resize(recorder_.run().events.size(), result::Story::kNoStep);
    story_->before_step(number);
  }
  recorder_.before_step(number);
  if (kind_ == MachineKind::given && ends_everything(number)) memory_->settle(run_.coherence);
  machine_.step(number);
  if (story_) story_->after_step();
  recorder_.after_step(number);
  tell_events(told);
  if (machine_.threads().size() > threads) {
    privacy_.spawn(number, machine_.threads().back().number);
    order_.spawn(number, machine_.threads().back().number);
  }
  if (joined) {
    privacy_.join(number, *joined);
    order_.join(number, *joined);
  }
  if (const auto* fence = stmt != nullptr ? std::get_if<core::Fence>(&stmt->kind) : nullptr) {
    note_fence(number, fence->order);
    if (orders_stores(fence->order)) memory_->order_stores(number);
  }
  after_step(number, stmt);
}

void ConcurrentReplay::after_step(uint32_t number, const Stmt* stmt) {
  const core::Thread& thread = *machine_.find(number);
  const core::Thread& newest = machine_.threads().back();
  for (const core::Thread* maker : {&thread, &newest})
    for (size_t& next = bound_[maker->number]; next < maker->allocated.size(); ++next) {
      core::ObjectId made = maker->allocated[next];
      cells_.bind({false, maker->number, static_cast<uint32_t>(next)}, made);
      births_[made] = {order_.moment(maker->number), stmt != nullptr ? stmt->pos : SourcePos{}};
    }
  if (section_ == number && !thread.in_atomic) section_.reset();
  if (!thread.outcome) return;
  const std::vector<core::Failure>& failures = thread.outcome->failures;
  if (std::ranges::none_of(failures, [&](const core::Failure& failure) { return confirms(failure, claim_); })) return;
  if (promises_.empty() || core::ends_program(claim_.kind)) {
    confirmed_ = true;
  } else {
    failed_ = true;
    machine_.go_on(number);
    machine_.tell_at(number, machine_.position(number), "goes on, as undefined behaviour may");
  }
}

std::optional<result::RunGraph> ConcurrentReplay::graph() const {
  RecordedRun run = recorder_.run();
  for (uint32_t thread : parked_) run.drop_last_fences(thread, mapping_.point());
  if (run.events.size() > kLargestGraph) return std::nullopt;
  if (kind_ == MachineKind::given && recorder_.unknown())
    throw Refused(fmt::format("the memory model does not know the order {}", core::name(*recorder_.unknown())));
  auto name = [&](size_t cell) { return name_of_initial(cell); };
  const std::vector<uint32_t> coherence = kind_ == MachineKind::given ? run_.coherence : memory_->in_memory_order();
  result::RunGraph made = execution_graph(run, mapping_, coherence, name);
  for (size_t i = 0; i < made.graph.size(); ++i) {
    auto words = told_.find(made.steps[i]);
    if (words == told_.end()) continue;
    made.graph.events()[i].label = words->second.text;
    made.places[i] = words->second.pos;
  }
  return made;
}

std::string ConcurrentReplay::name_of_initial(size_t cell) const {
  const result::Cell& of = cells_[cell];
  const core::Memory& memory = machine_.memory();
  std::optional<core::ObjectId> object = cells_.bound(of.object);
  if (!object) return "?";
  constexpr uint32_t kNobody = ~0u;
  if (!result::is_of_life(of.at) && of.at % 8 == 0 && of.width % 8 == 0)
    if (auto known = core::place_name(memory, {of.at / 8, *object, false}, of.width / 8, {}, kNobody)) return *known;
  return core::object_name(memory, *object, kNobody);
}

std::vector<ConcurrentReplay::Part> ConcurrentReplay::parts(uint32_t number) {
  std::vector<Part> result;
  if (!machine_.has_spawned()) return result;
  for (const Touch& touch : machine_.touches(number))
    for (size_t cell : cells_.touched(touch.object, touch.begin, touch.end)) result.push_back({touch, cell});
  return result;
}

}  // namespace fencepost::check
