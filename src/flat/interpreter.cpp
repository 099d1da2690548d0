#include "flat/interpreter.h"

#include <algorithm>
#include <deque>
#include <set>
#include <unordered_set>

#include "flat/operands.h"
#include "logic/evaluate.h"

namespace fencepost::flat {

namespace {

constexpr uint32_t kNobody = ~0u;

struct ThreadState {
  TemplateId of{};
  Loc at{};
  std::vector<Bits> own;  // in the order of Interpreter::own_
};

struct State {
  std::vector<Bits> shared;
  std::vector<ThreadState> threads;
  uint32_t atomic = kNobody;  // the thread in an atomic section
  bool over = false;
};

std::string key_of(const State& state) {
  std::string key;
  auto add = [&](const auto& value) { key.append(reinterpret_cast<const char*>(&value), sizeof value); };
  for (Bits value : state.shared) add(value);
  for (const ThreadState& thread : state.threads) {
    add(thread.of);
    add(thread.at);
    for (Bits value : thread.own) add(value);
  }
  add(state.atomic);
  add(state.over);
  return key;
}

class Interpreter {
 public:
  Interpreter(const FlatProgram& program, const ExploreOptions& options) : program_(program), options_(options) {
    place_.resize(program.variables.size());
    own_.resize(program.templates.size());
    for (uint32_t i = 0; i < program.variables.size(); ++i) {
      std::vector<VarId>& list = program.variables[i].owner ? own_[index(*program.variables[i].owner)] : shared_;
      place_[i] = static_cast<uint32_t>(list.size());
      list.push_back(VarId{i});
    }
  }

  Explored operator()() {
    State start;
    start.shared.resize(shared_.size());
    begin(start, TemplateId{0});
    std::vector<State> starts = initial(std::move(start), shared_, kNobody);
    for (State& state : starts)
      for (State& ready : initial(std::move(state), own_[0], 0)) add(std::move(ready), {}, kNobody);
    for (uint32_t next = 0; next < states_.size(); ++next) {
      if (states_.size() > options_.most_states) {
        result_.complete = false;
        break;
      }
      if (options_.visit) options_.visit(standing(states_[next].state));
      expand(next);
    }
    result_.states = states_.size();
    return std::move(result_);
  }

 private:
  struct Visited {
    State state;
    Step step;
    uint32_t from = kNobody;
  };

  void add(State state, Step step, uint32_t from) {
    if (from != kNobody) take_notes(state, step);
    if (seen_.insert(key_of(state)).second) states_.push_back({std::move(state), step, from});
  }

  void take_notes(State& state, const Step& step) const {
    std::vector<std::pair<VarId, Bits>> taken;
    for (const Assign& note : program_[step.of].edges[step.edge].notes)
      taken.emplace_back(note.target, value(state, step.thread, note.value));
    for (const auto& [note, now] : taken) at(state, step.thread, note) = now;
  }

  std::vector<Bits> values_of(const Variable& variable) {
    logic::Sort sort = variable.term.sort();
    if (sort.kind == logic::SortKind::boolean) return {0, 1};
    unsigned width = sort.width;
    std::set<Bits> values;
    if (width <= 4)
      for (Bits value = 0; value < Bits{1} << width; ++value) values.insert(value);
    else {
      result_.complete = false;
      for (Bits value : options_.values) values.insert(logic::low_bits(value, width));
    }
    return {values.begin(), values.end()};
  }

  Bits& at(State& state, uint32_t thread, VarId id) const {
    uint32_t place = place_[index(id)];
    return program_[id].owner ? state.threads[thread].own[place] : state.shared[place];
  }

  // The states in which the variables have their first values.
  std::vector<State> initial(State state, const std::vector<VarId>& variables, uint32_t thread) {
    std::vector<State> made{std::move(state)};
    for (VarId id : variables) {
      const Variable& variable = program_[id];
      if (variable.is_instance_number) continue;
      std::vector<Bits> values = variable.initial ? std::vector<Bits>{*variable.initial} : values_of(variable);
      std::vector<State> next;
      for (const State& one : made)
        for (Bits value : values) {
          next.push_back(one);
          at(next.back(), thread, id) = value;
        }
      made = std::move(next);
    }
    return made;
  }

  uint32_t begin(State& state, TemplateId of) {
    uint32_t number = static_cast<uint32_t>(state.threads.size());
    ThreadState thread{of, program_[of].entry, std::vector<Bits>(own_[index(of)].size())};
    for (VarId id : own_[index(of)])
      if (program_[id].is_instance_number) thread.own[place_[index(id)]] = number;
    state.threads.push_back(std::move(thread));
    return number;
  }

  Bits value(const State& state, uint32_t thread, Term term) const {
    if (term.is_const()) return term.value();
    logic::Assignment assignment;
    const ThreadState& self = state.threads[thread];
    for (VarId id : own_[index(self.of)]) assignment[program_[id].term] = self.own[place_[index(id)]];
    for (VarId id : shared_)
      if (program_[id].is_note) assignment[program_[id].term] = state.shared[place_[index(id)]];
    return logic::evaluate(term, assignment);
  }

  std::vector<Standing> standing(const State& state) const {
    std::vector<Standing> all;
    for (const ThreadState& thread : state.threads) {
      Standing& one = all.emplace_back(Standing{thread.of, thread.at, {}});
      for (VarId id : shared_) one.values[program_[id].term] = state.shared[place_[index(id)]];
      for (VarId id : own_[index(thread.of)]) one.values[program_[id].term] = thread.own[place_[index(id)]];
    }
    return all;
  }

  std::optional<VarId> cell(const State& state, uint32_t thread, const Access& access) const {
    if (auto* variable = std::get_if<VarId>(&access.to)) return *variable;
    Bits place = value(state, thread, access.place);
    for (const Group::Cell& cell : program_[std::get<GroupId>(access.to)].cells)
      if (cell.place == place) return cell.variable;
    return std::nullopt;
  }

  void expand(uint32_t number) {
    if (states_[number].state.over) return;
    uint32_t alone = states_[number].state.atomic;
    size_t threads = states_[number].state.threads.size();
    if (std::optional<uint32_t> first = first_of(states_[number].state)) {
      steps_of(number, *first);
      return;
    }
    if (alone != kNobody && steps_of(number, alone)) return;
    for (uint32_t thread = 0; thread < threads; ++thread)
      if (thread != alone) steps_of(number, thread);
  }

  // The thread that may go before all others, by its number here.
  std::optional<uint32_t> first_of(const State& state) const {
    if (options_.reduction == nullptr) return std::nullopt;
    Configuration configuration{std::vector<uint32_t>(program_.templates.size(), Configuration::kNotBegun)};
    for (const ThreadState& thread : state.threads) configuration.at[index(thread.of)] = index(thread.at);
    if (state.atomic != kNobody) configuration.atomic = index(state.threads[state.atomic].of);
    std::optional<uint32_t> first = options_.reduction->first(configuration, options_.unseen);
    if (!first) return std::nullopt;
    auto is_first = [&](const ThreadState& thread) { return index(thread.of) == *first; };
    return static_cast<uint32_t>(std::ranges::find_if(state.threads, is_first) - state.threads.begin());
  }

  // Could the thread do anything?
  bool steps_of(uint32_t number, uint32_t thread) {
    const ThreadState& self = states_[number].state.threads[thread];
    const Template& of = program_[self.of];
    uint32_t first = of.first_out[index(self.at)], last = of.first_out[index(self.at) + 1];
    TemplateId id = self.of;
    bool any = false;
    for (uint32_t edge = first; edge < last; ++edge)
      any = std::visit([&](const auto& label) { return take(number, {thread, id, edge, {}}, label); },
                       of.edges[edge].label) ||
            any;
    return any;
  }

  State after(uint32_t number, const Step& step) const {
    State state = states_[number].state;
    state.threads[step.thread].at = program_[step.of].edges[step.edge].to;
    return state;
  }

  bool take(uint32_t number, Step step, const Assign& k) {
    State state = after(number, step);
    at(state, step.thread, k.target) = value(states_[number].state, step.thread, k.value);
    add(std::move(state), step, number);
    return true;
  }
  bool take(uint32_t number, Step step, const Havoc& k) {
    for (Bits chosen : values_of(program_[k.target])) {
      State state = after(number, step);
      at(state, step.thread, k.target) = chosen;
      step.chosen = chosen;
      add(std::move(state), step, number);
    }
    return true;
  }
  bool take(uint32_t number, Step step, const Assume& k) {
    if (value(states_[number].state, step.thread, k.condition) == 0) return false;
    add(after(number, step), step, number);
    return true;
  }
  bool take(uint32_t number, Step step, const Load& k) {
    auto from = cell(states_[number].state, step.thread, k.from);
    if (!from) return false;
    State state = after(number, step);
    at(state, step.thread, k.target) = Bits{at(state, step.thread, *from)};
    add(std::move(state), step, number);
    return true;
  }
  bool take(uint32_t number, Step step, const Store& k) {
    auto to = cell(states_[number].state, step.thread, k.to);
    if (!to) return false;
    State state = after(number, step);
    at(state, step.thread, *to) = value(states_[number].state, step.thread, k.value);
    add(std::move(state), step, number);
    return true;
  }
  bool take(uint32_t number, Step step, const Rmw& k) {
    auto to = cell(states_[number].state, step.thread, k.at);
    if (!to) return false;
    State state = after(number, step);
    at(state, step.thread, k.target) = Bits{at(state, step.thread, *to)};
    if (value(state, step.thread, k.condition) != 0) at(state, step.thread, *to) = value(state, step.thread, k.value);
    add(std::move(state), step, number);
    return true;
  }
  bool take(uint32_t number, Step step, const Fence&) { return passes(number, step); }
  bool take(uint32_t number, Step step, const AtomicBegin&) {
    State state = after(number, step);
    state.atomic = step.thread;
    add(std::move(state), step, number);
    return true;
  }
  bool take(uint32_t number, Step step, const AtomicEnd&) {
    State state = after(number, step);
    if (state.atomic == step.thread) state.atomic = kNobody;
    add(std::move(state), step, number);
    return true;
  }
  bool take(uint32_t number, Step step, const Check& k) {
    if (value(states_[number].state, step.thread, k.condition) != 0) return passes(number, step);
    if (failed_.insert({index(step.of), step.edge}).second) result_.failures.push_back({schedule(number, step)});
    return true;
  }
  bool take(uint32_t number, Step step, const Spawn& k) {
    const Template& spawned = program_[k.spawned];
    uint32_t limit = spawned.instances.any() ? options_.most_instances : spawned.instances.number;
    const State& before = states_[number].state;
    auto instances = std::ranges::count_if(before.threads, [&](const ThreadState& t) { return t.of == k.spawned; });
    if (static_cast<uint32_t>(instances) >= limit) {
      result_.complete = false;
      return false;
    }
    State state = after(number, step);
    uint32_t thread = begin(state, k.spawned);
    for (State& made : initial(std::move(state), own_[index(k.spawned)], thread)) {
      for (const Assign& argument : k.arguments)
        at(made, thread, argument.target) = value(states_[number].state, step.thread, argument.value);
      add(std::move(made), step, number);
    }
    return true;
  }
  bool take(uint32_t number, Step step, const Join& k) {
    auto ended = std::ranges::count_if(states_[number].state.threads, [&](const ThreadState& thread) {
      const Template& of = program_[thread.of];
      return thread.of == k.joined && of.first_out[index(thread.at)] == of.first_out[index(thread.at) + 1];
    });
    return ended >= k.number && passes(number, step);
  }
  bool take(uint32_t number, Step step, const Exit&) {
    State state = after(number, step);
    state.over = true;
    add(std::move(state), step, number);
    return true;
  }

  bool passes(uint32_t number, const Step& step) {
    add(after(number, step), step, number);
    return true;
  }

  std::vector<Step> schedule(uint32_t number, const Step& last) const {
    std::vector<Step> steps{last};
    for (; states_[number].from != kNobody; number = states_[number].from) steps.push_back(states_[number].step);
    std::reverse(steps.begin(), steps.end());
    return steps;
  }

  const FlatProgram& program_;
  const ExploreOptions& options_;
  std::vector<uint32_t> place_;          // of a variable in its thread's, or in the shared ones
  std::vector<std::vector<VarId>> own_;  // by template
  std::vector<VarId> shared_;
  std::deque<Visited> states_;
  std::unordered_set<std::string> seen_;
  std::set<std::pair<uint32_t, uint32_t>> failed_;
  Explored result_;
};

}  // namespace

Explored explore(const FlatProgram& program, const ExploreOptions& options) { return Interpreter(program, options)(); }

}  // namespace fencepost::flat
