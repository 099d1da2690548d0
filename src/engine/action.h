// What a step does to the variables, as one guarded simultaneous assignment: engines that abstract need neither labels nor groups.
#pragma once

#include <vector>

#include "flat/flat_program.h"
#include "logic/substitute.h"
#include "logic/versions.h"

namespace fencepost::engine {

using logic::Term;

struct Update {
  Term variable;
  Term value;  // over the values before the step; null: any
};

struct Action {
  Term guard;  // over the values before the step: it can be taken
  std::vector<Update> updates;
};

// Of a Check: of passing it.
Action action_of(const flat::FlatProgram& program, logic::Terms& terms, const flat::Edge& edge);
// The variables take their first values.
Action beginning_of(const flat::FlatProgram& program, logic::Terms& terms);

// What the action says about the newest versions and those that it makes. chosen: the version that it chooses, if it does.
// first: the version of what it updates first.
Term formula_of(logic::Terms& terms, logic::Versions& versions, const Action& action, Term* chosen = nullptr,
                Term* first = nullptr);

// What must hold before a step so that a formula holds after it. Values that the step chooses are free variables.
class Preimage {
 public:
  Preimage(logic::Terms& terms, const Action& action);
  Term operator()(Term formula) { return values_(formula); }

 private:
  logic::Substitution values_;
};

}  // namespace fencepost::engine
