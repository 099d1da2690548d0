#include <fmt/format.h>

#include "boolean/broadcast_program.h"

namespace fencepost::boolean {

namespace {

// b0 is shared, a.b1 is of the active thread, p.b1 of a passive one; after the step they have a prime.
class Printer {
 public:
  explicit Printer(const BroadcastProgram& program) : program_(program), all_(program.occurrences()) {}

  std::string operator()() const {
    std::string out;
    constexpr std::string_view kTruths[] = {"F", "T", "*"};
    for (size_t i = 0; i < program_.variables.size(); ++i) {
      const BroadcastVariable& variable = program_.variables[i];
      if (variable.owner)
        out += fmt::format("b{} of {} ; {}\n", i, program_.templates[*variable.owner].name, variable.name);
      else
        out += fmt::format("b{} = {} ; {}\n", i, kTruths[static_cast<size_t>(variable.initial)], variable.name);
    }
    for (const Cube& cube : program_.never) out += fmt::format("never {}\n", text(cube));
    for (const NeverAt& one : program_.never_at) out += text(one);
    for (const BroadcastTemplate& of : program_.templates) {
      out += fmt::format("\n{} {}: entry {}\n", of.is_replicated ? "threads" : "thread", of.name, of.entry);
      for (const BroadcastEdge& edge : of.edges) {
        out += fmt::format("  {} -> {}: {}", edge.from, edge.to, text(edge));
        if (edge.pos.valid()) out += fmt::format(" @{}", edge.pos.line);
        out += '\n';
      }
    }
    return out;
  }

 private:
  std::string text(BoolVar occurrence) const {
    BoolVar variable = all_.variable(occurrence);
    std::string_view whose = all_.is_of_passive(occurrence)              ? "p."
                             : program_.variables[index(variable)].owner ? "a."
                                                                         : "";
    return fmt::format("{}b{}{}", whose, index(variable), all_.is_after(occurrence) ? "'" : "");
  }

  std::string text(const Cube& cube) const {
    if (cube.empty()) return "T";
    std::string out;
    for (const Literal& literal : cube)
      out += fmt::format("{}{}{}", out.empty() ? "" : " & ", literal.positive ? "" : "!", text(literal.variable));
    return out;
  }

  std::string text(const NeverAt& one) const {
    std::string out = fmt::format("never {} of {} beside {} at", text(one.cube), program_.templates[one.of].name,
                                  program_.templates[one.other_of].name);
    for (const auto& [first, second] : one.places) out += fmt::format(" {}/{}", first, second);
    return out + '\n';
  }

  std::string text(const Formula& formula) const {
    if (formula.empty()) return "F";
    std::string out;
    for (const Cube& cube : formula) out += (out.empty() ? "" : " | ") + text(cube);
    return out;
  }

  std::string text(const Update& update, std::string_view target) const {
    if (update.pos.empty() && update.neg.empty()) return fmt::format("{} := *", target);
    return fmt::format("{} := choose({}, {})", target, text(update.pos), text(update.neg));
  }

  std::string text(const BroadcastEdge& edge) const {
    std::vector<std::string> parts;
    const std::string& other = program_.templates[edge.other].name;
    switch (edge.kind) {
      case BroadcastEdge::Kind::step:
        break;
      case BroadcastEdge::Kind::check:
        parts.push_back(fmt::format("{} {}", edge.is_claim ? "check" : "modelled only if", text(edge.passes)));
        break;
      case BroadcastEdge::Kind::spawn:
        parts.push_back("spawn " + other);
        break;
      case BroadcastEdge::Kind::join:
        parts.push_back(fmt::format("join {}{}", edge.number == 1 ? "" : fmt::format("{} of ", edge.number), other));
        break;
      case BroadcastEdge::Kind::exit:
        parts.emplace_back("exit");
        break;
    }
    if (!edge.blocked.empty()) parts.push_back(fmt::format("assume !({})", text(edge.blocked)));
    for (const Update& update : edge.updates) parts.push_back(text(update, text(update.target)));
    for (const Update& update : edge.begins)
      parts.push_back(text(update, fmt::format("new.b{}", index(all_.variable(update.target)))));
    for (const Cube& cube : edge.excluded) parts.push_back(fmt::format("unless {}", text(cube)));
    if (parts.empty()) return "skip";
    return fmt::format("{}", fmt::join(parts, ", "));
  }

  const BroadcastProgram& program_;
  const Occurrences all_;
};

}  // namespace

std::string to_string(const BroadcastProgram& program) { return Printer(program)(); }

}  // namespace fencepost::boolean
