#include "flat/under_model.h"

#include <fmt/format.h>

#include "flat/store_buffers.h"
#include "memory/probe.h"

namespace fencepost::flat {

std::optional<std::string> why_not_under(const memory::Model& model, const core::UndefSet& checks) {
  if (memory::is_sequentially_consistent(model)) return std::nullopt;
  if (!buffer_facts(model)) return fmt::format("does not prove anything under {}", model.name);
  if (checks.has(core::Undef::data_race))
    return fmt::format(
        "does not prove the absence of {} under {}: store buffers are proved without what is next in other threads",
        core::info(core::Undef::data_race).id, model.name);
  return std::nullopt;
}

std::variant<std::vector<Obligation>, NotFlat> under_model(FlatProgram program, const memory::Model* model,
                                                           const core::UndefSet& checks, logic::Terms& terms,
                                                           Budget& budget) {
  bool has_threads = program.templates.size() > 1;
  std::vector<Obligation> all;
  if (!has_threads || !model || memory::is_sequentially_consistent(*model)) {
    all.push_back({std::move(program), checks.has(core::Undef::data_race)});
    return all;
  }
  if (auto why = why_not_under(*model, checks)) return NotFlat{{}, *why};
  auto buffered = with_store_buffers(program, *buffer_facts(*model), terms, budget);
  if (auto* why = std::get_if<NotFlat>(&buffered)) return *why;
  all.push_back({std::get<FlatProgram>(std::move(buffered)), false, true});
  return all;
}

}  // namespace fencepost::flat
