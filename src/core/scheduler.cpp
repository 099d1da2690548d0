#include "core/scheduler.h"

namespace fencepost::core {

uint8_t Journal::write(ObjectId object, uint64_t at, const Byte&, uint8_t, const Byte& stored) {
  old_.push_back({object, at, stored});
  return 0;
}

void Journal::undo(Memory& memory) {
  for (size_t i = old_.size(); i-- > 0;) memory.put(old_[i].object, old_[i].at, old_[i].byte);
  old_.clear();
}

namespace {

bool is_atomic(const Stmt& stmt) {
  if (const auto* load = std::get_if<Load>(&stmt.kind)) return load->order != MemoryOrder::plain;
  if (const auto* store = std::get_if<Store>(&stmt.kind)) return store->order != MemoryOrder::plain;
  return std::holds_alternative<Rmw>(stmt.kind);
}

// Statements that undoing a turn would not take back.
bool is_final(const Stmt& stmt) {
  return std::holds_alternative<Spawn>(stmt.kind) || std::holds_alternative<Choose>(stmt.kind);
}

}  // namespace

Outcome Scheduler::run() {
  while (const Thread* thread = choose())
    if (std::optional<Outcome> outcome = turn(*thread)) return *outcome;
  return nobody_can_go_on();
}

const Thread* Scheduler::choose() {
  const auto& threads = machine_.threads();
  auto is_able = [&](const Thread& thread) {
    return !thread.over() && waiting_.count(thread.number) == 0 && !machine_.waits(thread.number);
  };
  if (threads[last_].in_atomic && is_able(threads[last_])) return &threads[last_];
  std::vector<size_t> able;
  for (size_t i = 0; i < threads.size(); ++i) {
    if (!is_able(threads[(last_ + 1 + i) % threads.size()])) continue;
    able.push_back((last_ + 1 + i) % threads.size());
    if (!is_random_) break;
  }
  if (able.empty()) return nullptr;
  last_ = is_random_ ? pick(able) : able[0];
  return &threads[last_];
}

bool Scheduler::ends_turn(const Thread& thread) {
  if (thread.in_atomic) return false;
  const Stmt* next = machine_.next(thread.number);
  if (next == nullptr) return false;
  if (is_atomic(*next) || std::holds_alternative<AtomicBegin>(next->kind)) return true;
  std::vector<Touch> touches = machine_.touches(thread.number);
  return std::any_of(touches.begin(), touches.end(), [&](const Touch& touch) { return is_seen(touch.object); });
}

// Lets the thread continue in another strand, since operands are evaluated in any order (C11 6.5p3).
void Scheduler::change_strand(uint32_t number) {
  std::vector<Machine::OtherStrand> others = machine_.other_strands(number);
  if (others.empty()) return;
  size_t chosen = random_() % (others.size() + 1);
  if (chosen < others.size()) machine_.change_strand(number, others[chosen]);
}

std::optional<Outcome> Scheduler::turn(const Thread& thread) {
  const uint32_t number = thread.number;
  // A single thread needs no turns: no other thread can make the condition of an Await true.
  if (!machine_.has_spawned()) {
    while (!thread.over() && !machine_.has_spawned() && !machine_.waits(number)) machine_.step(number);
    return ending(thread);
  }
  if (is_random_) change_strand(number);
  std::optional<Thread> before = thread;
  size_t told = machine_.trace().count();
  machine_.memory().set_tap(&journal_);
  bool was_undone = false;
  bool is_first = true;
  bool has_effect = thread.in_atomic;  // a section that began when there was one thread only
  SourcePos last_pos;
  begins_turn(number);
  while (!thread.over() && !machine_.waits(number)) {
    if (!is_first && ends_turn(thread)) break;
    is_first = false;
    const Stmt* stmt = machine_.next(number);
    if (stmt != nullptr) last_pos = stmt->pos;
    const std::vector<ObjectId> killed = machine_.killed(number);
    bool final_one = (stmt != nullptr && is_final(*stmt)) || !killed.empty();
    has_effect = has_effect || std::ranges::any_of(killed, [&](ObjectId object) { return is_seen(object); }) ||
                 (stmt != nullptr && std::holds_alternative<Spawn>(stmt->kind));
    before_step(number);
    size_t written = journal_.size();
    machine_.step(number);
    after_step(number, journal_.size() > written);
    if (before && thread.outcome && thread.outcome->kind == Outcome::Kind::blocked) {
      waiting_.insert_or_assign(number, *thread.outcome);
      journal_.undo(machine_.memory());
      machine_.trace().cut(told);
      machine_.restore(*before);
      undone(number);
      was_undone = true;
      break;
    }
    if (!final_one) continue;
    if (!thread.in_atomic) break;
    before.reset();
  }
  std::optional<Outcome> outcome = stops_in_section(thread, has_effect, last_pos);
  journal_.clear();
  machine_.memory().set_tap(nullptr);
  if (!was_undone) waiting_.clear();
  return outcome ? outcome : ending(thread);
}

std::optional<Outcome> Scheduler::stops_in_section(const Thread& thread, bool has_effect, const SourcePos& pos) {
  if (!thread.in_atomic || (thread.outcome && thread.outcome->kind == Outcome::Kind::finished)) return std::nullopt;
  auto unsupported = [&](const char* what) { return Outcome{Outcome::Kind::unsupported, {}, {}, what, pos}; };
  if (thread.ended) return unsupported("a thread that ends inside an atomic section");
  if (!thread.outcome) {
    if (!machine_.waits(thread.number)) return std::nullopt;
    return unsupported("a wait for the end of a thread inside an atomic section");
  }
  has_effect = has_effect || journal_.any_object([&](ObjectId object) { return is_seen(object); });
  if (!has_effect) return std::nullopt;
  if (thread.outcome->kind == Outcome::Kind::assume_failed) return thread.outcome;
  if (thread.outcome->kind != Outcome::Kind::blocked) return std::nullopt;
  return unsupported("a wait inside an atomic section that has written");
}

std::optional<Outcome> Scheduler::ending(const Thread& thread) const {
  if (!thread.outcome || thread.outcome->kind == Outcome::Kind::assume_failed ||
      thread.outcome->kind == Outcome::Kind::blocked)
    return std::nullopt;
  return thread.outcome;
}

Outcome Scheduler::nobody_can_go_on() const {
  Outcome result;
  bool all_ended = true;
  for (const Thread& thread : machine_.threads()) {
    if (thread.outcome && thread.outcome->kind == Outcome::Kind::assume_failed) return *thread.outcome;
    all_ended = all_ended && thread.ended;
  }
  if (all_ended) return result;
  result.kind = Outcome::Kind::blocked;
  auto add = [&](const std::string& why, const SourcePos& pos) {
    if (result.reason.empty()) result.pos = pos;
    result.reason += (result.reason.empty() ? "" : "; ") + why;
  };
  for (const Thread& thread : machine_.threads()) {
    if (thread.ended) continue;
    auto undone = waiting_.find(thread.number);
    if (thread.outcome || undone != waiting_.end()) {
      const Outcome& outcome = thread.outcome ? *thread.outcome : undone->second;
      add(outcome.reason, outcome.pos);
    } else {
      SourcePos pos = machine_.position(thread.number).pos;
      add("thread " + std::to_string(thread.number) + " waits at " + to_string(pos), pos);
    }
  }
  return result;
}

}  // namespace fencepost::core
