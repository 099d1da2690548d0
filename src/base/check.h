// Our own bugs: a CHECK stays on in release builds and says where it stands. It throws InternalError, which the
// driver turns into exit code 70; bad input and exhausted resources have their own types (diagnostic.h, budget.h).
#pragma once

#include <stdexcept>
#include <string>

namespace fencepost {

class InternalError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

[[noreturn]] void check_failed(const char* condition, const char* file, int line, const std::string& what = {});

}  // namespace fencepost

#define FP_CHECK(condition) ((condition) ? void(0) : ::fencepost::check_failed(#condition, __FILE__, __LINE__))
#define FP_CHECK_MSG(condition, message) \
  ((condition) ? void(0) : ::fencepost::check_failed(#condition, __FILE__, __LINE__, message))
#define FP_UNREACHABLE(message) ::fencepost::check_failed("unreachable", __FILE__, __LINE__, message)
