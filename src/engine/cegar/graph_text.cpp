#include "engine/cegar/graph_text.h"

#include <fmt/format.h>

namespace fencepost::engine::cegar {

namespace {

constexpr size_t kMostKnown = 400;  // characters of what is known

// As DOT wants it between quotes; each line is set to the left.
std::string dot_text(std::string_view text) {
  std::string safe;
  for (char c : text) {
    if (c == '\n') {
      safe += "\\l";
      continue;
    }
    if (c == '"' || c == '\\') safe += '\\';
    safe += c;
  }
  return safe;
}

std::string places_of(const flat::FlatProgram& program, const flat::Configuration& at) {
  std::string text;
  for (uint32_t thread = 0; thread < at.at.size(); ++thread)
    if (flat::has_begun(at, thread))
      text += fmt::format("{}{}:{}", text.empty() ? "" : " ", program.templates[thread].name, at.at[thread]);
  return text + "\n";
}

}  // namespace

std::string to_dot(const ReachabilityGraph& graph, const flat::FlatProgram& program, const Steps& steps, Domain& domain,
                   const std::function<std::string(uint32_t)>& more) {
  std::string text = "digraph reachability {\n  node [shape=box, fontname=monospace];\n";
  for (uint32_t number = 0; number < graph.numbers(); ++number) {
    const Node& node = graph[number];
    if (node.is_pruned) continue;
    std::string known = logic::to_string(domain.term(node.element));
    if (known.size() > kMostKnown) known = known.substr(0, kMostKnown) + "...";
    std::string label = places_of(program, steps[node.configuration]) + known + "\n";
    if (more) label += more(node.configuration);
    text += fmt::format("  n{} [label=\"{}\"];\n", number, dot_text(label));
    if (node.parent != Node::kNone) {
      std::string by =
          node.move == nullptr || node.move->edge == nullptr
              ? "waits"
              : fmt::format("{} line {}", program.templates[node.move->thread].name, node.move->edge->pos.line);
      text += fmt::format("  n{} -> n{} [label=\"{}\"];\n", node.parent, number, dot_text(by));
    }
    if (node.covered_by != Node::kNone) text += fmt::format("  n{} -> n{} [style=dashed];\n", number, node.covered_by);
  }
  return text + "}\n";
}

}  // namespace fencepost::engine::cegar
