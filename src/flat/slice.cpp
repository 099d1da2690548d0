#include "flat/slice.h"

#include <algorithm>
#include <unordered_map>

#include "flat/operands.h"
#include "flat/simplify.h"
#include "logic/variables.h"

namespace fencepost::flat {

namespace {

class Slicer {
 public:
  Slicer(FlatProgram& program, logic::Terms& terms) : program_(program), terms_(terms) {
    for (uint32_t i = 0; i < program.variables.size(); ++i) ids_.emplace(program.variables[i].term, VarId{i});
    needed_.resize(program.variables.size(), false);
  }

  void operator()() {
    for (grew_ = true; grew_;) {
      grew_ = false;
      for (const Template& of : program_.templates)
        for (const Edge& edge : of.edges) look_at(edge);
    }
    for (Template& of : program_.templates)
      for (Edge& edge : of.edges)
        if (!stays(edge)) edge.label = Assume{terms_.boolean(true)};
  }

 private:
  void need(VarId id) {
    if (!needed_[index(id)]) needed_[index(id)] = grew_ = true;
  }
  void need(Term term) {
    if (term)
      for (Term variable : logic::variables_of({term})) need(ids_.at(variable));
  }
  bool is_needed(VarId id) const { return needed_[index(id)]; }
  bool is_needed(const Access& access) const {
    bool any = false;
    each_cell(access, program_, [&](VarId id) { any = any || is_needed(id); });
    return any;
  }

  void look_at(const Edge& edge) {
    for (const Assign& note : edge.notes) need(note.value);
    if (!stays(edge)) return;
    if (const Access* at = access(edge.label)) need(at->place);
    if (auto* k = std::get_if<Assign>(&edge.label)) need(k->value);
    if (auto* k = std::get_if<Assume>(&edge.label)) need(k->condition);
    if (auto* k = std::get_if<Check>(&edge.label)) need(k->condition);
    if (auto* k = std::get_if<Load>(&edge.label); k && is_needed(k->target))
      each_cell(k->from, program_, [&](VarId id) { need(id); });
    if (auto* k = std::get_if<Store>(&edge.label); k && is_needed(k->to)) need(k->value);
    if (auto* k = std::get_if<Rmw>(&edge.label)) {
      if (is_needed(k->target)) each_cell(k->at, program_, [&](VarId id) { need(id); });
      if (is_needed(k->at)) need(k->value), need(k->condition);
    }
    if (auto* k = std::get_if<Spawn>(&edge.label))
      for (const Assign& argument : k->arguments)
        if (is_needed(argument.target)) need(argument.value);
  }

  bool stays(const Edge& edge) const {
    if (!edge.notes.empty()) return true;
    if (auto* k = std::get_if<Store>(&edge.label)) return is_needed(k->to);
    if (auto* k = std::get_if<Rmw>(&edge.label)) return is_needed(k->target) || is_needed(k->at);
    if (std::holds_alternative<Fence>(edge.label)) return false;
    std::optional<VarId> written = target(edge.label);
    return !written || is_needed(*written);
  }

  FlatProgram& program_;
  logic::Terms& terms_;
  std::unordered_map<Term, VarId> ids_;
  std::vector<bool> needed_;
  bool grew_ = false;
};

}  // namespace

void slice(FlatProgram& program, logic::Terms& terms) {
  Slicer(program, terms)();
  simplify(program, terms);
}

}  // namespace fencepost::flat
