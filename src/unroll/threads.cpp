// Executor: threads. A thread is run where it is spawned, from a copy of its parent's state; what the two share is
// accessed by events, so the order in which threads are executed here means nothing.
#include <fmt/format.h>

#include <set>

#include "base/check.h"
#include "unroll/executor.h"

namespace fencepost::unroll {

// What memory holds now is what all threads find first.
void Executor::go_concurrent(State& state) {
  if (state.concurrent) return;
  state.concurrent = true;
  snapshots_.push_back({state.path, state.memory, state.exposed});
}

void Executor::make_own_objects(State& state) {
  std::vector<uint32_t>& own = own_[state.thread];
  own.assign(program_.globals.size(), 0);
  state.own = &own;
  uint32_t around = names_.context(Names::kRoot, nullptr, state.thread);
  for (uint32_t i = 0; i < program_.globals.size(); ++i) {
    if (program_.globals[i].storage != core::Storage::thread) continue;
    uint32_t global = objects_.of(core::GlobalId{i});
    uint32_t object = names_.object(names_.context(around, nullptr, i), objects_.first_made());
    ObjectInfo info = objects_[global];
    info.thread = state.thread;
    info.born = state.path->guard;
    info.alive_before = state.memory;
    info.made_beside = state.concurrent;
    info.initial = state.memory.get(global);
    state.memory.set(object, info.initial);
    objects_.define(object, std::move(info));
    find_gone(state, object);
    own[i] = object;
    result_.allocations.push_back({state.thread, object, state.path->guard, 0, core::Storage::thread});
    if (state.concurrent && options_.model.lives_are_written)
      publish_lifetimes(state, pointers_.make(object), true, core::MemoryOrder::plain);
    if (!program_.uses_addresses) continue;
    if (state.concurrent && address_use_.exposed().contains(object)) publish_birth(state, object);
    records_.choose_address(state, object);
  }
}

// On the paths on which it was born.
void Executor::end_life(State& state, uint32_t object) {
  const Shared<ObjectState>& content = state.memory.get(object);
  if (!content || content->alive.is_false()) return;
  Value pointer = pointers_.make(object);
  access_.kill(state, pointer);
  if (state.concurrent) publish_death(state, pointer, objects_[object].born);
}

void Executor::end_own_objects(State& state) {
  for (uint32_t object : *state.own)
    if (object != 0) end_life(state, object);
}

void Executor::leave(State& state, const Activation& activation) {
  for (const auto& [object, reg] : activation.made)
    if (objects_[object].storage == core::Storage::automatic || objects_[object].storage == core::Storage::temporary)
      end_life(state, object);
}

uint32_t Executor::marker(Event::Kind kind, const State& state, Term when) {
  return add_event(kind, state, when, core::MemoryOrder::seq_cst);
}

void Executor::run_thread(uint32_t number, core::FunctionId function, State state, const std::vector<Value>& args) {
  auto outer_stack = std::exchange(stack_, {});
  auto outer_active = std::exchange(active_, {});
  const program::Edge* outer_edge = edge_;
  Path outer_path = path_;

  Thread& thread = threads_[number];
  thread.number = number;
  thread.ends.clear();
  state.thread = number;
  state.regs = {};
  state.section = 0;
  state.sequence = Sequences::kThread;
  state.held.clear();
  state.known = {};
  state.unseen = {};
  state.control = 0;
  state.scopes.clear();
  make_own_objects(state);
  const core::Function& callee = program_.function(function);
  for (size_t i = 0; i < callee.params.size() && i < args.size(); ++i)
    set(state, callee.params[i], fitting(args[i], callee.regs[core::index(callee.params[i])].type));
  Visit entry;
  entry.path = state.path;
  entry.stamp = ++stamp_;
  uint64_t result_slot = cfa_.procedure(function).regs.size();
  Path start = state.path;
  enter(function, std::move(state), entry);
  top().context = number == 0 ? Names::kRoot : names_.context(Names::kRoot, nullptr, number);
  finished_.reset();
  while (!stack_.empty()) advance();

  thread.finished = terms_.boolean(false);
  thread.result = {};
  State last;
  last.thread = number;
  last.path = start;
  Term returned = finished_ ? finished_->path->guard : terms_.boolean(false);
  if (finished_) thread.result = finished_->regs.get(result_slot);
  if (number != 0) thread.finished = returned;
  if (finished_ && number == 0) {
    result_.threads[0].returned = returned;
    note_ending(*finished_, "", false, false);
  }
  for (const auto& [path, value] : thread.ends) {
    thread.finished = terms_.or_(thread.finished, path->guard);
    if (value) thread.result = thread.result ? cells_.choose(path->guard, value, thread.result) : value;
  }
  edge_ = outer_edge;
  path_ = outer_path;
  bool is_awaited = number != 0 || !thread.joined_early.empty();
  if (is_awaited && !thread.finished.is_false()) thread.end = marker(Event::Kind::end, last, thread.finished);
  for (uint32_t join : thread.joined_early) events_[join].partner = thread.end;
  stack_ = std::move(outer_stack);
  active_ = std::move(outer_active);
  result_.threads[number].finished = terms_.or_(returned, thread.finished);
  result_.threads[number].result = thread.result;
}

bool Executor::act(const core::Spawn& label, State& state) {
  std::vector<Value> args;
  for (const core::ExprPtr& arg : label.args) args.push_back(expressions_.evaluate(*arg, state));
  Value callee = expressions_.evaluate(*label.callee, state);
  std::vector<Place> targets = pointers_.resolve(callee);
  go_concurrent(state);
  core::Type type = top().type_of(label.reg);
  Value chosen;
  for (const Place& target : targets) {
    Term when = targets.size() == 1 ? terms_.boolean(true) : target.when;
    std::optional<core::FunctionId> id = objects_[target.object].function;
    if (!id || !program_.function(*id).defined) {
      unsupported(when, "a thread that runs no known function");
      continue;
    }
    State child = state;
    if (!restrict(child, when)) continue;
    uint32_t number = names_.thread(top().next_context(*edge_, names_));
    if (result_.threads.size() <= number) result_.threads.resize(number + 1);
    uint32_t spawn = marker(Event::Kind::spawn, state, when);
    result_.threads[number] = {state.thread, *id, child.path->guard, {}, {}, {}, {}, spawn, edge_->pos};
    sharing_.spawned(number, state.thread, spawns_[state.thread]++);
    child.thread = number;
    uint32_t start = marker(Event::Kind::start, child, terms_.boolean(true));
    events_[spawn].partner = start;
    events_[start].partner = spawn;
    run_thread(number, *id, std::move(child), args);
    Value name{arithmetic_->constant(number, type), {}, {}};
    chosen = chosen ? cells_.choose(target.when, name, chosen) : name;
  }
  set(state, label.reg, chosen);
  return static_cast<bool>(chosen);
}

// Of a thread that has not been executed yet, a variable that is tied to the truth in the end.
Term Executor::has_finished(uint32_t number) {
  Thread& thread = threads_[number];
  if (thread.finished) return thread.finished;
  if (!thread.finished_later) thread.finished_later = terms_.fresh("finished", logic::bool_sort());
  return thread.finished_later;
}

bool Executor::act(const core::Join& label, State& state) {
  const core::Type& type = label.thread->type;
  Term wanted = expressions_.evaluate(*label.thread, state).term;
  Term known = terms_.boolean(false), finished = terms_.boolean(false);
  Value result;
  for (uint32_t number = 0; number < names_.threads(); ++number) {
    Term is_it = terms_.eq(wanted, arithmetic_->constant(number, type));
    if (is_it.is_false() || paths_.decided(state.path, is_it) == false) continue;
    Term ended = terms_.and_(is_it, has_finished(number));
    known = terms_.or_(known, is_it);
    finished = terms_.or_(finished, ended);
    Thread& thread = threads_[number];
    if (thread.finished && thread.end == Event::kNone) continue;  // it never comes to its end
    uint32_t join = marker(Event::Kind::join, state, ended);
    events_[join].partner = thread.end;
    if (thread.end == Event::kNone) {
      // It is run later: then its end is known, but what it returned would be wanted here.
      thread.joined_early.push_back(join);
      if (label.reg && top().shape->live(edge_->to, *label.reg))
        unsupported(ended, "the result of a thread that is joined by one that was made before it");
      continue;
    }
    if (label.reg && thread.result) {
      Value value = fitting(thread.result, top().procedure->regs[core::index(*label.reg)].type);
      result = result ? cells_.choose(is_it, value, result) : value;
    }
  }
  if (!known.is_true()) unsupported(terms_.not_(known), "a wait for the end of what is no thread");
  records_.wait(Wait::Kind::join, step(), state, terms_.not_(finished), events_.size());
  if (label.reg) set(state, *label.reg, result);
  return restrict(state, finished);
}

bool Executor::act(const core::Self& label, State& state) {
  core::Type type = top().type_of(label.reg);
  set(state, label.reg, {arithmetic_->constant(state.thread, type), {}, {}});
  return true;
}

bool Executor::act(const core::EndThread& label, State& state) {
  Value value;
  if (label.value) value = expressions_.evaluate(*label.value, state);
  for (const auto& activation : stack_) leave(state, *activation);
  end_own_objects(state);
  threads_[state.thread].ends.emplace_back(state.path, value);
  if (state.thread == 0) note_ending(state, "; the last thread ends", false, true);
  return false;
}

bool Executor::act(const core::Exit& label, State& state) {
  Term& exited = result_.threads[state.thread].exited;
  exited = exited ? terms_.or_(exited, state.path->guard) : state.path->guard;
  if (!label.aborts)
    note_ending(state,
                fmt::format("; {} is called at line {}", edge_->text, records_.site(step(), edge_->pos, {}).pos.line),
                true, false);
  return false;
}

bool Executor::act(const core::Await& label, State& state) {
  Term condition = expressions_.condition(*label.condition, state);
  records_.wait(Wait::Kind::await, step(), state, terms_.not_(condition), 0);
  return restrict(state, condition);
}

bool Executor::act(const core::AtomicBegin&, State& state) {
  if (!state.concurrent || state.section != 0) return true;
  // A section orders like a full fence on both sides, whatever is in it.
  add_event(Event::Kind::fence, state, terms_.boolean(true), core::MemoryOrder::seq_cst);
  state.section = events_.open_section();
  state.section_region = ++regions_;
  return true;
}

bool Executor::act(const core::AtomicEnd&, State& state) {
  if (state.section == 0) return true;
  events_.leave_section(state);
  state.section = 0;
  add_event(Event::Kind::fence, state, terms_.boolean(true), core::MemoryOrder::seq_cst);
  return true;
}

// Paths that meet inside sections were never in both, so the sections become one.
void Executor::join_sections(State& mine, State& theirs) {
  if (mine.concurrent != theirs.concurrent) {
    go_concurrent(mine);
    go_concurrent(theirs);
  }
  if (mine.section == theirs.section) return;
  if (mine.section != 0 && theirs.section != 0) {
    mine.section = events_.join_sections(mine.section, theirs.section);
    return;
  }
  unsupported(terms_.boolean(true), "a place that is in an atomic section on some paths only");
}

void Executor::initial_event(uint32_t cell, Term guard, State& state) {
  SharedCell shared = result_.cells[cell];
  const CellUse* use = nullptr;
  for (const CellUse* known : sharing_.cells(shared.object, shared.at, shared.width)) use = known;
  FP_CHECK(use != nullptr);
  Event event;
  event.kind = Event::Kind::initial;
  event.guard = guard;
  event.path = state.path;
  event.when = terms_.boolean(true);
  event.places = {{cell, terms_.boolean(true)}};
  const Shared<ObjectState>& object = state.memory.get(shared.object);
  if (shared.at == kLifetimeAt && !object) {  // if it is made at all, then later
    Term born = objects_[shared.object].born;
    event.value.term = born ? terms_.ite(born, terms_.bv(1, 1), terms_.bv(0, 1)) : terms_.bv(0, 1);
  } else if (shared.at == kBirthAt || !object) {
    event.value.term = terms_.bv(0, 1);
  } else if (shared.at == kGoneAt) {
    event.value.term = terms_.ite(object->alive, terms_.bv(0, 1), terms_.bv(1, 1));
  } else if (shared.at == kLifetimeAt) {
    event.value.term = terms_.ite(object->alive, terms_.bv(1, 1), terms_.bv(0, 1));
  } else {
    Pieces pieces = cells_.read(*object, shared.at, shared.width);
    Cells::shift(pieces, 0);
    event.value = content_of(state, shared.object, pieces, *use, terms_.boolean(true));
    note_content(state, shared.object, *use, event.value, pieces, {}, terms_.boolean(true));
  }
  result_.events.push_back(std::move(event));
}

void Executor::add_initial_events() {
  for (core::GlobalId id : options_.wanted.observed)
    for (const CellUse* cell : sharing_.cells(objects_.of(id), 0, 8 * program_.globals[core::index(id)].bytes))
      events_.cell_number(objects_.of(id), *cell);
  std::set<uint32_t> looked_at;
  for (const Event& event : result_.events)
    if (event.converts) looked_at.insert(event.places[0].cell);
  for (uint32_t cell = 0; cell < result_.cells.size(); ++cell) {
    uint32_t object = result_.cells[cell].object;
    // Whether an object is gone, or lives while a number becomes a pointer, is asked even if it was never made.
    bool is_always_asked = result_.cells[cell].at == kGoneAt || looked_at.contains(cell);
    bool from_before = is_always_asked;
    for (const Snapshot& snapshot : snapshots_) {
      if (!snapshot.memory.get(object) && !is_always_asked) continue;
      from_before = true;
      State then;
      then.path = snapshot.path;
      then.memory = snapshot.memory;
      then.exposed = snapshot.exposed;
      initial_event(cell, snapshot.path->guard, then);
    }
    if (from_before || !objects_[object].born) continue;
    State fresh;
    fresh.path = paths_.root();
    fresh.memory.set(object, untouched(object));
    initial_event(cell, objects_[object].born, fresh);
  }
  for (const Addresses::Unknown& unknown : addresses_.take_unknown()) {
    Step before{.path = paths_.root(), .pos = objects_[unknown.object].made_at};
    records_.unsupported(before, unknown.when, unknown.what);
  }
  events_.settle_sections();
}

}  // namespace fencepost::unroll
