#include "unroll/executor.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"

namespace fencepost::unroll {

Executor::Executor(const program::Cfa& cfa, const Options& options, Terms& terms, Budget& budget,
                   program::Shapes& shapes, Sharing& sharing, AddressUse& address_use, Names& names)
    : cfa_(cfa),
      program_(*cfa.program),
      options_(options),
      terms_(terms),
      budget_(budget),
      sharing_(sharing),
      address_use_(address_use),
      names_(names),
      paths_owner_(std::make_shared<Paths>(terms)),
      paths_(*paths_owner_),
      reads_(terms),
      objects_(program_, terms),
      pointers_(terms, 8 * program_.pointer_bytes),
      arithmetic_(options.wanted.mathematical ? mathematical_arithmetic(terms) : exact_arithmetic(terms)),
      addresses_(terms, objects_, pointers_, budget, address_use),
      cells_(terms, *arithmetic_, addresses_, pointers_, reads_),
      access_(terms, objects_, pointers_, cells_, !has_invalid_access_checks()),
      records_(program_, terms, result_),
      events_(program_, terms, objects_, records_, result_),
      expressions_(terms, program_, *arithmetic_, objects_, pointers_, addresses_, cells_),
      equality_(cfa, terms, objects_, sharing, looks_for_leaks()),
      spin_loops_(options.model, looks_for_leaks(), terms, paths_, events_, equality_),
      shapes_(shapes),
      has_unknown_pointers_(
          std::any_of(program_.globals.begin(), program_.globals.end(),
                      [](const core::Global& global) { return global.known == core::Known::nothing; })) {
  objects_.expect(names.known);
}

bool Executor::has_invalid_access_checks() const {
  using core::Undef;
  for (Undef kind : {Undef::null_deref, Undef::invalid_deref, Undef::use_after_free, Undef::use_after_scope,
                     Undef::oob_read, Undef::oob_write})
    if (!options_.wanted.checks.has(kind)) return false;
  return true;
}

Unrolled Executor::run() {
  State state;
  state.path = paths_.root();
  for (uint32_t i = 0; i < program_.globals.size(); ++i) {
    uint32_t object = objects_.of(core::GlobalId{i});
    auto content = new ObjectState;
    content->alive = terms_.boolean(true);
    content->rest = Piece::Kind::zero;
    state.memory.set(object, Shared<ObjectState>(content));
    if (!program_.uses_addresses) continue;
    records_.choose_address(state, object);
  }
  result_.threads.resize(1);
  for (core::GlobalId id : options_.wanted.observed)
    sharing_.read(objects_.of(id), 0, 8 * program_.globals[core::index(id)].bytes, kObserver);
  std::optional<State> initialised = execute(program_.init, std::move(state));
  if (initialised) run_thread(0, program_.entry, std::move(*initialised), {});
  check_endings();
  add_initial_events();
  for (auto& [number, thread] : threads_)
    if (thread.finished_later) {
      Term finished = thread.finished ? thread.finished : terms_.boolean(false);
      result_.constraints.push_back(terms_.eq(thread.finished_later, finished));
    }
  names_.known = objects_.table();
  result_.first_global = objects_.of(core::GlobalId{0});
  result_.first_made = objects_.first_made();
  result_.paths = paths_owner_;
  result_.read_sets = reads_.all();
  for (ChoiceRecord& record : result_.choices)
    if (record.kind == core::Choice::Kind::address) record.value = addresses_.known_base(record.object);
  for (Term constraint : addresses_.constraints(result_.concurrent()))
    if (!constraint.is_true()) result_.constraints.push_back(constraint);
  result_.statistics.set("unroll.steps", static_cast<double>(steps_));
  result_.statistics.set("unroll.merges", static_cast<double>(merges_));
  result_.statistics.set("unroll.objects", static_cast<double>(objects_.size()));
  result_.statistics.set("unroll.obligations", static_cast<double>(result_.obligations.size()));
  result_.statistics.set("unroll.choices", static_cast<double>(result_.choices.size()));
  result_.statistics.set("unroll.terms", static_cast<double>(terms_.size()));
  if (result_.concurrent()) {
    result_.statistics.set("unroll.threads", static_cast<double>(result_.threads.size()));
    result_.statistics.set("unroll.events", static_cast<double>(result_.events.size()));
    result_.statistics.set("unroll.cells", static_cast<double>(result_.cells.size()));
  }
  return std::move(result_);
}

std::optional<State> Executor::execute(core::FunctionId function, State state) {
  finished_.reset();
  state.regs = {};
  Visit entry;
  entry.path = state.path;
  entry.stamp = ++stamp_;
  enter(function, std::move(state), entry);
  while (!stack_.empty()) advance();
  return std::move(finished_);
}

void Executor::enter(core::FunctionId function, State state, const Visit& entry) {
  auto made = std::make_unique<Activation>();
  made->thread = state.thread;
  made->function = function;
  made->procedure = &cfa_.procedure(function);
  made->shape = &shapes_.of(function);
  made->entry = entry;
  made->first_event = events_.size();
  made->caller = stack_.empty() ? nullptr : stack_.back().get();
  made->depth = static_cast<uint32_t>(stack_.size() + 1);
  program::Loc first = made->procedure->entry;
  made->pending[index(first)].push_back({std::move(state), ++stamp_, false});
  active_[core::index(function)].push_back(stack_.size());
  stack_.push_back(std::move(made));
}

void Executor::advance() {
  budget_.check();
  Activation& here = top();
  if (here.call != nullptr) return resume();
  auto next = next_location(here);
  if (next == here.pending.end()) return finish();
  program::Loc loc{next->first};
  std::vector<Arrival> arrivals = std::move(next->second);
  here.pending.erase(next);
  bool from_back = std::any_of(arrivals.begin(), arrivals.end(), [](const Arrival& a) { return a.back; });
  State state = merge(std::move(arrivals), here, loc);
  if (steps_ > options_.bounds.most_steps) {
    Site site = records_.site(step(), position(*here.procedure, loc),
                              fmt::format("the limit of {} steps was reached", options_.bounds.most_steps));
    site.deepens = false;
    site.lost = true;
    return cut(state, {here.function, index(loc)}, std::move(site));
  }
  if (here.shape->is_loop_head(loc) && !enter_head(here, loc, state, from_back)) return;
  follow(std::move(state), loc);
}

// The smallest location at which states wait, except that a loop is not re-entered while states of its current
// iteration wait further on: they would miss the merge at its head.
std::map<uint32_t, std::vector<Executor::Arrival>>::iterator Executor::next_location(Activation& activation) {
  auto& pending = activation.pending;
  for (auto it = pending.begin(); it != pending.end(); ++it) {
    if (it->first == index(activation.procedure->exit)) return pending.end();
    program::Loc loc{it->first};
    auto further = std::next(it);
    bool back = activation.shape->is_loop_head(loc) &&
                std::any_of(it->second.begin(), it->second.end(), [](const Arrival& a) { return a.back; });
    if (back && further != pending.end() && further->first <= index(activation.shape->loop_end(loc))) continue;
    return it;
  }
  return pending.end();
}

void Executor::follow(State state, program::Loc loc) {
  Activation& here = top();
  const program::Procedure& procedure = *here.procedure;
  for (;;) {
    leave_scopes(state, loc);
    if (options_.wanted.check_places != nullptr && options_.wanted.check_places->of(here.function)[index(loc)])
      records_.reach(state, here.function, loc);
    uint32_t first = procedure.first_out[index(loc)], last = procedure.first_out[index(loc) + 1];
    ++steps_;
    if (last - first == 2) {
      const program::Edge& yes = procedure.edges[first];
      const program::Edge& no = procedure.edges[first + 1];
      edge_ = &yes;
      path_ = state.path;
      Term condition = expressions_.condition(*std::get<program::Assume>(yes.label).condition, state);
      report_escapes();
      depend_on_branch(state, loc, reads_of(*std::get<program::Assume>(yes.label).condition, state));
      std::optional<bool> known = decided(state.path, condition);
      if (!known) {
        State other = state;
        other.path = paths_.extend(state.path, terms_.not_(condition));
        state.path = paths_.extend(state.path, condition);
        arrive(here, std::move(state), loc, yes.to);
        return arrive(here, std::move(other), loc, no.to);
      }
      program::Loc to = *known ? yes.to : no.to;
      if (here.shape->joins(to) || to <= loc) return arrive(here, std::move(state), loc, to);
      loc = to;
      continue;
    }
    if (first == last) return;  // no way on: an empty Assume, or a location that only unreachable code leads to
    const program::Edge& edge = procedure.edges[first];
    if (!apply(edge, state)) return;
    if (auto* label = std::get_if<core::Call>(&edge.label)) return call(*label, edge, std::move(state));
    if (here.shape->joins(edge.to) || edge.to <= loc || edge.to == procedure.exit)
      return arrive(here, std::move(state), loc, edge.to);
    loc = edge.to;
  }
}

void Executor::arrive(Activation& activation, State state, program::Loc from, program::Loc to) {
  activation.pending[index(to)].push_back({std::move(state), ++stamp_, to <= from});
}

// The outermost activation has nobody to return to.
void Executor::finish() {
  Activation& here = top();
  std::optional<State> state;
  if (!here.pending.empty()) {
    program::Loc exit = here.procedure->exit;
    state = merge(std::move(here.pending.begin()->second), here, exit);
    leave_scopes(*state, exit);
    leave(*state, here);
    // The first thread's own objects live as long as the program.
    if (stack_.size() == 1 && state->thread != 0) end_own_objects(*state);
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
  top().returned.push_back({std::move(*state), ++stamp_, false});
}

void Executor::start_callee() {
  Activation& here = top();
  Callee callee = std::move(here.callees.back());
  here.callees.pop_back();
  edge_ = here.call;
  Visit entry;
  uint32_t context = here.next_context(*here.call, names_);
  const std::vector<size_t>& places = active_[core::index(callee.function)];
  if (!places.empty()) {
    const Visit& outer = stack_[places.back()]->entry;
    entry.count = outer.count;
    entry.quiet = outer.quiet;
    entry.all = outer.all;
    entry.path = outer.path;
    bool left = std::any_of(stack_.begin() + static_cast<std::ptrdiff_t>(places.back()), stack_.end(),
                            [&](const auto& activation) { return anybody_waits(*activation, outer.stamp); });
    LoopId recursion{callee.function, LoopId::kRecursion};
    if (!count_iteration(entry, left, recursion, here.call->pos, callee.state)) return;
  }
  if (stack_.size() >= options_.bounds.most_calls) {
    Site site = records_.site(step(), here.call->pos,
                              fmt::format("calls are nested deeper than {}", options_.bounds.most_calls));
    site.deepens = false;
    // So many calls on the way here are recursion: runs that nest less come past this.
    size_t deepest = 1;
    for (const auto& [function, nested] : active_) deepest = std::max(deepest, nested.size());
    site.covered = static_cast<unsigned>(deepest - 1);
    site.lost = site.covered == 0;
    return cut(callee.state, {callee.function, LoopId::kRecursion}, std::move(site));
  }
  entry.path = callee.state.path;
  entry.stamp = ++stamp_;
  enter(callee.function, std::move(callee.state), entry);
  top().context = context;
}

void Executor::call(const core::Call& label, const program::Edge& edge, State state) {
  Activation& here = top();
  std::vector<Value> args;
  for (const core::ExprPtr& arg : label.args) args.push_back(evaluated(*arg, state));
  Value callee = expressions_.evaluate(*label.callee, state);
  report_escapes();
  std::vector<Place> targets = pointers_.resolve(callee);
  std::erase_if(targets, [&](const Place& place) {
    if (objects_[place.object].function) return false;
    if (!has_invalid_access_checks()) unsupported(place.when, "a call through a pointer that designates no function");
    return true;
  });
  here.call = &edge;
  here.saved = state.regs;
  here.saved_sequence = state.sequence;
  here.callees.clear();
  here.returned.clear();
  for (const Place& target : targets) {
    core::FunctionId id = *objects_[target.object].function;
    const core::Function& function = program_.function(id);
    Term when = targets.size() == 1 ? terms_.boolean(true) : target.when;
    if (!function.defined) {
      unsupported(when, fmt::format("a call of {}, which has no definition", function.name));
      continue;
    }
    State inner = state;
    if (!restrict(inner, when)) continue;
    inner.regs = {};
    for (size_t i = 0; i < function.params.size() && i < args.size(); ++i)
      set(inner, function.params[i], fitting(args[i], function.regs[core::index(function.params[i])].type));
    if (options_.model.locks_are_followed && function.library) note_lock_call(function, args, inner);
    here.callees.push_back({id, std::move(inner)});
  }
  if (targets.size() > 1) here.acquires.reset();  // by some of them only
  std::reverse(here.callees.begin(), here.callees.end());
}

void Executor::resume() {
  Activation& here = top();
  if (!here.callees.empty()) return start_callee();
  const program::Edge& edge = *std::exchange(here.call, nullptr);
  std::vector<Arrival> returned = std::move(here.returned);
  here.returned.clear();
  if (returned.empty()) {
    here.acquires.reset();
    return;
  }
  State state = merge(std::move(returned), here, edge.to);
  Value value = state.regs.get(here.result_slot());
  state.regs = std::move(here.saved);
  state.sequence = here.saved_sequence;
  here.saved = {};
  if (here.acquires) state.held.push_back(*std::exchange(here.acquires, {}));
  const auto& label = std::get<core::Call>(edge.label);
  if (label.reg) set(state, *label.reg, fitting(value, here.procedure->regs[core::index(*label.reg)].type));
  if (here.shape->joins(edge.to) || edge.to <= edge.from || edge.to == here.procedure->exit)
    return arrive(here, std::move(state), edge.from, edge.to);
  follow(std::move(state), edge.to);
}

}  // namespace fencepost::unroll
