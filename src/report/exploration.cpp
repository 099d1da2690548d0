#include "report/exploration.h"

#include <fmt/format.h>

#include "report/graph_edges.h"
#include "report/layout.h"

namespace fencepost::report {

namespace {

constexpr size_t kShownOutcomes = 40;

std::string counted(uint64_t number, std::string_view what) {
  return fmt::format("{} {}{}", number, what, number == 1 ? "" : "s");
}

}  // namespace

std::string outcome_text(const std::vector<std::string>& values, const std::vector<std::string>& observed) {
  std::string text;
  for (size_t i = 0; i < values.size(); ++i)
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", observed[i], values[i]);
  return text;
}

std::string to_text(const result::Exploration& exploration) {
  std::string out = "\n";
  std::string count = counted(exploration.executions, "complete execution");
  if (!exploration.whole) count = "At least " + count;
  if (exploration.blocked) count += fmt::format(", {} blocked", *exploration.blocked);
  out += wrap(count + ".", 2);
  if (!exploration.reason.empty()) out += wrap(sentence(exploration.reason) + ".", 2);
  if (exploration.outcomes.empty()) return out;
  out += exploration.whole && exploration.all_outcomes ? "\n  Outcomes:\n" : "\n  Some outcomes:\n";
  for (size_t i = 0; i < exploration.outcomes.size() && i < kShownOutcomes; ++i)
    out += fmt::format("    {}  ({})\n", outcome_text(exploration.outcomes[i].values, exploration.observed),
                       counted(exploration.outcomes[i].executions, "execution"));
  if (exploration.outcomes.size() > kShownOutcomes)
    out +=
        fmt::format("    ... and {} more; --format json has them all\n", exploration.outcomes.size() - kShownOutcomes);
  return out;
}

GraphDrawing drawing(const result::Execution& execution, const std::vector<std::string>& observed) {
  GraphDrawing made;
  made.caption = outcome_text(execution.values, observed);
  made.events = execution.graph.events();
  made.edges = drawn_edges(execution.graph);
  return made;
}

}  // namespace fencepost::report
