// Weakest preconditions of the steps of a flat program in which every template has one instance: what has to be true before a step so that a
// formula is true after it, if the step is taken at all. Formulas may name all variables, those of every thread included.
//
// A value that is chosen freely is a variable of its own: who asks whether something implies the precondition asks about all of
// its values. An access at a place that is no cell's reads and writes some cell: steps that cannot be taken are more behaviour, not less.
#pragma once

#include <unordered_map>

#include "flat/flat_program.h"
#include "logic/substitute.h"

namespace fencepost::boolean {

class Preconditions {
 public:
  // Both outlive it.
  Preconditions(const flat::FlatProgram& program, logic::Terms& terms) : program_(program), terms_(terms) {}

  // Of one edge.
  class OfEdge {
   public:
    logic::Term operator()(logic::Term formula) { return before_(notes_(formula)); }

   private:
    friend class Preconditions;
    explicit OfEdge(logic::Terms& terms) : notes_(terms), before_(terms) {}
    logic::Substitution notes_, before_;
  };
  OfEdge of(const flat::Edge& edge);

 private:
  logic::Term read(const flat::Access& access) const;
  void write(OfEdge& step, const flat::Access& access, logic::Term condition, logic::Term value) const;
  logic::Term term(flat::VarId id) const { return program_[id].term; }

  const flat::FlatProgram& program_;
  logic::Terms& terms_;
  std::unordered_map<logic::Term, logic::Term> chosen_;  // by the variable that takes it
};

}  // namespace fencepost::boolean
