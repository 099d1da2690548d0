#include "flat/under_model.h"

#include <fmt/format.h>

#include "flat/configuration.h"
#include "flat/robustness.h"
#include "flat/sharing.h"
#include "flat/store_buffers.h"
#include "flat/triangular_races.h"
#include "flat/watched_races.h"
#include "memory/probe.h"

namespace fencepost::flat {

namespace {

// The model that robustness.h is about: C's orders, coherence by happens-before, and no values out of thin air. Of the built-in models
// with undefined races the other one, C11's, has executions in which values cause themselves, and load buffering tells.
bool is_of_c_without_thin_air(const memory::Model& model) {
  return model.built_in && memory::knows_c_orders(model) && model.makes_races_undefined() &&
         !memory::relaxations(model).load_store && !memory::relaxations(model).stale_reads &&
         !memory::relaxations(model).torn_updates;
}

// A program in which a data race tells that a run may be no interleaving of the given one.
std::variant<FlatProgram, NotFlat> without_races(const FlatProgram& program, const BufferFacts& facts,
                                                 const Delays& delays, logic::Terms& terms) {
  if (!facts.per_variable)
    if (auto made = with_triangular_races(program, facts, delays, terms); std::holds_alternative<FlatProgram>(made))
      return made;
  return with_races_of_waiting(program, facts, delays, terms);
}

}  // namespace

bool is_strong_in_c(const FlatProgram& program, const memory::Model& model) {
  if (!is_of_c_without_thin_air(model)) return false;
  for (const Template& of : program.templates)
    for (const Edge& edge : of.edges)
      if (std::holds_alternative<AtomicBegin>(edge.label)) return false;
  Sharing sharing(program);
  for (uint32_t i = 0; i < program.variables.size(); ++i)
    if (!program.variables[i].owner && sharing.is_channel(VarId{i}) && !sharing.is_strong(VarId{i})) return false;
  return true;
}

std::optional<std::string> why_not_under(const memory::Model& model, const core::UndefSet& checks) {
  if (memory::is_sequentially_consistent(model) || is_of_c_without_thin_air(model)) return std::nullopt;
  if (!buffer_facts(model)) return fmt::format("does not prove anything under {}", model.name);
  if (checks.has(core::Undef::data_race))
    return fmt::format(
        "does not prove the absence of {} under {}: store buffers are proved without what is next in other threads",
        core::info(core::Undef::data_race).id, model.name);
  return std::nullopt;
}

std::variant<std::vector<Obligation>, NotFlat> only_interleavings(const FlatProgram& program,
                                                                  const memory::Model& model, logic::Terms& terms) {
  std::vector<Obligation> all;
  if (program.templates.size() < 2 || memory::is_sequentially_consistent(model)) return all;
  if (auto why = why_not_under(model, {})) return NotFlat{{}, *why};
  if (auto why = why_not_single(program)) return NotFlat{{}, *why};
  FlatProgram passing = program;  // a check that fails ends no run here
  for (Template& of : passing.templates)
    for (Edge& edge : of.edges)
      if (auto* check = std::get_if<Check>(&edge.label); check != nullptr && check->kind)
        edge.label = Assume{terms.boolean(true)};
  if (is_of_c_without_thin_air(model)) {
    auto monitors = robustness_monitors(passing, terms);
    if (auto* why = std::get_if<NotFlat>(&monitors)) return *why;
    for (FlatProgram& monitor : std::get<std::vector<FlatProgram>>(monitors))
      all.push_back({std::move(monitor), false, Obligation::About::order});
    all.push_back({std::move(passing), false, Obligation::About::order});  // what is not modelled is not reached
    return all;
  }
  BufferFacts facts = *buffer_facts(model);
  if (auto why = not_understood(passing, facts)) return *why;
  Delays delays(passing, facts, terms);
  if (delays.first_that_waits() == nullptr) {
    all.push_back({std::move(passing), false, Obligation::About::order});
    return all;
  }
  auto made = without_races(passing, facts, delays, terms);
  if (auto* why = std::get_if<NotFlat>(&made)) return *why;
  all.push_back({std::get<FlatProgram>(std::move(made)), true, Obligation::About::buffered_runs});
  return all;
}

std::variant<std::vector<Obligation>, NotFlat> under_model(FlatProgram program, const memory::Model* model,
                                                           const core::UndefSet& checks, logic::Terms& terms,
                                                           Budget& budget) {
  bool has_threads = program.templates.size() > 1;
  std::vector<Obligation> all;
  auto itself = [&] { all.push_back({std::move(program), checks.has(core::Undef::data_race)}); };
  if (!has_threads || !model || memory::is_sequentially_consistent(*model)) {
    itself();
    return all;
  }
  if (auto why = why_not_under(*model, checks)) return NotFlat{{}, *why};
  std::optional<std::string> many = why_not_single(program);
  if (is_of_c_without_thin_air(*model)) {
    if (many) return NotFlat{{}, *many};
    auto monitors = robustness_monitors(program, terms);
    if (auto* why = std::get_if<NotFlat>(&monitors)) return *why;
    itself();
    for (FlatProgram& monitor : std::get<std::vector<FlatProgram>>(monitors))
      all.push_back({std::move(monitor), false, Obligation::About::order});
    return all;
  }
  BufferFacts facts = *buffer_facts(*model);
  if (many) {
    if (auto why = not_understood(program, facts)) return *why;
    Delays delays(program, facts, terms);
    if (delays.first_that_waits() == nullptr) {
      itself();
      return all;
    }
    auto interleaved = without_races(program, facts, delays, terms);
    if (auto* made = std::get_if<FlatProgram>(&interleaved)) interleaved = with_watched_races(*made, terms);
    if (auto* why = std::get_if<NotFlat>(&interleaved)) return *why;
    all.push_back({std::get<FlatProgram>(std::move(interleaved)), false, Obligation::About::buffered_runs});
    return all;
  }
  auto buffered = with_store_buffers(program, facts, terms, budget);
  if (auto* made = std::get_if<FlatProgram>(&buffered)) {
    all.push_back({std::move(*made), false, Obligation::About::buffered_runs});
    return all;
  }
  NotFlat& why = std::get<NotFlat>(buffered);
  if (not_understood(program, facts)) return why;
  auto interleaved = without_races(program, facts, Delays(program, facts, terms), terms);
  if (std::holds_alternative<NotFlat>(interleaved)) return why;
  all.push_back({std::get<FlatProgram>(std::move(interleaved)), true, Obligation::About::buffered_runs});
  return all;
}

}  // namespace fencepost::flat
