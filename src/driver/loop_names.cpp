#include "driver/loop_names.h"

#include <fmt/format.h>

#include <map>
#include <set>
#include <tuple>

#include "program/shape.h"

namespace fencepost::driver {

std::vector<std::string> names_of_no_loop(const std::map<std::string, unsigned>& bounds, const program::Cfa& cfa) {
  std::vector<std::string> unknown;
  if (bounds.empty()) return unknown;
  std::set<std::string> names;
  auto add = [&](const std::string& function, uint32_t line) {
    names.insert({std::to_string(line), fmt::format("{}.{}", function, line)});
  };
  for (const program::Procedure& procedure : cfa.procedures) {
    const program::Shape shape(procedure);
    for (const program::Edge& edge : procedure.edges) {
      if (shape.is_loop_head(edge.from)) add(procedure.name, edge.pos.line);
      const auto* call = std::get_if<core::Call>(&edge.label);
      if (call == nullptr) continue;
      // A call through a pointer may be one of any function.
      const bool is_known = call->callee->op == core::ExprOp::function;
      for (const program::Procedure& callee : cfa.procedures)
        if (!is_known || callee.function == call->callee->function) add(callee.name, edge.pos.line);
    }
  }
  for (const auto& [name, bound] : bounds)
    if (!names.contains(name)) unknown.push_back(name);
  return unknown;
}

std::string listed_loops(const result::EngineOptions& options, const program::Cfa& cfa) {
  // Several that begin in one line have one name.
  std::map<std::tuple<std::string, uint32_t, uint32_t>, SourcePos> loops;
  for (const program::Procedure& procedure : cfa.procedures) {
    const program::Shape shape(procedure);
    std::set<program::Loc> listed;
    for (const program::Edge& edge : procedure.edges)
      if (shape.is_loop_head(edge.from) && edge.pos.valid() && listed.insert(edge.from).second)
        loops.try_emplace({procedure.name, edge.pos.line, edge.pos.column}, edge.pos);
  }
  std::string out;
  for (const auto& [name, pos] : loops) {
    const std::string id = fmt::format("{}.{}", std::get<0>(name), pos.line);
    unsigned bound = options.unwind;
    for (const std::string& key : {std::to_string(pos.line), id})
      if (auto own = options.loop_bounds.find(key); own != options.loop_bounds.end()) bound = own->second;
    out += fmt::format("{:<32} {}  {}\n", id, to_string(pos), bound == 0 ? "auto" : fmt::format("at most {}", bound));
  }
  return out.empty() ? "no loops\n" : out;
}

}  // namespace fencepost::driver
