#include "report/graph_dot.h"

#include <fmt/format.h>

#include <map>

namespace fencepost::report {

namespace {

std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    if (c == '\n')
      result += "\\n";
    else
      result += c;
  }
  return result + "\"";
}

}  // namespace

std::string_view edge_colour(std::string_view relation) {
  static const std::map<std::string_view, std::string_view> colours = {
      {"po", "#444444"},   {"rf", "#c0392b"},   {"rfe", "#c0392b"}, {"rfi", "#c0392b"},
      {"co", "#1f6fb2"},   {"coe", "#1f6fb2"},  {"coi", "#1f6fb2"}, {"mo", "#1f6fb2"},
      {"fr", "#c77700"},   {"fre", "#c77700"},  {"fri", "#c77700"}, {"addr", "#7d3c98"},
      {"data", "#7d3c98"}, {"ctrl", "#7d3c98"}, {"rmw", "#148f77"}, {"amo", "#148f77"}};
  auto it = colours.find(relation);
  return it == colours.end() ? "#2e7d32" : it->second;
}

std::string to_dot(const GraphDrawing& d) {
  std::string out = fmt::format(
      "digraph {} {{\n  label={};\n  node [shape=plaintext, fontname=\"Helvetica\"];\n  edge [fontname=\"Helvetica\", "
      "fontsize=10];\n",
      quoted(d.title), quoted(d.title + "\n" + d.caption));
  std::map<int, std::vector<size_t>> threads;
  for (size_t i = 0; i < d.events.size(); ++i) threads[d.events[i].thread].push_back(i);
  for (const auto& [thread, events] : threads) {
    out += fmt::format("  subgraph cluster_{} {{\n    label={};\n    color=\"#cccccc\";\n", thread + 1,
                       quoted(thread == memory::kInitThread ? "initial" : fmt::format("Thread {}", thread)));
    for (size_t i : events) out += fmt::format("    e{} [label={}];\n", i, quoted(d.events[i].label));
    out += "  }\n";
  }
  for (const DrawnEdge& e : d.edges)
    out += fmt::format("  e{} -> e{} [label={}, color=\"{}\", fontcolor=\"{}\"{}];\n", e.from, e.to, quoted(e.label),
                       edge_colour(e.label), edge_colour(e.label), e.bold ? ", penwidth=3" : "");
  return out + "}\n";
}

}  // namespace fencepost::report
