#include "driver/output.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <sstream>

#include "base/files_read.h"

namespace fencepost::driver {

namespace {

[[noreturn]] void fail(const std::string& path, const std::string& hint) {
  throw OutputError(fmt::format("the report cannot be written to {}: {}\n  help: {}",
                                path.empty() ? "standard output" : path, std::strerror(errno), hint));
}

bool write_all(int descriptor, const std::string& text) {
  size_t done = 0;
  while (done < text.size()) {
    ssize_t written = write(descriptor, text.data() + done, text.size() - done);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    done += static_cast<size_t>(written);
  }
  return true;
}

bool is_special(const std::string& path) {
  struct stat status{};
  return stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

std::string folder_of(const std::string& path) {
  std::string folder = std::filesystem::path(path).parent_path().string();
  return folder.empty() ? "." : folder;
}

[[noreturn]] void refuse_input(const std::string& path, const char* option) {
  throw OutputError(
      fmt::format("the report would replace {}, which is input\n  help: choose another place with {}", path, option));
}

// As that of a file that is replaced, or as the user wants it of new ones.
mode_t mode_of(const std::string& path) {
  struct stat status{};
  if (stat(path.c_str(), &status) == 0) return status.st_mode & 0777;
  const mode_t mask = umask(022);
  umask(mask);
  return 0666 & ~mask;
}

bool is_input(const std::string& path, const std::vector<std::string>& inputs) {
  constexpr std::array kSources = {".c",    ".h",   ".i",   ".litmus", ".cat", ".orders",
                                   ".bell", ".def", ".yml", ".yaml",   ".prp"};
  namespace fs = std::filesystem;
  std::error_code error;
  return std::ranges::any_of(inputs, [&](const std::string& input) { return fs::equivalent(path, input, error); }) ||
         std::ranges::find(kSources, fs::path(path).extension().string()) != kSources.end();
}

}  // namespace

void check_output(const std::string& path, const std::vector<std::string>& inputs, const char* option) {
  if (path.empty() || is_special(path)) return;
  struct stat status{};
  if (stat(path.c_str(), &status) == 0) {
    if (S_ISDIR(status.st_mode)) {
      errno = EISDIR;
      fail(path, "name a file, not a folder");
    }
    if (is_input(path, inputs)) refuse_input(path, option);
  }
  if (access(folder_of(path).c_str(), W_OK) != 0)
    fail(path, fmt::format("create its folder, or choose another place with {}", option));
}

void write_output(const std::string& path, const std::string& text, const char* option) {
  const std::string space = fmt::format("free some space, or choose another place with {}", option);
  if (path.empty()) {
    if (!write_all(STDOUT_FILENO, escaped(text)))
      fail(path, errno == EPIPE ? "its reader has gone away before the end" : space);
    return;
  }
  if (is_special(path)) {
    // A pipe that nobody reads would be waited for; what is written to a reader may take as long as the reader takes.
    int device = open(path.c_str(), O_WRONLY | O_NONBLOCK);
    if (device < 0 && errno == ENXIO) fail(path, "start the program that reads this pipe first");
    if (device >= 0) fcntl(device, F_SETFL, fcntl(device, F_GETFL) & ~O_NONBLOCK);
    bool written = device >= 0 && write_all(device, text);
    if (device >= 0 && close(device) != 0) written = false;
    if (!written) fail(path, space);
    return;
  }
  if (was_file_read(path)) refuse_input(path, option);  // what an input included, too
  std::string temporary = path + ".XXXXXX";
  int file = mkstemp(temporary.data());
  if (file < 0) fail(path, fmt::format("create its folder, or choose another place with {}", option));
  bool written = fchmod(file, mode_of(path)) == 0 && write_all(file, text) && fsync(file) == 0;
  if (close(file) != 0) written = false;
  if (!written || std::rename(temporary.c_str(), path.c_str()) != 0) {
    int error = errno;
    unlink(temporary.c_str());
    errno = error;
    fail(path, space);
  }
}

int with_standard_output(const std::function<int(std::ostream&)>& write) {
  std::ostringstream text;
  int code = write(text);
  write_output("", text.str());
  return code;
}

}  // namespace fencepost::driver
