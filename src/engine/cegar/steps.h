// Where a flat program can go: what the loop asks of a scheduling semantics. Interleaving is one; states that carry execution graphs are
// another (graphs/graph_steps.h). Configurations are numbered as they are met.
#pragma once

#include <deque>
#include <unordered_map>
#include <vector>

#include "engine/action.h"
#include "flat/configuration.h"
#include "result/cegar_options.h"

namespace fencepost::engine::cegar {

using result::CegarOptions;

struct Move {
  uint32_t thread = 0;
  const flat::Edge* edge = nullptr;  // null: a choice of the semantics, no step of the thread
  uint32_t action = 0;               // of Steps::action
  uint32_t to = 0;                   // a configuration
};

// A step that ends in failure where its action's guard holds.
struct Failure {
  uint32_t thread = 0;
  const flat::Edge* edge = nullptr;
  uint32_t action = 0;
  const flat::Edge* races_with = nullptr;  // of a data race: the next step of another thread
  uint32_t other = 0;                      // that thread
};

class Steps {
 public:
  virtual ~Steps() = default;

  virtual uint32_t first() = 0;
  // Where the threads stand in the configuration of this number.
  virtual const flat::Configuration& operator[](uint32_t configuration) const = 0;
  virtual size_t size() const = 0;
  virtual const std::vector<Move>& moves(uint32_t configuration) = 0;
  virtual const std::vector<Failure>& failures(uint32_t configuration) = 0;

  flat::Loc entry() const { return program_.templates[0].entry; }
  const Action& action(uint32_t number) const { return actions_[number]; }
  uint32_t beginning() const { return 0; }  // the action by which variables get their first values

 protected:
  // Both outlive it.
  Steps(const flat::FlatProgram& program, logic::Terms& terms) : program_(program), terms_(terms) {
    actions_.push_back(beginning_of(program, terms));
  }
  uint32_t add(Action action) {
    actions_.push_back(std::move(action));
    return static_cast<uint32_t>(actions_.size() - 1);
  }
  // The action that changes nothing.
  uint32_t guard_alone(Term guard) {
    auto [found, is_new] = guards_.try_emplace(guard, static_cast<uint32_t>(actions_.size()));
    if (is_new) actions_.push_back({guard, {}});
    return found->second;
  }

  const flat::FlatProgram& program_;
  logic::Terms& terms_;
  std::deque<Action> actions_;

 private:
  std::unordered_map<Term, uint32_t> guards_;
};

}  // namespace fencepost::engine::cegar
