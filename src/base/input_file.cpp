#include "base/input_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "base/diagnostic.h"
#include "base/files_read.h"

namespace fencepost {

namespace {

namespace fs = std::filesystem;

constexpr size_t kMostBytes = size_t{1} << 30;

struct Descriptor {
  int number;
  ~Descriptor() {
    if (number >= 0) close(number);
  }
};

}  // namespace

InputFiles::InputFiles(const std::string& root) {
  if (root.empty()) return;
  std::error_code error;
  root_ = fs::canonical(root, error);
  if (error || !fs::is_directory(root_, error))
    throw MissingFile(source_pos(root, 0), "the folder of --root is not there", "name an existing folder");
}

bool InputFiles::is_inside(const std::string& path) const {
  if (root_.empty()) return true;
  std::error_code error;
  fs::path real = fs::weakly_canonical(fs::absolute(path, error), error);
  if (error) return false;
  auto [left, unused] = std::mismatch(root_.begin(), root_.end(), real.begin(), real.end());
  return left == root_.end();
}

std::string InputFiles::read(const std::string& path, const SourcePos& named_at) const {
  SourcePos pos = named_at.valid() ? named_at : source_pos(path, 0);
  std::string prefix = named_at.valid() ? path + ": " : "";
  if (!is_inside(path))
    throw InputError(pos, prefix + "this file lies outside the folder of --root", "nothing outside it is read");
  // Without O_NONBLOCK opening a pipe would wait for its writer.
  Descriptor file{open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
  if (file.number < 0) {
    if (errno == ENOENT || errno == ENOTDIR)
      throw MissingFile(pos, prefix + "no such file",
                        path == "-" ? "standard input is not read: save what it holds to a file first"
                                    : "check the spelling and the folder");
    throw MissingFile(pos, prefix + "the file cannot be read", "check its permissions");
  }
  struct stat status{};
  if (fstat(file.number, &status) != 0) throw MissingFile(pos, prefix + "the file cannot be read", "");
  if (S_ISDIR(status.st_mode)) throw InputError(pos, prefix + "this is a folder, not a file", "name a file in it");
  if (!S_ISREG(status.st_mode))
    throw InputError(pos, prefix + "this is a pipe or a device, not a file", "save what it holds to a file first");
  note_file_read(path, status.st_dev, status.st_ino);
  std::string text;
  std::array<char, 65536> part;
  for (;;) {
    ssize_t length = ::read(file.number, part.data(), part.size());
    if (length < 0 && errno == EINTR) continue;
    if (length < 0) throw MissingFile(pos, prefix + "the file cannot be read", "check its permissions");
    if (length == 0) return text;
    text.append(part.data(), static_cast<size_t>(length));
    if (text.size() > kMostBytes) throw InputError(pos, prefix + "the file is larger than 1 GB", "");
  }
}

}  // namespace fencepost
