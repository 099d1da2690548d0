#include "base/files_read.h"

#include <sys/stat.h>

#include <map>
#include <mutex>
#include <optional>
#include <utility>

namespace fencepost {

namespace {

using Identity = std::pair<uint64_t, uint64_t>;

std::mutex files_mutex;  // litmus tests are read by several threads
std::map<Identity, std::string> files;

std::optional<Identity> identity(const std::string& path) {
  struct stat status{};
  if (stat(path.c_str(), &status) != 0) return std::nullopt;
  return Identity(status.st_dev, status.st_ino);
}

}  // namespace

void note_file_read(const std::string& path, uint64_t device, uint64_t number) {
  std::scoped_lock lock(files_mutex);
  files.insert_or_assign({device, number}, path);
}

bool was_file_read(const std::string& path) {
  std::optional<Identity> id = identity(path);
  if (!id) return false;
  std::scoped_lock lock(files_mutex);
  auto found = files.find(*id);
  return found != files.end() && identity(found->second) == id;
}

}  // namespace fencepost
