// Flat programs by hand.
#pragma once

#include "flat/flat_program.h"

namespace fencepost::flat::testing {

struct Builder {
  logic::Terms terms;
  FlatProgram program;

  TemplateId thread(const std::string& name, uint32_t instances = 1) {
    program.templates.push_back({name, {instances}, 0, Loc{0}, {}, {}});
    return TemplateId{static_cast<uint32_t>(program.templates.size() - 1)};
  }
  VarId shared(const std::string& name, unsigned bits = 8, std::optional<Bits> initial = 0) {
    return variable(name, bits, initial, std::nullopt);
  }
  VarId own(TemplateId owner, const std::string& name, unsigned bits = 8, std::optional<Bits> initial = 0) {
    return variable(name, bits, initial, owner);
  }
  Term operator()(VarId id) { return program[id].term; }
  Term num(Bits value, unsigned bits = 8) { return terms.bv(value, bits); }
  Term plus(Term a, Bits b) { return terms.binary(logic::Op::bv_add, a, terms.bv(b, a.sort().width)); }
  void edge(TemplateId of, uint32_t from, uint32_t to, Label label) {
    Template& made = program.templates[index(of)];
    made.edges.push_back({Loc{from}, Loc{to}, std::move(label), {}, {}, core::Role::Kind::none});
    made.locations = std::max({made.locations, from + 1, to + 1});
  }
  const FlatProgram& done() {
    for (Template& of : program.templates) index_edges(of);
    return program;
  }

 private:
  VarId variable(const std::string& name, unsigned bits, std::optional<Bits> initial, std::optional<TemplateId> owner) {
    program.variables.push_back({name, terms.fresh(name, logic::bv_sort(bits)), owner, initial, std::nullopt, false});
    return VarId{static_cast<uint32_t>(program.variables.size() - 1)};
  }
};

}  // namespace fencepost::flat::testing
