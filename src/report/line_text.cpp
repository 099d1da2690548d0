#include "report/line_text.h"

#include <fmt/format.h>

namespace fencepost::report {

const std::string* main_file(const std::vector<result::Step>& trace) {
  const std::string *of_main = nullptr, *first = nullptr;
  for (const result::Step& step : trace) {
    if (step.caller.valid()) return step.caller.file;
    if (!step.pos.valid()) continue;
    if (first == nullptr) first = step.pos.file;
    if (of_main == nullptr && step.function == "main") of_main = step.pos.file;
  }
  return of_main != nullptr ? of_main : first;
}

std::string line_text(const SourcePos& pos, const SourcePos& caller, const std::string* main_file) {
  if (!pos.valid()) return "";
  if (pos.file == main_file) return std::to_string(pos.line);
  const std::string there = fmt::format("{}:{}", pos.file->substr(pos.file->find_last_of('/') + 1), pos.line);
  return caller.valid() ? fmt::format("{} (from {})", there, caller.line) : there;
}

}  // namespace fencepost::report
