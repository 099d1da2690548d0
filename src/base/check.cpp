#include "base/check.h"

#include <fmt/format.h>

#include <string_view>

namespace fencepost {

void check_failed(const char* condition, const char* file, int line, const std::string& what) {
  std::string_view path = file;
  if (size_t at = path.rfind("src/"); at != std::string_view::npos) path.remove_prefix(at);
  throw InternalError(
      fmt::format("{}:{}: check `{}` failed{}{}", path, line, condition, what.empty() ? "" : ": ", what));
}

}  // namespace fencepost
