#include "engine/cegar/interleaving.h"

#include <algorithm>
#include <unordered_set>

#include "engine/cegar/races.h"
#include "logic/atoms.h"
#include "logic/variables.h"

namespace fencepost::engine::cegar {

using flat::Configuration;
using flat::Edge;

Interleaving::Interleaving(const flat::FlatProgram& program, logic::Terms& terms, CegarOptions::Semantics semantics,
                           bool races, const result::ThreadFacts* facts)
    : Steps(program, terms), semantics_(semantics), races_(races), facts_(facts), reduction_(program, terms) {}

uint32_t Interleaving::number(Configuration configuration) {
  auto [found, is_new] = numbers_.try_emplace(configuration, static_cast<uint32_t>(configurations_.size()));
  if (is_new) {
    configurations_.push_back(std::move(configuration));
    expansions_.emplace_back();
  }
  return found->second;
}

bool Interleaving::see(const std::vector<Term>& variables) {
  flat::Reduction::Variables unseen;
  if (semantics_ == CegarOptions::Semantics::por && !races_) {
    std::unordered_set<Term> seen(variables.begin(), variables.end());
    for (const flat::Variable& variable : program_.variables)
      unseen.push_back(!variable.owner && !variable.is_note && !seen.contains(variable.term));
    for (const flat::LockSet& lock : reduction_.locks()) unseen[flat::index(lock.lock)] = false;
  }
  if (unseen == unseen_) return false;
  unseen_ = std::move(unseen);
  for (Expansion& expansion : expansions_) expansion = {};
  return true;
}

std::vector<std::string> Interleaving::unseen() const {
  std::vector<std::string> names;
  for (size_t i = 0; i < unseen_.size(); ++i)
    if (unseen_[i]) names.push_back(program_.variables[i].name);
  return names;
}

const std::vector<Move>& Interleaving::moves(uint32_t configuration) { return expanded(configuration).moves; }
const std::vector<Failure>& Interleaving::failures(uint32_t configuration) { return expanded(configuration).failures; }

const Interleaving::Expansion& Interleaving::expanded(uint32_t number) {
  if (expansions_[number].done) return expansions_[number];
  expansions_[number].done = true;
  const Configuration& configuration = configurations_[number];
  Term always = terms_.boolean(true);
  std::optional<uint32_t> first;
  if (semantics_ == CegarOptions::Semantics::por) first = reduction_.first(configuration, unseen_);
  if (first) {
    steps_of(number, *first, always);
    return expansions_[number];
  }
  Term others_may = always;
  if (configuration.atomic != Configuration::kNobody) {
    steps_of(number, configuration.atomic, always);
    others_may = terms_.not_(can_step(configuration, configuration.atomic));
  }
  if (!others_may.is_false())
    for (uint32_t thread = 0; thread < configuration.at.size(); ++thread)
      if (thread != configuration.atomic) steps_of(number, thread, others_may);
  if (races_) find_races(number, others_may);
  return expansions_[number];
}

// Two threads that are about to access one variable, one of which writes, and not both are atomic (ISO C11 5.1.2.4p25). Where threads
// interleave, some run has a data race just if in some run two accesses are next to each other. An access in an atomic section is
// atomic; who is outside of the section that another is in goes on only if that one waits.
void Interleaving::find_races(uint32_t from, Term others_may) {
  const Configuration configuration = configurations_[from];
  for (uint32_t thread = 0; thread < configuration.at.size(); ++thread)
    for (uint32_t other = thread + 1; other < configuration.at.size(); ++other)
      for (const Edge& one : flat::edges_from(program_, configuration, thread))
        for (const Edge& two : flat::edges_from(program_, configuration, other)) {
          uint32_t section = configuration.atomic;
          Term race = race_of(program_, terms_, {one, section == thread}, {two, section == other});
          if (section != thread && section != other) race = terms_.and_(race, others_may);
          if (!race.is_false()) expansions_[from].failures.push_back({thread, &one, guard_alone(race), &two, other});
        }
}

void Interleaving::steps_of(uint32_t from, uint32_t thread, Term only_if) {
  for (const Edge& edge : flat::edges_from(program_, configurations_[from], thread)) {
    std::optional<Configuration> to = flat::after(program_, configurations_[from], thread, edge);
    if (to) {
      uint32_t target = number(std::move(*to));
      expansions_[from].moves.push_back({thread, &edge, action_of(thread, edge, only_if), target});
    } else if (std::holds_alternative<flat::Spawn>(edge.label)) {  // a second instance: nothing is known of it
      expansions_[from].failures.push_back({thread, &edge, guard_alone(only_if), nullptr, 0});
    }
    if (auto* check = std::get_if<flat::Check>(&edge.label)) {
      Term fails = terms_.and_(only_if, terms_.not_(check->condition));
      fails = terms_.and_(fails, facts_about(thread, edge, {check->condition}));
      if (!fails.is_false()) expansions_[from].failures.push_back({thread, &edge, guard_alone(fails), nullptr, 0});
    }
  }
}

Term Interleaving::can_step(const Configuration& configuration, uint32_t thread) {
  Term can = terms_.boolean(false);
  for (const Edge& edge : flat::edges_from(program_, configuration, thread)) {
    bool waits = std::holds_alternative<flat::Join>(edge.label) && !flat::after(program_, configuration, thread, edge);
    bool fails = std::holds_alternative<flat::Check>(edge.label);
    if (!waits) can = terms_.or_(can, fails ? terms_.boolean(true) : engine::action_of(program_, terms_, edge).guard);
  }
  return can;
}

Term Interleaving::facts_about(uint32_t thread, const Edge& edge, const std::vector<Term>& read) {
  if (facts_ == nullptr) return terms_.boolean(true);
  Term known = facts_->at[thread][flat::index(edge.from)].holds;
  if (known.is_const()) return known;
  std::vector<Term> variables = logic::variables_of(read), told;
  auto is_read = [&](Term variable) { return std::ranges::find(variables, variable) != variables.end(); };
  for (Term fact : logic::conjuncts_of(terms_, known))
    if (std::ranges::all_of(logic::variables_of({fact}), is_read)) told.push_back(fact);
  return terms_.and_(told);
}

uint32_t Interleaving::action_of(uint32_t thread, const Edge& edge, Term only_if) {
  auto [found, is_new] = actions_of_edges_.try_emplace({&edge, only_if.id()}, 0);
  if (!is_new) return found->second;
  Action action = engine::action_of(program_, terms_, edge);
  std::vector<Term> read{action.guard};
  for (const Update& update : action.updates)
    if (update.value) read.push_back(update.value);
  action.guard = terms_.and_(action.guard, facts_about(thread, edge, read));
  action.guard = terms_.and_(action.guard, only_if);
  return found->second = add(std::move(action));
}

}  // namespace fencepost::engine::cegar
