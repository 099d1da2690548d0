#include "flat/reduction.h"

#include <algorithm>
#include <unordered_map>

#include "flat/automaton_shape.h"
#include "flat/groups.h"
#include "flat/operands.h"
#include "logic/variables.h"

namespace fencepost::flat {

namespace {

// Adds what is missing. Was anything?
bool merge(std::vector<bool>& into, const std::vector<bool>& from) {
  bool grew = false;
  for (size_t i = 0; i < from.size(); ++i)
    if (from[i] && !into[i]) into[i] = grew = true;
  return grew;
}

}  // namespace

Reduction::Reduction(const FlatProgram& program, logic::Terms& terms) : program_(program) {
  for (uint32_t thread = 0; thread < program.templates.size(); ++thread) {
    uint32_t locations = program.templates[thread].locations;
    candidate_.emplace_back(locations, false);
    find_touched(terms, thread);
    find_candidates(terms, thread);
  }
  future_ = futures_until(std::nullopt);
  future_until_joined_.resize(program.templates.size());
  std::vector<bool> is_joined(program.templates.size(), false);
  for (const Template& of : program.templates)
    for (const Edge& edge : of.edges)
      if (auto* join = std::get_if<Join>(&edge.label)) is_joined[index(join->joined)] = true;
  for (uint32_t thread = 0; thread < program.templates.size(); ++thread)
    if (is_joined[thread]) future_until_joined_[thread] = futures_until(thread);
}

// Backward, as long as there is one way to come here and the place stays what it is.
bool Reduction::is_checked(logic::Terms& terms, const std::vector<const Edge*>& only_way, const Edge& edge) const {
  constexpr int kMostSteps = 16;
  const Access& at = *access(edge.label);
  Term is_there = is_cell(program_[std::get<GroupId>(at.to)], at.place, terms);
  const std::vector<Term> names = logic::variables_of({at.place});
  Loc here = edge.from;
  auto is_named = [&](VarId id) { return std::ranges::find(names, program_[id].term) != names.end(); };
  for (int steps = 0; steps < kMostSteps; ++steps) {
    const Edge* before = only_way[index(here)];
    if (before == nullptr) return false;
    if (auto* check = std::get_if<Check>(&before->label);
        check != nullptr && !check->kind && check->condition == is_there)
      return true;
    std::optional<VarId> written = target(before->label);
    bool changes = written && is_named(*written);
    if (writes(before->label))
      each_cell(*access(before->label), program_, [&](VarId id) { changes = changes || is_named(id); });
    if (changes) return false;
    here = before->from;
  }
  return false;
}

void Reduction::find_touched(logic::Terms& terms, uint32_t thread) {
  std::unordered_map<Term, VarId> notes;
  for (uint32_t i = 0; i < program_.variables.size(); ++i)
    if (program_.variables[i].is_note) notes.emplace(program_.variables[i].term, VarId{i});
  const Template& of = program_.templates[thread];
  std::vector<const Edge*> only_way(of.locations, nullptr);  // to a location; null: there are others, or none
  std::vector<uint32_t> ways(of.locations, 0);
  ++ways[index(of.entry)];
  for (const Edge& edge : of.edges) only_way[index(edge.to)] = ++ways[index(edge.to)] == 1 ? &edge : nullptr;
  std::vector<Touched>& touched = touched_.emplace_back();
  for (const Edge& edge : of.edges) {
    Touched& made = touched.emplace_back();
    const Access* in = access(edge.label);
    made.may_wait = in != nullptr && std::holds_alternative<GroupId>(in->to) && !is_checked(terms, only_way, edge);
    if (const Access* at = access(edge.label))
      each_cell(*at, program_, [&](VarId id) {
        if (reads(edge.label)) made.read.push_back(id);
        if (writes(edge.label)) made.written.push_back(id);
      });
    if (notes.empty()) continue;
    each_term(edge, [&](Term term) {
      for (Term variable : logic::variables_of({term}))
        if (auto found = notes.find(variable); found != notes.end()) made.read.push_back(found->second);
    });
    for (const Assign& note : edge.notes) made.written.push_back(note.target);
  }
}

void Reduction::find_candidates(logic::Terms& terms, uint32_t thread) {
  const Template& of = program_.templates[thread];
  std::vector<bool> heads = loop_heads(of);
  for (uint32_t location = 0; location < of.locations; ++location)
    candidate_[thread][location] = !heads[location] && is_passed_by_anyone(edges_of(of, location), terms);
}

Reduction::Futures Reduction::futures_until(std::optional<uint32_t> joined) const {
  size_t variables = program_.variables.size();
  Futures futures;
  for (const Template& of : program_.templates)
    futures.emplace_back(of.locations, Future{Variables(variables), Variables(variables)});
  for (bool grew = true; grew;) {
    grew = false;
    for (uint32_t thread = 0; thread < program_.templates.size(); ++thread)
      for (uint32_t location = program_.templates[thread].locations; location-- > 0;)
        grew = add_future(futures, joined, thread, location) || grew;
  }
  return futures;
}

bool Reduction::add_future(Futures& futures, std::optional<uint32_t> joined, uint32_t thread, uint32_t location) const {
  const Template& of = program_.templates[thread];
  Future& future = futures[thread][location];
  bool grew = false;
  auto take = [&](const Future& from) {
    grew = merge(future.read, from.read) || grew;
    grew = merge(future.written, from.written) || grew;
  };
  for (uint32_t i = of.first_out[location]; i < of.first_out[location + 1]; ++i) {
    const Edge& edge = of.edges[i];
    auto* join = std::get_if<Join>(&edge.label);
    if (join != nullptr && joined == index(join->joined)) continue;
    if (index(edge.to) != location) take(futures[thread][index(edge.to)]);
    if (auto* k = std::get_if<Spawn>(&edge.label)) take(futures[index(k->spawned)][index(program_[k->spawned].entry)]);
    auto add = [&](Variables& to, const std::vector<VarId>& from) {
      for (VarId id : from)
        if (!to[index(id)]) to[index(id)] = grew = true;
    };
    add(future.read, touched_[thread][i].read);
    add(future.written, touched_[thread][i].written);
  }
  return grew;
}

std::optional<uint32_t> Reduction::first(const Configuration& configuration) const {
  if (configuration.atomic != Configuration::kNobody)
    return may_go_first(configuration, configuration.atomic) ? std::optional(configuration.atomic) : std::nullopt;
  for (uint32_t thread = 0; thread < configuration.at.size(); ++thread)
    if (may_go_first(configuration, thread)) return thread;
  return std::nullopt;
}

bool Reduction::may_go_first(const Configuration& configuration, uint32_t thread) const {
  if (!has_begun(configuration, thread) || !candidate_[thread][configuration.at[thread]]) return false;
  return std::ranges::all_of(edges_from(program_, configuration, thread),
                             [&](const Edge& edge) { return is_alone(configuration, thread, edge); });
}

bool Reduction::is_alone(const Configuration& configuration, uint32_t thread, const Edge& edge) const {
  const Label& label = edge.label;
  if (std::holds_alternative<Exit>(label) || std::holds_alternative<AtomicBegin>(label)) return false;
  // Who has ended stays so.
  if (std::holds_alternative<Join>(label) && !after(program_, configuration, thread, edge)) return false;
  const Touched& touched = touched_[thread][static_cast<size_t>(&edge - program_.templates[thread].edges.data())];
  if (touched.may_wait) return false;
  const Futures& futures = future_until_joined_[thread].empty() ? future_ : future_until_joined_[thread];
  for (uint32_t other = 0; other < configuration.at.size(); ++other) {
    if (other == thread || !has_begun(configuration, other)) continue;
    const Future& future = futures[other][configuration.at[other]];
    auto is_touched = [](const Variables& by, const std::vector<VarId>& ids) {
      return std::ranges::any_of(ids, [&](VarId id) { return by[index(id)]; });
    };
    if (is_touched(future.written, touched.read) || is_touched(future.written, touched.written)) return false;
    if (is_touched(future.read, touched.written)) return false;
  }
  return true;
}

}  // namespace fencepost::flat
