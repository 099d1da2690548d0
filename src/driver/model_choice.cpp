#include "driver/model_choice.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/diagnostic.h"
#include "core/walk.h"

namespace fencepost::driver {

namespace {

bool ignores_races(const Options& options) {
  return std::ranges::any_of(options.no_checks, [](const std::string& id) { return id == "data-race"; });
}

}  // namespace

ModelChoice choose_model(const Options& options, const frontend::Elaborated& program) {
  if (!options.model.empty()) return {options.model, ""};
  if (!core::starts_threads(program.program)) return {"sc", "one thread"};
  if (!options.property.empty()) return {"sc", "as SV-COMP has it"};
  if (!program.own_model.empty()) return {program.own_model, "a litmus test's own"};
  if (program.is_kernel_code) return {"lkmm", "kernel code", true};
  if (program.weak_order) return {"rc11", fmt::format("ISO C: {}", program.weak_order->what), true};
  // Without the premise of the theorem there is no conclusion.
  if (ignores_races(options)) return {"rc11", "ISO C: races are not checked", true};
  if (options.relax) return {"rc11", "ISO C: orders become weaker", true};
  return {"sc", "ISO C: all atomics are seq_cst", true};
}

result::Task task_of(const Options& options, const program::Cfa& cfa, const ModelChoice& model) {
  result::Task task{*cfa.program,
                    cfa,
                    {checks_of(options), options.all_violations},
                    memory::load_model(model.name, {}, {}, InputFiles(options.root)),
                    most_threads(options)};
  if (std::optional<std::string> name = task.model->name_without_meaning())
    throw InputError(source_pos(model.name, 0), fmt::format("C programs have nothing that is called `{}`", *name),
                     "an axiom of the model rests on it; litmus tests can be run all the same");
  bool counts = model.races_are_undefined || task.model->makes_races_undefined();
  if (options.property.empty() && counts && !ignores_races(options)) task.property.checks.set(core::Undef::data_race);
  return task;
}

}  // namespace fencepost::driver
