// One verdict type owns the exit codes, and a bound that was reached is never SAFE.
#pragma once

#include <string_view>

namespace fencepost::result {

enum class Verdict { safe, unsafe, unknown, safe_to_bound };

int exit_code(Verdict verdict);               // 0, 10, 20, 21
std::string_view name(Verdict verdict);       // "SAFE", "UNSAFE", "UNKNOWN", "SAFE-TO-BOUND"
std::string_view json_name(Verdict verdict);  // "safe", "unsafe", "unknown", "safe-to-bound"

}  // namespace fencepost::result
