#include "base/source.h"

#include <fmt/format.h>

#include <mutex>
#include <set>

namespace fencepost {

SourcePos source_pos(std::string_view file, uint32_t line, uint32_t column) {
  // Interning is the one global table: append-only, guarded, and invisible to callers.
  static std::mutex mutex;
  static std::set<std::string, std::less<>> names;
  std::scoped_lock lock(mutex);
  auto it = names.find(file);
  if (it == names.end()) it = names.emplace(file).first;
  return SourcePos{&*it, line, column};
}

std::string to_string(const SourcePos& pos) {
  if (!pos.valid()) return "<no position>";
  if (pos.line == 0) return *pos.file;
  if (pos.column == 0) return fmt::format("{}:{}", *pos.file, pos.line);
  return fmt::format("{}:{}:{}", *pos.file, pos.line, pos.column);
}

}  // namespace fencepost
