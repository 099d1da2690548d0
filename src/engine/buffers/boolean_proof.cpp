#include "engine/buffers/boolean_proof.h"

#include <fmt/format.h>

#include <unordered_map>

#include "boolean/needed_variables.h"
#include "engine/buffers/unused_entries.h"
#include "flat/reduction.h"

namespace fencepost::engine::buffers {

namespace {

// The variables that tell where stores go and which of them wait: under sc there is nothing of the kind, and no cube about it.
std::vector<Term> order_of_stores(const flat::BufferVariables& made) {
  std::vector<Term> found;
  auto add = [&](flat::VarId id) { found.push_back(made.program[id].term); };
  for (const std::vector<flat::BufferQueue>& queues : made.queues)
    for (const flat::BufferQueue& queue : queues) {
      add(queue.count);
      if (queue.closed) add(*queue.closed);
      for (const flat::BufferQueue::Entry& entry : queue.entries) {
        if (entry.object) add(*entry.object);
        if (entry.mark) add(*entry.mark);
        for (flat::VarId place : entry.places) add(place);
      }
    }
  return found;
}

}  // namespace

std::variant<BooleanProof, flat::NotFlat> boolean_proof(const Context& context, const Question& question) {
  auto name = [&](std::string_view what) { return fmt::format("buffers.{}{}", question.statistics, what); };
  auto set = [&](std::string_view what, uint64_t value) {
    context.statistics.set(name(what), static_cast<double>(value));
  };
  boolean::AbstractionOptions options;
  options.most_literals = question.cube_size;
  if (question.buffers) {
    options.never_waits = &question.buffers->within;
    options.emptying = &question.buffers->emptying;
    options.searched = order_of_stores(*question.buffers);
  }
  options.cubes = question.cubes;
  std::optional<boolean::Abstraction> made;
  {
    Timer timer(context.statistics, "time." + name("build"));
    auto abstracted = boolean::abstracted(question.program, question.predicates, options, *context.terms,
                                          context.budget, context.statistics);
    if (auto* why = std::get_if<flat::NotFlat>(&abstracted)) return *why;
    made = std::get<boolean::Abstraction>(std::move(abstracted));
  }
  set("input_predicates", made->program.variables.size());
  set("solver_calls", made->counts.solver_calls);
  set("cubes_used", made->counts.cubes_used);
  set("cube_size", made->counts.largest_cube);
  context.log([&] {
    return fmt::format("  Boolean program: {} predicates, {} solver calls, {} cubes of several, the largest of {}",
                       made->program.variables.size(), made->counts.solver_calls, made->counts.cubes_used,
                       made->counts.largest_cube);
  });
  boolean::ExploreOptions explore;
  explore.stops_at_failure = false;
  const flat::Reduction reduction(question.program, *context.terms);
  explore.first = [&](const flat::Configuration& at) { return reduction.first(at); };
  explore.is_enough = question.is_enough;
  if (question.buffers) explore.unused = unused_entries(made->program, *question.buffers, *context.terms);
  std::optional<boolean::Explored> explored;
  {
    Timer timer(context.statistics, "time." + name("check"));
    explored = boolean::explore(made->program, explore, context.budget);
  }
  set("states", explored->states.size());
  set("memory", resident_megabytes());
  context.log([&] {
    return fmt::format(
        "  {} states, {} steps; {}", explored->states.size(), explored->steps,
        explored->failures.empty() ? "nothing fails" : fmt::format("{} checks may fail", explored->failures.size()));
  });
  return BooleanProof{std::move(*made), std::move(*explored)};
}

std::vector<Term> needed_predicates(const Context& context, const flat::FlatProgram& program, const BooleanProof& proof,
                                    uint32_t ticks) {
  Timer timer(context.statistics, "time.buffers.sc.drop");
  const std::vector<boolean::Variable>& variables = proof.abstraction.program.variables;
  const flat::Reduction reduction(program, *context.terms);
  boolean::ExploreOptions options;
  options.first = [&](const flat::Configuration& at) { return reduction.first(at); };
  // What was learnt last comes first: it is about the longest runs.
  std::vector<uint32_t> order;
  for (size_t i = variables.size(); i-- > 0;) order.push_back(static_cast<uint32_t>(i));
  LimitedTicks limited(context.budget, ticks);
  const std::vector<bool> needed = boolean::needed_variables(proof.abstraction.program, options, order, context.budget);
  std::vector<Term> kept;
  for (size_t i = 0; i < variables.size(); ++i)
    if (needed[i]) kept.push_back(variables[i].predicate);
  return kept;
}

result::Invariants invariants_of(const BooleanProof& proof, const std::shared_ptr<logic::Terms>& terms) {
  result::Invariants made{terms, {}};
  std::unordered_map<flat::Configuration, size_t> places;
  const std::vector<boolean::Variable>& variables = proof.abstraction.program.variables;
  for (const boolean::Explored::State& state : proof.explored.states) {
    Term all = terms->boolean(true);
    for (uint32_t i = 0; i < variables.size(); ++i) {
      logic::Truth truth = state.values[boolean::BoolVar{i}];
      if (truth == logic::Truth::open) continue;
      Term predicate = variables[i].predicate;
      all = terms->and_(all, truth == logic::Truth::holds ? predicate : terms->not_(predicate));
    }
    auto [found, is_new] = places.try_emplace(state.at, made.configurations.size());
    if (is_new)
      made.configurations.push_back({state.at, all});
    else
      made.configurations[found->second].holds = terms->or_(made.configurations[found->second].holds, all);
  }
  return made;
}

}  // namespace fencepost::engine::buffers
