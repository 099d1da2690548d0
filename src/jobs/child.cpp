#include "jobs/child.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <fstream>
#include <system_error>

#include "base/progress_lines.h"

namespace fencepost::jobs {

namespace {

using std::chrono::milliseconds;

constexpr double kGraceSeconds = 5;             // beyond its own limit
constexpr size_t kMostText = size_t{64} << 20;  // that we take in
constexpr rlim_t kMostFile = rlim_t{128} << 20;
constexpr int kNice = 5;  // whoever types comes first

struct Pipe {
  int read = -1, write = -1;
  Pipe() {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) throw std::system_error(errno, std::generic_category(), "pipe");
    read = ends[0];
    write = ends[1];
  }
};

void limit(int resource, rlim_t most) {
  rlimit now{};
  const auto which = static_cast<__rlimit_resource_t>(resource);
  if (getrlimit(which, &now) != 0) return;
  now.rlim_max = std::min(now.rlim_max, most);
  now.rlim_cur = std::min(now.rlim_cur, now.rlim_max);
  setrlimit(which, &now);
}

// Between fork and exec of a process with threads: system calls alone.
[[noreturn]] void become(char* const* arguments, char* const* environment, const char* folder, const Pipe& out,
                         const Pipe& err, const ChildLimits& limits, pid_t parent) {
  sigset_t mask;
  sigemptyset(&mask);
  sigaddset(&mask, SIGINT);  // waits until there is somebody to answer it (driver/session.h)
  sigprocmask(SIG_SETMASK, &mask, nullptr);
  setpgid(0, 0);  // Ctrl-C is for the parent
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(127);
  const int nothing = open("/dev/null", O_RDONLY);
  dup2(nothing, STDIN_FILENO);
  dup2(out.write, STDOUT_FILENO);
  dup2(err.write, STDERR_FILENO);
  close_range(3, ~0U, 0);
  // Two threads may work; stacks, Clang and solvers ask for more memory than they use.
  limit(RLIMIT_CPU, static_cast<rlim_t>(2 * (limits.seconds + kGraceSeconds)));
#ifndef FENCEPOST_SANITIZED  // whose shadow memory counts
  limit(RLIMIT_DATA, (limits.megabytes + limits.megabytes / 2 + 1024) << 20);
#endif
  limit(RLIMIT_FSIZE, kMostFile);
  limit(RLIMIT_CORE, 0);
  setpriority(PRIO_PROCESS, 0, kNice);
  if (chdir(folder) == 0) execve("/proc/self/exe", arguments, environment);
  _exit(127);
}

}  // namespace

Child::Child(const std::vector<std::string>& arguments, const std::string& folder, const ChildLimits& limits)
    : limits_(limits), started_(std::chrono::steady_clock::now()) {
  std::vector<std::string> words = {"fencepost"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  std::string progress = std::string(kProgressLines) + "=1";
  std::vector<char*> environment = {progress.data()};
  for (char** one = environ; *one != nullptr; ++one) environment.push_back(*one);
  environment.push_back(nullptr);
  const Pipe out, err;
  const pid_t parent = getpid();
  process_ = fork();
  if (process_ == 0) become(pointers.data(), environment.data(), folder.c_str(), out, err, limits, parent);
  const int error = errno;
  close(out.write);
  close(err.write);
  out_ = out.read;
  err_ = err.read;
  for (int pipe : {out_, err_}) fcntl(pipe, F_SETFL, O_NONBLOCK);
  if (process_ < 0) {
    close(out_);
    close(err_);
    throw std::system_error(error, std::generic_category(), "a process could not be started");
  }
}

Child::~Child() {
  if (process_ > 0) {
    kill();
    reap(0);
  }
  for (int pipe : {out_, err_})
    if (pipe >= 0) close(pipe);
}

// Was there something? The pipe is closed at its end.
bool Child::take_in(int& pipe, std::string& text) const {
  std::array<char, 65536> part;
  bool any = false;
  for (;;) {
    const ssize_t length = read(pipe, part.data(), part.size());
    if (length > 0) {
      if (text.size() < kMostText) text.append(part.data(), static_cast<size_t>(length));
      any = true;
      continue;
    }
    if (length < 0 && errno == EINTR) continue;
    if (length == 0 || errno != EAGAIN) {
      close(pipe);
      pipe = -1;
    }
    return any;
  }
}

// Of standard error.
void Child::sort_lines() {
  size_t begin = 0;
  for (size_t end = 0; end = line_.find('\n', begin), end != line_.npos || (err_ < 0 && begin < line_.size());) {
    const std::string line = line_.substr(begin, end == line_.npos ? end : end + 1 - begin);
    begin += line.size();
    if (line.starts_with(kProgressPrefix))
      progress_ = line.substr(kProgressPrefix.size(), line.size() - kProgressPrefix.size() - 1);
    else if (messages_.size() < kMostText)
      messages_ += line;
  }
  line_.erase(0, begin);
}

void Child::reap(int options) {
  int status = 0;
  pid_t ended = 0;
  do ended = waitpid(process_, &status, options);
  while (ended < 0 && errno == EINTR);
  if (ended == 0) return;
  exit_code_ = ended > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : 128 + (ended > 0 ? WTERMSIG(status) : SIGKILL);
  process_ = -1;
}

bool Child::wait(milliseconds most) {
  const auto until = std::chrono::steady_clock::now() + most;
  while (process_ > 0) {
    if (seconds() > limits_.seconds + kGraceSeconds) kill();
    const auto left =
        std::chrono::duration_cast<milliseconds>(until - std::chrono::steady_clock::now()) + milliseconds(1);
    std::array<pollfd, 2> pipes = {pollfd{out_, POLLIN, 0}, pollfd{err_, POLLIN, 0}};
    // A process whose pipes are closed is as good as gone.
    const bool is_open = out_ >= 0 || err_ >= 0;
    const int slice = is_open ? static_cast<int>(std::max<int64_t>(left.count(), 1)) : 2;
    poll(pipes.data(), pipes.size(), slice);
    bool said = out_ >= 0 && take_in(out_, output_);
    if (err_ >= 0 && take_in(err_, line_)) {
      said = true;
      sort_lines();
    }
    if (out_ < 0 && err_ < 0) reap(WNOHANG);
    if (process_ > 0 && (said || std::chrono::steady_clock::now() >= until)) return false;
  }
  return true;
}

void Child::interrupt() {
  if (process_ > 0) ::kill(process_, SIGINT);
}

void Child::kill() {
  if (process_ > 0) ::kill(process_, SIGKILL);
}

double Child::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - started_).count();
}

uint64_t Child::megabytes() const {
  if (process_ <= 0) return 0;
  std::ifstream statm("/proc/" + std::to_string(process_) + "/statm");
  uint64_t all = 0, resident = 0;
  statm >> all >> resident;
  return resident * static_cast<uint64_t>(sysconf(_SC_PAGESIZE)) >> 20;
}

}  // namespace fencepost::jobs
