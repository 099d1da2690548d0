#include "engine/cegar/explicit_values.h"

#include <algorithm>
#include <cstring>

#include "logic/enumerate.h"
#include "logic/substitute.h"
#include "logic/variables.h"

namespace fencepost::engine::cegar {

using logic::Bits;

std::optional<Bits> ExplicitValues::value_of(const std::string& element, size_t number) const {
  if (element[number * kSize] == 0) return std::nullopt;
  Bits value = 0;
  std::memcpy(&value, &element[number * kSize + 1], sizeof value);
  return value;
}

void ExplicitValues::put(std::string& element, size_t number, std::optional<Bits> value) {
  Bits bits = value.value_or(0);
  element[number * kSize] = value ? 1 : 0;
  std::memcpy(&element[number * kSize + 1], &bits, sizeof bits);
}

bool ExplicitValues::covers(const Element& weak, const Element& strong) const {
  for (size_t i = 0; i < variables_.size(); ++i)
    if (weak[i * kSize] != 0 && weak.compare(i * kSize, kSize, strong, i * kSize, kSize) != 0) return false;
  return true;
}

Term ExplicitValues::term(const Element& element) {
  Term all = terms_.boolean(true);
  for (size_t i = 0; i < variables_.size(); ++i)
    if (auto value = value_of(element, i))
      all = terms_.and_(all, terms_.eq(variables_[i], logic::constant(terms_, *value, variables_[i].sort())));
  return all;
}

bool ExplicitValues::refine(const std::vector<Term>& formulas) {
  size_t before = variables_.size();
  for (Term variable : logic::variables_of(formulas))
    if (numbers_.emplace(variable, static_cast<uint32_t>(variables_.size())).second) variables_.push_back(variable);
  return variables_.size() > before;
}

Element ExplicitValues::kept(const Element& element, size_t /*then*/) const {
  Element longer = element;
  longer.resize(variables_.size() * kSize, '\0');
  return longer;
}

std::vector<Element> ExplicitValues::post(const Element& before, uint32_t action, uint32_t thread, uint32_t location) {
  Transformer& transformer = transformer_of(action);
  std::string key;
  for (uint32_t variable : transformer.read) key.append(before, variable * kSize, kSize);
  auto found = transformer.results.find(key);
  if (found == transformer.results.end()) {
    std::vector<std::string> result = asked(transformer, steps_.action(action), key);
    found = transformer.results.emplace(key, std::move(result)).first;
  }
  std::vector<Element> after;
  for (const std::string& alternative : found->second) {
    Element element = before;
    for (size_t i = 0; i < transformer.set.size(); ++i)
      element.replace(transformer.set[i].first * kSize, kSize, alternative, i * kSize, kSize);
    for (size_t i = 0; i < variables_.size(); ++i)
      if (liveness_.is_dead(variables_[i], thread, location)) put(element, i, std::nullopt);
    if (std::ranges::find(after, element) == after.end()) after.push_back(std::move(element));
  }
  return after;
}

ExplicitValues::Transformer& ExplicitValues::transformer_of(uint32_t action) {
  Transformer& transformer = transformers_[action];
  if (transformer.precision != variables_.size()) {
    find_variables(transformer, steps_.action(action));
    transformer.precision = variables_.size();
  }
  return transformer;
}

void ExplicitValues::find_variables(Transformer& transformer, const Action& action) {
  transformer = {};
  std::vector<Term> terms{action.guard};
  for (const Update& update : action.updates) {
    if (update.value) terms.push_back(update.value);
    if (auto tracked = numbers_.find(update.variable); tracked != numbers_.end())
      transformer.set.emplace_back(tracked->second, update.value);
  }
  std::vector<Term> of_guard = logic::variables_of({action.guard});
  for (Term variable : logic::variables_of(terms)) {
    auto tracked = numbers_.find(variable);
    if (tracked == numbers_.end()) continue;
    transformer.read.push_back(tracked->second);
    auto is_it = [&](const auto& entry) { return entry.first == tracked->second; };
    bool is_set = std::ranges::any_of(transformer.set, is_it);
    if (!is_set && std::ranges::find(of_guard, variable) != of_guard.end())
      transformer.set.emplace_back(tracked->second, variable);
  }
}

std::vector<std::string> ExplicitValues::asked(const Transformer& transformer, const Action& action,
                                               const std::string& before) {
  statistics_.add("cegar.posts");
  logic::Substitution known(terms_);
  for (size_t i = 0; i < transformer.read.size(); ++i)
    if (auto value = value_of(before, i)) {
      Term variable = variables_[transformer.read[i]];
      known.put(variable, logic::constant(terms_, *value, variable.sort()));
    }
  Term guard = known(action.guard);
  if (guard.is_false()) return {};
  std::string after(transformer.set.size() * kSize, '\0');
  std::vector<size_t> open;
  std::vector<Term> observed;
  for (size_t i = 0; i < transformer.set.size(); ++i) {
    Term value = known(transformer.set[i].second);
    if (!value) continue;
    if (value.is_const()) {
      put(after, i, value.value());
    } else {
      open.push_back(i);
      observed.push_back(value);
    }
  }
  if (guard.is_true() && observed.empty()) return {after};
  std::vector<Term> all = observed;
  all.push_back(guard);
  logic::Solver& solver = solvers_(all);
  logic::Combinations found = logic::enumerate(terms_, solver, observed, most_, std::span(&guard, 1));
  if (!found.complete) return {after};
  std::vector<std::string> results;
  for (const std::vector<Bits>& values : found.values) {
    for (size_t i = 0; i < open.size(); ++i) put(after, open[i], values[i]);
    results.push_back(after);
  }
  return results;
}

}  // namespace fencepost::engine::cegar
