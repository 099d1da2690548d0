#include "boolean/configuration_after.h"

namespace fencepost::boolean {

namespace {

bool has_ended(const BooleanProgram& program, const Configuration& at, uint32_t thread) {
  if (!flat::has_begun(at, thread)) return false;
  const std::vector<uint32_t>& first_out = program.threads[thread].first_out;
  return first_out[at.at[thread]] == first_out[at.at[thread] + 1];
}

}  // namespace

Configuration first_configuration(const BooleanProgram& program) {
  Configuration first{std::vector<uint32_t>(program.threads.size(), Configuration::kNotBegun)};
  first.at[0] = program.threads[0].entry;
  return first;
}

std::optional<Configuration> configuration_after(const BooleanProgram& program, const Configuration& before,
                                                 uint32_t thread, const Edge& edge) {
  Configuration after = before;
  after.at[thread] = edge.to;
  if (edge.kind == Edge::Kind::atomic_begin) after.atomic = thread;
  if (edge.kind == Edge::Kind::atomic_end && after.atomic == thread) after.atomic = Configuration::kNobody;
  if (edge.kind == Edge::Kind::spawn) {
    if (flat::has_begun(before, edge.other)) return std::nullopt;
    after.at[edge.other] = program.threads[edge.other].entry;
  }
  if (edge.kind == Edge::Kind::join && !has_ended(program, before, edge.other)) return std::nullopt;
  return after;
}

}  // namespace fencepost::boolean
