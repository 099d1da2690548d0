#include "flat/simplify.h"

#include <algorithm>
#include <unordered_map>

#include "flat/liveness.h"
#include "flat/operands.h"
#include "flat/verify.h"
#include "logic/variables.h"

namespace fencepost::flat {

namespace {

constexpr Pass kPasses[] = {{"propagating values", propagate_values},
                            {"removing dead steps", remove_dead_steps},
                            {"contracting steps", contract_steps},
                            {"removing unused variables", remove_unused_variables}};

std::unordered_map<Term, VarId> by_term(const FlatProgram& program) {
  std::unordered_map<Term, VarId> ids;
  for (uint32_t i = 0; i < program.variables.size(); ++i) ids.emplace(program.variables[i].term, VarId{i});
  return ids;
}

std::vector<bool> read_variables(const FlatProgram& program) {
  std::unordered_map<Term, VarId> ids = by_term(program);
  std::vector<bool> read(program.variables.size());
  std::vector<Term> terms;
  for (const Template& of : program.templates)
    for (const Edge& edge : of.edges) {
      each_term(edge, [&](Term term) { terms.push_back(term); });
      if (std::holds_alternative<Store>(edge.label)) continue;
      if (const Access* from = access(edge.label)) each_cell(*from, program, [&](VarId id) { read[index(id)] = true; });
    }
  for (Term variable : logic::variables_of(std::move(terms))) read[index(ids.at(variable))] = true;
  return read;
}

bool is_skip(const Edge& edge) {
  auto* assume = std::get_if<Assume>(&edge.label);
  return assume != nullptr && assume->condition.is_true();
}

// Numbers for those that are kept.
template <typename Id, typename T>
std::vector<Id> keep(std::vector<T>& list, const std::vector<bool>& kept) {
  std::vector<Id> now(list.size());
  uint32_t next = 0;
  for (uint32_t i = 0; i < list.size(); ++i) {
    now[i] = Id{next};
    if (!kept[i]) continue;
    if (next != i) list[next] = std::move(list[i]);
    ++next;
  }
  list.resize(next);
  return now;
}

}  // namespace

std::span<const Pass> passes() { return kPasses; }

void simplify(FlatProgram& program, logic::Terms& terms) {
  for (const Pass& pass : passes()) {
    pass.run(program, terms);
    verify(program, pass.name);
  }
}

void remove_dead_steps(FlatProgram& program, logic::Terms& terms) {
  for (bool changed = true; changed;) {
    changed = false;
    Liveness liveness(program);
    std::vector<bool> read = read_variables(program);
    for (uint32_t thread = 0; thread < program.templates.size(); ++thread)
      for (Edge& edge : program.templates[thread].edges) {
        auto is_dead_in = [&](VarId id, uint32_t of, Loc at) {
          return liveness.is_dead(program[id].term, of, index(at));
        };
        auto* assign = std::get_if<Assign>(&edge.label);
        auto* havoc = std::get_if<Havoc>(&edge.label);
        auto* check = std::get_if<Check>(&edge.label);
        bool does_nothing = (assign != nullptr && is_dead_in(assign->target, thread, edge.to)) ||
                            (havoc != nullptr && is_dead_in(havoc->target, thread, edge.to) && !edge.origin.chooses) ||
                            (check != nullptr && check->condition.is_true());
        if (auto* spawn = std::get_if<Spawn>(&edge.label)) {
          const Template& spawned = program[spawn->spawned];
          auto is_dead = [&](const Assign& argument) {
            return is_dead_in(argument.target, index(spawn->spawned), spawned.entry);
          };
          changed = std::erase_if(spawn->arguments, is_dead) > 0 || changed;
        }
        changed =
            std::erase_if(edge.notes, [&](const Assign& note) { return !read[index(note.target)]; }) > 0 || changed;
        if (!does_nothing) continue;
        edge.label = Assume{terms.boolean(true)};
        changed = true;
      }
  }
}

void contract_steps(FlatProgram& program, logic::Terms&) {
  for (Template& of : program.templates) {
    auto skip_from = [&](Loc at) -> const Edge* {
      uint32_t first = of.first_out[index(at)];
      bool alone = of.first_out[index(at) + 1] == first + 1;
      return alone && is_skip(of.edges[first]) && of.edges[first].to != at ? &of.edges[first] : nullptr;
    };
    // Where a run that comes to a location goes before it does anything; a circle of nothing keeps its first location.
    std::vector<Loc> leads(of.locations);
    for (uint32_t i = 0; i < of.locations; ++i) {
      Loc at{i};
      for (uint32_t steps = 0; steps <= of.locations; ++steps) {
        const Edge* skip = skip_from(at);
        if (skip == nullptr) break;
        at = skip->to;
        if (at == Loc{i}) break;
      }
      leads[i] = skip_from(at) == nullptr || at == Loc{i} ? at : Loc{i};
    }
    for (Edge& edge : of.edges) edge.to = leads[index(edge.to)];
    of.entry = leads[index(of.entry)];
    std::vector<Loc> now(of.locations, Loc{~0u});
    std::vector<Loc> stack{of.entry};
    uint32_t locations = 0;
    std::vector<Edge> edges;
    now[index(of.entry)] = Loc{locations++};
    while (!stack.empty()) {
      Loc at = stack.back();
      stack.pop_back();
      for (uint32_t i = of.first_out[index(at)]; i < of.first_out[index(at) + 1]; ++i) {
        Loc to = of.edges[i].to;
        if (now[index(to)] == Loc{~0u}) {
          now[index(to)] = Loc{locations++};
          stack.push_back(to);
        }
        edges.push_back(of.edges[i]);
      }
    }
    for (Edge& edge : edges) edge.from = now[index(edge.from)], edge.to = now[index(edge.to)];
    of.entry = Loc{0};
    of.edges = std::move(edges);
    of.locations = locations;
    index_edges(of);
  }
}

void remove_unused_variables(FlatProgram& program, logic::Terms&) {
  std::vector<bool> groups(program.groups.size()), variables = read_variables(program);
  for (const Template& of : program.templates)
    for (const Edge& edge : of.edges) {
      if (auto written = target(edge.label)) variables[index(*written)] = true;
      if (auto* spawn = std::get_if<Spawn>(&edge.label))
        for (const Assign& argument : spawn->arguments) variables[index(argument.target)] = true;
      for (const Assign& note : edge.notes) variables[index(note.target)] = true;
      const Access* touched = access(edge.label);
      if (touched == nullptr) continue;
      each_cell(*touched, program, [&](VarId id) { variables[index(id)] = true; });
      if (auto* group = std::get_if<GroupId>(&touched->to)) groups[index(*group)] = true;
    }
  std::vector<GroupId> group_now = keep<GroupId>(program.groups, groups);
  std::vector<VarId> now = keep<VarId>(program.variables, variables);
  for (Group& group : program.groups)
    for (Group::Cell& cell : group.cells) cell.variable = now[index(cell.variable)];
  auto renumber = [&](Access& access) {
    if (auto* id = std::get_if<VarId>(&access.to)) *id = now[index(*id)];
    if (auto* id = std::get_if<GroupId>(&access.to)) *id = group_now[index(*id)];
  };
  for (Template& of : program.templates)
    for (Edge& edge : of.edges) {
      if (auto* k = std::get_if<Assign>(&edge.label)) k->target = now[index(k->target)];
      if (auto* k = std::get_if<Havoc>(&edge.label)) k->target = now[index(k->target)];
      if (auto* k = std::get_if<Load>(&edge.label)) k->target = now[index(k->target)], renumber(k->from);
      if (auto* k = std::get_if<Store>(&edge.label)) renumber(k->to);
      if (auto* k = std::get_if<Rmw>(&edge.label)) k->target = now[index(k->target)], renumber(k->at);
      if (auto* k = std::get_if<Spawn>(&edge.label))
        for (Assign& argument : k->arguments) argument.target = now[index(argument.target)];
      for (Assign& note : edge.notes) note.target = now[index(note.target)];
    }
}

}  // namespace fencepost::flat
