// Boolean broadcast programs by hand.
#pragma once

#include <algorithm>

#include "boolean/broadcast_program.h"

namespace fencepost::boolean::testing {

struct BroadcastBuilder {
  BroadcastProgram program;

  uint32_t thread(std::string name, bool is_replicated = false) {
    program.templates.push_back(
        {.name = std::move(name), .is_replicated = is_replicated, .edges = {}, .first_out = {}});
    return static_cast<uint32_t>(program.templates.size() - 1);
  }
  BoolVar shared(std::string name, Truth initial = Truth::open) {
    program.variables.push_back({.name = std::move(name), .predicate = {}, .owner = {}, .initial = initial});
    return BoolVar{static_cast<uint32_t>(program.variables.size() - 1)};
  }
  BoolVar own(uint32_t of, std::string name) {
    program.variables.push_back({.name = std::move(name), .predicate = {}, .owner = of});
    return BoolVar{static_cast<uint32_t>(program.variables.size() - 1)};
  }
  // All variables exist before the first edge.
  BroadcastEdge& edge(uint32_t of, uint32_t from, uint32_t to, BroadcastEdge made = {}) {
    BroadcastTemplate& in = program.templates[of];
    made.from = from;
    made.to = to;
    in.locations = std::max({in.locations, from + 1, to + 1});
    in.edges.push_back(std::move(made));
    return in.edges.back();
  }
  BroadcastProgram& done() {
    for (BroadcastTemplate& of : program.templates) {
      of.locations = std::max(of.locations, 1u);
      std::ranges::stable_sort(of.edges, {}, &BroadcastEdge::from);
      of.first_out.assign(of.locations + 1, 0);
      for (const BroadcastEdge& edge : of.edges) ++of.first_out[edge.from + 1];
      for (uint32_t i = 0; i < of.locations; ++i) of.first_out[i + 1] += of.first_out[i];
      for (BroadcastEdge& edge : of.edges) {
        std::ranges::sort(edge.updates, {}, &Update::target);
        std::ranges::sort(edge.begins, {}, &Update::target);
      }
    }
    verify(program, "building");
    return program;
  }

  Literal is(BoolVar id, bool positive = true) const { return {id, positive}; }
  Literal passive(BoolVar id, bool positive = true) const { return {program.occurrences().of_passive(id), positive}; }
  Literal after(BoolVar id, bool positive = true) const { return {program.occurrences().after(id), positive}; }
  Literal passive_after(BoolVar id, bool positive = true) const {
    return {program.occurrences().after_of_passive(id), positive};
  }
  Update set(BoolVar id, bool value) const { return {id, value ? kTrue : Formula{}, value ? Formula{} : kTrue}; }
  Update all(BoolVar id, Formula pos, Formula neg) const {
    return {program.occurrences().of_passive(id), std::move(pos), std::move(neg)};
  }
  BroadcastEdge spawn(uint32_t other, std::vector<Update> begins = {}) const {
    return {.kind = BroadcastEdge::Kind::spawn, .begins = std::move(begins), .other = other};
  }
  BroadcastEdge check(Formula passes) const {
    return {.kind = BroadcastEdge::Kind::check, .passes = std::move(passes)};
  }

  const Formula kTrue{{}};
};

}  // namespace fencepost::boolean::testing
