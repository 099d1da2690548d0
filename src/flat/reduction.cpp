#include "flat/reduction.h"

#include <algorithm>

#include "flat/automaton_shape.h"
#include "flat/operands.h"

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
    find_candidates(terms, thread);
  }
  find_futures();
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
    if (const Access* touched = access(edge.label))
      each_cell(*touched, program_, [&](VarId id) {
        auto add = [&](Variables& to) {
          if (!to[index(id)]) to[index(id)] = grew = true;
        };
        if (reads(edge.label)) add(future.read);
        if (writes(edge.label)) add(future.written);
      });
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
  if (std::holds_alternative<Join>(label)) return after(program_, configuration, thread, edge).has_value();
  const Access* touched = access(label);
  if (touched == nullptr) return true;
  if (std::holds_alternative<GroupId>(touched->to)) return false;  // it waits where its place is no cell's
  VarId id = std::get<VarId>(touched->to);
  for (uint32_t other = 0; other < configuration.at.size(); ++other) {
    if (other == thread || !has_begun(configuration, other)) continue;
    const Future& future = future_[other][configuration.at[other]];
    if (future.written[index(id)] || (writes(label) && future.read[index(id)])) return false;
  }
  return true;
}

}  // namespace fencepost::flat
