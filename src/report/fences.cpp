#include "report/fences.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/print.h"
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
  const SourcePos& there = fence.site ? fence.site->mark() : fence.place.pos;
  auto is_parted = [&](const Weakness::Edge& edge) {
    return edge.relation == "po" && std::ranges::any_of(run.marks, [&](const RunGraph::Mark& mark) {
             return mark.pos == there && run.graph.events()[edge.from].thread == static_cast<int>(mark.thread) &&
                    edge.from < mark.next && mark.next <= edge.to;
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

std::string words(const core::OrderSite& site, const result::Weakened& weakened) {
  const bool is_fence = site.kind == core::OrderSite::Kind::fence;
  if (is_fence && weakened.order == core::MemoryOrder::relaxed) return "Without it";
  std::string text = fmt::format("With {}", core::name(weakened.order));
  if (weakened.failure) text += fmt::format(" and, if it fails, {}", core::name(*weakened.failure));
  return text;
}

// An access of the site whose write another thread reads, or which reads what another wrote: by that it orders the threads.
struct Handed {
  memory::EventId from = 0, to = 0;
};
std::optional<Handed> handed_over(const ChosenFence& fence, const Violation& violation) {
  if (!violation.graph) return std::nullopt;
  const RunGraph& run = *violation.graph;
  const memory::Relation* rf = run.graph.find_relation("rf");
  std::optional<Handed> found;
  auto is_here = [&](size_t event) { return event < run.sites.size() && run.sites[event] == fence.site_number; };
  if (rf == nullptr) return std::nullopt;
  rf->for_each([&](size_t from, size_t to) {
    const bool parts = run.graph.events()[from].thread != run.graph.events()[to].thread;
    if (!found && parts && run.graph.events()[from].thread != memory::kInitThread && (is_here(from) || is_here(to)))
      found = Handed{static_cast<memory::EventId>(from), static_cast<memory::EventId>(to)};
  });
  return found;
}

// What a stronger order is for, as the run shows it where it is weaker.
std::string purpose(const ChosenFence& fence, const Violation& violation) {
  const std::optional<Handed> handed = handed_over(fence, violation);
  if (!handed) return "";
  const RunGraph& run = *violation.graph;
  return fmt::format("What precedes {} is then seen after {}. ", told(run, handed->from), told(run, handed->to));
}

std::string explanation_of_order(const ChosenFence& fence) {
  std::string text;
  for (const result::Weakened& weakened : fence.weakened) {
    const std::string with = words(*fence.site, weakened);
    if (!weakened.violation) {
      text += fmt::format("{}{} no run was found that fails. ", text.empty() ? "" : " ", with);
      continue;
    }
    if (text.empty()) text += purpose(fence, *weakened.violation);
    text += fmt::format("{}, {}. ", with, failure(*weakened.violation));
  }
  while (text.ends_with(' ')) text.pop_back();
  return text.empty() ? "Nothing fails with the weakest order." : text;
}

uint64_t cost_of(const FenceChoice& choice) {
  uint64_t cost = 0;
  for (const ChosenFence& fence : choice) cost += fence.cost;
  return cost;
}

std::string how_many(const FenceChoice& choice) {
  const auto orders =
      static_cast<size_t>(std::ranges::count_if(choice, [](const ChosenFence& f) { return f.site.has_value(); }));
  const size_t fences = choice.size() - orders;
  auto count = [](size_t number, const char* what) {
    return fmt::format("{} {}{}", number, what, number == 1 ? "" : "s");
  };
  std::string text = fences > 0 || orders == 0 ? count(fences, "fence") : "";
  if (orders > 0) text += (text.empty() ? "" : " and ") + count(orders, "stronger order");
  return fmt::format("{} of cost {}", text, cost_of(choice));
}

std::string one_line(const ChosenFence& fence) {
  return fmt::format("  {}  {}\n", to_string(fence.place.pos), fence.code);
}

std::string first_choice(const FenceChoice& choice, const TextStyle& style) {
  std::string out;
  for (const ChosenFence& fence : choice) {
    std::string where =
        to_string(fence.place.pos) + (fence.place.function.empty() ? "" : ", in " + fence.place.function);
    out += fmt::format("\n{}\n  {}\n", paint(heading(fence), Color::bold, style.colors),
                       paint(where, Color::cyan, style.colors));
    out += excerpt(fence.place.pos, 2, style.colors) + wrap(explanation(fence), 2);
  }
  return out;
}

// Where fences would help, but nobody can write them.
std::string no_help(const result::Result& result, const FenceChoices& fences) {
  const Violation& violation = result.violations.front();
  if (fences.relaxes) return "So nothing can be weaker: the program fails as it is.";
  if (!fences.changes_fences) return "No orders that the text names forbid this run; see --change.";
  if (violation.kind == core::Undef::data_race)
    return "No fences between statements forbid this run: fences order accesses of two threads only where one of them "
           "reads from an atomic object what the other has written to it, and nothing like that lies between these.";
  const bool is_unplaced = violation.weakness && !violation.weakness->fences.empty();
  return std::string("No fences between statements forbid this run") +
         (is_unplaced ? ": what they would have to part stands in one expression, or in the text of a macro." : ".");
}

std::string nothing_changes(const FenceChoices& fences) {
  if (fences.relaxes)
    return "Nothing of it can be weaker" +
           (fences.kept.empty() ? std::string(".")
                                : fmt::format(": the {} orders cost {}.", fences.kept.size(), fences.cost_after));
  return fences.changes_fences ? "No fence is needed." : "No order need be stronger.";
}

// A choice that is enough, and whether it is known that no cheaper one is.
std::string what_changes(const FenceChoices& fences) {
  std::string claim = "no cheaper choice is enough.";
  if (!fences.doubt.empty())
    claim = fmt::format("a cheaper choice may be enough, since the memory model allows more where more is ordered: {}.",
                        fences.doubt);
  else if (fences.probed > 0)
    claim = fmt::format(
        "no cheaper choice is enough, unless the memory model allows more where more is ordered; {} small executions "
        "show "
        "nothing like that.",
        fences.probed);
  const FenceChoice& first = fences.choices.front();
  if (!fences.relaxes) return fmt::format("That is so with {}; {}", how_many(first), claim);
  return fmt::format("That stays so with {} weaker order{}: the cost falls from {} to {}; {}", first.size(),
                     first.size() == 1 ? "" : "s", fences.cost_before, fences.cost_after, claim);
}

}  // namespace

std::string conclusion(const result::Result& result, const FenceChoices& fences) {
  if (!fences.choices.empty()) return fences.choices.front().empty() ? nothing_changes(fences) : what_changes(fences);
  return result.verdict == result::Verdict::unsafe ? no_help(result, fences) : "";
}

std::string heading(const ChosenFence& fence) {
  if (!fence.site) return fence.code;
  const std::string before = order_text(*fence.site, fence.site->order, fence.site->failure);
  return before == fence.code ? fence.code + " stays" : fmt::format("{} instead of {}", fence.code, before);
}

std::string order_text(const core::OrderSite& site, core::MemoryOrder order, std::optional<core::MemoryOrder> failure) {
  if (site.kind == core::OrderSite::Kind::fence) {
    if (order == core::MemoryOrder::relaxed) return "no fence";
    if (!core::is_of_c(order))
      return order == core::MemoryOrder::full ? "smp_mb()" : fmt::format("smp_{}()", core::name(order));
  }
  std::string text = fmt::format("memory_order_{}", core::name(order));
  if (failure) text += fmt::format(", memory_order_{}", core::name(*failure));
  return text;
}

std::string explanation(const ChosenFence& fence) {
  if (fence.site) return explanation_of_order(fence);
  if (fence.weakened.empty() || !fence.weakened.front().violation)
    return "That it is needed follows from the runs that were seen; none was found for it alone.";
  const Violation& violation = *fence.weakened.front().violation;
  const Weakness::Edge* edge = parted_by(fence, violation);
  if (edge == nullptr) return fmt::format("Without it, {}.", failure(violation));
  return fmt::format("It keeps {} before {}. Without it others see them in the other order, and {}.",
                     told(*violation.graph, edge->from), told(*violation.graph, edge->to), failure(violation));
}

std::string to_text(const result::Result& result, const FenceChoices& fences, const RunInfo& info,
                    const TextStyle& style) {
  TextStyle verdict = style;
  verdict.statistics = false;
  std::string out = to_text(result, info, verdict);
  if (const std::string text = conclusion(result, fences); !text.empty()) out += "\n" + wrap(text, 0);
  if (!fences.choices.empty()) {
    const FenceChoice& first = fences.choices.front();
    out += first_choice(first, style) + first_choice(fences.kept, style);
    for (size_t i = 1; i < fences.choices.size(); ++i) {
      out += "\nOr, for the same cost:\n";
      for (const ChosenFence& fence : fences.choices[i]) out += one_line(fence);
    }
    if (!first.empty() && (fences.choices.size() > 1 || fences.are_all))
      out += fences.are_all ? "\nNo other choice is as cheap.\n" : "\nThere may be other choices that are as cheap.\n";
  }
  return style.statistics ? out + statistics_text(result) : out;
}

}  // namespace fencepost::report
