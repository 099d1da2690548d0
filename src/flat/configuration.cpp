#include "flat/configuration.h"

#include <fmt/format.h>

#include "flat/automaton_shape.h"

namespace fencepost::flat {

std::span<const Edge> edges_from(const FlatProgram& program, const Configuration& configuration, uint32_t thread) {
  if (!has_begun(configuration, thread)) return {};
  return edges_of(program.templates[thread], configuration.at[thread]);
}

Configuration first_configuration(const FlatProgram& program) {
  Configuration first{std::vector<uint32_t>(program.templates.size(), Configuration::kNotBegun)};
  first.at[0] = index(program.templates[0].entry);
  return first;
}

std::optional<std::string> why_not_single(const FlatProgram& program) {
  for (const Template& of : program.templates)
    if (of.instances != Instances{1}) return fmt::format("any number of threads may run {}", of.name);
  return std::nullopt;
}

std::optional<Configuration> after(const FlatProgram& program, const Configuration& before, uint32_t thread,
                                   const Edge& edge) {
  Configuration after = before;
  after.at[thread] = index(edge.to);
  if (std::holds_alternative<Exit>(edge.label)) return std::nullopt;
  if (std::holds_alternative<AtomicBegin>(edge.label)) after.atomic = thread;
  if (std::holds_alternative<AtomicEnd>(edge.label) && after.atomic == thread) after.atomic = Configuration::kNobody;
  if (auto* k = std::get_if<Join>(&edge.label); k && !k->is_of_copies) {
    uint32_t joined = index(k->joined);
    if (!has_begun(before, joined) || !edges_from(program, before, joined).empty()) return std::nullopt;
  }
  if (auto* k = std::get_if<Spawn>(&edge.label)) {
    uint32_t spawned = index(k->spawned);
    if (has_begun(before, spawned)) return std::nullopt;
    after.at[spawned] = index(program[k->spawned].entry);
  }
  return after;
}

}  // namespace fencepost::flat
