// Facts of a template's graph that several analyses ask for.
#pragma once

#include <span>
#include <vector>

#include "flat/flat_program.h"

namespace fencepost::flat {

// By location: a depth-first search comes back to it before it has finished it. Every cycle has such a location.
std::vector<bool> loop_heads(const Template& of);

// By location: a thread may stand there outside of every atomic section, and inside of one.
struct Sections {
  std::vector<bool> outside, inside;
};
Sections sections_of(const Template& of);

// The edges of a location, one of which can be taken whatever the variables are and wherever other threads stand, unless a label other
// than Assume waits by itself: one that is no Assume, or Assumes one of which holds.
bool is_passed_by_anyone(std::span<const Edge> edges, logic::Terms& terms);

inline std::span<const Edge> edges_of(const Template& of, uint32_t location) {
  return std::span(of.edges).subspan(of.first_out[location], of.first_out[location + 1] - of.first_out[location]);
}

}  // namespace fencepost::flat
