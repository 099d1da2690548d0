#include "check/outcomes.h"

#include <algorithm>

#include "check/no_proof.h"
#include "logic/atoms.h"
#include "logic/variables.h"

namespace fencepost::check {

using logic::Term;

namespace {

constexpr size_t kMostOutcomes = 4096;

}  // namespace

std::vector<Outcomes::Values> Outcomes::operator()(Term premise, const std::vector<Term>& observed) {
  std::vector<Values> all{Values(observed.size())};
  for (const Slice& slice : slices_of(premise, observed)) {
    std::vector<Term> terms;
    for (size_t i : slice.observed) terms.push_back(observed[i]);
    const std::vector<Values>& some = together(slice.premise, terms);
    if (all.size() * some.size() > kMostOutcomes) throw NoProof{"too much may be true after a step"};
    std::vector<Values> next;
    for (const Values& known : all)
      for (const Values& values : some) {
        Values both = known;
        for (size_t i = 0; i < values.size(); ++i) both[slice.observed[i]] = values[i];
        next.push_back(std::move(both));
      }
    all = std::move(next);
  }
  return all;
}

std::vector<Outcomes::Slice> Outcomes::slices_of(Term premise, const std::vector<Term>& observed) {
  std::vector<Term> terms = logic::conjuncts_of(terms_, premise);
  const size_t conjuncts = terms.size();
  terms.insert(terms.end(), observed.begin(), observed.end());
  std::vector<size_t> with(terms.size());  // another one of the same slice, itself the first
  auto first = [&](size_t i) {
    while (with[i] != i) i = with[i];
    return i;
  };
  std::unordered_map<Term, size_t> named;  // by variable: the first that names it
  for (size_t i = 0; i < terms.size(); ++i) {
    with[i] = i;
    for (Term variable : variables(terms[i])) {
      const size_t one = first(named.emplace(variable, i).first->second), other = first(i);
      with[std::max(one, other)] = std::min(one, other);
    }
  }
  std::map<size_t, std::pair<std::vector<Term>, std::vector<size_t>>> apart;
  for (size_t i = 0; i < terms.size(); ++i) {
    auto& [known, numbers] = apart[first(i)];
    if (i < conjuncts)
      known.push_back(terms[i]);
    else
      numbers.push_back(i - conjuncts);
  }
  std::vector<Slice> slices;
  for (auto& [number, parts] : apart) slices.push_back({terms_.and_(parts.first), std::move(parts.second)});
  return slices;
}

const std::vector<Term>& Outcomes::variables(Term of) {
  auto [found, is_new] = variables_.try_emplace(of);
  if (is_new) found->second = logic::variables_of({of});
  return found->second;
}

const std::vector<Outcomes::Values>& Outcomes::together(Term premise, const std::vector<Term>& observed) {
  std::vector<uint32_t> key{premise.id()};
  for (Term term : observed) key.push_back(term.id());
  auto [found, is_new] = known_.try_emplace(std::move(key));
  if (!is_new) return found->second;
  Values values;
  std::vector<Values> all;
  if (!follows(premise, terms_.boolean(false))) enumerate(premise, observed, values, all);
  return found->second = std::move(all);
}

void Outcomes::enumerate(Term premise, const std::vector<Term>& observed, Values& values, std::vector<Values>& all) {
  budget_.check();
  if (values.size() == observed.size()) {
    if (all.size() == kMostOutcomes) throw NoProof{"too much may be true after a step"};
    return all.push_back(values);
  }
  Term next = observed[values.size()];
  for (bool holds : {false, true}) {
    Term literal = holds ? next : terms_.not_(next);
    if (follows(premise, terms_.not_(literal))) continue;
    values.push_back(holds ? 1 : 0);
    enumerate(terms_.and_(premise, literal), observed, values, all);
    values.pop_back();
  }
}

bool Outcomes::follows(Term premise, Term conclusion) {
  return implies_(premise, conclusion) == Implications::Answer::holds;
}

}  // namespace fencepost::check
