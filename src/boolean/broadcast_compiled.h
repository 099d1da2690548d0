// Broadcast programs as their model checkers read them: formulas over packed values (packed_values.h), apart for what is shared, the active thread and
// the passive one.
#pragma once

#include "boolean/packed_values.h"

namespace fencepost::boolean {

constexpr uint32_t kNobody = ~0u;

struct PackedCube {
  PackedValues shared, active, passive;
  PackedValues shared_after, active_after, passive_after;  // only of what the step updates: the rest is as before
  uint32_t passive_of = kNobody;  // the template of the passive thread that it is about, if any
};

struct PackedUpdate {
  unsigned bit = 0;
  std::vector<PackedCube> pos, neg;
};

struct PackedEdge {
  const BroadcastEdge* edge = nullptr;
  std::vector<PackedCube> blocked;
  std::vector<PackedUpdate> shared, active;
  std::vector<std::vector<PackedUpdate>> passive;  // by template
  std::vector<PackedUpdate> begins;
  std::vector<PackedCube> excluded;
  std::vector<bool> concerns;  // by template: its passive threads are looked at or updated
};

// Of `never`: of one thread (as the active one) or of two. One that names a single thread names it as the active one.
struct PackedNever {
  PackedCube cube;
  uint32_t active_of = kNobody;
  // Of two: by location of the one and of the other; empty: wherever they stand.
  std::vector<std::vector<bool>> at;

  bool is_at(uint32_t first, uint32_t second) const { return at.empty() || at[first][second]; }
};

// Whose passive threads matter to it, after a change of its formulas.
void find_concerned(PackedEdge& edge);

struct PackedProgram {
  explicit PackedProgram(const BroadcastProgram& program);

  Owners owners;
  std::vector<std::vector<PackedEdge>> edges;    // by template
  std::vector<std::vector<PackedEdge>> failing;  // by template: of a check, a step where it fails
  std::vector<PackedNever> never;
  PackedValues initial;  // of what is shared
};

}  // namespace fencepost::boolean
