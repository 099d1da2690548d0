#include "result/verdict.h"

#include <array>

namespace fencepost::result {

namespace {

struct Row {
  Verdict verdict;
  int exit_code;
  std::string_view name;
  std::string_view json_name;
};

constexpr std::array kTable = {
    Row{Verdict::safe, 0, "SAFE", "safe"},
    Row{Verdict::unsafe, 10, "UNSAFE", "unsafe"},
    Row{Verdict::unknown, 20, "UNKNOWN", "unknown"},
    Row{Verdict::safe_to_bound, 21, "SAFE-TO-BOUND", "safe-to-bound"},
};

const Row& row(Verdict verdict) { return kTable[static_cast<size_t>(verdict)]; }

}  // namespace

int exit_code(Verdict verdict) { return row(verdict).exit_code; }
std::string_view name(Verdict verdict) { return row(verdict).name; }
std::string_view json_name(Verdict verdict) { return row(verdict).json_name; }

}  // namespace fencepost::result
