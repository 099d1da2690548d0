#include "program/check_places.h"

namespace fencepost::program {

namespace {

bool branches(const Procedure& procedure, uint32_t loc) {
  return procedure.first_out[loc + 1] - procedure.first_out[loc] == 2;
}

// Functions that always fail: on the path from the entry to the first branch, a check fails or such a function is
// called.
class Failing {
 public:
  Failing(const Cfa& cfa, const core::UndefSet& checks) : checks_(checks), is_failing_(cfa.procedures.size()) {
    for (bool more = true; more;) {
      more = false;
      for (const Procedure& procedure : cfa.procedures) {
        size_t id = core::index(procedure.function);
        if (is_failing_[id] || !starts_failing(procedure)) continue;
        is_failing_[id] = more = true;
      }
    }
  }

  bool fails(const Edge& edge) const {
    if (auto* check = std::get_if<core::Check>(&edge.label))
      return checks_.has(check->kind) && core::is_constant(check->condition) && check->condition->value == 0;
    auto* call = std::get_if<core::Call>(&edge.label);
    return call != nullptr && call->callee->op == core::ExprOp::function &&
           is_failing_[core::index(call->callee->function)];
  }

  bool is_failing(core::FunctionId function) const { return is_failing_[core::index(function)]; }

 private:
  bool starts_failing(const Procedure& procedure) const {
    for (uint32_t loc = index(procedure.entry); procedure.first_out[loc + 1] - procedure.first_out[loc] == 1;) {
      const Edge& edge = procedure.edges[procedure.first_out[loc]];
      if (fails(edge)) return true;
      if (index(edge.to) <= loc) return false;
      loc = index(edge.to);
    }
    return false;
  }

  const core::UndefSet& checks_;
  std::vector<bool> is_failing_;
};

// By location: its only predecessor, or itself if there is none or there are several.
std::vector<uint32_t> predecessors(const Procedure& procedure) {
  std::vector<uint32_t> before(procedure.locations), count(procedure.locations);
  for (const Edge& edge : procedure.edges) {
    before[index(edge.to)] = index(edge.from);
    ++count[index(edge.to)];
  }
  for (uint32_t loc = 0; loc < procedure.locations; ++loc)
    if (count[loc] != 1) before[loc] = loc;
  return before;
}

}  // namespace

CheckPlaces::CheckPlaces(const Cfa& cfa, const core::UndefSet& checks) : places_(cfa.procedures.size()) {
  Failing failing(cfa, checks);
  for (const Procedure& procedure : cfa.procedures) {
    std::vector<bool>& places = places_[core::index(procedure.function)];
    places.resize(procedure.locations);
    bool is_entry = procedure.function == cfa.program->entry;
    if (cfa.program->function(procedure.function).library) continue;
    if (failing.is_failing(procedure.function) && !is_entry) continue;
    std::vector<uint32_t> before = predecessors(procedure);
    for (const Edge& edge : procedure.edges) {
      auto* check = std::get_if<core::Check>(&edge.label);
      bool fails = failing.fails(edge);
      if (!fails && (check == nullptr || !checks.has(check->kind))) continue;
      uint32_t place = index(edge.from);
      while (fails && !branches(procedure, place) && before[place] < place) place = before[place];
      places[place] = true;
    }
  }
}

}  // namespace fencepost::program
