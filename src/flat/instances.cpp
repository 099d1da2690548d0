#include "flat/instances.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/check.h"
#include "flat/operands.h"
#include "flat/verify.h"
#include "logic/substitute.h"

namespace fencepost::flat {

namespace {

constexpr unsigned kTurnBits = 16;

class Copier {
 public:
  Copier(const FlatProgram& program, logic::Terms& terms, uint32_t copies, Copies::Spawning spawning)
      : from_(program),
        terms_(terms),
        copies_(copies),
        spawning_(spawning),
        variables_(copies + 1),
        groups_(copies + 1) {}

  Copies operator()() {
    templates();
    for (uint32_t copy = 0; copy <= copies_; ++copy) variables(copy);
    for (uint32_t copy = 0; copy <= copies_; ++copy) groups(copy);
    if (spawning_ == Copies::Spawning::in_turn) turns();
    for (uint32_t i = 0; i < made_.program.templates.size(); ++i) edges(TemplateId{i});
    made_.program.loosened = from_.loosened;
    made_.program.handed_over = from_.handed_over;
    verify(made_.program, "copying templates");
    return std::move(made_);
  }

 private:
  bool is_copied(TemplateId id) const { return from_[id].instances != Instances{1}; }

  void templates() {
    auto add = [&](TemplateId id, uint32_t copy) {
      const Template& of = from_[id];
      std::string name = copy == 0 ? of.name : fmt::format("{}@{}", of.name, copy);
      ids_[{id, copy}] = TemplateId{static_cast<uint32_t>(made_.program.templates.size())};
      made_.program.templates.push_back({name, Instances{1}, of.locations, of.entry, {}, {}});
      made_.original.push_back(id);
      made_.number.push_back(copy);
    };
    for (uint32_t copy = 0; copy <= copies_; ++copy)
      for (uint32_t i = 0; i < from_.templates.size(); ++i)
        if (is_copied(TemplateId{i}) == (copy != 0)) add(TemplateId{i}, copy);
  }

  // Of copy 0: what is shared, and of templates that are not copied.
  bool is_of(const Variable& variable, uint32_t copy) const {
    return (variable.owner && is_copied(*variable.owner)) == (copy != 0);
  }

  void variables(uint32_t copy) {
    variables_[copy].resize(from_.variables.size());
    for (uint32_t i = 0; i < from_.variables.size(); ++i) {
      if (!is_of(from_.variables[i], copy)) continue;
      Variable variable = from_.variables[i];
      if (copy != 0) {
        variable.name += fmt::format("@{}", copy);
        variable.term = terms_.fresh(variable.name, variable.term.sort());
      }
      if (variable.owner) variable.owner = ids_.at({*variable.owner, copy});
      variables_[copy][i] = add(std::move(variable));
    }
  }

  // The given program may have been made so as well, and then its variables, copied, have such names.
  std::string unused(std::string name) const {
    const std::vector<Variable>& known = made_.program.variables;
    while (std::ranges::any_of(known, [&](const Variable& one) { return one.name == name; })) name += "'";
    return name;
  }

  VarId add(Variable variable) {
    made_.program.variables.push_back(std::move(variable));
    return VarId{static_cast<uint32_t>(made_.program.variables.size() - 1)};
  }

  void groups(uint32_t copy) {
    groups_[copy].resize(from_.groups.size());
    for (uint32_t i = 0; i < from_.groups.size(); ++i) {
      Group group = from_.groups[i];
      if (!is_of(from_[group.cells[0].variable], copy)) continue;
      if (copy != 0) group.name += fmt::format("@{}", copy);
      for (Group::Cell& cell : group.cells) cell.variable = variables_[copy][index(cell.variable)];
      groups_[copy][i] = GroupId{static_cast<uint32_t>(made_.program.groups.size())};
      made_.program.groups.push_back(std::move(group));
    }
  }

  // How many instances there have been, and what a spawning thread found when it asked.
  void turns() {
    for (uint32_t i = 0; i < from_.templates.size(); ++i)
      if (is_copied(TemplateId{i}))
        begun_[TemplateId{i}] = add(turn(fmt::format("begun@{}", from_.templates[i].name), std::nullopt));
    for (uint32_t i = 0; i < made_.program.templates.size(); ++i)
      turn_.push_back(add(turn(fmt::format("turn@{}", made_.program.templates[i].name), TemplateId{i})));
  }
  Variable turn(std::string name, std::optional<TemplateId> owner) {
    name = unused(std::move(name));
    return {name, terms_.fresh(name, logic::bv_sort(kTurnBits)), owner, 0, {}, false};
  }

  void edges(TemplateId id) {
    Template& into = made_.program.templates[index(id)];
    uint32_t copy = made_.number[index(id)];
    logic::Substitution own(terms_);
    if (copy != 0)
      for (uint32_t i = 0; i < from_.variables.size(); ++i)
        if (is_of(from_.variables[i], copy)) own.put(from_.variables[i].term, made_.program[variables_[copy][i]].term);
    for (const Edge& edge : from_[made_.original[index(id)]].edges) {
      Edge made = edge;
      replace_terms(made.label, [&](Term term) { return own(term); });
      rename(made.label, copy);
      auto* spawn = std::get_if<Spawn>(&made.label);
      auto* join = std::get_if<Join>(&made.label);
      if (spawn && is_copied(spawn->spawned))
        this->spawn(id, std::move(made));
      else if (join && is_copied(join->joined))
        this->join(id, std::move(made));
      else {
        if (spawn) retarget(*spawn, ids_.at({spawn->spawned, 0}), 0);
        if (join) join->joined = ids_.at({join->joined, 0});
        into.edges.push_back(std::move(made));
      }
    }
    index_edges(into);
  }

  // Variables of the running thread and shared ones; whom a Spawn gives arguments to is told later.
  void rename(Label& label, uint32_t copy) {
    auto of = [&](VarId id) { return variables_[is_of(from_[id], copy) ? copy : 0][index(id)]; };
    auto at = [&](Access& access) {
      if (auto* variable = std::get_if<VarId>(&access.to)) {
        access.to = of(*variable);
      } else {
        GroupId group = std::get<GroupId>(access.to);
        access.to = groups_[is_of(from_[from_[group].cells[0].variable], copy) ? copy : 0][index(group)];
      }
    };
    if (auto* k = std::get_if<Assign>(&label)) k->target = of(k->target);
    if (auto* k = std::get_if<Havoc>(&label)) k->target = of(k->target);
    if (auto* k = std::get_if<Load>(&label)) k->target = of(k->target), at(k->from);
    if (auto* k = std::get_if<Store>(&label)) at(k->to);
    if (auto* k = std::get_if<Rmw>(&label)) k->target = of(k->target), at(k->at);
  }

  void retarget(Spawn& spawn, TemplateId to, uint32_t copy) {
    spawn.spawned = to;
    for (Assign& argument : spawn.arguments) argument.target = variables_[copy][index(argument.target)];
  }

  void spawn(TemplateId by, Edge edge) {
    Template& into = made_.program.templates[index(by)];
    Spawn spawned = std::get<Spawn>(edge.label);
    Loc from = edge.from, to = edge.to;
    auto add = [&](Loc begin, Label label, Loc end) {
      into.edges.push_back({begin, end, std::move(label), edge.origin, edge.pos, edge.role});
    };
    bool in_turn = spawning_ == Copies::Spawning::in_turn;
    Term turn;
    if (in_turn) {
      VarId own = turn_[index(by)];
      turn = made_.program[own].term;
      from = Loc{into.locations++};
      Term next = terms_.binary(logic::Op::bv_add, turn, terms_.bv(1, kTurnBits));
      add(edge.from, Rmw{own, {begun_.at(spawned.spawned), {}}, terms_.boolean(true), next}, from);
    }
    for (uint32_t copy = 1; copy <= copies_; ++copy) {
      Spawn one = spawned;
      retarget(one, ids_.at({spawned.spawned, copy}), copy);
      Loc at = from;
      if (in_turn) {
        at = Loc{into.locations++};
        add(from, Assume{terms_.eq(turn, terms_.bv(copy - 1, kTurnBits))}, at);
      }
      add(at, one, to);
    }
  }

  void join(TemplateId by, Edge edge) {
    Template& into = made_.program.templates[index(by)];
    const Join join = std::get<Join>(edge.label);
    if (spawning_ == Copies::Spawning::open) {
      edge.label = Join{ids_.at({join.joined, 1}), join.number, true};
      into.edges.push_back(std::move(edge));
      return;
    }
    FP_CHECK(join.number == 1);
    for (uint32_t copy = 1; copy <= copies_; ++copy) {
      edge.label = Join{ids_.at({join.joined, copy})};
      into.edges.push_back(edge);
    }
  }

  const FlatProgram& from_;
  logic::Terms& terms_;
  uint32_t copies_;
  Copies::Spawning spawning_;
  Copies made_;
  std::map<std::pair<TemplateId, uint32_t>, TemplateId> ids_;
  std::vector<std::vector<VarId>> variables_;  // by copy and VarId of the original
  std::vector<std::vector<GroupId>> groups_;
  std::map<TemplateId, VarId> begun_;
  std::vector<VarId> turn_;  // by template of the made program
};

}  // namespace

Copies with_copies(const FlatProgram& program, logic::Terms& terms, uint32_t copies, Copies::Spawning spawning) {
  return Copier(program, terms, copies, spawning)();
}

}  // namespace fencepost::flat
