#include "flat/automaton_shape.h"

namespace fencepost::flat {

std::vector<bool> loop_heads(const Template& of) {
  std::vector<bool> heads(of.locations);
  enum class Colour : uint8_t { white, grey, black };
  std::vector<Colour> colour(of.locations, Colour::white);
  std::vector<std::pair<uint32_t, uint32_t>> stack;  // location, next edge
  auto enter = [&](uint32_t location) {
    colour[location] = Colour::grey;
    stack.emplace_back(location, of.first_out[location]);
  };
  enter(index(of.entry));
  while (!stack.empty()) {
    auto& [location, next] = stack.back();
    if (next == of.first_out[location + 1]) {
      colour[location] = Colour::black;
      stack.pop_back();
      continue;
    }
    uint32_t to = index(of.edges[next++].to);
    if (colour[to] == Colour::grey) heads[to] = true;
    if (colour[to] == Colour::white) enter(to);
  }
  return heads;
}

Sections sections_of(const Template& of) {
  Sections found{std::vector<bool>(of.locations), std::vector<bool>(of.locations)};
  auto& [outside, inside] = found;
  outside[index(of.entry)] = true;
  for (bool grew = true; grew;) {
    grew = false;
    auto reach = [&](std::vector<bool>::reference bit) {
      grew = grew || !bit;
      bit = true;
    };
    for (const Edge& edge : of.edges) {
      bool begins = std::holds_alternative<AtomicBegin>(edge.label),
           ends = std::holds_alternative<AtomicEnd>(edge.label);
      if (outside[index(edge.from)]) reach(begins ? inside[index(edge.to)] : outside[index(edge.to)]);
      if (inside[index(edge.from)]) reach(ends ? outside[index(edge.to)] : inside[index(edge.to)]);
    }
  }
  return found;
}

bool is_passed_by_anyone(std::span<const Edge> edges, logic::Terms& terms) {
  Term passes = terms.boolean(false);
  bool all_assume = true;
  for (const Edge& edge : edges) {
    auto* assume = std::get_if<Assume>(&edge.label);
    all_assume = all_assume && assume != nullptr;
    if (assume) passes = terms.or_(passes, assume->condition);
  }
  return all_assume ? passes.is_true() : edges.size() == 1;
}

}  // namespace fencepost::flat
