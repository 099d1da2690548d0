#include "report/weakness.h"

#include <fmt/format.h>

#include "report/layout.h"

namespace fencepost::report {

namespace {

using memory::EventId;
using result::Weakness;
using Pair = Weakness::Pair;

class Words {
 public:
  explicit Words(const result::RunGraph& graph) : graph_(graph) {
    for (size_t i = 0; i < graph_.places.size() && file_ == nullptr; ++i)
      if (graph_.steps[i] != result::RunGraph::kNoStep) file_ = graph_.places[i].file;
  }

  // Events that are no accesses, such as starts and ends of threads, are named by their labels.
  std::string line(EventId event) const {
    const SourcePos& pos = graph_.places[event];
    if (graph_.steps[event] == result::RunGraph::kNoStep || !pos.valid()) return told(event);
    if (pos.file == file_) return std::to_string(pos.line);
    return fmt::format("{}:{}", pos.file->substr(pos.file->find_last_of('/') + 1), pos.line);
  }
  std::string access(EventId event) const { return fmt::format("{} ({})", line(event), told(event)); }
  std::string between(const Pair& pair) const {
    if (line(pair.first) != line(pair.second))
      return fmt::format("between {} and {}", line(pair.first), line(pair.second));
    return fmt::format("between `{}` and `{}` in line {}", told(pair.first), told(pair.second), line(pair.first));
  }

 private:
  const std::string& told(EventId event) const { return graph_.graph.events()[event].label; }

  const result::RunGraph& graph_;
  const std::string* file_ = nullptr;  // the others are named
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
  std::vector<Pair> pairs;
  for (const Weakness::Edge& edge : weakness.cycle)
    if (edge.relation == "po") pairs.push_back({edge.from, edge.to});
  std::string kept = listed(pairs, " and ", [&](const Pair& pair) {
    return fmt::format("{} before {}", words.access(pair.first), words.access(pair.second));
  });
  return "no single order of all accesses gives these values" + (kept.empty() ? "" : " with " + kept);
}

std::string cycle(const Weakness& weakness, const Words& words) {
  std::string out = words.line(weakness.cycle.front().from);
  for (const Weakness::Edge& edge : weakness.cycle) out += fmt::format(" -{}-> {}", edge.relation, words.line(edge.to));
  return out;
}

}  // namespace

std::string weakness_text(const result::Violation& violation) {
  if (!violation.weakness || !violation.graph || violation.weakness->cycle.empty()) return "";
  return weakness_text(*violation.graph, *violation.weakness);
}

std::string weakness_text(const result::RunGraph& graph, const Weakness& weakness) {
  return wrap("Weak because: " + weakness_cause(graph, weakness), 2) +
         wrap("The cycle: " + cycle(weakness, Words(graph)), 2);
}

std::string weakness_cause(const result::RunGraph& graph, const Weakness& weakness) {
  const Words words(graph);
  std::string text = fmt::format("{}.", cause(weakness, words));
  if (!weakness.fences.empty())
    text += fmt::format(" A full fence {} forbids it.",
                        listed(weakness.fences, " and ", [&](const Pair& pair) { return words.between(pair); }));
  return text;
}

}  // namespace fencepost::report
