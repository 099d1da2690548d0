#include "flat/under_model.h"

#include <fmt/format.h>

#include "flat/store_buffers.h"
#include "flat/triangular_races.h"
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
  BufferFacts facts = *buffer_facts(*model);
  auto buffered = with_store_buffers(program, facts, terms, budget);
  if (auto* made = std::get_if<FlatProgram>(&buffered)) {
    all.push_back({std::move(*made), false, true});
    return all;
  }
  NotFlat& why = std::get<NotFlat>(buffered);
  if (facts.per_variable || not_understood(program, facts)) return why;
  auto interleaved = with_triangular_races(program, facts, Delays(program, facts, terms));
  if (std::holds_alternative<NotFlat>(interleaved)) return why;
  all.push_back({std::get<FlatProgram>(std::move(interleaved)), true, true});
  return all;
}

}  // namespace fencepost::flat
