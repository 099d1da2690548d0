#include "engine/cegar/few_values.h"

#include <algorithm>
#include <unordered_map>

#include "flat/operands.h"
#include "logic/solver.h"
#include "logic/variables.h"

namespace fencepost::engine::cegar {

using flat::FlatProgram;
using logic::Bits;
using logic::Term;

namespace {

constexpr size_t kMostComputed = 6, kMostWritten = 24;  // values of a variable: of terms, and of constants
constexpr size_t kMostTried = 64;                       // combinations of values for a term

class ValueClosure {
 public:
  explicit ValueClosure(const FlatProgram& program) : program_(program) {}

  std::vector<FewValues> operator()() {
    for (const flat::Variable& variable : program_.variables)
      if (variable.initial && !variable.is_instance_number) values_[variable.term].push_back(*variable.initial);
    for (grew_ = true; grew_;) {
      grew_ = false;
      for (const flat::Template& of : program_.templates)
        for (const flat::Edge& edge : of.edges) follow(edge.label);
    }
    std::vector<bool> is_cell(program_.variables.size());
    for (const flat::Group& group : program_.groups)
      for (const flat::Group::Cell& cell : group.cells) is_cell[flat::index(cell.variable)] = true;
    std::vector<FewValues> found;
    for (size_t i = 0; i < program_.variables.size(); ++i)
      if (Term variable = program_.variables[i].term;
          !is_cell[i] && variable.sort().kind == logic::SortKind::bitvec && values_.contains(variable))
        found.push_back({variable, values_[variable]});
    return found;
  }

 private:
  void follow(const flat::Label& label) {
    if (auto* assign = std::get_if<flat::Assign>(&label)) lead(assign->target, assign->value);
    if (const flat::Access* touched = flat::access(label); touched && flat::reads(label))
      flat::each_cell(*touched, program_, [&](flat::VarId id) { lead(*flat::target(label), program_[id].term); });
    if (auto* store = std::get_if<flat::Store>(&label)) write(store->to, store->value);
    if (auto* update = std::get_if<flat::Rmw>(&label)) write(update->at, update->value);
    if (auto* spawn = std::get_if<flat::Spawn>(&label))
      for (const flat::Assign& argument : spawn->arguments) lead(argument.target, argument.value);
  }
  void write(const flat::Access& to, Term value) {
    flat::each_cell(to, program_, [&](flat::VarId id) { lead(id, value); });
  }

  void lead(flat::VarId to, Term value) {
    std::vector<Term> variables = logic::variables_of({value});
    size_t combinations = 1;
    for (Term variable : variables) {
      combinations *= values_[variable].size();
      if (combinations > kMostTried) return;
    }
    size_t most = value.is_const() ? kMostWritten : kMostComputed;
    for (size_t number = 0; number < combinations; ++number) {
      logic::Assignment chosen;
      size_t rest = number;
      for (Term variable : variables) {
        const std::vector<Bits>& choices = values_[variable];
        chosen[variable] = choices[rest % choices.size()];
        rest /= choices.size();
      }
      add(program_[to].term, logic::evaluate(value, chosen), most);
    }
  }

  void add(Term variable, Bits value, size_t most) {
    std::vector<Bits>& known = values_[variable];
    if (known.size() >= most || std::ranges::find(known, value) != known.end()) return;
    known.push_back(value);
    grew_ = true;
  }

  const FlatProgram& program_;
  std::unordered_map<Term, std::vector<Bits>> values_;  // only looked up
  bool grew_ = false;
};

}  // namespace

std::vector<FewValues> few_values(const FlatProgram& program) { return ValueClosure(program)(); }

}  // namespace fencepost::engine::cegar
