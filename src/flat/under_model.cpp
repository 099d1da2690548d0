#include "flat/under_model.h"

#include <fmt/format.h>

#include "flat/robustness.h"
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

}  // namespace

std::optional<std::string> why_not_under(const memory::Model& model, const core::UndefSet&) {
  if (memory::is_sequentially_consistent(model) || is_of_c_without_thin_air(model)) return std::nullopt;
  return fmt::format("does not prove anything under {}", model.name);
}

std::variant<std::vector<Obligation>, NotFlat> under_model(FlatProgram program, const memory::Model* model,
                                                           const core::UndefSet& checks, logic::Terms& terms, Budget&) {
  bool has_threads = program.templates.size() > 1;
  std::vector<FlatProgram> robust;
  if (has_threads && model) {
    if (auto why = why_not_under(*model, checks)) return NotFlat{{}, *why};
    if (!memory::is_sequentially_consistent(*model)) {
      auto made = robustness_monitors(program, terms);
      if (auto* why = std::get_if<NotFlat>(&made)) return *why;
      robust = std::get<std::vector<FlatProgram>>(std::move(made));
    }
  }
  std::vector<Obligation> all;
  all.push_back({std::move(program), checks.has(core::Undef::data_race)});
  for (FlatProgram& monitor : robust) all.push_back({std::move(monitor), false, true});
  return all;
}

}  // namespace fencepost::flat
