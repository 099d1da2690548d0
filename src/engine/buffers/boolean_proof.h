// A Boolean program of given predicates, built and explored: the steps of seed 001, figure 2, that are the same under sc and with store buffers.
#pragma once

#include <string_view>
#include <variant>

#include "boolean/abstract.h"
#include "boolean/explore.h"
#include "engine/buffers/context.h"
#include "flat/buffer_variables.h"

namespace fencepost::engine::buffers {

constexpr uint32_t kSmallCubes = 2;  // up to this size the search for cubes is quick (seed 001, section 6.3, "Summary")

// Unless somebody asks for it, a Boolean program gets so much time: where it needs more, refinement from the same predicates is often quicker.
inline uint32_t most_ticks(const BuffersOptions& options) {
  return options.extrapolation == BuffersOptions::Extrapolation::automatic ? 1u << 17 : 1u << 30;
}

struct BooleanProof {
  boolean::Abstraction abstraction;
  boolean::Explored explored;
  bool holds() const { return explored.failures.empty(); }
};

struct Question {
  const flat::FlatProgram& program;
  std::vector<Term> predicates;
  uint32_t cube_size = 2;
  const flat::BufferVariables* buffers = nullptr;  // of which the program is one; null: it has none
  std::string_view statistics;                     // what the names of counters begin with, after "buffers."
  const std::vector<Term>* cubes = nullptr;        // these instead of a search
  // Asked of each check that may fail: need the rest not be looked at?
  std::function<bool(const boolean::Failure&)> is_enough = nullptr;
};

std::variant<BooleanProof, flat::NotFlat> boolean_proof(const Context& context, const Question& question);

// Of a proof that holds: predicates with which there is one, too. None of the others is needed. Gives up, with what it has, after so many ticks.
std::vector<Term> needed_predicates(const Context& context, const flat::FlatProgram& program, const BooleanProof& proof,
                                    uint32_t ticks);

// Of a proof that holds: for each place where threads stand what is known of the predicates there.
result::Invariants invariants_of(const BooleanProof& proof, const std::shared_ptr<logic::Terms>& terms);

}  // namespace fencepost::engine::buffers
