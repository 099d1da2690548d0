#include "jobs/scratch.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <fstream>
#include <system_error>

namespace fencepost::jobs {

namespace {

namespace fs = std::filesystem;

fs::path new_folder(const fs::path& parent, const char* name) {
  std::string path = (parent / (std::string(name) + "-XXXXXX")).string();
  if (mkdtemp(path.data()) == nullptr)
    throw std::system_error(errno, std::generic_category(), "no folder could be made in " + parent.string());
  return path;
}

void discard(const fs::path& path) {
  std::error_code ignored;
  fs::remove_all(path, ignored);
}

[[noreturn]] void keep(const fs::path& path, int lifeline) {
  prctl(PR_SET_NAME, "fencepost-tidy");
  setsid();
  for (int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE}) std::signal(signal, SIG_IGN);
  dup2(lifeline, STDIN_FILENO);
  // Whoever waits for our standard output to end must not wait for the keeper.
  const int nothing = open("/dev/null", O_WRONLY);
  dup2(nothing, STDOUT_FILENO);
  dup2(nothing, STDERR_FILENO);
  close_range(3, ~0U, 0);
  char byte = 0;
  while (read(STDIN_FILENO, &byte, 1) != 0 && errno == EINTR) {
  }
  // A job that was just started may still write.
  for (int i = 0; i < 20 && fs::exists(path); ++i) {
    discard(path);
    if (fs::exists(path)) usleep(50000);
  }
  _exit(0);
}

}  // namespace

Scratch::Scratch() : path_(new_folder(fs::temp_directory_path(), "fencepost")) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) {
    discard(path_);
    throw std::system_error(errno, std::generic_category(), "pipe");
  }
  keeper_ = fork();
  if (keeper_ == 0) {
    close(ends[1]);
    keep(path_, ends[0]);
  }
  close(ends[0]);
  lifeline_ = ends[1];
}

void Scratch::remove() {
  if (lifeline_ < 0) return;
  discard(path_);
  close(lifeline_);
  lifeline_ = -1;
  if (keeper_ > 0) waitpid(keeper_, nullptr, 0);
}

Folder::Folder(const Scratch& scratch) : path_(new_folder(scratch.path(), "job")) {}
Folder::~Folder() { discard(path_); }

void Folder::write(const std::string& name, const std::string& text) const {
  std::ofstream out(path_ / name, std::ios::binary);
  out.write(text.data(), static_cast<std::streamsize>(text.size()));
  if (!out.flush()) throw std::system_error(errno, std::generic_category(), "the input could not be stored");
}

std::string Folder::read(const std::string& name, size_t most) const {
  std::ifstream in(path_ / name, std::ios::binary);
  std::string text;
  std::array<char, 65536> part;
  while (in && text.size() < most) {
    in.read(part.data(), part.size());
    text.append(part.data(), static_cast<size_t>(in.gcount()));
  }
  return text;
}

}  // namespace fencepost::jobs
