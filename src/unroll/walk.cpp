#include "unroll/walk.h"

#include <fmt/format.h>

#include <algorithm>

namespace fencepost::unroll {

std::optional<State> Walk::run(core::FunctionId function, State state, uint32_t context) {
  Visit entry;
  entry.path = state.path;
  entry.stamp = ++stamp_;
  enter(function, std::move(state), entry, context);
  while (!stack_.empty()) advance();
  return std::move(finished_);
}

void Walk::enter(core::FunctionId function, State state, const Visit& entry, uint32_t context) {
  if (p_.cfa.program->function(function).role.kind == core::Role::Kind::wait) ++signal_waits_;
  auto made = std::make_unique<Activation>();
  made->thread = state.thread;
  made->function = function;
  made->procedure = &p_.cfa.procedure(function);
  made->shape = &p_.shapes.of(function);
  made->caller = stack_.empty() ? nullptr : &top();
  made->depth = static_cast<uint32_t>(stack_.size() + 1);
  made->context = context;
  made->first_event = p_.events.size();
  made->entry = entry;
  made->pending[index(made->procedure->entry)].push_back({std::move(state), ++stamp_, false, nullptr});
  active_[core::index(function)].push_back(stack_.size());
  stack_.push_back(std::move(made));
}

State Walk::merged(std::vector<Arrival> arrivals, program::Loc loc) {
  const program::Edge* edge = arrivals.back().edge;
  std::vector<State> states;
  for (Arrival& arrival : arrivals) states.push_back(std::move(arrival.state));
  return p_.merger.merge(std::move(states), top(), loc, edge);
}

void Walk::advance() {
  p_.budget.check();
  const core::FunctionId function = top().function;
  const uint64_t steps = p_.steps - steps_of_threads_, terms = p_.terms.size() - terms_of_threads_;
  auto note = [&] {
    p_.work.steps(function, p_.steps - steps_of_threads_ - steps);
    p_.work.terms(function, p_.terms.size() - terms_of_threads_ - terms);
  };
  try {
    take_up();
  } catch (const Exhausted&) {
    note();  // what took longest is what came to no end
    throw;
  }
  note();
}

void Walk::take_up() {
  Activation& here = top();
  if (here.call != nullptr) return resume();
  auto next = next_location();
  if (next == here.pending.end()) return finish();
  program::Loc loc{next->first};
  std::vector<Arrival> arrivals = std::move(next->second);
  here.pending.erase(next);
  bool from_back = std::any_of(arrivals.begin(), arrivals.end(), [](const Arrival& a) { return a.back; });
  const program::Edge* edge = arrivals.back().edge;
  State state = merged(std::move(arrivals), loc);
  uint64_t most_steps = p_.options.bounds.most_steps;
  if (p_.steps > most_steps) {
    Site site = p_.records.site(step(state, edge), position(*here.procedure, loc),
                                fmt::format("the limit of {} steps was reached", most_steps));
    site.deepens = false;
    site.lost = true;
    p_.sections.stop(step(state, edge), state, p_.terms.boolean(true));
    return p_.loop_bounds.cut(state, {here.function, index(loc)}, std::move(site));
  }
  if (here.shape->is_loop_head(loc) && !enter_head(loc, state, from_back, edge)) return;
  follow(std::move(state), loc);
}

// The smallest location at which states wait, except that a loop is not re-entered while states of its current
// iteration wait further on: they would miss the merge at its head.
std::map<uint32_t, std::vector<Walk::Arrival>>::iterator Walk::next_location() {
  Activation& here = top();
  auto& pending = here.pending;
  for (auto it = pending.begin(); it != pending.end(); ++it) {
    if (it->first == index(here.procedure->exit)) return pending.end();
    program::Loc loc{it->first};
    auto further = std::next(it);
    bool back = here.shape->is_loop_head(loc) &&
                std::any_of(it->second.begin(), it->second.end(), [](const Arrival& a) { return a.back; });
    if (back && further != pending.end() && further->first <= index(here.shape->loop_end(loc))) continue;
    return it;
  }
  return pending.end();
}

// Does the edge lead to where a state has to wait for others?
bool Walk::ends_line(const program::Edge& edge) const {
  const Activation& here = *stack_.back();
  return here.shape->joins(edge.to) || edge.to <= edge.from || edge.to == here.procedure->exit;
}

void Walk::follow(State state, program::Loc loc) {
  Activation& here = top();
  const program::Procedure& procedure = *here.procedure;
  const program::CheckPlaces* check_places = p_.options.wanted.check_places;
  for (;;) {
    ControlDependencies::leave_scopes(state, here.depth, loc);
    if (check_places != nullptr && check_places->of(here.function)[index(loc)])
      p_.records.reach(state, here.function, loc);
    uint32_t first = procedure.first_out[index(loc)], last = procedure.first_out[index(loc) + 1];
    ++p_.steps;
    if (first == last) return;  // no way on: an empty Assume, or a location that only unreachable code leads to
    const program::Edge* edge = &procedure.edges[first];
    if (last - first == 2) {
      edge = branch(state, *edge, procedure.edges[first + 1]);
      if (edge == nullptr) return;
    } else {
      Step here_now = step(state, edge);
      if (auto* label = std::get_if<core::Call>(&edge->label)) {
        transfer_.apply(here_now, state);
        return call(here_now, *label, std::move(state));
      }
      if (auto* label = std::get_if<core::Spawn>(&edge->label)) {
        if (!spawn(here_now, *label, state)) return;
      } else if (auto* ending = std::get_if<core::EndThread>(&edge->label)) {
        return end_thread(here_now, *ending, state);
      } else if (auto* leaving = std::get_if<core::Exit>(&edge->label)) {
        return exit(here_now, *leaving, state);
      } else if (!transfer_.apply(here_now, state)) {
        return;
      }
    }
    if (ends_line(*edge)) return arrive(std::move(state), *edge);
    loc = edge->to;
  }
}

const program::Edge* Walk::branch(State& state, const program::Edge& yes, const program::Edge& no) {
  const core::Expr& asked = *std::get<program::Assume>(yes.label).condition;
  Step here = step(state, &yes);
  Term condition = p_.expressions.condition(asked, state);
  p_.unmodelled.report(here);
  p_.control.branch(state, top(), yes.from, transfer_.reads_of(asked, state));
  if (std::optional<bool> known = p_.decisions.decided(state.path, condition)) return *known ? &yes : &no;
  State other = state;
  other.path = p_.paths.extend(state.path, p_.terms.not_(condition));
  state.path = p_.paths.extend(state.path, condition);
  arrive(std::move(state), yes);
  arrive(std::move(other), no);
  return nullptr;
}

void Walk::arrive(State state, const program::Edge& edge) {
  top().pending[index(edge.to)].push_back({std::move(state), ++stamp_, edge.to <= edge.from, &edge});
}

// The outermost activation has nobody to return to.
void Walk::finish() {
  Activation& here = top();
  std::optional<State> state;
  if (!here.pending.empty()) {
    program::Loc exit = here.procedure->exit;
    std::vector<Arrival>& arrivals = here.pending.begin()->second;
    const program::Edge* edge = arrivals.back().edge;
    state = merged(std::move(arrivals), exit);
    ControlDependencies::leave_scopes(*state, here.depth, exit);
    Step last = step(*state, edge);
    p_.allocations.leave(last, *state, here);
    if (stack_.size() == 1) end_in_section(last, *state);
    // The first thread's own objects live as long as the program.
    if (stack_.size() == 1 && state->thread != 0) p_.allocations.end_thread(last, *state);
  }
  Value value = state ? state->regs.get(here.result_slot()) : Value();
  active_[core::index(here.function)].pop_back();
  stack_.pop_back();
  if (stack_.empty()) {
    finished_ = std::move(state);
    return;
  }
  if (!state) return;
  // Only the result survives of the callee's registers.
  state->regs = {};
  if (value) state->regs.set(top().result_slot(), value);
  top().returned.push_back({std::move(*state), ++stamp_, false, top().call});
}

void Walk::start_callee() {
  Activation& here = top();
  Callee callee = std::move(here.callees.back());
  here.callees.pop_back();
  Visit entry;
  Step calling = step(callee.state, here.call);
  uint32_t context = here.next_context(*here.call, p_.names);
  const std::vector<size_t>& outer_calls = active_[core::index(callee.function)];
  if (!outer_calls.empty()) {
    if (callee.state.concurrent && !p_.feasible.may_reach(callee.state.path)) return;
    const Visit& outer = stack_[outer_calls.back()]->entry;
    entry.done.symbolic = outer.done.symbolic;
    entry.done.pruning = outer.done.pruning;
    entry.done.all = outer.done.all;
    bool left = std::any_of(stack_.begin() + static_cast<std::ptrdiff_t>(outer_calls.back()), stack_.end(),
                            [&](const auto& activation) { return anybody_waits(*activation, outer.stamp); });
    LoopId recursion{callee.function, LoopId::kRecursion};
    LoopBounds::Next next{recursion, here.call->pos, outer.path, left, p_.steps};
    if (!p_.loop_bounds.allows(entry.done, next, calling, callee.state))
      return p_.sections.stop(calling, callee.state, p_.terms.boolean(true));
  }
  size_t most_calls = p_.options.bounds.most_calls;
  if (stack_.size() >= most_calls) {
    Site site = p_.records.site(calling, here.call->pos, fmt::format("calls are nested deeper than {}", most_calls));
    site.deepens = false;
    // So many calls on the way here are recursion: runs that nest less come past this.
    size_t deepest = 1;
    for (const auto& [function, nested] : active_) deepest = std::max(deepest, nested.size());
    site.covered = static_cast<unsigned>(deepest - 1);
    site.lost = site.covered == 0;
    p_.sections.stop(calling, callee.state, p_.terms.boolean(true));
    return p_.loop_bounds.cut(callee.state, {callee.function, LoopId::kRecursion}, std::move(site));
  }
  entry.path = callee.state.path;
  entry.stamp = ++stamp_;
  enter(callee.function, std::move(callee.state), entry, context);
}

void Walk::call(const Step& step, const core::Call& label, State state) {
  Activation& here = top();
  std::vector<Value> args;
  for (const core::ExprPtr& arg : label.args) args.push_back(transfer_.evaluated(step, *arg, state));
  Value callee = p_.expressions.evaluate(*label.callee, state);
  p_.unmodelled.report(step);
  p_.control.branch(state, here, step.edge->from, transfer_.reads_of(*label.callee, state));
  std::vector<Pointee> targets = p_.pointers.resolve(callee);
  std::erase_if(targets, [&](const Pointee& pointee) {
    if (p_.objects[pointee.object].function) return false;
    if (!p_.checks_accesses)
      p_.records.unsupported(step, pointee.when, "a call through a pointer that designates no function");
    return true;
  });
  here.call = step.edge;
  here.saved = state.regs;
  here.saved_sequence = state.sequence;
  here.callees.clear();
  here.returned.clear();
  for (const Pointee& target : targets) {
    core::FunctionId id = *p_.objects[target.object].function;
    const core::Function& function = p_.program.function(id);
    Term when = targets.size() == 1 ? p_.terms.boolean(true) : target.when;
    if (!function.defined) {
      p_.records.unsupported(step, when, fmt::format("a call of {}, which has no definition", function.name));
      continue;
    }
    State inner = state;
    if (!p_.decisions.restrict(inner, when)) continue;
    if (targets.size() > 1 && inner.concurrent && !p_.feasible.may_reach(inner.path)) continue;
    inner.regs = {};
    for (size_t i = 0; i < function.params.size() && i < args.size(); ++i)
      Transfer::set(inner, function.params[i],
                    transfer_.fitting(args[i], function.regs[core::index(function.params[i])].type));
    if (p_.options.model.locks_are_followed && function.library)
      if (std::optional<Held> lock = p_.guarded.call(step, function, args, inner)) here.acquires = lock;
    here.callees.push_back({id, std::move(inner)});
  }
  if (targets.size() > 1) here.acquires.reset();  // by some of them only
  std::reverse(here.callees.begin(), here.callees.end());
}

void Walk::resume() {
  Activation& here = top();
  if (!here.callees.empty()) return start_callee();
  const program::Edge& edge = *std::exchange(here.call, nullptr);
  std::vector<Arrival> returned = std::move(here.returned);
  here.returned.clear();
  if (returned.empty()) {
    here.acquires.reset();
    return;
  }
  State state = merged(std::move(returned), edge.to);
  Value value = state.regs.get(here.result_slot());
  state.regs = std::move(here.saved);
  state.sequence = here.saved_sequence;
  here.saved = {};
  if (here.acquires) state.held.push_back(*std::exchange(here.acquires, {}));
  const auto& label = std::get<core::Call>(edge.label);
  if (label.reg) Transfer::set(state, *label.reg, transfer_.fitting(value, here.type_of(*label.reg)));
  if (ends_line(edge)) return arrive(std::move(state), edge);
  follow(std::move(state), edge.to);
}

}  // namespace fencepost::unroll
