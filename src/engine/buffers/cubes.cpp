#include "engine/buffers/cubes.h"

#include <set>

namespace fencepost::engine::buffers {

using logic::Term;

std::vector<Term> cubes_of(const boolean::BooleanProgram& program, logic::Terms& terms) {
  std::set<boolean::Cube> cubes;
  auto take = [&](const boolean::Formula& formula) {
    for (const boolean::Cube& cube : formula)
      if (cube.size() > 1) cubes.insert(cube);
  };
  for (const boolean::Thread& thread : program.threads)
    for (const boolean::Edge& edge : thread.edges) {
      take(edge.blocked);
      take(edge.passes);
      for (const boolean::Update& update : edge.updates) {
        take(update.pos);
        take(update.neg);
      }
    }
  std::vector<Term> found;
  for (const boolean::Cube& cube : cubes) {
    Term all = terms.boolean(true);
    for (const boolean::Literal& literal : cube) {
      Term predicate = program.variables[boolean::index(literal.variable)].predicate;
      all = terms.and_(all, literal.positive ? predicate : terms.not_(predicate));
    }
    found.push_back(all);
  }
  return found;
}

}  // namespace fencepost::engine::buffers
