#include "flat/reduction.h"

#include <algorithm>
#include <unordered_map>

#include "flat/automaton_shape.h"
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
  size_t variables = program.variables.size();
  for (uint32_t thread = 0; thread < program.templates.size(); ++thread) {
    uint32_t locations = program.templates[thread].locations;
    candidate_.emplace_back(locations, false);
    future_.emplace_back(locations, Future{Variables(variables), Variables(variables)});
    find_touched(thread);
    find_candidates(terms, thread);
  }
  find_futures();
}

void Reduction::find_touched(uint32_t thread) {
  std::unordered_map<Term, VarId> notes;
  for (uint32_t i = 0; i < program_.variables.size(); ++i)
    if (program_.variables[i].is_note) notes.emplace(program_.variables[i].term, VarId{i});
  std::vector<Touched>& touched = touched_.emplace_back();
  for (const Edge& edge : program_.templates[thread].edges) {
    Touched& made = touched.emplace_back();
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

void Reduction::find_futures() {
  for (bool grew = true; grew;) {
    grew = false;
    for (uint32_t thread = 0; thread < program_.templates.size(); ++thread)
      for (uint32_t location = program_.templates[thread].locations; location-- > 0;)
        grew = add_future(thread, location) || grew;
  }
}

bool Reduction::add_future(uint32_t thread, uint32_t location) {
  const Template& of = program_.templates[thread];
  Future& future = future_[thread][location];
  bool grew = false;
  auto take = [&](const Future& from) {
    grew = merge(future.read, from.read) || grew;
    grew = merge(future.written, from.written) || grew;
  };
  for (uint32_t i = of.first_out[location]; i < of.first_out[location + 1]; ++i) {
    const Edge& edge = of.edges[i];
    if (index(edge.to) != location) take(future_[thread][index(edge.to)]);
    if (auto* k = std::get_if<Spawn>(&edge.label)) take(future_[index(k->spawned)][index(program_[k->spawned].entry)]);
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
  const Access* at = access(label);
  if (at != nullptr && std::holds_alternative<GroupId>(at->to)) return false;  // it waits where its place is no cell's
  const Touched& touched = touched_[thread][static_cast<size_t>(&edge - program_.templates[thread].edges.data())];
  for (uint32_t other = 0; other < configuration.at.size(); ++other) {
    if (other == thread || !has_begun(configuration, other)) continue;
    const Future& future = future_[other][configuration.at[other]];
    auto is_touched = [](const Variables& by, const std::vector<VarId>& ids) {
      return std::ranges::any_of(ids, [&](VarId id) { return by[index(id)]; });
    };
    if (is_touched(future.written, touched.read) || is_touched(future.written, touched.written)) return false;
    if (is_touched(future.read, touched.written)) return false;
  }
  return true;
}

}  // namespace fencepost::flat
