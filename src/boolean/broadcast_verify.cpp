#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "boolean/broadcast_program.h"

namespace fencepost::boolean {

namespace {

// Whose variables a formula may be about.
struct Scope {
  std::optional<uint32_t> active;  // its own variables may occur; absent: those of any one template
  std::optional<uint32_t>
      passive;  // the variables of passive threads are of that template; absent: of any one template
  bool has_active = true, has_passive = true, has_after = false;
};

class BroadcastVerifier {
 public:
  explicit BroadcastVerifier(const BroadcastProgram& program) : program_(program), all_(program.occurrences()) {}

  std::optional<std::string> problem() const {
    if (program_.templates.empty()) return "there is no template";
    if (program_.templates[0].is_replicated) return "the first template has several instances";
    for (const BroadcastVariable& variable : program_.variables)
      if (variable.owner &&
          (*variable.owner >= program_.templates.size() || !program_.templates[*variable.owner].is_replicated))
        return "a variable is of the threads of no template with several";
    if (!are_cubes(program_.never, {})) return "what is never true is no formula";
    for (const NeverAt& one : program_.never_at)
      if (!is_placed(one)) return "what is never true at some places is no formula about threads there";
    for (uint32_t i = 0; i < program_.templates.size(); ++i)
      if (auto why = problem_of(i)) return fmt::format("template {}: {}", program_.templates[i].name, *why);
    return std::nullopt;
  }

 private:
  std::optional<uint32_t> owner(BoolVar occurrence) const {
    return program_.variables[index(all_.variable(occurrence))].owner;
  }

  bool is_cube(const Cube& cube, Scope scope) const {
    for (size_t i = 0; i < cube.size(); ++i) {
      BoolVar one = cube[i].variable;
      if (index(one) >= 4 * program_.variables.size()) return false;
      if (i > 0 && cube[i - 1].variable >= one) return false;
      if (all_.is_after(one) && !scope.has_after) return false;
      std::optional<uint32_t> of = owner(one);
      bool is_of_passive = all_.is_of_passive(one);
      if (!of && is_of_passive) return false;
      if (!of) continue;
      // A cube is about one active thread and one passive one.
      std::optional<uint32_t>& whose = is_of_passive ? scope.passive : scope.active;
      if (!(is_of_passive ? scope.has_passive : scope.has_active) || (whose && *whose != *of)) return false;
      whose = of;
    }
    return true;
  }
  bool are_cubes(const std::vector<Cube>& cubes, const Scope& scope) const {
    return std::ranges::all_of(cubes, [&](const Cube& cube) { return is_cube(cube, scope); });
  }
  bool is_placed(const NeverAt& one) const {
    auto is_many = [&](uint32_t of) { return of < program_.templates.size() && program_.templates[of].is_replicated; };
    if (!is_many(one.of) || !is_many(one.other_of)) return false;
    for (const auto& [first, second] : one.places)
      if (first >= program_.templates[one.of].locations || second >= program_.templates[one.other_of].locations)
        return false;
    return is_cube(one.cube, {.active = one.of, .passive = one.other_of});
  }
  bool is_formula(const Formula& formula, const Scope& scope) const {
    if (!are_cubes(formula, scope)) return false;
    for (const Cube& one : formula)
      for (const Cube& other : formula)
        if (&one != &other && std::ranges::includes(other, one)) return false;
    return true;
  }

  std::optional<std::string> problem_of(uint32_t number) const {
    const BroadcastTemplate& of = program_.templates[number];
    if (of.entry >= of.locations) return "it has no entry";
    if (of.first_out.size() != of.locations + 1 || of.first_out.back() != of.edges.size())
      return "its edges are not indexed";
    for (uint32_t i = 0; i < of.edges.size(); ++i)
      if (auto why = problem_of(number, i))
        return fmt::format("edge {} -> {}: {}", of.edges[i].from, of.edges[i].to, *why);
    return std::nullopt;
  }

  std::optional<std::string> problem_of(uint32_t number, uint32_t at) const {
    const BroadcastTemplate& of = program_.templates[number];
    const BroadcastEdge& edge = of.edges[at];
    const Scope scope{.active = number, .passive = {}};
    if (edge.from >= of.locations || edge.to >= of.locations) return "leads nowhere";
    if (at < of.first_out[edge.from] || at >= of.first_out[edge.from + 1]) return "is not indexed";
    if (edge.other >= program_.templates.size()) return "names no template";
    if (!is_formula(edge.blocked, scope) || !is_formula(edge.passes, scope)) return "has a guard that is no formula";
    if (!are_cubes(edge.excluded, {.active = number, .passive = {}, .has_after = true}))
      return "excludes what is no cube";
    for (size_t i = 0; i < edge.updates.size(); ++i) {
      const Update& update = edge.updates[i];
      if (!is_target(update.target, number)) return "updates no variable";
      if (i > 0 && edge.updates[i - 1].target >= update.target) return "its updates are not in order";
      Scope own = scope;
      if (all_.is_of_passive(update.target)) own.passive = owner(update.target);
      if (!is_formula(update.pos, own) || !is_formula(update.neg, own)) return "has an update that is no formula";
    }
    if (!edge.begins.empty() && edge.kind != BroadcastEdge::Kind::spawn) return "nobody begins";
    for (size_t i = 0; i < edge.begins.size(); ++i) {
      const Update& update = edge.begins[i];
      if (index(update.target) >= 2 * program_.variables.size() || !all_.is_of_passive(update.target) ||
          owner(update.target) != edge.other)
        return "updates no variable of who begins";
      if (i > 0 && edge.begins[i - 1].target >= update.target) return "its updates are not in order";
      const Scope before{.active = number, .passive = {}, .has_passive = false};
      if (!is_formula(update.pos, before) || !is_formula(update.neg, before)) return "has an update that is no formula";
    }
    return std::nullopt;
  }

  bool is_target(BoolVar target, uint32_t active) const {
    if (index(target) >= 2 * program_.variables.size()) return false;
    std::optional<uint32_t> of = owner(target);
    return all_.is_of_passive(target) ? of.has_value() : !of || *of == active;
  }

  const BroadcastProgram& program_;
  const Occurrences all_;
};

}  // namespace

std::optional<std::string> problem_of(const BroadcastProgram& program) { return BroadcastVerifier(program).problem(); }

void verify(const BroadcastProgram& program, std::string_view after) {
  if (auto problem = problem_of(program))
    check_failed("Boolean broadcast program", __FILE__, __LINE__, fmt::format("after {}: {}", after, *problem));
}

}  // namespace fencepost::boolean
