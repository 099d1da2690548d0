#include "driver/litmus_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

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

std::vector<result::Weakness::Edge> edges_of(const memory::Reason& reason) {
  std::vector<result::Weakness::Edge> cycle;
  for (const memory::cat::NamedEdge& edge : reason.cycle) cycle.push_back({edge.from, edge.to, edge.relation});
  return cycle;
}

void add_forbidden(report::Page& page, const litmus::Test& test, const memory::Model& model,
                   const litmus::SimulationOptions& options) {
  size_t tried = 0;
  const std::optional<Witness> witness = forbidden_witness(test, model, options, tried);
  if (!witness) return;
  const result::RunGraph graph{witness->graph, {}, witness->places};
  const std::vector<result::Weakness::Edge> cycle = edges_of(*witness->reason);
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

// What is kept of an execution until all that the condition describes are known, which come first.
struct Shown {
  std::string title, outcome;
  bool satisfies = false;
  result::RunGraph graph;
  std::vector<result::Weakness::Edge> cycle;  // which interleaving would have to go round; empty: it is one
};

report::PageRun page_run(const Shown& one) {
  report::PageRun run;
  run.title = one.title;
  run.outcome = one.outcome;
  if (one.satisfies) run.sentence = "It shows the outcome that the condition describes.";
  if (!one.cycle.empty()) {
    run.cause = "if threads took turns (sc), each event of this cycle would have to come before the next.";
    run.cycle = &one.cycle;
  }
  run.graph = &one.graph;
  return run;
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
  const auto interleaving = memory::load_model("sc");
  memory::Consistency as_interleaving(*interleaving);
  std::map<std::string, size_t> alike;
  std::vector<Shown> all;
  std::set<std::string> described;
  size_t number = 0;
  litmus::simulate(test, model, options, [&](const litmus::Execution& execution) {
    ++number;
    std::string text = report::outcome_text(values(test, execution.state), found.observed);
    // Of what the condition describes there is one, however late it comes.
    const bool is_full = all.size() >= kMostOfTest, is_awaited = outcome.positive > 0 && described.empty();
    if (is_full && !is_awaited) return false;
    if (is_full && !execution.satisfies) return true;
    if (execution.satisfies) described.insert(text);
    if (++alike[text] > kMostOfState) return true;
    Shown one{fmt::format("execution {}", number),
              std::move(text),
              execution.satisfies,
              result::RunGraph{complete_graph(execution), {}, execution.places},
              {}};
    if (model.name != interleaving->name)
      if (const std::optional<memory::Reason> reason = as_interleaving.violation(one.graph.graph))
        one.cycle = edges_of(*reason);
    all.push_back(std::move(one));
    return true;
  });
  std::ranges::stable_partition(all, &Shown::satisfies);
  for (const Shown& one : all) page.add(page_run(one));
  for (const auto& [state, count] : outcome.states) {
    result::Outcome one{{}, count};
    for (const litmus::Value& value : state) one.values.push_back(litmus::to_string(test, value));
    found.outcomes.push_back(std::move(one));
  }
  std::ranges::stable_partition(found.outcomes, [&](const result::Outcome& one) {
    return described.contains(report::outcome_text(one.values, found.observed));
  });
  page.add(found);
  return page;
}

}  // namespace fencepost::driver
