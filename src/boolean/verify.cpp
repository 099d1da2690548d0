#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "boolean/boolean_program.h"

namespace fencepost::boolean {

namespace {

class Verifier {
 public:
  explicit Verifier(const BooleanProgram& program) : program_(program) {}

  std::optional<std::string> problem() {
    if (program_.threads.empty()) return "there is no thread";
    if (!are_cubes(program_.never)) return "what is never true is no formula";
    for (const Thread& thread : program_.threads)
      if (auto why = problem_of(thread)) return fmt::format("thread {}: {}", thread.name, *why);
    return std::nullopt;
  }

 private:
  bool is_cube(const Cube& cube) const {
    for (size_t i = 0; i < cube.size(); ++i) {
      if (index(cube[i].variable) >= program_.variables.size()) return false;
      if (i > 0 && cube[i - 1].variable >= cube[i].variable) return false;
    }
    return true;
  }
  bool are_cubes(const std::vector<Cube>& cubes) const {
    return std::ranges::all_of(cubes, [&](const Cube& cube) { return is_cube(cube); });
  }
  bool is_formula(const Formula& formula) const {
    if (!are_cubes(formula)) return false;
    for (const Cube& one : formula)
      for (const Cube& other : formula)
        if (&one != &other && std::ranges::includes(other, one)) return false;
    return true;
  }

  std::optional<std::string> problem_of(const Thread& thread) const {
    if (thread.entry >= thread.locations) return "it has no entry";
    if (thread.may_wait.size() != thread.locations) return "it is not known where it may wait";
    if (thread.first_out.size() != thread.locations + 1 || thread.first_out.back() != thread.edges.size())
      return "its edges are not indexed";
    for (uint32_t i = 0; i < thread.edges.size(); ++i)
      if (auto why = problem_of(thread, i))
        return fmt::format("edge {} -> {}: {}", thread.edges[i].from, thread.edges[i].to, *why);
    return std::nullopt;
  }

  std::optional<std::string> problem_of(const Thread& thread, uint32_t number) const {
    const Edge& edge = thread.edges[number];
    if (edge.from >= thread.locations || edge.to >= thread.locations) return "leads nowhere";
    if (number < thread.first_out[edge.from] || number >= thread.first_out[edge.from + 1]) return "is not indexed";
    if (edge.other >= program_.threads.size()) return "names no thread";
    if (!is_formula(edge.blocked) || !is_formula(edge.passes)) return "has a guard that is no formula";
    for (size_t i = 0; i < edge.updates.size(); ++i) {
      const Update& update = edge.updates[i];
      if (index(update.target) >= program_.variables.size()) return "updates no variable";
      if (i > 0 && edge.updates[i - 1].target >= update.target) return "its updates are not in order";
      if (!is_formula(update.pos) || !is_formula(update.neg)) return "has an update that is no formula";
    }
    return std::nullopt;
  }

  const BooleanProgram& program_;
};

}  // namespace

std::optional<std::string> problem_of(const BooleanProgram& program) { return Verifier(program).problem(); }

void verify(const BooleanProgram& program, std::string_view after) {
  if (auto problem = problem_of(program))
    check_failed("Boolean program", __FILE__, __LINE__, fmt::format("after {}: {}", after, *problem));
}

}  // namespace fencepost::boolean
