#include "driver/show_run.h"

#include <fmt/format.h>

#include "driver/model_choice.h"
#include "driver/output.h"
#include "driver/read_program.h"
#include "driver/show_events.h"
#include "driver/supervised.h"
#include "engine/registry.h"
#include "flat/flatten.h"
#include "program/lower.h"

namespace fencepost::driver {

namespace {

std::string flat_of(const result::Task& task, Budget& budget) {
  logic::Terms terms;
  auto made = flat::flatten(task.cfa, task.model.get(), terms, budget, task.threads);
  if (auto* why = std::get_if<flat::NotFlat>(&made))
    return fmt::format("not flat: {}: {}\n", to_string(why->pos), why->reason);
  return flat::to_string(std::get<flat::FlatProgram>(made));
}

// Where a model is named, what accesses are to it is shown, too.
std::shared_ptr<const memory::Model> model_for_events(const Options& options, const program::Cfa& cfa,
                                                      const frontend::Elaborated& elaborated) {
  if (options.model.empty()) return nullptr;
  return task_of(options, cfa, choose_model(options, elaborated)).model;
}

}  // namespace

int show_run(const Options& options, std::ostream& err) {
  auto work = [&](Session& session) {
    session.stage("reading C");
    frontend::Elaborated elaborated = read_program(options, session.budget());
    session.stage("writing that stage");
    std::string text;
    if (options.stage == "core") {
      text = core::to_string(elaborated.program);
    } else {
      program::Cfa cfa = program::lower(elaborated.program);
      if (options.stage == "cfa")
        text = program::to_string(cfa);
      else if (options.stage == "flat")
        text = flat_of(task_of(options, cfa, choose_model(options, elaborated)), session.budget());
      else if (options.stage == "events")
        text = events_of(cfa, options, model_for_events(options, cfa, elaborated).get(), session.budget());
      else
        text = engine::shown(options.stage, task_of(options, cfa, choose_model(options, elaborated)),
                             engine_options(options), session.budget());
    }
    session.claim_report();
    write_output("", text);
    return 0;
  };
  return supervised({options.timeout, options.memory, true}, err, work);
}

}  // namespace fencepost::driver
