// GraphSteps: what loads, stores and updates do to the graph.
#include <algorithm>

#include "engine/cegar/graphs/graph_steps.h"
#include "engine/cegar/graphs/repeated_reads.h"
#include "flat/operands.h"
#include "logic/enumerate.h"

namespace fencepost::engine::cegar::graphs {

using flat::Edge;
using flat::VarId;
using Order = program::Mapping::AccessKind;
using Status = ThreadState::Status;

std::vector<GraphSteps::Place> GraphSteps::places_of(const flat::Access& access) {
  if (auto* variable = std::get_if<VarId>(&access.to)) return {{flat::index(*variable), terms_.boolean(true)}};
  std::vector<Place> places;
  for (const flat::Group::Cell& cell : program_[std::get<flat::GroupId>(access.to)].cells) {
    Term here = terms_.eq(access.place, terms_.bv(cell.place, access.place.sort().width));
    if (!here.is_false()) places.push_back({flat::index(cell.variable), here});
  }
  return places;
}

Term GraphSteps::value_of(const GraphState& state, const EventRef& write, uint32_t variable) {
  const flat::Variable& of = program_.variables[variable];
  if (write.thread == EventRef::kInitial)
    return facts_.keeps_first_value(variable) ? logic::constant(terms_, *of.initial, of.term.sort()) : of.term;
  const flat::Label& label = state.threads[write.thread].events[write.index].edge->label;
  auto* store = std::get_if<flat::Store>(&label);
  Term stored = store != nullptr ? store->value : std::get<flat::Rmw>(label).value;
  if (stored.is_const()) return stored;
  EventRef name = write;
  if (growth_ == Growth::by_memory) {
    if (!state.threads[write.thread].events[write.index].pending) return of.term;
    name.index = place_in_buffer(state, write);
  }
  if (growth_ == Growth::by_causes) name.index = place_of_write(state, write);
  Term& value = values_[{variable, name.thread, name.index}];
  if (!value) value = terms_.fresh(result::name_of_value(of.name, name), of.term.sort());
  return value;
}

void GraphSteps::give_value(Action& action, const GraphState& next, const EventRef& write, uint32_t variable,
                            Term stored, Term value) {
  if (!stored.is_const())
    action.updates.push_back({value_of(next, write, variable), value});
  else if (growth_ == Growth::by_memory && !next.threads[write.thread].events[write.index].pending)
    action.updates.push_back({program_.variables[variable].term, Term()});  // nobody asks for it
}

Term GraphSteps::open_value(const EventRef& read, uint32_t variable) {
  const flat::Variable& of = program_.variables[variable];
  Term& value = open_values_[{variable, read.thread, read.index}];
  if (!value) value = terms_.fresh(result::name_of_open(of.name, read), of.term.sort());
  return value;
}

// All writes of the variable, but those that the thread itself has overwritten where the model does not let it see them.
std::vector<GraphSteps::Source> GraphSteps::sources_of(const GraphState& state, uint32_t thread, uint32_t variable) {
  std::vector<Source> sources;
  std::optional<EventRef> own;
  for (uint32_t other = 0; other < state.threads.size(); ++other)
    for (uint32_t i = 0; i < state.threads[other].events.size(); ++i) {
      const GraphEvent& event = state.threads[other].events[i];
      if (event.kind != GraphEvent::Kind::write || event.variable != variable) continue;
      EventRef write{other, i};
      if (other == thread && !rules_.reads_anything)
        own = write;
      else
        sources.push_back({write, value_of(state, write, variable)});
    }
  if (!own && state.overwritten.contains(variable)) return sources;
  EventRef first = own.value_or(EventRef{EventRef::kInitial, variable});
  sources.push_back({first, value_of(state, first, variable)});
  return sources;
}

Action GraphSteps::with(Term guard, VarId target, Term value) const {
  return {guard, {{program_[target].term, value}}};
}

void GraphSteps::take_access(uint32_t from, uint32_t thread, const Edge& edge, const Place& place) {
  bool is_seen = facts_.is_seen(VarId{place.variable}, thread, edge.from);
  if (is_seen && is_tracked(place.variable)) {
    if (auto* store = std::get_if<flat::Store>(&edge.label)) {
      const memory::Mapped& mapped = mapping_.of(Order::store, store->order);
      GraphState next = states_[from];
      if (std::ranges::count_if(next.threads[thread].events, &GraphEvent::pending) >= kMostPending) {
        if (!left_out_)
          left_out_ = NotBuilt{"a store buffer may be longer here than executions are followed", edge.pos};
        return;
      }
      put_barrier(next, thread, edge, mapped.before);
      EventRef write =
          put(next, thread,
              {GraphEvent::Kind::write, &mapped.write, &edge, place.variable, next.threads[thread].section, {}});
      put_barrier(next, thread, edge, mapped.after);
      next.threads[thread].events[write.index].pending =
          growth_ == Growth::by_memory && facts_.buffers() && next.threads[thread].section == 0;
      Action action{place.guard, {}};
      give_value(action, next, write, place.variable, store->value, store->value);
      return take_write(from, next, thread, edge, place, write, store->value, std::move(action));
    }
    if (growth_ == Growth::by_memory) {
      EventRef source = latest(states_[from], thread, place.variable);
      return take_read(from, thread, edge, place, {source, value_of(states_[from], source, place.variable)});
    }
    for (const Source& source : sources_of(states_[from], thread, place.variable))
      take_read(from, thread, edge, place, source);
    if (growth_ == Growth::by_causes) return;
    bool is_open = facts_.may_be_open(edge);
    if (!may_be_written(states_[from], place.variable, is_open && rules_.reads_anything ? ~0u : thread)) return;
    if (is_open) return take_read(from, thread, edge, place, {});
    GraphState next = states_[from];
    next.threads[thread].status = Status::blocks;
    next.threads[thread].edge = &edge;
    next.threads[thread].variable = place.variable;
    return go(from, std::move(next), thread, nullptr, {place.guard, {}}, false);
  }
  // No event: of a variable that is not tracked nothing is known, and other ones nobody else changes.
  Term here = is_seen ? Term() : program_.variables[place.variable].term;
  Action action{place.guard, {}};
  if (auto* k = std::get_if<flat::Load>(&edge.label)) action = with(place.guard, k->target, here);
  if (auto* k = std::get_if<flat::Store>(&edge.label); k != nullptr && here) action.updates.push_back({here, k->value});
  if (auto* k = std::get_if<flat::Rmw>(&edge.label)) {
    action = with(place.guard, k->target, here);
    if (here) {
      logic::Substitution with_old(terms_);
      with_old.put(program_[k->target].term, here);
      action.updates.push_back({here, terms_.ite(with_old(k->condition), with_old(k->value), here)});
    }
  }
  GraphState next = states_[from];
  arrive(next, thread, edge.to);
  go(from, std::move(next), thread, &edge, std::move(action), false);
}

// Nothing: its last events are no third copy of what was before them.
std::optional<Forgotten> GraphSteps::forget_repeated(GraphState& next, uint32_t thread) const {
  if (!rules_.forgets_reads || growth_ != Growth::by_threads) return std::nullopt;
  GraphState grown = next;
  uint32_t count = forget_repeated_reads(next.threads[thread]);
  return count > 0 ? std::optional(last_forgotten(std::move(grown), thread, count)) : std::nullopt;
}

// Without a source: the read is open.
void GraphSteps::take_read(uint32_t from, uint32_t thread, const Edge& edge, const Place& place, const Source& source) {
  auto* load = std::get_if<flat::Load>(&edge.label);
  auto* update = std::get_if<flat::Rmw>(&edge.label);
  auto begun = [&](const memory::Mapped& mapped) {
    GraphState next = states_[from];
    ThreadState& self = next.threads[thread];
    self.status = Status::goes_on;
    self.edge = nullptr;
    self.variable = ~0u;
    self.source = {};
    put_barrier(next, thread, edge, mapped.before);
    put(next, thread, {GraphEvent::Kind::read, &mapped.read, &edge, place.variable, self.section, source.from});
    return next;
  };
  auto value_in = [&](const GraphState& next) {
    if (source.from.exists()) return source.value;
    return open_value({thread, static_cast<uint32_t>(next.threads[thread].events.size() - 1)}, place.variable);
  };
  auto ended = [&](GraphState next, Action action) {
    std::optional<Forgotten> forgotten = forget_repeated(next, thread);
    arrive(next, thread, edge.to);
    go(from, std::move(next), thread, &edge, std::move(action), true, std::move(forgotten));
  };
  if (load != nullptr) {
    const memory::Mapped& mapped = mapping_.of(Order::load, load->order);
    GraphState next = begun(mapped);
    Term value = value_in(next);
    put_barrier(next, thread, edge, mapped.after, mapped.control_dependency);
    return ended(std::move(next), with(place.guard, load->target, value));
  }
  auto with_old = [&](Term term, Term value) {
    logic::Substitution old(terms_);
    old.put(program_[update->target].term, value);
    return old(term);
  };
  {
    const memory::Mapped& mapped = mapping_.of(Order::failed, update->failure.value_or(update->order));
    GraphState next = begun(mapped);
    Term value = value_in(next), condition = with_old(update->condition, value);
    put_barrier(next, thread, edge, mapped.after, mapped.control_dependency);
    if (!condition.is_true())
      ended(std::move(next), with(terms_.and_(place.guard, terms_.not_(condition)), update->target, value));
  }
  const memory::Mapped& mapped = mapping_.of(Order::update, update->order);
  GraphState next = begun(mapped);
  Term value = value_in(next), condition = with_old(update->condition, value);
  if (condition.is_false()) return;
  GraphEvent event{GraphEvent::Kind::write, &mapped.write, &edge, place.variable, next.threads[thread].section, {}};
  event.updates = true;
  EventRef write = put(next, thread, event);
  put_barrier(next, thread, edge, mapped.after);
  Action action = with(terms_.and_(place.guard, condition), update->target, value);
  Term written = with_old(update->value, value);
  give_value(action, next, write, place.variable, update->value, written);
  take_write(from, next, thread, edge, place, write, written, std::move(action));
}

// Any of those that wait for a write of this variable may take this one, and so may any open read: then it has taken this value.
void GraphSteps::take_write(uint32_t from, const GraphState& next, uint32_t thread, const Edge& edge,
                            const Place& place, EventRef write, Term written, Action action) {
  std::vector<uint32_t> waiting;
  std::vector<EventRef> open;
  for (uint32_t other = 0; other < next.threads.size(); ++other) {
    const ThreadState& of = next.threads[other];
    if (of.status == Status::blocks && of.variable == place.variable) waiting.push_back(other);
    if (other == thread && !rules_.reads_anything) continue;
    for (uint32_t i = 0; i < of.events.size(); ++i)
      if (result::is_open(of.events[i]) && of.events[i].variable == place.variable) open.push_back({other, i});
  }
  constexpr size_t kMostReaders = 16;
  if (waiting.size() + open.size() > kMostReaders) throw NotBuilt{"too many reads wait for a write", edge.pos};
  for (uint32_t woken = 0; woken < 1u << (waiting.size() + open.size()); ++woken) {
    GraphState after = next;
    Action taken = action;
    for (size_t i = 0; i < waiting.size(); ++i)
      if (woken >> i & 1) {
        after.threads[waiting[i]].status = Status::takes;
        after.threads[waiting[i]].source = write;
      }
    for (size_t i = 0; i < open.size(); ++i)
      if (woken >> (waiting.size() + i) & 1) {
        after.threads[open[i].thread].events[open[i].index].source = write;
        Term value = open_value(open[i], place.variable);
        taken.guard = terms_.and_(taken.guard, terms_.eq(value, written));
        taken.updates.push_back({value, Term()});
      }
    arrive(after, thread, edge.to);
    go(from, std::move(after), thread, &edge, std::move(taken), true);
  }
}

}  // namespace fencepost::engine::cegar::graphs
