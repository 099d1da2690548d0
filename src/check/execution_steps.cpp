#include "check/execution_steps.h"

#include <fmt/format.h>

#include <algorithm>

#include "flat/automaton_shape.h"
#include "flat/operands.h"
#include "logic/enumerate.h"

namespace fencepost::check {

using flat::Edge;
using logic::Term;
using result::EventRef;
using result::GraphEvent;
using result::ThreadState;
using Status = result::ThreadState::Status;
using Mapped = program::Mapping::AccessKind;

ExecutionSteps::ExecutionSteps(const flat::FlatProgram& program, const program::Mapping& mapping,
                               const std::set<uint32_t>& tracked, const core::UndefSet& asked,
                               const memory::Model& model, result::Growth growth, logic::Terms& terms,
                               std::function<bool(const State&)> is_allowed)
    : program_(program),
      mapping_(mapping),
      tracked_(tracked),
      asked_(asked),
      model_(model),
      rules_(memory::graph_rules(model)),
      growth_(growth),
      is_allowed_(std::move(is_allowed)),
      terms_(terms),
      sharing_(program) {
  for (const flat::Template& of : program.templates) loop_heads_.push_back(flat::loop_heads(of));
  for (const Edge& edge : program.templates.front().edges)
    if (flat::writes(edge.label) && sharing_.is_alone(0, edge.from))
      flat::each_cell(*flat::access(edge.label), program,
                      [&](flat::VarId id) { written_alone_.insert(flat::index(id)); });
}

bool ExecutionSteps::is_complete() {
  if (is_by_memory()) return has_memory();
  return growth_ == result::Growth::by_threads || has_causes();
}

ExecutionSteps::State ExecutionSteps::first() const {
  return {flat::first_configuration(program_), std::vector<ThreadState>(program_.templates.size())};
}

Term ExecutionSteps::value_of(const EventRef& write, uint32_t variable) {
  const flat::Variable& of = program_.variables[variable];
  if (write.thread == EventRef::kInitial) return of.term;
  Term& value = values_[{variable, write.thread, write.index}];
  if (!value) value = terms_.fresh(result::name_of_value(of.name, write), of.term.sort());
  return value;
}

Term ExecutionSteps::value_of_open(const EventRef& read, uint32_t variable) {
  const flat::Variable& of = program_.variables[variable];
  Term& value = open_values_[{variable, read.thread, read.index}];
  if (!value) value = terms_.fresh(result::name_of_open(of.name, read), of.term.sort());
  return value;
}

Term ExecutionSteps::value_in(const State& state, const EventRef& write, uint32_t variable) {
  const flat::Variable& of = program_.variables[variable];
  if (write.thread == EventRef::kInitial && of.initial && !written_alone_.contains(variable))
    return logic::constant(terms_, *of.initial, of.term.sort());
  if (write.thread == EventRef::kInitial) return value_of(write, variable);
  const flat::Label& label = state.threads[write.thread].events[write.index].edge->label;
  auto* store = std::get_if<flat::Store>(&label);
  auto* update = std::get_if<flat::Rmw>(&label);
  if (store != nullptr && store->value.is_const()) return store->value;
  if (update != nullptr && update->value.is_const()) return update->value;
  return variable_of(state, write, variable);
}

bool ExecutionSteps::is_over(const State& state, uint32_t thread) const {
  return !has_begun(state.control, thread) || edges_from(program_, state.control, thread).empty();
}

bool ExecutionSteps::can_go_on(const State& state, uint32_t thread) const {
  const ThreadState& self = state.threads[thread];
  if (self.status == Status::takes) return true;
  if (self.status != Status::goes_on || is_over(state, thread)) return false;
  for (const Edge& edge : edges_from(program_, state.control, thread)) {
    auto* join = std::get_if<flat::Join>(&edge.label);
    if (join != nullptr && self.section != 0) throw NoExecutions{"a thread joins another one in an atomic section"};
    uint32_t joined = join == nullptr ? 0 : flat::index(join->joined);
    if (join == nullptr || (has_begun(state.control, joined) && is_over(state, joined))) return true;
  }
  return false;
}

std::optional<uint32_t> ExecutionSteps::goes_on(const State& state) const {
  // A read that nobody can wake: the same execution is found where it takes what is there.
  for (uint32_t thread = 0; thread < state.threads.size(); ++thread)
    if (state.threads[thread].status == Status::blocks && !may_come(state, thread, state.threads[thread].variable))
      return std::nullopt;
  // Nor can anybody write what has been read from a write to come.
  for (uint32_t thread = 0; thread < state.threads.size(); ++thread)
    for (const GraphEvent& event : state.threads[thread].events)
      if (result::is_open(event) && !may_come(state, rules_.reads_anything ? ~0u : thread, event.variable))
        return std::nullopt;
  std::optional<uint32_t> found;
  for (uint32_t thread = 0; thread < state.threads.size(); ++thread)
    if (can_go_on(state, thread)) {
      if (state.threads[thread].section != 0) return thread;
      found = found ? found : thread;
    }
  return found;
}

bool ExecutionSteps::are_others_left(const State& state, uint32_t thread) const {
  for (uint32_t other = 0; other < state.threads.size(); ++other)
    if (other != thread && state.threads[other].status != Status::stands && !is_over(state, other)) return true;
  return false;
}

// Some other thread is on its way through an atomic section, or some read is open: a failure says nothing yet.
bool ExecutionSteps::is_premature(const State& state, uint32_t thread) const {
  for (uint32_t other = 0; other < state.threads.size(); ++other) {
    const ThreadState& of = state.threads[other];
    bool is_at_rest = of.status == Status::stands || of.status == Status::fails;
    if (other != thread && of.section != 0 && !is_at_rest) return true;
    if (std::ranges::any_of(of.events, result::is_open)) return true;
  }
  return false;
}

bool ExecutionSteps::may_come(const State& state, uint32_t reader, uint32_t variable) const {
  for (uint32_t other = 0; other < state.threads.size(); ++other) {
    Status status = state.threads[other].status;
    if (other == reader || status == Status::stands || status == Status::fails || is_over(state, other)) continue;
    if (may_write(other, state.control.at[other], variable)) return true;
  }
  return false;
}

// By a walk over all that the thread, and those that it makes, can still do.
bool ExecutionSteps::may_write(uint32_t thread, uint32_t location, uint32_t variable) const {
  auto [known, is_new] = may_write_.try_emplace({thread, location, variable}, false);
  if (!is_new) return known->second;
  std::set<std::pair<uint32_t, uint32_t>> seen;
  std::vector<std::pair<uint32_t, uint32_t>> open{{thread, location}};
  bool writes = false;
  while (!open.empty() && !writes) {
    auto [of, at] = open.back();
    open.pop_back();
    if (!seen.insert({of, at}).second) continue;
    for (const Edge& edge : flat::edges_of(program_.templates[of], at)) {
      open.emplace_back(of, flat::index(edge.to));
      if (auto* spawn = std::get_if<flat::Spawn>(&edge.label))
        open.emplace_back(flat::index(spawn->spawned), flat::index(program_[spawn->spawned].entry));
      const flat::Access* where = flat::access(edge.label);
      if (where != nullptr && flat::writes(edge.label))
        flat::each_cell(*where, program_, [&](flat::VarId id) { writes = writes || flat::index(id) == variable; });
    }
  }
  return may_write_[{thread, location, variable}] = writes;
}

bool ExecutionSteps::is_event(uint32_t thread, const Edge& edge, uint32_t variable) const {
  flat::VarId id{variable};
  bool is_seen = sharing_.is_channel(id) || (rules_.reads_anything && sharing_.is_written(id));
  return !program_[id].owner && is_seen && !sharing_.is_alone(thread, edge.from);
}

Term ExecutionSteps::fails(const State& state) {
  Term any = terms_.boolean(false);
  for (uint32_t other = 0; other < state.threads.size(); ++other)
    if (state.threads[other].status == Status::fails && !is_premature(state, other)) return terms_.boolean(true);
  for (uint32_t thread : movers(state)) {
    if (state.threads[thread].status != Status::goes_on || is_premature(state, thread)) continue;
    for (const Edge& edge : edges_from(program_, state.control, thread)) {
      auto* check = std::get_if<flat::Check>(&edge.label);
      if (check != nullptr && (!check->kind || asked_.has(*check->kind)))
        any = terms_.or_(any, terms_.not_(check->condition));
    }
  }
  return any;
}

std::vector<uint32_t> ExecutionSteps::movers(const State& state) {
  if (growth_ != result::Growth::by_threads) return movers_by_memory(state);
  std::optional<uint32_t> thread = goes_on(state);
  return thread ? std::vector{*thread} : std::vector<uint32_t>{};
}

std::vector<ExecutionStep> ExecutionSteps::of(const State& state) {
  if (growth_ != result::Growth::by_threads) return steps_by_memory(state);
  Steps all;
  for (uint32_t thread : movers(state)) all = of(state, thread);
  return all;
}

std::vector<ExecutionStep> ExecutionSteps::of(const State& state, uint32_t thread) {
  const ThreadState& self = state.threads[thread];
  Steps all;
  if (self.status == Status::takes) {
    for (const TouchedVariable& at : touched(program_, *flat::access(self.edge->label), terms_))
      if (flat::index(at.variable) == self.variable) read(state, thread, *self.edge, at, self.source, all);
    return all;
  }
  Term stuck = terms_.boolean(true);
  for (const Edge& one : edges_from(program_, state.control, thread)) {
    edge(state, thread, one, all);
    auto* assume = std::get_if<flat::Assume>(&one.label);
    stuck = terms_.and_(stuck, assume != nullptr ? terms_.not_(assume->condition) : terms_.boolean(false));
  }
  if (loop_heads_[thread][state.control.at[thread]]) {
    if (self.section != 0) throw NoExecutions{"an atomic section loops"};
    stuck = terms_.boolean(true);
  }
  // A model of which nothing is known may forbid whatever comes next; what a thread does for itself alone it can do before it stops.
  auto is_for_itself = [](const Edge& one) {
    return std::holds_alternative<flat::Assign>(one.label) || std::holds_alternative<flat::Assume>(one.label) ||
           std::holds_alternative<flat::Havoc>(one.label) || std::holds_alternative<flat::Check>(one.label);
  };
  if (rules_.stops_anywhere && self.section == 0 &&
      !std::ranges::all_of(edges_from(program_, state.control, thread), is_for_itself))
    stuck = terms_.boolean(true);
  if (are_others_left(state, thread) && !stuck.is_false()) {
    State next = state;
    next.threads[thread].status = Status::stands;
    all.push_back({std::move(next), stuck, {}});
  }
  return all;
}

void ExecutionSteps::edge(const State& state, uint32_t thread, const Edge& edge, Steps& all) {
  if (const flat::Access* where = flat::access(edge.label); where != nullptr && flat::is_shared(*where, program_)) {
    for (const TouchedVariable& at : touched(program_, *where, terms_)) access(state, thread, edge, at, all);
    return;
  }
  ExecutionStep step{state, terms_.boolean(true), {}};
  State& next = step.next;
  ThreadState& self = next.threads[thread];
  auto change = [&](flat::VarId id, Term value) { step.changes.emplace_back(program_[id].term, value); };
  if (auto* k = std::get_if<flat::Assign>(&edge.label)) change(k->target, k->value);
  if (auto* k = std::get_if<flat::Havoc>(&edge.label)) change(k->target, Term());
  if (auto* k = std::get_if<flat::Assume>(&edge.label)) step.possible = k->condition;
  if (auto* k = std::get_if<flat::Check>(&edge.label)) {
    if (!k->kind || asked_.has(*k->kind)) {
      step.possible = k->condition;
      if (is_premature(state, thread)) {  // it counts when they have left
        State waiting = state;
        waiting.threads[thread].status = Status::fails;
        waiting.threads[thread].edge = &edge;
        all.push_back({std::move(waiting), terms_.not_(k->condition), {}});
      }
    }
  }
  if (auto* k = std::get_if<flat::Fence>(&edge.label)) {
    fence(next, thread, edge, mapping_.of(Mapped::fence, k->order).fence);
    drop_third_copy(next, thread);
  }
  if (std::holds_alternative<flat::AtomicBegin>(edge.label) && self.section == 0)
    self.section = is_by_memory() ? 1 : ++self.sections;
  if (std::holds_alternative<flat::AtomicEnd>(edge.label)) self.section = 0;
  if (std::holds_alternative<flat::Exit>(edge.label)) {
    self.status = Status::stands;
    all.push_back(std::move(step));
    return;
  }
  if (auto* k = std::get_if<flat::Spawn>(&edge.label)) {
    uint32_t spawned = flat::index(k->spawned);
    if (has_begun(state.control, spawned)) throw NoExecutions{"a thread that exists is made again"};
    EventRef made = add(next, thread, GraphEvent::Kind::fence, mapping_.point(), &edge);
    add(next, spawned, GraphEvent::Kind::fence, mapping_.point(), nullptr, ~0u, made);
    for (const flat::Assign& argument : k->arguments) change(argument.target, argument.value);
    arrive(next, spawned, program_[k->spawned].entry);
  }
  if (auto* k = std::get_if<flat::Join>(&edge.label)) {
    uint32_t joined = flat::index(k->joined);
    if (!has_begun(state.control, joined) || !is_over(state, joined)) return;
    auto last = static_cast<uint32_t>(state.threads[joined].events.size() - 1);
    add(next, thread, GraphEvent::Kind::fence, mapping_.point(), &edge, ~0u, {joined, last});
  }
  if (auto* k = std::get_if<flat::Load>(&edge.label)) {  // of what is its own, like the next two
    change(k->target, content(program_, k->from, terms_));
    step.possible = is_inside(program_, k->from, terms_);
  }
  if (auto* k = std::get_if<flat::Store>(&edge.label)) {
    for (const TouchedVariable& at : touched(program_, k->to, terms_))
      change(at.variable, terms_.ite(at.when, k->value, program_[at.variable].term));
    step.possible = is_inside(program_, k->to, terms_);
  }
  if (std::holds_alternative<flat::Rmw>(edge.label)) throw NoExecutions{"an update of what one thread has for itself"};
  if (!edge.notes.empty()) throw NoExecutions{"notes of a monitor"};
  arrive(next, thread, edge.to);
  all.push_back(std::move(step));
}

// Three equal runs of reads and fences at the end, of at most so many each, count as two (result::ExecutionProof).
void ExecutionSteps::drop_third_copy(State& state, uint32_t thread) const {
  constexpr size_t kMostInARow = 12;
  if (!rules_.forgets_reads || growth_ != result::Growth::by_threads) return;
  std::vector<GraphEvent>& events = state.threads[thread].events;
  auto from_end = [&](size_t i) -> const GraphEvent& { return events[events.size() - 1 - i]; };
  auto is_fence = [](const GraphEvent& of) {  // a statement of its own
    return of.kind == GraphEvent::Kind::fence && of.edge != nullptr &&
           std::holds_alternative<flat::Fence>(of.edge->label);
  };
  auto are_reads = [](const GraphEvent& one, const GraphEvent& other) {
    return one.kind == GraphEvent::Kind::read && other.kind == GraphEvent::Kind::read && !result::is_open(one) &&
           !result::is_open(other) && one.variable == other.variable && one.source == other.source;
  };
  auto repeats = [&](size_t i, size_t period) {
    const GraphEvent &late = from_end(i), &early = from_end(i + period);
    return late.section == 0 && early.section == 0 && *late.tags == *early.tags &&
           (are_reads(late, early) || (is_fence(late) && is_fence(early)));
  };
  for (size_t period = 1; period <= kMostInARow && 3 * period <= events.size(); ++period) {
    bool is_third = true;
    for (size_t i = 0; is_third && i < 2 * period; ++i) is_third = repeats(i, period);
    if (is_third) return events.resize(events.size() - period);
  }
}

void ExecutionSteps::arrive(State& state, uint32_t thread, flat::Loc at) const {
  state.control.at[thread] = flat::index(at);
  if (!is_over(state, thread)) return;
  state.threads[thread].section = 0;
  add(state, thread, GraphEvent::Kind::fence, mapping_.point(), nullptr);
}

EventRef ExecutionSteps::add(State& state, uint32_t thread, GraphEvent::Kind kind, const std::vector<std::string>& tags,
                             const Edge* edge, uint32_t variable, EventRef source) const {
  ThreadState& self = state.threads[thread];
  GraphEvent event;
  event.kind = kind;
  event.tags = &tags;
  event.edge = edge;
  event.variable = variable;
  event.section = edge == nullptr ? 0 : self.section;
  event.source = source;
  self.events.push_back(event);
  return {thread, static_cast<uint32_t>(self.events.size() - 1)};
}

void ExecutionSteps::fence(State& state, uint32_t thread, const Edge& edge,
                           const std::vector<std::string>& tags) const {
  if (!tags.empty()) add(state, thread, GraphEvent::Kind::fence, tags, &edge);
}

}  // namespace fencepost::check
