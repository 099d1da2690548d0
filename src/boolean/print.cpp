#include <fmt/format.h>

#include "boolean/boolean_program.h"

namespace fencepost::boolean {

namespace {

std::string text(const Cube& cube) {
  if (cube.empty()) return "T";
  std::string out;
  for (const Literal& literal : cube)
    out += fmt::format("{}{}b{}", out.empty() ? "" : " & ", literal.positive ? "" : "!", index(literal.variable));
  return out;
}

std::string text(const Formula& formula) {
  if (formula.empty()) return "F";
  std::string out;
  for (const Cube& cube : formula) out += (out.empty() ? "" : " | ") + text(cube);
  return out;
}

std::string text(const Update& update) {
  if (update.pos.empty() && update.neg.empty()) return fmt::format("b{} := *", index(update.target));
  return fmt::format("b{} := choose({}, {})", index(update.target), text(update.pos), text(update.neg));
}

std::string text(const BooleanProgram& program, const Edge& edge) {
  std::vector<std::string> parts;
  const std::string& other = program.threads[edge.other].name;
  switch (edge.kind) {
    case Edge::Kind::step:
      break;
    case Edge::Kind::check:
      parts.push_back(fmt::format("{} {}", edge.is_claim ? "check" : "modelled only if", text(edge.passes)));
      break;
    case Edge::Kind::atomic_begin:
      parts.emplace_back("atomic begin");
      break;
    case Edge::Kind::atomic_end:
      parts.emplace_back("atomic end");
      break;
    case Edge::Kind::spawn:
      parts.push_back("spawn " + other);
      break;
    case Edge::Kind::join:
      parts.push_back("join " + other);
      break;
    case Edge::Kind::exit:
      parts.emplace_back("exit");
      break;
  }
  if (!edge.blocked.empty()) parts.push_back(fmt::format("assume !({})", text(edge.blocked)));
  for (const Update& update : edge.updates) parts.push_back(text(update));
  if (parts.empty()) return "skip";
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace

std::string to_string(const BooleanProgram& program) {
  std::string out;
  for (size_t i = 0; i < program.variables.size(); ++i) {
    const Variable& variable = program.variables[i];
    constexpr std::string_view kTruths[] = {"F", "T", "*"};
    out += fmt::format("b{} = {} ; {}\n", i, kTruths[static_cast<size_t>(variable.initial)], variable.name);
  }
  for (const Cube& cube : program.never) out += fmt::format("never {}\n", text(cube));
  for (const Thread& thread : program.threads) {
    out += fmt::format("\nthread {}: entry {}\n", thread.name, thread.entry);
    for (const Edge& edge : thread.edges) {
      out += fmt::format("  {} -> {}: {}", edge.from, edge.to, text(program, edge));
      if (edge.pos.valid()) out += fmt::format(" @{}", edge.pos.line);
      out += '\n';
    }
  }
  return out;
}

}  // namespace fencepost::boolean
