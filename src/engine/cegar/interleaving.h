// The moves of a flat program under interleaving: where the threads can go from a configuration, and what that does to variables.
// Configurations are numbered as they are met, and their moves are found once.
#pragma once

#include <deque>
#include <map>
#include <unordered_map>
#include <vector>

#include "engine/cegar/steps.h"
#include "flat/reduction.h"
#include "result/proof.h"

namespace fencepost::engine::cegar {

class Interleaving : public Steps {
 public:
  // All outlive it. facts: are known of a thread that takes a step, as far as they speak of what the step reads.
  Interleaving(const flat::FlatProgram& program, logic::Terms& terms, CegarOptions::Semantics semantics, bool races,
               const result::ThreadFacts* facts = nullptr);

  uint32_t first() override { return number(flat::first_configuration(program_)); }
  const flat::Configuration& operator[](uint32_t configuration) const override {
    return configurations_[configuration];
  }
  size_t size() const override { return configurations_.size(); }

  // From now on, with partial-order reduction: what is not among these shared variables may have any value whenever it is read. Moves
  // that were found before are void. Did anything change?
  bool see(const std::vector<Term>& variables);
  // Names of the shared variables that are not seen.
  std::vector<std::string> unseen() const;

  const std::vector<Move>& moves(uint32_t configuration) override;
  const std::vector<Failure>& failures(uint32_t configuration) override;

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
  uint32_t action_of(uint32_t thread, const flat::Edge& edge, Term only_if);
  Term facts_about(uint32_t thread, const flat::Edge& edge, const std::vector<Term>& read);

  CegarOptions::Semantics semantics_;
  bool races_;  // count as failures
  const result::ThreadFacts* facts_;
  flat::Reduction reduction_;
  std::unordered_map<flat::Configuration, uint32_t> numbers_;
  std::deque<flat::Configuration> configurations_;
  std::deque<Expansion> expansions_;
  std::map<std::pair<const flat::Edge*, uint32_t>, uint32_t>
      actions_of_edges_;               // with the term under which they are possible
  flat::Reduction::Variables unseen_;  // empty: all are seen
};

}  // namespace fencepost::engine::cegar
