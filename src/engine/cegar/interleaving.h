// The moves of a flat program under interleaving: where the threads can go from a configuration, and what that does to variables.
// Configurations are numbered as they are met, and their moves are found once.
#pragma once

#include <deque>
#include <unordered_map>
#include <vector>

#include "engine/cegar/action.h"
#include "flat/configuration.h"
#include "flat/reduction.h"
#include "result/cegar_options.h"

namespace fencepost::engine::cegar {

using result::CegarOptions;

struct Move {
  uint32_t thread = 0;
  const flat::Edge* edge = nullptr;
  uint32_t action = 0;  // of Interleaving::action
  uint32_t to = 0;      // a configuration
};

// A step that ends in failure where its action's guard holds.
struct Failure {
  uint32_t thread = 0;
  const flat::Edge* edge = nullptr;
  uint32_t action = 0;
  const flat::Edge* races_with = nullptr;  // of a data race: the next step of another thread
  uint32_t other = 0;                      // that thread
};

class Interleaving {
 public:
  // All outlive it.
  Interleaving(const flat::FlatProgram& program, logic::Terms& terms, CegarOptions::Semantics semantics, bool races);

  flat::Loc entry() const { return program_.templates[0].entry; }
  uint32_t first() { return number(flat::first_configuration(program_)); }
  const flat::Configuration& operator[](uint32_t configuration) const { return configurations_[configuration]; }
  size_t size() const { return configurations_.size(); }

  const std::vector<Move>& moves(uint32_t configuration);
  const std::vector<Failure>& failures(uint32_t configuration);
  const Action& action(uint32_t number) const { return actions_[number]; }
  uint32_t beginning() const { return 0; }  // the action by which variables get their first values

 private:
  struct Expansion {
    bool done = false;
    std::vector<Move> moves;
    std::vector<Failure> failures;
  };

  uint32_t number(flat::Configuration configuration);
  const Expansion& expanded(uint32_t configuration);
  void find_races(uint32_t configuration, Term others_may);
  void steps_of(uint32_t configuration, uint32_t thread, Term only_if);
  Term can_step(const flat::Configuration& configuration, uint32_t thread);
  uint32_t action_of(const flat::Edge& edge, Term only_if);
  uint32_t guard_alone(Term guard);

  const flat::FlatProgram& program_;
  logic::Terms& terms_;
  CegarOptions::Semantics semantics_;
  bool races_;  // count as failures
  flat::Reduction reduction_;
  std::unordered_map<flat::Configuration, uint32_t> numbers_;
  std::deque<flat::Configuration> configurations_;
  std::deque<Expansion> expansions_;
  std::deque<Action> actions_;
  std::unordered_map<const flat::Edge*, uint32_t> actions_of_edges_;  // those that are always possible
  std::unordered_map<Term, uint32_t> guards_;                         // actions that change nothing
};

}  // namespace fencepost::engine::cegar
