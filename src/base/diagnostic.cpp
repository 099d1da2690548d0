#include "base/diagnostic.h"

#include <fmt/format.h>

#include <array>

namespace fencepost {

namespace {

std::string joined(const std::vector<Diagnostic>& diagnostics) {
  std::string text;
  for (const Diagnostic& d : diagnostics) text += (text.empty() ? "" : "\n") + to_string(d);
  return text;
}

}  // namespace

std::string to_string(const Diagnostic& diagnostic) {
  constexpr std::array names = {"note", "warning", "error"};
  std::string text = diagnostic.pos.valid() ? to_string(diagnostic.pos) + ": " : "";
  text += fmt::format("{}: {}", names[static_cast<size_t>(diagnostic.severity)], diagnostic.message);
  if (!diagnostic.hint.empty()) text += fmt::format("\n  help: {}", diagnostic.hint);
  return text;
}

InputError::InputError(std::vector<Diagnostic> diagnostics)
    : std::runtime_error(joined(diagnostics)), diagnostics_(std::move(diagnostics)) {}

InputError::InputError(SourcePos pos, std::string message, std::string hint)
    : InputError(std::vector<Diagnostic>{{Severity::error, pos, std::move(message), std::move(hint)}}) {}

}  // namespace fencepost
