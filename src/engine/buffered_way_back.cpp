#include "engine/buffered_way_back.h"

#include <algorithm>
#include <deque>

#include "engine/follower.h"
#include "flat/configuration.h"
#include "flat/operands.h"
#include "flat/run_values.h"
#include "flat/sharing.h"
#include "memory/probe.h"

namespace fencepost::engine {

using core::ObjectId;
using core::Touch;
using flat::Edge;
using flat::FlatProgram;
using flat::Origin;
using flat::Step;
using flat::VarId;
using result::RunStep;

namespace {

// Bits of bytes of one object.
struct Written {
  uint64_t at = 0;
  core::Byte byte;
  uint8_t mask = 0;
};

// A write that waits in a buffer.
struct Waiting {
  uint32_t step = 0;
  ObjectId object = core::kNoObject;
  result::Cell cell;
  std::vector<Written> bytes;
  bool leaves_alone = false;  // the run has it in memory already: it leaves as soon as nothing older waits
};

// What one statement reads and writes of one cell.
class AccessTap : public core::ByteTap {
 public:
  AccessTap(ObjectId object, const std::deque<Waiting>& buffer, bool to_memory)
      : object_(object), buffer_(buffer), to_memory_(to_memory) {}

  core::Byte read(ObjectId object, uint64_t at, const core::Byte& stored) override {
    core::Byte seen = stored;
    if (object != object_) return seen;
    for (const Waiting& one : buffer_)
      for (const Written& byte : one.bytes)
        if (one.object == object && byte.at == at) seen = core::merge(seen, byte.byte, byte.mask).value_or(byte.byte);
    return seen;
  }
  uint8_t write(ObjectId object, uint64_t at, const core::Byte& byte, uint8_t changed, const core::Byte&) override {
    if (to_memory_ || object != object_) return 0;
    written.push_back({at, byte, changed});
    return changed;
  }

  std::vector<Written> written;

 private:
  ObjectId object_;
  const std::deque<Waiting>& buffer_;
  bool to_memory_;
};

class BufferedFollower : public Follower {
 public:
  BufferedFollower(const result::Task& task, const FlatProgram& program, const FlatProgram& buffered,
                   std::span<const Step> run, Budget& budget)
      : Follower(task, buffered, budget, flat::why_not_single(program) ? buffered : program),
        values_(buffered),
        run_(run),
        keeps_order_(!memory::relaxations(*task.model).store_store) {}

  result::Claim operator()() {
    follow(run_.first(run_.size() - 1));
    return failed(run_.back());
  }

 private:
  void walk(const Step& step) override {
    const Edge& edge = edge_of(step);
    here_ = &step;
    if (const flat::Access* access = flat::access(edge.label)) {
      accessed_ = values_.cell(*access);
      if (!accessed_) throw Lost{"an access to no cell"};
      if (edge.origin.buffer == Origin::Buffer::leaves)
        leave(step, *accessed_);
      else
        Follower::walk(step);
      if (std::holds_alternative<flat::Store>(edge.label)) is_in_memory(core_number(step), *accessed_);
    } else if (edge.origin.buffer == Origin::Buffer::answers) {
      answer(core_number(step), edge);
    } else {
      Follower::walk(step);
    }
    values_.take(edge, step.chosen);
  }

  // What waits is found now: later it may be in memory, and others' stores after it.
  void answer(uint32_t thread, const Edge& edge) {
    if (!is_of_load(edge) || !machine_.has_spawned()) return;
    auto is_there = [&](const core::Stmt& stmt) {
      return is_statement_of(stmt, thread, edge) &&
             std::ranges::all_of(machine_.touches(thread), [&](const Touch& touch) {
               return !cell_of(touch) || waiting(thread, touch.object, touch.begin) != nullptr;
             });
    };
    go_to(thread, edge, is_there);
    perform(thread);
  }

  // A load that goes to memory finds nothing that waits.
  bool may_touch(uint32_t thread, const Edge& edge) override {
    if (!Follower::may_touch(thread, edge)) return false;
    const std::optional<flat::Part>& part = program_[*accessed_].part;
    if (flat::access(edge.label) == nullptr || !part) return true;
    bool is_there = false;
    for (const Touch& touch : machine_.touches(thread)) {
      if (!is_part(touch, *part)) continue;
      is_there = true;
      if (std::holds_alternative<flat::Load>(edge.label) && edge.origin.buffer != Origin::Buffer::searches &&
          waiting(thread, touch.object, touch.begin) != nullptr)
        return false;
    }
    return is_there;
  }
  bool is_part(const Touch& touch, const flat::Part& part) const {
    return touch.begin == part.at && touch.end == part.at + part.bits &&
           machine_.memory().object(touch.object).name == part.object;
  }

  bool is_cell(const flat::Part& part) const {
    return std::ranges::any_of(shared_variables(), [&](const flat::Variable* variable) {
      return variable->part->object == part.object && variable->part->at == part.at &&
             variable->part->bits == part.bits;
    });
  }

  // The oldest of the thread for that place; null: none waits.
  Waiting* waiting(uint32_t thread, ObjectId object, uint64_t at) {
    auto found = std::ranges::find_if(buffers_[thread],
                                      [&](const Waiting& one) { return one.object == object && one.cell.at == at; });
    return found == buffers_[thread].end() ? nullptr : &*found;
  }
  Waiting* waiting(uint32_t thread, const flat::Part& part) {
    Waiting* found = nullptr;
    for (Waiting& one : buffers_[thread]) {
      bool is_it = one.cell.at == part.at && one.cell.width == part.bits &&
                   machine_.memory().object(one.object).name == part.object;
      if (!is_it) continue;
      if (found == nullptr)
        found = &one;
      else if (!keeps_order_ && one.object != found->object)
        throw Lost{"stores to two objects of one name wait"};
    }
    return found;
  }

  // The run's store to this leaves the buffer of its thread, which may not have made it yet.
  void leave(const Step& step, VarId to) {
    uint32_t thread = core_number(step);
    const std::optional<flat::Part>& part = program_[to].part;
    if (!part) throw Lost{"the end of a life waits in a buffer"};
    // Nobody else uses it while there are other threads; or there are none, and the machine has one memory.
    if (!is_cell(*part) || !machine_.has_spawned()) return;
    const Edge* next = next_seen(step);
    auto is_there = [&](const core::Stmt& stmt) {
      return waiting(thread, *part) != nullptr ||
             (next != nullptr && is_statement_of(stmt, thread, *next) && Follower::may_touch(thread, *next));
    };
    if (waiting(thread, *part) == nullptr) advance(thread, is_there);
    // That an object is new is no access to it, and the flat program stores its first values.
    if (Waiting* one = waiting(thread, *part)) flush(thread, *one);
  }
  // What the thread does next of which others can tell.
  const Edge* next_seen(const Step& step) const {
    for (const Step* later = &step + 1; later != run_.data() + run_.size(); ++later) {
      const Edge& edge = edge_of(*later);
      if (later->thread == step.thread && edge.origin.buffer != Origin::Buffer::leaves && is_seen(edge)) return &edge;
    }
    return nullptr;
  }

  // The run stores to memory. What has waited has left; otherwise nobody can tell that it waits, or nothing holds it back. Where
  // older ones wait that keep it there, nobody reads it (flat/delays.h), and it leaves after them.
  void is_in_memory(uint32_t thread, VarId to) {
    const std::optional<flat::Part>& part = program_[to].part;
    Waiting* one = part ? waiting(thread, *part) : nullptr;
    if (here_ != nullptr && edge_of(*here_).origin.buffer == Origin::Buffer::leaves) one = nullptr;
    if (one != nullptr) {
      one->leaves_alone = true;
      if (!keeps_order_ && is_read(to)) flush(thread, *one);
    }
    drain(thread);
  }
  void drain(uint32_t thread) {
    std::deque<Waiting>& buffer = buffers_[thread];
    while (!buffer.empty() && buffer.front().leaves_alone) flush_one(thread, buffer.front());
  }
  bool is_read(VarId id) const {
    for (const flat::Template& of : program_.templates)
      for (const Edge& edge : of.edges) {
        bool is = false;
        if (flat::reads(edge.label))
          flat::each_cell(*flat::access(edge.label), program_, [&](VarId read) { is = is || read == id; });
        if (is) return true;
      }
    return false;
  }

  void flush(uint32_t thread, const Waiting& one) {
    flush_one(thread, one);
    drain(thread);
  }
  void flush_one(uint32_t thread, const Waiting& one) {
    std::deque<Waiting>& buffer = buffers_[thread];
    if (keeps_order_ && &one != &buffer.front()) throw Lost{"a store leaves a buffer before an older one"};
    for (const Written& byte : one.bytes) {
      const core::Byte& stored = machine_.memory().stored(one.object, byte.at);
      machine_.memory().put(one.object, byte.at, core::merge(stored, byte.byte, byte.mask).value_or(byte.byte));
    }
    in_memory_[one.cell] = one.step;
    steps_.push_back({RunStep::Kind::flush, thread, one.cell});
    std::erase_if(buffer, [number = one.step](const Waiting& other) { return other.step == number; });
  }

  // Every statement comes through here.
  void take_step(uint32_t thread) override {
    if (!machine_.has_spawned()) return Follower::take_step(thread);
    std::optional<std::pair<Touch, result::Cell>> found;
    for (Touch touch : machine_.touches(thread)) {
      std::optional<result::Cell> cell = cell_of(touch);
      if (!cell) continue;
      if (found) throw Lost{"an access that is several"};
      found.emplace(touch, *cell);
    }
    if (!found) return Follower::take_step(thread);
    auto& [touch, cell] = *found;
    const core::Stmt* stmt = machine_.next(thread);
    bool is_update = stmt != nullptr && std::holds_alternative<core::Rmw>(stmt->kind);
    if (is_update && !machine_.would_write(thread)) touch.kind = Touch::Kind::read;
    const bool to_memory = is_update || machine_.find(thread)->in_atomic;
    RunStep step;
    step.thread = thread;
    step.cell = cell;
    step.kind = touch.kind == Touch::Kind::read    ? RunStep::Kind::read
                : touch.kind == Touch::Kind::write ? RunStep::Kind::write
                                                   : RunStep::Kind::update;
    if (step.kind != RunStep::Kind::write) step.source = source_of(thread, touch.object, cell);
    AccessTap tap(touch.object, buffers_[thread], to_memory);
    machine_.memory().set_tap(&tap);
    Follower::take_step(thread);
    machine_.memory().set_tap(nullptr);
    auto number = static_cast<uint32_t>(steps_.size());
    steps_.push_back(step);
    if (step.kind == RunStep::Kind::read) return;
    if (to_memory)
      in_memory_[cell] = number;
    else
      buffers_[thread].push_back({number, touch.object, cell, std::move(tap.written), false});
  }

  uint32_t source_of(uint32_t thread, ObjectId object, const result::Cell& cell) const {
    uint32_t source = RunStep::kInitial;
    if (auto found = in_memory_.find(cell); found != in_memory_.end()) source = found->second;
    auto buffer = buffers_.find(thread);
    if (buffer == buffers_.end()) return source;
    for (const Waiting& one : buffer->second)
      if (one.object == object && one.cell == cell) source = one.step;
    return source;
  }

  std::optional<result::Cell> cell_of(const Touch& touch) {
    for (const SharedCell& shared : shared_cells()) {
      if (shared.object != touch.object) continue;
      if (shared.cell.at == touch.begin && shared.cell.at + shared.cell.width == touch.end) return shared.cell;
      if (shared.cell.at < touch.end && touch.begin < shared.cell.at + shared.cell.width)
        throw Lost{"an access to a part of a cell, or to several"};
    }
    return std::nullopt;
  }

  // Lives end and are asked for at once.
  void note_life_access(const SeenAccess& access) override {
    const result::ObjectName* name = names_(access.touch.object);
    if (name == nullptr) return;
    RunStep step;
    step.thread = access.thread;
    step.cell = {*name, access.touch.begin, access.touch.end - access.touch.begin};
    lives_.insert(step.cell);
    if (access.touch.kind == Touch::Kind::read) {
      if (auto found = in_memory_.find(step.cell); found != in_memory_.end()) step.source = found->second;
      steps_.push_back(step);
      return;
    }
    step.kind = RunStep::Kind::write;
    in_memory_[step.cell] = static_cast<uint32_t>(steps_.size());
    steps_.push_back(step);
    if (access.section != 0) return;
    if (!buffers_[access.thread].empty()) throw Lost{"the end of a life waits in a buffer"};
    step.kind = RunStep::Kind::flush;
    steps_.push_back(step);
  }

  void put_accesses(result::ConcurrentRun& run) override {
    run.steps = steps_;
    for (const SharedCell& shared : shared_cells()) run.cells.push_back(shared.cell);
    run.cells.insert(run.cells.end(), lives_.begin(), lives_.end());
  }

  flat::RunValues values_;
  std::span<const Step> run_;
  bool keeps_order_;  // of the stores of a thread: one queue, and not one for each variable
  const Step* here_ = nullptr;
  std::optional<VarId> accessed_;  // by the step that is followed
  std::map<uint32_t, std::deque<Waiting>> buffers_;
  std::map<result::Cell, uint32_t> in_memory_;  // the step that wrote it
  std::set<result::Cell> lives_;
  std::vector<RunStep> steps_;
};

}  // namespace

WayBack buffered_way_back(const result::Task& task, const FlatProgram& program, const FlatProgram& buffered,
                          std::span<const Step> run, Budget& budget) {
  return claim_or_problem([&] { return BufferedFollower(task, program, buffered, run, budget)(); });
}

}  // namespace fencepost::engine
