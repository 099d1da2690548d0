#include "runs/schedule.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <tuple>

#include "logic/evaluate.h"
#include "unroll/sharing.h"

namespace fencepost::runs {

using memory::EventId;
using memory::Relation;
using result::RunStep;
using unroll::Event;
using unroll::Unrolled;

namespace {

constexpr uint32_t kNone = ~0u;

// A node for what a thread does, and one more for each write that waits in a buffer.
class Ordering {
 public:
  // `in_time`: what a check has found alive is accessed before it ends, which need not be possible.
  Ordering(const Unrolled& unrolled, const CandidateExecution& candidate, const memory::Relaxations& relaxations,
           bool in_time)
      : unrolled_(unrolled), candidate_(candidate), relaxations_(relaxations), size_(candidate.graph.size()) {
    buffered_ = relaxations.fits_store_buffers() && (relaxations.store_load || relaxations.store_store);
    edges_.resize(2 * size_);
    missing_.resize(2 * size_);
    add_edges();
    if (in_time && relaxations.fits_store_buffers()) add_ends_of_lives();
  }

  // Nodes in order: below size() an event happens, above its write reaches memory.
  std::optional<std::vector<uint32_t>> order() {
    std::vector<uint32_t> result;
    std::vector<bool> done(2 * size_);
    // Prefer to go on with the same thread, and never to leave what happens at once.
    uint32_t last = kNone;
    std::vector<uint32_t> ready;
    for (uint32_t node = 0; node < 2 * size_; ++node)
      if (exists(node) && missing_[node] == 0) ready.push_back(node);
    while (!ready.empty() || promise(done, ready)) {
      auto best = std::max_element(ready.begin(), ready.end(), [&](uint32_t a, uint32_t b) {
        return std::pair(preference(a, last), ~a) < std::pair(preference(b, last), ~b);
      });
      uint32_t node = *best;
      ready.erase(best);
      result.push_back(node);
      done[node] = true;
      last = node;
      for (uint32_t next : edges_[node])
        if (--missing_[next] == 0 && !done[next]) ready.push_back(next);
    }
    for (uint32_t node = 0; node < 2 * size_; ++node)
      if (exists(node) && !done[node]) return std::nullopt;
    if (buffered_) enter_late(result);
    return result;
  }

  bool is_promised(EventId read) const { return promised_.contains(read); }
  bool is_flush(uint32_t node) const { return node >= size_; }
  EventId event_of(uint32_t node) const { return static_cast<EventId>(node % size_); }
  bool waits(EventId id) const {
    return buffered_ && candidate_.graph.find_set("W")->test(id) && !is_initial(id) && !is_locked(id);
  }

 private:
  const Event& origin(EventId id) const { return unrolled_.events[candidate_.origin[id]]; }
  bool is_initial(EventId id) const { return origin(id).kind == Event::Kind::initial; }
  // Some fences concern one place and are no accesses.
  bool is_access(EventId id) const {
    return candidate_.graph.events()[id].location != memory::kNoLocation && origin(id).is_access();
  }
  bool is_update(EventId id) const {
    uint32_t partner = origin(id).partner;
    return is_access(id) && partner != Event::kNone && candidate_.number[partner] != CandidateExecution::kAbsent;
  }
  bool is_locked(EventId id) const {
    return (is_access(id) && origin(id).partner != Event::kNone) || origin(id).section != 0;
  }
  // A barrier that keeps later stores behind earlier ones and waits for nothing: a release, where the buffer is no queue.
  bool orders_stores(EventId id) const {
    if (!relaxations_.store_store || is_access(id)) return false;
    const Event& event = origin(id);
    if (event.kind == Event::Kind::write) return id < candidate_.number[candidate_.origin[id]];
    using core::MemoryOrder;
    return event.kind == Event::Kind::fence && (event.order == MemoryOrder::release ||
                                                event.order == MemoryOrder::acq_rel || event.order == MemoryOrder::wmb);
  }
  bool exists(uint32_t node) const {
    EventId id = event_of(node);
    if (is_initial(id)) return false;
    return !is_flush(node) || waits(id);
  }

  // Causes run in circles: a read that waits for nothing but its source takes what the source will write.
  bool promise(const std::vector<bool>& done, std::vector<uint32_t>& ready) {
    const Relation& rf = *candidate_.graph.find_relation("rf");
    for (EventId read = 0; read < size_ && !relaxations_.fits_store_buffers(); ++read) {
      if (done[read] || !exists(read) || origin(read).kind != Event::Kind::read || missing_[read] != 1) continue;
      if (origin(read).section != 0) continue;
      bool waits_for_source = false;
      rf.for_each([&](size_t w, size_t r) {
        waits_for_source = waits_for_source || (r == read && exists(static_cast<uint32_t>(w)) && !done[w]);
      });
      if (!waits_for_source) continue;
      promised_.insert(read);
      ready.push_back(read);
      return true;
    }
    return false;
  }

  int preference(uint32_t node, uint32_t last) const {
    if (last == kNone) return 0;
    if (unit_[node] != kNone && unit_[node] == unit_[last]) return 3;
    if (is_flush(node)) return buffered_ ? -1 : 1;
    return origin(event_of(node)).thread == origin(event_of(last)).thread ? 1 : 0;
  }

  void edge(uint32_t from, uint32_t to) {
    if (from == to || !exists(from) || !exists(to)) return;
    edges_[from].push_back(to);
    ++missing_[to];
  }
  // The node at which a write is visible to others.
  uint32_t visible(EventId id) const { return waits(id) ? static_cast<uint32_t>(size_ + id) : id; }

  // An edge between two nodes holds for all that happens at once with either.
  void between(uint32_t from, uint32_t to) {
    uint32_t a = unit_[from], b = unit_[to];
    if (a != kNone && a == b) return edge(from, to);
    edge(a == kNone ? from : units_[a].back(), b == kNone ? to : units_[b].front());
  }

  // What happens at once: a section, the parts of an update (that may find another value); with one memory those of any access, and those of a write as they
  // reach it.
  void find_units() {
    unit_.assign(2 * size_, kNone);
    std::map<std::tuple<uint32_t, uint32_t, bool>, uint32_t> known;
    for (uint32_t node = 0; node < 2 * size_; ++node) {
      const Event& event = origin(event_of(node));
      bool at_once = relaxations_.fits_store_buffers() || event.partner != Event::kNone;
      uint32_t whole = event.section == 0 && is_access(event_of(node)) && at_once ? event.whole : 0;
      if (!exists(node) || (event.section == 0 && whole == 0)) continue;
      auto [unit, is_new] =
          known.emplace(std::tuple(event.section, whole, is_flush(node)), static_cast<uint32_t>(units_.size()));
      if (is_new) units_.emplace_back();
      unit_[node] = unit->second;
      units_[unit->second].push_back(node);
    }
  }

  // A write that is unsequenced with others enters the buffer as late as it can: when it leaves it, when its thread comes to
  // what is sequenced after it or reads it, or, if the buffer is one queue, when one enters that leaves it later. So it is
  // not there when another strand has to wait for an empty buffer.
  void enter_late(std::vector<uint32_t>& order) const {
    std::vector<std::pair<size_t, size_t>> place(2 * size_);  // by node: where, and of several there which comes first
    std::vector<uint32_t> moved;                              // in the order in which they leave
    for (size_t i = 0; i < order.size(); ++i) {
      place[order[i]] = {2 * i + 1, 0};
      EventId id = event_of(order[i]);
      if (is_flush(order[i]) && origin(id).sequence != 0) moved.push_back(id);
    }
    const Relation& rf = *candidate_.graph.find_relation("rf");
    for (size_t i = moved.size(); i-- > 0;) {
      const uint32_t write = moved[i];
      size_t latest = place[size_ + write].first - 1;
      for (uint32_t part : unit_[write] == kNone ? std::vector<uint32_t>{} : units_[unit_[write]])
        if (waits(part)) latest = std::min(latest, place[size_ + part].first - 1);
      for (uint32_t node : order) {
        if (is_flush(node) || node == write || origin(node).thread != origin(write).thread) continue;
        if (is_before(write, node) || rf.test(write, node)) latest = std::min(latest, (place[node].first - 1) / 2 * 2);
      }
      for (size_t k = i + 1; k < moved.size() && !relaxations_.store_store; ++k)
        if (origin(moved[k]).thread == origin(write).thread) latest = std::min(latest, place[moved[k]].first);
      place[write] = {latest, i + 1};
    }
    std::ranges::sort(order, {}, [&](uint32_t node) { return place[node]; });
  }

  bool is_before(EventId a, EventId b) const {
    uint32_t one = candidate_.origin[a], two = candidate_.origin[b];
    return a < b && (one == two || unrolled_.are_sequenced(one, two));
  }

  // From each event to the next ones: what is unsequenced with some of them may have several before it.
  void in_program_order(const std::vector<EventId>& events) {
    for (size_t i = 1; i < events.size(); ++i) {
      for (size_t k = i; k-- > 0;) {
        if (is_before(events[k], events[i])) edge(events[k], events[i]);
        if (origin(events[k]).sequence == 0) break;
      }
    }
  }

  void add_edges() {
    std::map<uint32_t, std::vector<EventId>> threads;
    for (EventId id = 0; id < size_; ++id) {
      if (is_initial(id)) continue;
      threads[origin(id).thread].push_back(id);
    }
    find_units();
    for (const std::vector<uint32_t>& unit : units_)
      for (size_t i = 0; i + 1 < unit.size(); ++i)
        if (is_flush(unit[i])) edge(unit[i], unit[i + 1]);
    for (const auto& [thread, events] : threads) {
      in_program_order(events);
      if (!buffered_) continue;
      for (size_t i = 0; i < events.size(); ++i) {
        if (!waits(events[i])) continue;
        between(events[i], visible(events[i]));
        std::vector<EventId> store_barriers;
        for (size_t k = i + 1; k < events.size(); ++k) {
          if (!is_before(events[i], events[k])) continue;
          if (orders_stores(events[k])) {
            store_barriers.push_back(events[k]);
            continue;
          }
          // A barrier, a locked access and the end of a thread wait for the buffer; later writes follow in their order.
          bool barrier = !is_access(events[k]) || is_locked(events[k]);
          bool is_ordered =
              !relaxations_.store_store ||
              candidate_.graph.events()[events[k]].location == candidate_.graph.events()[events[i]].location ||
              std::ranges::any_of(store_barriers, [&](EventId id) { return is_before(id, events[k]); });
          if (barrier) between(visible(events[i]), events[k]);
          if (waits(events[k]) && is_ordered) between(visible(events[i]), visible(events[k]));
        }
      }
    }
    const memory::ExecutionGraph& graph = candidate_.graph;
    graph.find_relation("sync")->for_each(
        [&](size_t a, size_t b) { edge(static_cast<uint32_t>(a), static_cast<uint32_t>(b)); });
    const Relation &rf = *graph.find_relation("rf"), &co = *graph.find_relation("co");
    bool in_memory = relaxations_.fits_store_buffers();
    rf.for_each([&](size_t w, size_t r) {
      auto write = static_cast<EventId>(w), read = static_cast<EventId>(r);
      if (origin(write).thread != origin(read).thread || !buffered_) between(visible(write), read);
    });
    if (!in_memory) return;
    co.for_each(
        [&](size_t a, size_t b) { between(visible(static_cast<EventId>(a)), visible(static_cast<EventId>(b))); });
    Relation fr = rf.transpose().compose(co);
    fr.for_each([&](size_t r, size_t w) {
      if (r != w) between(static_cast<uint32_t>(r), visible(static_cast<EventId>(w)));
    });
  }

  // From accesses of an object that a check of the same thread has found alive to where others end its life.
  void add_ends_of_lives() {
    const Relation& rf = *candidate_.graph.find_relation("rf");
    auto cell = [&](EventId id) -> const unroll::SharedCell& {
      return unrolled_.cells[candidate_.graph.events()[id].location];
    };
    auto is_end = [&](EventId id) {
      const logic::Term value = origin(id).value.term;
      return origin(id).kind == Event::Kind::write && cell(id).at == result::kLifetimeAt && value.is_const() &&
             value.value() == 0;
    };
    std::map<uint32_t, std::vector<EventId>> ends;              // by object
    std::map<std::pair<uint32_t, uint32_t>, bool> found_alive;  // by thread and object, up to here
    for (EventId id = 0; id < size_; ++id)
      if (is_access(id) && is_end(id)) ends[cell(id).object].push_back(id);
    for (EventId id = 0; id < size_ && !ends.empty(); ++id) {
      if (!is_access(id) || is_initial(id)) continue;
      const uint32_t thread = origin(id).thread, object = cell(id).object;
      if (origin(id).kind == Event::Kind::read && cell(id).at == result::kLifetimeAt) {
        bool& alive = found_alive[{thread, object}] = true;
        for (EventId end : ends[object]) alive = alive && !rf.test(end, id);
      }
      if (result::is_of_life(cell(id).at) || !found_alive[{thread, object}]) continue;
      for (EventId end : ends[object])
        if (origin(end).thread != thread) between(id, visible(end));
    }
  }

  const Unrolled& unrolled_;
  const CandidateExecution& candidate_;
  const memory::Relaxations& relaxations_;
  size_t size_;
  bool buffered_ = false;
  std::set<EventId> promised_;
  std::vector<std::vector<uint32_t>> edges_;
  std::vector<uint32_t> missing_;
  std::vector<uint32_t> unit_;                // by node: what it happens at once with, if anything
  std::vector<std::vector<uint32_t>> units_;  // nodes, in order
};

class Names {
 public:
  Names(const Unrolled& unrolled, const std::function<bool(logic::Term)>& holds) : unrolled_(unrolled) {
    std::map<uint32_t, uint32_t> made;
    for (const unroll::Allocation& allocation : unrolled.allocations)
      if (holds(allocation.guard)) names_[allocation.object] = {false, allocation.thread, made[allocation.thread]++};
  }
  result::Cell cell(uint32_t number) const {
    const unroll::SharedCell& cell = unrolled_.cells[number];
    return {object(cell.object), cell.at, cell.width};
  }
  // Is it a global, or made in this run?
  bool has(uint32_t number) const { return number < unrolled_.first_made || names_.contains(number); }
  result::ObjectName object(uint32_t number) const {
    auto made = names_.find(number);
    return made != names_.end() ? made->second : result::ObjectName{true, 0, number - unrolled_.first_global};
  }

 private:
  const Unrolled& unrolled_;
  std::map<uint32_t, result::ObjectName> names_;
};

// What a read takes before it is written. False: that cannot be said.
bool promise(const Unrolled& unrolled, const unroll::Value& value, const Names& names, logic::Evaluator& evaluate,
             RunStep& step) {
  if (value.term.sort().kind != logic::SortKind::bitvec) return false;
  const bool is_word = value.term.sort().width > unroll::kObjectBits;  // of several parts, some of which are pointers
  if (!value.offset || is_word) {
    step.promised = evaluate(value.term);
    return true;
  }
  const auto object = static_cast<uint32_t>(evaluate(value.term));
  step.promised = evaluate(value.offset);
  if (object == 0) return true;
  if (object < unrolled.first_global || !names.has(object)) return false;
  step.promised_object = names.object(object);
  return !value.view || evaluate(value.view) == 0;
}

// What a run says of an object's life: that a thread ends it, or asks if it goes on.
bool is_told(const Unrolled& unrolled, const Event& event, uint32_t cell) {
  uint64_t at = unrolled.cells[cell].at;
  if (!result::is_of_life(at)) return true;
  if (at == result::kLifetimeAt && event.kind == Event::Kind::write)
    return event.value.term.is_const() && event.value.term.value() == 0;
  return at == result::kLifetimeAt || (at == result::kGoneAt && event.kind == Event::Kind::write);
}

// The objects whose place depends on which others are gone, by the event that looks last.
std::map<uint32_t, uint32_t> placements(const Unrolled& unrolled) {
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> last;  // by thread and access
  for (uint32_t i = 0; i < unrolled.events.size(); ++i) {
    const Event& event = unrolled.events[i];
    if (event.kind == Event::Kind::read && unrolled.cells[event.cells[0].cell].at == result::kGoneAt)
      last[{event.thread, event.access}] = i;
  }
  std::map<uint32_t, uint32_t> objects;
  for (const unroll::Allocation& made : unrolled.allocations)
    if (auto found = last.find({made.thread, made.access}); found != last.end()) objects[found->second] = made.object;
  return objects;
}

std::vector<uint32_t> blocked_threads(const Unrolled& unrolled, const std::vector<uint32_t>& place,
                                      const std::function<bool(logic::Term)>& holds) {
  std::vector<uint32_t> blocked(unrolled.threads.size(), Scheduled::kNever);
  for (size_t i = 0; i < unrolled.events.size(); ++i) {
    const Event& event = unrolled.events[i];
    if (event.section == 0 || place[i] == kNone || holds(unrolled.left[event.section])) continue;
    blocked[event.thread] = std::min(blocked[event.thread], place[i]);
  }
  return blocked;
}

// Steps that write, those to one place in the graph's order. `step_of`: by event.
std::vector<uint32_t> coherence(const memory::ExecutionGraph& graph, const std::vector<uint32_t>& step_of) {
  const Relation earlier = graph.find_relation("co")->transpose();
  std::vector<std::tuple<uint32_t, size_t, uint32_t>> writes;  // by place and rank there
  graph.find_set("W")->for_each([&](size_t write) {
    size_t rank = 0;
    earlier.for_each_in_row(write, [&](size_t) { ++rank; });
    if (step_of[write] != RunStep::kInitial) writes.emplace_back(graph.events()[write].location, rank, step_of[write]);
  });
  std::ranges::sort(writes);
  std::vector<uint32_t> steps;
  for (const auto& [place, rank, step] : writes) steps.push_back(step);
  return steps;
}

// What happens before is no step of a run (result::ConcurrentRun): it may be an event, since on other ways there is a thread by then. The
// first thread is alone as long as it has made no other one.
uint32_t first_spawn(const Unrolled& unrolled, const CandidateExecution& candidate) {
  for (uint32_t i = 0; i < unrolled.events.size(); ++i) {
    bool happens = candidate.number[i] != CandidateExecution::kAbsent;
    if (unrolled.events[i].kind == Event::Kind::spawn && unrolled.events[i].thread == 0 && happens) return i;
  }
  return static_cast<uint32_t>(unrolled.events.size());
}

}  // namespace

void Scheduled::leave_out(const std::function<bool(uint32_t number, const RunStep& step)>& is_out) {
  std::vector<RunStep> kept;
  std::vector<uint32_t> number(run.steps.size(), kNever);
  for (uint32_t i = 0; i < run.steps.size(); ++i) {
    const RunStep& step = run.steps[i];
    if (is_out(i, step)) continue;
    number[i] = static_cast<uint32_t>(kept.size());
    kept.push_back(step);
  }
  for (RunStep& step : kept)
    if (step.source != RunStep::kInitial) step.source = number[step.source];
  for (uint32_t& step : run.coherence) step = step < number.size() ? number[step] : kNever;
  std::erase(run.coherence, kNever);
  run.steps = std::move(kept);
}

std::optional<Scheduled> schedule(const Unrolled& unrolled, const CandidateExecution& candidate,
                                  const memory::Relaxations& relaxations, const logic::Assignment& model) {
  logic::Evaluator evaluate(model);
  auto holds = [&](logic::Term term) { return evaluate.holds(term); };
  std::optional<Ordering> ordering;
  std::optional<std::vector<uint32_t>> order;
  for (bool in_time : {true, false}) {
    if (order) break;
    ordering.emplace(unrolled, candidate, relaxations, in_time);
    order = ordering->order();
  }
  if (!order) return std::nullopt;

  Scheduled made;
  result::ConcurrentRun& run = made.run;
  Names names(unrolled, holds);
  made.place.assign(unrolled.events.size(), kNone);
  Relation sources = candidate.graph.find_relation("rf")->transpose();
  std::vector<uint32_t> step_of(candidate.graph.size(), RunStep::kInitial);
  std::vector<std::pair<size_t, size_t>> promises;  // step, event that it reads
  bool is_possible = true;
  const std::map<uint32_t, uint32_t> placed_by = placements(unrolled);
  std::set<uint32_t> looked_at;  // cells
  const uint32_t threads_begin = first_spawn(unrolled, candidate);
  auto take_source = [&](RunStep& step, EventId read, size_t source) {
    step.source = step_of[source];
    if (!ordering->is_promised(read)) return;
    is_possible =
        promise(unrolled, unrolled.events[candidate.origin[read]].value, names, evaluate, step) && is_possible;
    promises.emplace_back(run.steps.size(), source);
  };
  for (uint32_t node : *order) {
    EventId id = ordering->event_of(node);
    const memory::Event& event = candidate.graph.events()[id];
    const Event& origin = unrolled.events[candidate.origin[id]];
    RunStep step;
    step.thread = origin.thread;
    step.strands = unrolled.sequences.path(origin.sequence);
    bool is_own = candidate.number[candidate.origin[id]] == id;
    if (is_own && made.place[candidate.origin[id]] == kNone)
      made.place[candidate.origin[id]] = static_cast<uint32_t>(run.steps.size());
    // Both halves of an update are one step.
    if (is_own && origin.kind == Event::Kind::write && origin.partner != Event::kNone)
      made.place[origin.partner] = made.place[candidate.origin[id]];
    // What is left in the end replay finds out by itself.
    bool is_access = event.location != memory::kNoLocation && origin.is_access();
    const bool is_alone = origin.thread == 0 && candidate.origin[id] < threads_begin;
    if (!is_access || origin.at_end || is_alone) continue;
    if (auto placed = placed_by.find(candidate.origin[id]); placed != placed_by.end()) {
      step.kind = RunStep::Kind::write;
      step.cell = {names.object(placed->second), result::kBirthAt, 1};
      run.cells.push_back(step.cell);
      run.steps.push_back(step);
      continue;
    }
    if (!is_told(unrolled, origin, event.location)) continue;
    step.cell = names.cell(event.location);
    if (origin.converts) step.cell.at = result::kLookAt;
    if (origin.converts && looked_at.insert(event.location).second) run.cells.push_back(step.cell);
    bool updates = origin.partner != Event::kNone && candidate.number[origin.partner] != CandidateExecution::kAbsent;
    if (ordering->is_flush(node)) {
      step.kind = RunStep::Kind::flush;
    } else if (origin.kind == Event::Kind::read) {
      if (updates) continue;  // one step together with its write: others may read in between, but not write
      step.kind = RunStep::Kind::read;
      sources.for_each_in_row(id, [&](size_t w) { take_source(step, id, w); });
    } else if (updates) {
      step.kind = RunStep::Kind::update;
      const EventId read = candidate.number[origin.partner];
      sources.for_each_in_row(read, [&](size_t w) { take_source(step, read, w); });
      step_of[id] = static_cast<uint32_t>(run.steps.size());
    } else {
      step.kind = RunStep::Kind::write;
      step_of[id] = static_cast<uint32_t>(run.steps.size());
    }
    made.updates.resize(run.steps.size(), 0);
    made.updates.push_back(origin.partner != Event::kNone ? origin.whole : 0);
    run.steps.push_back(step);
  }
  if (!is_possible) return std::nullopt;
  made.updates.resize(run.steps.size(), 0);
  for (const auto& [step, write] : promises) run.steps[step].source = step_of[write];
  if (!relaxations.fits_store_buffers()) run.coherence = coherence(candidate.graph, step_of);
  made.blocked = blocked_threads(unrolled, made.place, holds);
  run.choices.resize(unrolled.threads.size());
  for (const unroll::ChoiceRecord& record : unrolled.choices) {
    if (!holds(record.guard)) continue;
    bool known = static_cast<bool>(record.value);
    run.choices[record.thread].push_back({record.kind, known ? evaluate(record.value) : logic::Bits{0}, known});
  }
  run.spawned.resize(unrolled.threads.size());
  for (uint32_t i = 0; i < unrolled.events.size(); ++i) {
    const Event& event = unrolled.events[i];
    if (event.kind == Event::Kind::spawn && candidate.number[i] != CandidateExecution::kAbsent)
      run.spawned[event.thread].push_back(unrolled.events[event.partner].thread);
  }
  for (uint32_t cell = 0; cell < unrolled.cells.size(); ++cell)
    if (unrolled.cells[cell].at != result::kBirthAt) run.cells.push_back(names.cell(cell));
  return made;
}

RunStep next_step(const Unrolled& unrolled, uint32_t event, const logic::Assignment& model) {
  logic::Evaluator evaluate(model);
  const Event& access = unrolled.events[event];
  RunStep step;
  step.thread = access.thread;
  step.strands = unrolled.sequences.path(access.sequence);
  step.kind = access.partner != Event::kNone      ? RunStep::Kind::update
              : access.kind == Event::Kind::write ? RunStep::Kind::write
                                                  : RunStep::Kind::read;
  Names names(unrolled, [&](logic::Term term) { return evaluate.holds(term); });
  for (const Event::PossibleCell& possible : access.cells)
    if (access.cells.size() == 1 || evaluate.holds(possible.when)) step.cell = names.cell(possible.cell);
  return step;
}

void Scheduled::cut(uint32_t end) {
  for (const RunStep& step : run.steps)
    if (step.promised) end = std::max(end, step.source + 1);
  while (end > 0 && end < run.steps.size() && updates[end] != 0 && updates[end] == updates[end - 1]) ++end;
  run.steps.resize(std::min<size_t>(run.steps.size(), end));
}

}  // namespace fencepost::runs
