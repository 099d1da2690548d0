#include "driver/litmus_page.h"

#include <fmt/format.h>

#include <map>

#include "driver/witness.h"
#include "report/exploration.h"

namespace fencepost::driver {

namespace {

using report::PageHead;

constexpr size_t kMostOfState = 6, kMostOfTest = 120;

// Of an execution's observables, those that are counted.
std::vector<std::string> values(const litmus::Test& test, const std::vector<litmus::Value>& state) {
  std::vector<std::string> out;
  for (size_t i = 0; i < state.size(); ++i)
    if (test.observables[i].counted) out.push_back(litmus::to_string(test, state[i]));
  return out;
}

PageHead head_of(const litmus::Test& test, const memory::Model& model, const litmus::Outcome& outcome) {
  const bool is_undefined = outcome.flags.contains("*undef*");
  const bool is_valid = litmus::validated(test, outcome);
  PageHead head;
  head.verdict = is_undefined ? "Undefined" : litmus::to_string(outcome.observation());
  head.tone = is_undefined ? PageHead::Tone::bad : is_valid ? PageHead::Tone::good : PageHead::Tone::open;
  head.title = test.name;
  head.facts = {"litmus test", "memory model " + model.name};
  for (const std::string& flag : outcome.flags)
    if (flag != "*undef*") head.facts.push_back("flag " + flag);
  head.sources = {source_pos(test.file, 1)};
  if (is_undefined)
    head.sentences.emplace_back("There is a data race: the behaviour is undefined, whatever the condition says.");
  const char* described = outcome.positive == 0   ? "forbids the outcome that the condition describes"
                          : outcome.negative == 0 ? "allows no other outcome than the condition describes"
                                                  : "allows the outcome that the condition describes, and others";
  head.sentences.push_back(fmt::format("{} {}: {} of {} executions show it.", model.name, described, outcome.positive,
                                       outcome.executions()));
  if (test.has_condition) head.sentences.push_back(fmt::format("The condition: {}", test.condition_text));
  if (outcome.cut)
    head.sentences.emplace_back("A loop was unrolled to the bound (--unroll); longer executions are not counted.");
  return head;
}

void add_forbidden(report::Page& page, const litmus::Test& test, const memory::Model& model,
                   const litmus::SimulationOptions& options) {
  size_t tried = 0;
  const std::optional<Witness> witness = forbidden_witness(test, model, options, tried);
  if (!witness) return;
  const result::RunGraph graph{witness->graph, {}, witness->places};
  std::vector<result::Weakness::Edge> cycle;
  for (const memory::cat::NamedEdge& edge : witness->reason->cycle)
    cycle.push_back({edge.from, edge.to, edge.relation});
  report::PageRun run;
  run.title = "candidate";
  run.outcome = fmt::format("forbidden by {}", witness->reason->axiom);
  run.sentence =
      tried == 1 ? "One candidate execution would show the condition; the model forbids it."
                 : fmt::format(
                       "{} candidate executions would show the condition; the model forbids all. This is the clearest.",
                       tried);
  run.cause = fmt::format("forbidden by the axiom {} of {}.", witness->reason->axiom, model.name);
  run.is_failure = true;
  run.graph = &graph;
  run.cycle = &cycle;
  page.add(run);
}

}  // namespace

report::Page litmus_page(const litmus::Test& test, const memory::Model& model, const litmus::Outcome& outcome,
                         const litmus::SimulationOptions& options) {
  report::Page page(head_of(test, model, outcome));
  if (outcome.positive == 0) add_forbidden(page, test, model, options);
  result::Exploration found;
  found.executions = outcome.executions();
  found.whole = !outcome.cut;
  for (const litmus::Observable& observable : test.observables)
    if (observable.counted) found.observed.push_back(observable.name);
  std::map<std::string, size_t> alike;
  size_t number = 0, shown = 0;
  litmus::simulate(test, model, options, [&](const litmus::Execution& execution) {
    ++number;
    std::string text = report::outcome_text(values(test, execution.state), found.observed);
    if (++alike[text] > kMostOfState) return true;
    const result::RunGraph graph{complete_graph(execution), {}, execution.places};
    report::PageRun run;
    run.title = fmt::format("execution {}", number);
    run.outcome = std::move(text);
    if (execution.satisfies) run.sentence = "It shows the outcome that the condition describes.";
    run.graph = &graph;
    page.add(run);
    return ++shown < kMostOfTest;
  });
  for (const auto& [state, count] : outcome.states) {
    result::Outcome one{{}, count};
    for (const litmus::Value& value : state) one.values.push_back(litmus::to_string(test, value));
    found.outcomes.push_back(std::move(one));
  }
  page.add(found);
  return page;
}

}  // namespace fencepost::driver
