#include "engine/cegar/graphs/graph_steps.h"

#include <fmt/format.h>

#include <algorithm>

#include "flat/automaton_shape.h"
#include "flat/operands.h"

namespace fencepost::engine::cegar::graphs {

using flat::Edge;
using flat::VarId;
using Order = program::Mapping::AccessKind;
using Status = ThreadState::Status;

uint32_t GraphSteps::first() {
  GraphState state{flat::first_configuration(program_), std::vector<ThreadState>(program_.templates.size())};
  return number(std::move(state), false);
}

NumberedGraph GraphSteps::graph(const GraphState& state) const {
  return result::graph_of(program_, mapping_, state, [&](uint32_t variable) { return is_tracked(variable); });
}

const Forgotten* GraphSteps::forgotten(uint32_t from, const Move& move) const {
  const Expansion& expansion = expansions_[from];
  auto found = expansion.forgotten.find(static_cast<size_t>(&move - expansion.moves.data()));
  return found == expansion.forgotten.end() ? nullptr : &found->second;
}

bool GraphSteps::track(const std::set<uint32_t>& variables) {
  size_t before = tracked_.size();
  tracked_.insert(variables.begin(), variables.end());
  if (tracked_.size() == before) return false;
  start_anew();
  return true;
}

void GraphSteps::grow_by_threads() {
  is_by_threads_ = true;
  start_anew();
}

void GraphSteps::start_anew() {
  growth_ = is_by_threads_ ? Growth::by_threads : facts_.growth(tracked_);
  left_out_.reset();
  numbers_.clear();
  states_.clear();
  expansions_.clear();
}

std::set<uint32_t> GraphSteps::seen_by(uint32_t thread, const Edge& edge) const {
  std::set<uint32_t> seen;
  if (const flat::Access* access = flat::access(edge.label))
    flat::each_cell(*access, program_, [&](VarId id) {
      if (!program_[id].owner && facts_.is_seen(id, thread, edge.from)) seen.insert(flat::index(id));
    });
  return seen;
}

uint32_t GraphSteps::number(GraphState state, bool grew) {
  auto [found, is_new] = numbers_.try_emplace(result::key_of(program_, state), static_cast<uint32_t>(states_.size()));
  if (!is_new) return found->second;
  states_.push_back(std::move(state));
  expansions_.emplace_back();
  if (!grew) expansions_.back().judged = eager_;  // like the one that it comes from
  return found->second;
}

bool GraphSteps::is_consistent(uint32_t configuration) {
  if (growth_ != Growth::by_threads) return true;  // by its making, or because it was judged when it was made
  Expansion& expansion = expansions_[configuration];
  if (!expansion.judged) {
    expansion.judged = true;
    expansion.consistent = solver_.allows(graph(configuration).graph);
  }
  return expansion.consistent;
}

bool GraphSteps::can_go_on(const GraphState& state, uint32_t thread) const {
  Status status = state.threads[thread].status;
  if (status == Status::takes) return true;
  if (status != Status::goes_on) return false;
  auto edges = flat::edges_from(program_, state.control, thread);
  return std::ranges::any_of(edges, [&](const Edge& edge) {
    auto* join = std::get_if<flat::Join>(&edge.label);
    if (join == nullptr) return true;
    if (state.threads[thread].section != 0)
      throw NotBuilt{"a thread waits for the end of another one in an atomic section", edge.pos};
    uint32_t joined = flat::index(join->joined);
    return flat::has_begun(state.control, joined) && flat::edges_from(program_, state.control, joined).empty();
  });
}

std::optional<uint32_t> GraphSteps::next_thread(const GraphState& state) const {
  std::optional<uint32_t> next;
  for (uint32_t thread = 0; thread < state.threads.size(); ++thread) {
    if (!can_go_on(state, thread)) continue;
    if (state.threads[thread].section != 0) return thread;
    if (!next) next = thread;
  }
  return next;
}

// Some other thread is inside an atomic section that it may leave.
bool GraphSteps::is_unfinished(const GraphState& state, uint32_t except) const {
  for (uint32_t thread = 0; thread < state.threads.size(); ++thread) {
    const ThreadState& of = state.threads[thread];
    if (thread != except && of.section != 0 && of.status != Status::stands && of.status != Status::fails) return true;
  }
  return false;
}

bool GraphSteps::may_be_written(const GraphState& state, uint32_t variable, uint32_t by_others_than) const {
  for (uint32_t thread = 0; thread < state.threads.size(); ++thread) {
    Status status = state.threads[thread].status;
    if (thread == by_others_than || status == Status::stands || status == Status::fails) continue;
    if (flat::has_begun(state.control, thread) && facts_.may_write(thread, state.control.at[thread], variable))
      return true;
  }
  return false;
}

bool GraphSteps::blocks_forever(const GraphState& state) const {
  for (uint32_t thread = 0; thread < state.threads.size(); ++thread)
    if (state.threads[thread].status == Status::blocks &&
        !may_be_written(state, state.threads[thread].variable, thread))
      return true;
  for (uint32_t thread = 0; thread < state.threads.size(); ++thread)
    for (const GraphEvent& event : state.threads[thread].events)
      if (is_open(event) && !may_be_written(state, event.variable, rules_.reads_anything ? ~0u : thread)) return true;
  return false;
}

// The thread that goes on has done at once what locks are made of, a section or an update. Threads that disagree about who came first there
// go on under wrong assumptions, in so many ways that a judge who waits for a failure is slower than one who looks now.
bool GraphSteps::has_left_section(const GraphState& state) const {
  std::optional<uint32_t> thread = next_thread(state);
  if (!thread || state.threads[*thread].section != 0) return false;
  const std::vector<GraphEvent>& events = state.threads[*thread].events;
  auto last = std::find_if(events.rbegin(), events.rend(),
                           [](const GraphEvent& event) { return event.kind != GraphEvent::Kind::fence; });
  return last != events.rend() && (last->section != 0 || last->updates);
}

// The thread that goes on is back at the head of a loop, after more than a few events: what it reads there in round after round need not
// repeat itself if nobody judges it, and then there would be no end of such graphs.
bool GraphSteps::has_come_back(const GraphState& state) const {
  constexpr size_t kFew = 4;
  std::optional<uint32_t> thread = next_thread(state);
  return thread && facts_.is_loop_head(*thread, state.control.at[*thread]) &&
         state.threads[*thread].events.size() > kFew;
}

// A failure counts: nobody else is on his way through an atomic section, and no read is open.
bool GraphSteps::is_settled(const GraphState& state, uint32_t failing) const {
  return !is_unfinished(state, failing) && std::ranges::none_of(state.threads, [](const ThreadState& of) {
    return std::ranges::any_of(of.events, result::is_open);
  });
}

const GraphSteps::Expansion& GraphSteps::expanded(uint32_t from) {
  Expansion& expansion = expansions_[from];
  if (expansion.done) return expansion;
  expansion.done = true;
  if (growth_ != Growth::by_threads) {
    expand_growing(from);
    return expansion;
  }
  const GraphState& state = states_[from];
  auto has = [&](Status status) {
    return std::ranges::any_of(state.threads, [&](const ThreadState& of) { return of.status == status; });
  };
  if ((eager_ || has_left_section(state) || has_come_back(state)) && !is_consistent(from)) {
    expansion.leaf = Leaf::inconsistent;
    return expansion;
  }
  for (uint32_t thread = 0; thread < state.threads.size(); ++thread)
    if (state.threads[thread].status == Status::fails && is_settled(state, thread)) {
      fail(from, thread, *state.threads[thread].edge, terms_.boolean(true));
      return expansion;
    }
  if (blocks_forever(state)) {
    expansion.leaf = Leaf::blocked;
  } else if (std::optional<uint32_t> thread = next_thread(state)) {
    expand_thread(from, *thread);
    if (expansion.leaf == Leaf::inconsistent) expansion.moves.clear();
  } else {
    bool is_open = std::ranges::any_of(
        state.threads, [](const ThreadState& of) { return std::ranges::any_of(of.events, result::is_open); });
    expansion.leaf = has(Status::blocks) || is_open ? Leaf::blocked : Leaf::safe;
  }
  return expansion;
}

namespace {

bool has_as_many_events(const GraphState& a, const GraphState& b) {
  return std::ranges::equal(a.threads, b.threads, [](const ThreadState& one, const ThreadState& other) {
    return one.events.size() == other.events.size();
  });
}

// All that is no step of the thread for itself alone.
bool makes_events(const Edge& edge) {
  return !std::holds_alternative<flat::Assign>(edge.label) && !std::holds_alternative<flat::Assume>(edge.label) &&
         !std::holds_alternative<flat::Havoc>(edge.label) && !std::holds_alternative<flat::Check>(edge.label);
}

}  // namespace

void GraphSteps::expand_thread(uint32_t from, uint32_t thread) {
  const ThreadState self = states_[from].threads[thread];
  if (self.status == Status::takes) {
    const flat::Access& access = *flat::access(self.edge->label);
    for (const Place& place : places_of(access))
      if (place.variable == self.variable)
        take_read(from, thread, *self.edge, place, {self.source, value_of(states_[from], self.source, self.variable)});
    return;
  }
  uint32_t location = states_[from].control.at[thread];
  auto edges = flat::edges_of(program_.templates[thread], location);
  auto others = [&] {
    for (uint32_t other = 0; other < states_[from].threads.size(); ++other) {
      Status status = states_[from].threads[other].status;
      bool is_over = status == Status::stands || flat::edges_from(program_, states_[from].control, other).empty();
      if (other != thread && !is_over) return true;
    }
    return false;
  };
  if (facts_.is_loop_head(thread, location)) {
    if (self.section != 0) throw NotBuilt{"an atomic section loops", edges.front().pos};
    if (others()) stand(from, thread, terms_.boolean(true));
  } else if (rules_.stops_anywhere && self.section == 0 && others() &&
             std::ranges::any_of(edges, [&](const Edge& edge) { return makes_events(edge); })) {
    stand(from, thread, terms_.boolean(true));
  }
  for (const Edge& edge : edges) take(from, thread, edge);
  if (flat::is_passed_by_anyone(edges, terms_)) return;
  Term none = terms_.boolean(true);
  for (const Edge& edge : edges)
    if (auto* assume = std::get_if<flat::Assume>(&edge.label)) none = terms_.and_(none, terms_.not_(assume->condition));
  if (others()) stand(from, thread, none);
}

void GraphSteps::stand(uint32_t from, uint32_t thread, Term guard) {
  GraphState next = states_[from];
  next.threads[thread].status = Status::stands;
  go(from, std::move(next), thread, nullptr, {guard, {}}, false);
}

void GraphSteps::fail(uint32_t from, uint32_t thread, const Edge& edge, Term guard) {
  if (guard.is_false()) return;
  if (!is_settled(states_[from], thread)) {
    GraphState next = states_[from];
    next.threads[thread].status = Status::fails;
    next.threads[thread].edge = &edge;
    return go(from, std::move(next), thread, nullptr, {guard, {}}, false);
  }
  if (is_consistent(from))
    expansions_[from].failures.push_back({thread, &edge, guard_alone(guard), nullptr, 0});
  else
    expansions_[from].leaf = Leaf::inconsistent;
}

void GraphSteps::take(uint32_t from, uint32_t thread, const Edge& edge) {
  GraphState next = states_[from];
  ThreadState& self = next.threads[thread];
  bool grew = false;
  std::optional<Forgotten> forgotten;
  auto point = [&](EventRef source) {
    put(next, thread, {GraphEvent::Kind::fence, &mapping_.point(), &edge, ~0u, self.section, source});
    grew = true;
  };
  if (const flat::Access* access = flat::access(edge.label); access != nullptr && flat::is_shared(*access, program_)) {
    for (const Place& place : places_of(*access)) take_access(from, thread, edge, place);
    return;
  }
  if (auto* check = std::get_if<flat::Check>(&edge.label))
    fail(from, thread, edge, terms_.not_(check->condition));
  else if (std::holds_alternative<flat::Exit>(edge.label))
    return stand(from, thread, terms_.boolean(true));
  else if (auto* fence = std::get_if<flat::Fence>(&edge.label)) {
    put_barrier(next, thread, edge, mapping_.of(Order::fence, fence->order).fence), grew = true;
    forgotten = forget_repeated(next, thread);
  } else if (std::holds_alternative<flat::AtomicBegin>(edge.label) && self.section == 0)
    self.section = growth_ == Growth::by_threads ? ++self.sections : 1;
  else if (std::holds_alternative<flat::AtomicEnd>(edge.label))
    self.section = 0;
  else if (auto* spawn = std::get_if<flat::Spawn>(&edge.label))
    take_spawn(next, thread, edge, *spawn), grew = true;
  else if (auto* join = std::get_if<flat::Join>(&edge.label)) {
    uint32_t joined = flat::index(join->joined);
    if (!flat::after(program_, next.control, thread, edge)) return;
    point({joined, static_cast<uint32_t>(next.threads[joined].events.size() - 1)});
  }
  arrive(next, thread, edge.to);
  go(from, std::move(next), thread, &edge, action_of(program_, terms_, edge), grew, std::move(forgotten));
}

void GraphSteps::take_spawn(GraphState& next, uint32_t thread, const Edge& edge, const flat::Spawn& spawn) {
  uint32_t spawned = flat::index(spawn.spawned);
  if (flat::has_begun(next.control, spawned)) throw NotBuilt{"a thread that exists is started again", edge.pos};
  EventRef made =
      put(next, thread, {GraphEvent::Kind::fence, &mapping_.point(), &edge, ~0u, next.threads[thread].section, {}});
  put(next, spawned, {GraphEvent::Kind::fence, &mapping_.point(), nullptr, ~0u, 0, made});
  arrive(next, spawned, program_[spawn.spawned].entry);
}

void GraphSteps::arrive(GraphState& next, uint32_t thread, flat::Loc at) {
  next.control.at[thread] = flat::index(at);
  if (!flat::edges_from(program_, next.control, thread).empty()) return;
  next.threads[thread].section = 0;
  put(next, thread, {GraphEvent::Kind::fence, &mapping_.point(), nullptr, ~0u, 0, {}});
}

void GraphSteps::go(uint32_t from, GraphState next, uint32_t thread, const Edge* edge, Action action, bool grew,
                    std::optional<Forgotten> forgotten) {
  if (action.guard.is_false()) return;
  if (growth_ == Growth::by_memory) {
    forgotten = Forgotten{next, kept_by_memory(from, next)};
    next = with_only(next, forgotten->kept);
  } else if (growth_ == Growth::by_causes &&
             next.threads[thread].events.size() != states_[from].threads[thread].events.size()) {
    if (!solver_.allows(graph(next).graph)) return;
    forgotten = Forgotten{{}, kept_by_causes(next)};
    forgotten->grown = std::move(next);
    next = with_only(forgotten->grown, forgotten->kept);
    if (has_too_many_writes(next)) {
      if (!left_out_)
        left_out_ =
            NotBuilt{"threads may still read more of the writes that come from here than are followed", edge->pos};
      return;
    }
    rename_values(*forgotten, next, action);
  }
  if (forgotten && has_as_many_events(next, states_[from]) && has_as_many_events(forgotten->grown, next))
    forgotten.reset();
  uint32_t to = number(std::move(next), grew);
  if (forgotten) expansions_[from].forgotten.emplace(expansions_[from].moves.size(), std::move(*forgotten));
  expansions_[from].moves.push_back({thread, edge, known(std::move(action)), to});
}

// Domains remember what they were told of an action by its number.
uint32_t GraphSteps::known(Action action) {
  std::vector<uint32_t> key{action.guard.id()};
  for (const Update& update : action.updates) {
    key.push_back(update.variable.id());
    key.push_back(update.value ? update.value.id() : ~0u);
  }
  auto [found, is_new] = known_actions_.try_emplace(std::move(key), 0);
  if (is_new) found->second = add(std::move(action));
  return found->second;
}

EventRef GraphSteps::put(GraphState& next, uint32_t thread, const GraphEvent& event) const {
  std::vector<GraphEvent>& events = next.threads[thread].events;
  events.push_back(event);
  return {thread, static_cast<uint32_t>(events.size() - 1)};
}

void GraphSteps::put_barrier(GraphState& next, uint32_t thread, const Edge& edge, const std::vector<std::string>& tags,
                             bool depends) const {
  if (tags.empty()) return;
  GraphEvent event{GraphEvent::Kind::fence, &tags, &edge, ~0u, next.threads[thread].section, {}};
  event.depends_on_previous = depends;
  put(next, thread, event);
}

}  // namespace fencepost::engine::cegar::graphs
