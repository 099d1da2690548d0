#include "report/fences.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/undef.h"
#include "report/layout.h"
#include "report/weakness.h"

namespace fencepost::report {

namespace {

using result::ChosenFence;
using result::FenceChoice;
using result::FenceChoices;
using result::RunGraph;
using result::Violation;
using result::Weakness;

// The two accesses of the cycle between which the thread comes to the place.
const Weakness::Edge* parted_by(const ChosenFence& fence, const Violation& violation) {
  if (!violation.weakness || !violation.graph) return nullptr;
  const RunGraph& run = *violation.graph;
  auto is_parted = [&](const Weakness::Edge& edge) {
    return edge.relation == "po" && std::ranges::any_of(run.marks, [&](const RunGraph::Mark& mark) {
             return mark.pos == fence.place.pos &&
                    run.graph.events()[edge.from].thread == static_cast<int>(mark.thread) && edge.from < mark.next &&
                    mark.next <= edge.to;
           });
  };
  auto found = std::ranges::find_if(violation.weakness->cycle, is_parted);
  return found == violation.weakness->cycle.end() ? nullptr : &*found;
}

std::string told(const RunGraph& run, memory::EventId event) {
  const std::string& label = run.graph.events()[event].label;
  const SourcePos& pos = run.places[event];
  return pos.valid() ? fmt::format("line {} ({})", pos.line, label) : fmt::format("`{}`", label);
}

std::string failure(const Violation& violation) {
  const core::UndefInfo& info = core::info(violation.kind);
  std::string text(info.sentence);
  if (!violation.detail.empty()) text += ": " + violation.detail;
  return violation.pos.valid() ? fmt::format("in line {}, {}", violation.pos.line, text) : text;
}

uint64_t cost_of(const FenceChoice& choice) {
  uint64_t cost = 0;
  for (const ChosenFence& fence : choice) cost += fence.cost;
  return cost;
}

std::string how_many(const FenceChoice& choice) {
  return fmt::format("{} fence{} of cost {}", choice.size(), choice.size() == 1 ? "" : "s", cost_of(choice));
}

std::string one_line(const ChosenFence& fence) {
  return fmt::format("  {}  {}\n", to_string(fence.place.pos), fence.code);
}

std::string first_choice(const FenceChoice& choice, const TextStyle& style) {
  std::string out;
  for (const ChosenFence& fence : choice) {
    std::string where =
        to_string(fence.place.pos) + (fence.place.function.empty() ? "" : ", in " + fence.place.function);
    out += fmt::format("\n{}\n  {}\n", paint(fence.code, Color::bold, style.colors),
                       paint(where, Color::cyan, style.colors));
    out += excerpt(fence.place.pos, 2, style.colors) + wrap(explanation(fence), 2);
  }
  return out;
}

// Where fences would help, but nobody can write them.
std::string no_help(const result::Result& result) {
  const Violation& violation = result.violations.front();
  const bool is_unplaced = violation.weakness && !violation.weakness->fences.empty();
  return std::string("No fences between statements forbid this run") +
         (is_unplaced ? ": what they would have to part stands in one expression, or in the text of a macro." : ".");
}

}  // namespace

std::string explanation(const ChosenFence& fence) {
  if (!fence.without) return "That it is needed follows from the runs that were seen; none was found for it alone.";
  const Violation& violation = *fence.without;
  const Weakness::Edge* edge = parted_by(fence, violation);
  if (edge == nullptr) return fmt::format("Without it, {}.", failure(violation));
  return fmt::format("It keeps {} before {}. Without it others see them in the other order, and {}.",
                     told(*violation.graph, edge->from), told(*violation.graph, edge->to), failure(violation));
}

std::string to_text(const result::Result& result, const FenceChoices& fences, const RunInfo& info,
                    const TextStyle& style) {
  TextStyle heading = style;
  heading.statistics = false;
  std::string out = to_text(result, info, heading);
  if (fences.choices.empty()) {
    if (result.verdict == result::Verdict::unsafe) out += "\n" + wrap(no_help(result), 0);
  } else if (const FenceChoice& first = fences.choices.front(); first.empty()) {
    out += "\n" + wrap("No fence is needed.", 0);
  } else {
    out += "\n" + wrap(fmt::format("That is so with {}; no cheaper choice is enough.", how_many(first)), 0);
    out += first_choice(first, style);
    for (size_t i = 1; i < fences.choices.size(); ++i) {
      out += "\nOr, for the same cost:\n";
      for (const ChosenFence& fence : fences.choices[i]) out += one_line(fence);
    }
    if (fences.choices.size() > 1 || fences.are_all)
      out += fences.are_all ? "\nNo other choice is as cheap.\n" : "\nThere may be other choices that are as cheap.\n";
  }
  return style.statistics ? out + statistics_text(result) : out;
}

}  // namespace fencepost::report
