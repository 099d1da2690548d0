#include "flat/under_model.h"

#include <fmt/format.h>

#include "memory/probe.h"

namespace fencepost::flat {

std::optional<std::string> why_not_under(const memory::Model& model, const core::UndefSet&) {
  if (memory::is_sequentially_consistent(model)) return std::nullopt;
  return fmt::format("does not prove anything under {}", model.name);
}

std::variant<std::vector<Obligation>, NotFlat> under_model(FlatProgram program, const memory::Model* model,
                                                           const core::UndefSet& checks, logic::Terms&, Budget&) {
  bool has_threads = program.templates.size() > 1;
  if (has_threads && model)
    if (auto why = why_not_under(*model, checks)) return NotFlat{{}, *why};
  std::vector<Obligation> all;
  all.push_back({std::move(program), checks.has(core::Undef::data_race)});
  return all;
}

}  // namespace fencepost::flat
