#include "boolean/broadcast_compiled.h"

#include <algorithm>

namespace fencepost::boolean {

namespace {

class Packer {
 public:
  Packer(const BroadcastProgram& program, const Owners& owners)
      : program_(program), owners_(owners), all_(program.occurrences()) {}

  PackedEdge packed(const BroadcastEdge& edge) {
    edge_ = &edge;
    PackedEdge made;
    made.edge = &edge;
    made.blocked = packed(edge.blocked);
    made.passive.resize(program_.templates.size());
    for (const Update& update : edge.updates) {
      std::optional<uint32_t> owner = program_.variables[index(all_.variable(update.target))].owner;
      std::vector<PackedUpdate>& to = !owner                              ? made.shared
                                      : all_.is_of_passive(update.target) ? made.passive[*owner]
                                                                          : made.active;
      to.push_back(packed(update));
    }
    for (const Update& update : edge.begins) made.begins.push_back(packed(update));
    made.excluded = packed(edge.excluded);
    edge_ = nullptr;
    return made;
  }

  std::optional<PackedCube> packed(const Cube& cube) const {
    PackedCube made;
    for (const Literal& literal : cube) {
      BoolVar variable = all_.variable(literal.variable);
      bool is_shared = !program_.variables[index(variable)].owner, is_passive = all_.is_of_passive(literal.variable);
      if (is_passive) made.passive_of = *program_.variables[index(variable)].owner;
      bool is_after = all_.is_after(literal.variable) && is_updated(variable, is_passive);
      PackedValues& to = is_after ? (is_shared    ? made.shared_after
                                     : is_passive ? made.passive_after
                                                  : made.active_after)
                                  : (is_shared    ? made.shared
                                     : is_passive ? made.passive
                                                  : made.active);
      Truth truth = literal.positive ? Truth::holds : Truth::fails;
      Truth before = to[owners_.bit(variable)];
      if (before != Truth::open && before != truth) return std::nullopt;  // what is not updated would have changed
      to.set(owners_.bit(variable), truth);
    }
    return made;
  }

 private:
  bool is_updated(BoolVar variable, bool is_passive) const {
    BoolVar target = is_passive ? all_.of_passive(variable) : all_.before(variable);
    return edge_ != nullptr &&
           std::ranges::any_of(edge_->updates, [&](const Update& one) { return one.target == target; });
  }
  std::vector<PackedCube> packed(const std::vector<Cube>& cubes) const {
    std::vector<PackedCube> made;
    for (const Cube& cube : cubes)
      if (std::optional<PackedCube> one = packed(cube)) made.push_back(*one);
    return made;
  }
  PackedUpdate packed(const Update& update) const {
    return {owners_.bit(all_.variable(update.target)), packed(update.pos), packed(update.neg)};
  }

  const BroadcastProgram& program_;
  const Owners& owners_;
  const Occurrences all_;
  const BroadcastEdge* edge_ = nullptr;
};

}  // namespace

void find_concerned(PackedEdge& edge) {
  edge.concerns.assign(edge.passive.size(), false);
  auto look = [&](const std::vector<PackedCube>& cubes) {
    for (const PackedCube& cube : cubes)
      if (cube.passive_of != kNobody) edge.concerns[cube.passive_of] = true;
  };
  look(edge.blocked);
  look(edge.excluded);
  for (const std::vector<PackedUpdate>* updates : {&edge.shared, &edge.active})
    for (const PackedUpdate& update : *updates) {
      look(update.pos);
      look(update.neg);
    }
  for (size_t i = 0; i < edge.passive.size(); ++i)
    if (!edge.passive[i].empty()) edge.concerns[i] = true;
}

PackedProgram::PackedProgram(const BroadcastProgram& program) : owners(program) {
  Packer packer(program, owners);
  for (const BroadcastTemplate& of : program.templates) {
    edges.emplace_back();
    failing.emplace_back();
    for (const BroadcastEdge& edge : of.edges) {
      edges.back().push_back(packer.packed(edge));
      // Where it fails none of the cubes holds that imply the condition, and nothing happens.
      PackedEdge fails;
      fails.edge = &edge;
      fails.passive.resize(program.templates.size());
      for (const Cube& cube : edge.passes)
        if (auto one = packer.packed(cube)) fails.blocked.push_back(*one);
      failing.back().push_back(std::move(fails));
      find_concerned(edges.back().back());
      find_concerned(failing.back().back());
    }
  }
  for (const Cube& cube : program.never) {
    PackedNever made{.cube = *packer.packed(cube), .at = {}};
    const Occurrences all = program.occurrences();
    for (const Literal& literal : cube)
      if (!all.is_of_passive(literal.variable))
        if (auto owner = program.variables[index(literal.variable)].owner) made.active_of = *owner;
    if (made.active_of == kNobody && made.cube.passive_of != kNobody) {
      std::swap(made.active_of, made.cube.passive_of);
      std::swap(made.cube.active, made.cube.passive);
    }
    never.push_back(made);
  }
  for (const NeverAt& one : program.never_at) {
    PackedNever made{.cube = *packer.packed(one.cube), .active_of = one.of, .at = {}};
    made.cube.passive_of = one.other_of;
    made.at.assign(program.templates[one.of].locations, std::vector<bool>(program.templates[one.other_of].locations));
    for (const auto& [first, second] : one.places) made.at[first][second] = true;
    never.push_back(std::move(made));
  }
  for (unsigned bit = 0; bit < owners.shared().size(); ++bit)
    initial.set(bit, program.variables[index(owners.shared()[bit])].initial);
}

}  // namespace fencepost::boolean
