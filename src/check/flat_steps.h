// What the edges of a flat program do to its variables (flat/flat_program.h), as terms over the values before. Programs each of whose
// templates has one instance: then a variable of a template is one variable.
#pragma once

#include <map>
#include <memory>
#include <utility>

#include "core/undef.h"
#include "flat/flat_program.h"
#include "logic/substitute.h"

namespace fencepost::check {

// One edge. Every label but Havoc determines the values after it, so that what holds after it is a question about the values before
// it; what a Havoc chooses is a variable of its own, which nothing else says anything about.
class FlatStep {
 public:
  // A check of a kind that is not asked for is passed, whatever its condition (core/machine.cpp).
  FlatStep(const flat::FlatProgram& program, const flat::Edge& edge, const core::UndefSet& asked, logic::Terms& terms);

  // The values with which it can be taken; where other threads stand is not looked at.
  logic::Term possible() const { return possible_; }
  // What has to hold before it so that this holds after it.
  logic::Term before(logic::Term holds_after) { return after_(holds_after); }

 private:
  void set(flat::VarId variable, logic::Term value);
  void take(const flat::Assign& label);
  void take(const flat::Havoc& label);
  void take(const flat::Assume& label);
  void take(const flat::Load& label);
  void take(const flat::Store& label);
  void take(const flat::Rmw& label);
  void take(const flat::Check& label);
  void take(const flat::Spawn& label);
  template <typename Label>
  void take(const Label&) {}  // the others only move threads

  const flat::FlatProgram& program_;
  const core::UndefSet& asked_;
  logic::Terms& terms_;
  logic::Term possible_;
  logic::Substitution after_, after_label_;  // with the notes, and without
};

// The variables that an access may touch, each once, and when it does.
struct TouchedVariable {
  flat::VarId variable{};
  logic::Term when;
};
std::vector<TouchedVariable> touched(const flat::FlatProgram& program, const flat::Access& access, logic::Terms& terms);
// The access touches some cell: its place is one.
logic::Term is_inside(const flat::FlatProgram& program, const flat::Access& access, logic::Terms& terms);
// What it finds there.
logic::Term content(const flat::FlatProgram& program, const flat::Access& access, logic::Terms& terms);

// A formula when the program begins.
struct AtStart {
  logic::Term known;  // of the numbers of instances, which have no first values: none is 0, and no two are equal
  logic::Term says;   // the formula about the first values
};
AtStart at_start(const flat::FlatProgram& program, logic::Term formula, logic::Terms& terms);

// Every edge once.
class FlatSteps {
 public:
  FlatSteps(const flat::FlatProgram& program, const core::UndefSet& asked, logic::Terms& terms)
      : program_(program), asked_(asked), terms_(terms) {}
  FlatStep& operator()(const flat::Edge& edge);

 private:
  const flat::FlatProgram& program_;
  const core::UndefSet& asked_;
  logic::Terms& terms_;
  std::map<const flat::Edge*, std::unique_ptr<FlatStep>> made_;  // only looked up, never walked
};

}  // namespace fencepost::check
