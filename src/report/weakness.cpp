#include "report/weakness.h"

#include <fmt/format.h>

#include "core/print.h"
#include "report/layout.h"
#include "report/line_text.h"

namespace fencepost::report {

namespace {

using memory::EventId;
using result::Weakness;
using Pair = Weakness::Pair;

class Words {
 public:
  Words(const result::RunGraph& graph, const std::string* main) : graph_(graph), main_(main) {}

  // Events that are no accesses, such as starts and ends of threads, are named by their labels.
  std::string line(EventId event) const {
    const SourcePos& pos = graph_.places[event];
    if (graph_.steps[event] == result::RunGraph::kNoStep || !pos.valid()) return told(event);
    return line_text(pos, graph_.caller(event), main_);
  }
  std::string access(EventId event) const { return fmt::format("{} ({})", line(event), told(event)); }
  // As an editor finds it: the line that names the order, whoever called it.
  std::string place(EventId event) const {
    const SourcePos& pos = graph_.places[event];
    return pos.file == main_ ? fmt::format("line {}", pos.line) : line_text(pos, {}, main_);
  }
  std::string between(const Pair& pair) const {
    if (line(pair.first) != line(pair.second))
      return fmt::format("between {} and {}", line(pair.first), line(pair.second));
    return fmt::format("between `{}` and `{}` in line {}", told(pair.first), told(pair.second), line(pair.first));
  }

 private:
  const std::string& told(EventId event) const { return graph_.graph.events()[event].label; }

  const result::RunGraph& graph_;
  const std::string* main_;
};

template <typename Say>
std::string listed(const std::vector<Pair>& pairs, const char* separator, const Say& say) {
  std::string out;
  for (const Pair& pair : pairs) out += (out.empty() ? "" : separator) + say(pair);
  return out;
}

std::string cause(const Weakness& weakness, const Words& words) {
  if (!weakness.overtaken.empty())
    return listed(weakness.overtaken, ", and ", [&](const Pair& pair) {
      return fmt::format("{} overtook {}", words.access(pair.second), words.access(pair.first));
    });
  // What a fence between them would keep is kept by nothing.
  if (!weakness.fences.empty())
    return listed(weakness.fences, ", and ", [&](const Pair& pair) {
      return fmt::format("nothing keeps {} before {}", words.access(pair.first), words.access(pair.second));
    });
  std::vector<Pair> pairs;
  for (const Weakness::Edge& edge : weakness.cycle)
    if (edge.relation == "po") pairs.push_back({edge.from, edge.to});
  std::string kept = listed(pairs, " and ", [&](const Pair& pair) {
    return fmt::format("{} before {}", words.access(pair.first), words.access(pair.second));
  });
  return "no single order of all accesses gives these values" + (kept.empty() ? "" : " with " + kept);
}

// "`release` at queue.h:193 forbids it."
std::string remedy(const Weakness& weakness, const Words& words) {
  std::string orders;
  for (const Weakness::Order& order : weakness.orders)
    orders +=
        fmt::format("{}`{}` at {}", orders.empty() ? "" : " and ", core::name(order.order), words.place(order.event));
  const std::string fences = listed(weakness.fences, " and ", [&](const Pair& pair) { return words.between(pair); });
  std::string text;
  if (!orders.empty()) text += fmt::format(" {} {} it.", orders, weakness.orders.size() == 1 ? "forbids" : "forbid");
  if (!fences.empty())
    text += orders.empty() ? fmt::format(" A full fence {} forbids it.", fences)
                           : fmt::format(" So does a full fence {}.", fences);
  return text;
}

std::string cycle(const Weakness& weakness, const Words& words) {
  std::string out = words.line(weakness.cycle.front().from);
  for (const Weakness::Edge& edge : weakness.cycle) out += fmt::format(" -{}-> {}", edge.relation, words.line(edge.to));
  return out;
}

}  // namespace

std::string weakness_text(const result::Violation& violation) {
  if (!violation.weakness || !violation.graph || violation.weakness->cycle.empty()) return "";
  return weakness_text(*violation.graph, *violation.weakness, violation.trace);
}

std::string weakness_text(const result::RunGraph& graph, const Weakness& weakness,
                          const std::vector<result::Step>& trace) {
  return wrap("Weak because: " + weakness_cause(graph, weakness, trace), 2) +
         wrap("The cycle: " + cycle(weakness, Words(graph, main_file(trace))), 2);
}

std::string weakness_cause(const result::RunGraph& graph, const Weakness& weakness,
                           const std::vector<result::Step>& trace) {
  const Words words(graph, main_file(trace));
  return fmt::format("{}.{}", cause(weakness, words), remedy(weakness, words));
}

}  // namespace fencepost::report
