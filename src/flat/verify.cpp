#include "flat/verify.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <unordered_map>

#include "base/check.h"
#include "flat/operands.h"
#include "logic/variables.h"

namespace fencepost::flat {

namespace {

class Verifier {
 public:
  explicit Verifier(const FlatProgram& program) : program_(program) {}

  std::optional<std::string> problem() {
    variables();
    groups();
    if (!problem_) templates();
    return problem_;
  }

 private:
  void expect(bool holds, const std::string& what) {
    if (!holds && !problem_) problem_ = what;
  }

  void variables() {
    std::set<std::string> names;
    for (uint32_t i = 0; i < program_.variables.size(); ++i) {
      const Variable& variable = program_.variables[i];
      expect(names.insert(variable.name).second, fmt::format("two variables are called {}", variable.name));
      expect(variable.term && variable.term.op() == logic::Op::variable,
             fmt::format("{} has no term of its own", variable.name));
      if (problem_) return;
      expect(by_term_.emplace(variable.term, VarId{i}).second,
             fmt::format("{} has the term of another", variable.name));
      expect(!variable.owner || index(*variable.owner) < program_.templates.size(),
             fmt::format("{} is of no template", variable.name));
      expect(!variable.is_instance_number || variable.owner, fmt::format("{} is a shared number", variable.name));
      expect(!variable.is_note || !variable.owner, fmt::format("the note {} is not shared", variable.name));
    }
  }

  void groups() {
    std::set<std::string> names;
    for (const Group& group : program_.groups) {
      expect(names.insert(group.name).second, fmt::format("two groups are called {}", group.name));
      expect(!group.cells.empty(), fmt::format("the group {} is empty", group.name));
      for (size_t i = 0; i < group.cells.size() && !problem_; ++i) {
        expect(exists(group.cells[i].variable), fmt::format("the group {} has a cell that is no variable", group.name));
        if (problem_) return;
        const Variable &cell = program_[group.cells[i].variable], &first = program_[group.cells[0].variable];
        expect(cell.owner == first.owner, fmt::format("{} has cells of several owners", group.name));
        expect(cell.term.sort() == first.term.sort(), fmt::format("{} has cells of several sorts", group.name));
        expect(i == 0 || group.cells[i - 1].place < group.cells[i].place,
               fmt::format("the places of {} are not in order", group.name));
      }
    }
  }

  void templates() {
    expect(!program_.templates.empty(), "there is no template");
    if (problem_) return;
    expect(program_.templates[0].instances == Instances{1}, "thread 0 is not one thread");
    for (uint32_t i = 0; i < program_.templates.size() && !problem_; ++i) automaton(TemplateId{i});
  }

  void automaton(TemplateId id) {
    const Template& of = program_[id];
    expect(index(of.entry) < of.locations, fmt::format("{} has no entry", of.name));
    expect(of.first_out.size() == of.locations + 1 && of.first_out.back() == of.edges.size(),
           fmt::format("the edges of {} are not indexed", of.name));
    if (problem_) return;
    for (uint32_t i = 0; i < of.edges.size() && !problem_; ++i) {
      const Edge& edge = of.edges[i];
      auto at = [&](std::string_view what) {
        return fmt::format("{}, edge {} -> {}: {}", of.name, index(edge.from), index(edge.to), what);
      };
      expect(index(edge.from) < of.locations && index(edge.to) < of.locations, at("leads nowhere"));
      expect(i == 0 || of.edges[i - 1].from <= edge.from, at("is not in order"));
      if (problem_) return;
      expect(of.first_out[index(edge.from)] <= i && i < of.first_out[index(edge.from) + 1], at("is not indexed"));
      if (auto why = label(edge.label, id)) expect(false, at(*why));
      if (auto why = notes(edge, id)) expect(false, at(*why));
    }
  }

  bool exists(VarId id) const { return index(id) < program_.variables.size(); }

  // A term of its thread's own variables, and of notes where these may be named.
  std::optional<std::string> term(Term of, std::optional<logic::Sort> sort, TemplateId id,
                                  bool names_notes = false) const {
    if (!of) return "a term is missing";
    if (sort && of.sort() != *sort) return fmt::format("{} has another sort", logic::to_string(of));
    for (Term part : logic::variables_of({of})) {
      auto found = by_term_.find(part);
      if (found == by_term_.end()) return fmt::format("{} is no variable of the program", logic::to_string(part));
      const Variable& variable = program_[found->second];
      if (variable.owner != id && !(names_notes && variable.is_note))
        return fmt::format("{} is not a variable of this thread", variable.name);
    }
    return std::nullopt;
  }

  std::optional<std::string> assigned(VarId target, TemplateId owner) const {
    if (!exists(target)) return "assigns no variable";
    const Variable& variable = program_[target];
    if (variable.owner != owner) return fmt::format("assigns {}, which is not its thread's", variable.name);
    if (variable.is_instance_number) return fmt::format("assigns {}, a number of its thread", variable.name);
    return std::nullopt;
  }

  std::optional<std::string> access(const Access& access, logic::Sort sort, TemplateId id) const {
    if (auto* variable = std::get_if<VarId>(&access.to)) {
      if (!exists(*variable)) return "accesses no variable";
      if (access.place) return "accesses a variable at a place";
      return cell(*variable, sort, id);
    }
    GroupId group = std::get<GroupId>(access.to);
    if (index(group) >= program_.groups.size()) return "accesses no group";
    if (auto why = term(access.place, logic::bv_sort(program_[group].place_bits), id)) return why;
    return cell(program_[group].cells[0].variable, sort, id);
  }

  std::optional<std::string> cell(VarId id, logic::Sort sort, TemplateId thread) const {
    const Variable& variable = program_[id];
    if (variable.term.sort() != sort) return fmt::format("accesses {}, which has another sort", variable.name);
    if (variable.owner && variable.owner != thread) return fmt::format("accesses {} of another thread", variable.name);
    if (variable.is_note) return fmt::format("accesses the note {}", variable.name);
    return std::nullopt;
  }

  std::optional<std::string> join(const Join& join) const {
    if (index(join.joined) >= program_.templates.size()) return "joins no template";
    const bool is_single = program_[join.joined].instances == Instances{1} && !join.is_of_copies;
    if (join.number == 0 || (is_single && join.number != 1)) return "joins another number of threads than there are";
    return std::nullopt;
  }

  std::optional<std::string> label(const Label& label, TemplateId id) const {
    using Why = std::optional<std::string>;
    if (auto written = target(label))
      if (Why why = assigned(*written, id)) return why;
    auto sort_of = [&](VarId var) { return program_[var].term.sort(); };
    if (auto* k = std::get_if<Assign>(&label)) return term(k->value, sort_of(k->target), id);
    if (auto* k = std::get_if<Assume>(&label)) return term(k->condition, logic::bool_sort(), id);
    if (auto* k = std::get_if<Check>(&label)) return term(k->condition, logic::bool_sort(), id, true);
    if (auto* k = std::get_if<Load>(&label)) return access(k->from, sort_of(k->target), id);
    if (auto* k = std::get_if<Store>(&label)) {
      if (Why why = term(k->value, std::nullopt, id)) return why;
      return access(k->to, k->value.sort(), id);
    }
    if (auto* k = std::get_if<Rmw>(&label)) {
      if (Why why = term(k->condition, logic::bool_sort(), id)) return why;
      if (Why why = term(k->value, sort_of(k->target), id)) return why;
      return access(k->at, sort_of(k->target), id);
    }
    if (auto* k = std::get_if<Join>(&label)) return join(*k);
    if (auto* k = std::get_if<Spawn>(&label)) return spawn(*k, id);
    return std::nullopt;
  }

  // Steps that wait or choose have none, so that a note is a function of what was before.
  std::optional<std::string> notes(const Edge& edge, TemplateId id) const {
    if (edge.notes.empty()) return std::nullopt;
    bool may = flat::access(edge.label) != nullptr || std::holds_alternative<Fence>(edge.label) ||
               std::holds_alternative<Spawn>(edge.label) || std::holds_alternative<Join>(edge.label);
    if (!may) return "a step with notes that may have none";
    for (const Assign& note : edge.notes) {
      if (!exists(note.target) || !program_[note.target].is_note) return "a note on what is none";
      if (auto why = term(note.value, program_[note.target].term.sort(), id, true)) return why;
    }
    return std::nullopt;
  }

  std::optional<std::string> spawn(const Spawn& spawn, TemplateId id) const {
    if (index(spawn.spawned) >= program_.templates.size()) return "spawns no template";
    if (index(spawn.spawned) == 0) return "spawns thread 0";
    for (const Assign& argument : spawn.arguments) {
      if (auto why = assigned(argument.target, spawn.spawned)) return why;
      if (auto why = term(argument.value, program_[argument.target].term.sort(), id)) return why;
    }
    return std::nullopt;
  }

  const FlatProgram& program_;
  std::unordered_map<Term, VarId> by_term_;
  std::optional<std::string> problem_;
};

}  // namespace

std::optional<std::string> problem_of(const FlatProgram& program) { return Verifier(program).problem(); }

void verify(const FlatProgram& program, std::string_view after) {
  if (auto problem = problem_of(program))
    check_failed("flat program", __FILE__, __LINE__, fmt::format("after {}: {}", after, *problem));
}

}  // namespace fencepost::flat
