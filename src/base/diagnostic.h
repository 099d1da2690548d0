// What we tell a user about their input. An InputError ends the run with exit code 65 (66 when a file is missing);
// everything milder is collected as a Diagnostic and printed in order.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "base/source.h"

namespace fencepost {

enum class Severity { note, warning, error };

struct Diagnostic {
  Severity severity = Severity::error;
  SourcePos pos;
  std::string message;
  std::string hint;  // the way out, if we know one
};

std::string to_string(const Diagnostic& diagnostic);

class InputError : public std::runtime_error {
 public:
  explicit InputError(std::vector<Diagnostic> diagnostics);
  InputError(SourcePos pos, std::string message, std::string hint = {});
  const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }

 private:
  std::vector<Diagnostic> diagnostics_;
};

class MissingFile : public InputError {
 public:
  using InputError::InputError;
};

}  // namespace fencepost
