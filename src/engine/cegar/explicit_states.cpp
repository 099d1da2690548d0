#include "engine/cegar/explicit_states.h"

#include <algorithm>
#include <functional>

namespace fencepost::engine::cegar {

namespace {

constexpr size_t kMostAlternatives = 16;        // of one step
constexpr size_t kMostBytes = size_t{1} << 29;  // of all states, with what it takes to find one
constexpr size_t kBytesToFind = 120;            // of one

bool can_always_end(const flat::Template& of) {
  std::vector<bool> ends(of.locations, false);
  for (uint32_t at = 0; at < of.locations; ++at) ends[at] = of.first_out[at] == of.first_out[at + 1];
  for (bool grew = true; grew;) {
    grew = false;
    for (size_t i = of.edges.size(); i-- > 0;) {
      const flat::Edge& edge = of.edges[i];
      if (ends[flat::index(edge.from)] || !ends[flat::index(edge.to)]) continue;
      ends[flat::index(edge.from)] = grew = true;
    }
  }
  return std::ranges::all_of(ends, std::identity());
}

}  // namespace

bool may_have_few_states(const flat::FlatProgram& program) {
  return program.templates.size() > 1 && std::ranges::all_of(program.templates, can_always_end);
}

ExplicitStates::ExplicitStates(const flat::FlatProgram& program, logic::Terms& terms, Interleaving& steps,
                               Budget& budget, Statistics& statistics)
    : terms_(terms),
      steps_(steps),
      budget_(budget),
      values_(program, terms, steps, kMostAlternatives, budget, statistics, true) {
  std::vector<Term> all;
  for (const flat::Variable& variable : program.variables) all.push_back(variable.term);
  values_.refine(all);
}

void ExplicitStates::add(uint32_t configuration, Element element, uint32_t from, const Move* move) {
  std::string key(sizeof configuration, '\0');
  for (size_t i = 0; i < sizeof configuration; ++i) key[i] = static_cast<char>(configuration >> (8 * i));
  auto [at, is_new] = seen_.insert(std::move(key) + element);
  if (is_new) states_.push_back({configuration, from, move, &*at});
}

const Failure* ExplicitStates::failing(const State& state) {
  for (const Failure& failure : steps_.failures(state.configuration)) {
    uint32_t at = steps_[state.configuration].at[failure.thread];
    if (!values_.post(element_of(state), failure.action, failure.thread, at).empty()) return &failure;
  }
  return nullptr;
}

Trace ExplicitStates::trace_to(uint32_t number, const Failure& failure) const {
  Trace trace{{}, failure, {}};
  for (; states_[number].move != nullptr; number = states_[number].from) trace.moves.push_back(states_[number].move);
  std::ranges::reverse(trace.moves);
  return trace;
}

ExplicitStates::Outcome ExplicitStates::explore(size_t most) {
  uint32_t first = steps_.first();
  for (Element& element : values_.post(values_.top(), steps_.beginning(), 0, steps_[first].at[0]))
    add(first, std::move(element), ~0u, nullptr);
  for (uint32_t number = 0; number < states_.size(); ++number) {
    budget_.check();
    if (states_.size() > most || states_.size() * (kBytesToFind + values_.top().size()) > kMostBytes)
      return Outcome::too_many;
    const State state = states_[number];
    if (const Failure* failure = failing(state)) {
      failing_ = trace_to(number, *failure);
      return Outcome::may_fail;
    }
    Element before = element_of(state);
    for (const Move& move : steps_.moves(state.configuration))
      for (Element& after : values_.post(before, move.action, move.thread, steps_[move.to].at[move.thread]))
        add(move.to, std::move(after), number, &move);
  }
  return Outcome::safe;
}

std::map<uint32_t, Term> ExplicitStates::invariants() {
  std::map<uint32_t, std::vector<Term>> cubes;  // in the order of configurations, which is the same in every run
  for (const State& state : states_) cubes[state.configuration].push_back(values_.term(element_of(state)));
  std::map<uint32_t, Term> holds;
  for (const auto& [configuration, any] : cubes) holds.emplace(configuration, terms_.or_(any));
  return holds;
}

}  // namespace fencepost::engine::cegar
