#include "driver/session.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstdio>
#include <cstdlib>

#include "base/check.h"
#include "base/deep_thread.h"
#include "base/progress_lines.h"
#include "driver/last_words.h"

namespace fencepost::driver {

namespace {

constexpr double kGraceSeconds = 0.6;  // solvers look at the clock now and then only
constexpr double kQuietSeconds = 1, kRedrawSeconds = 0.1;
constexpr auto kLook = std::chrono::milliseconds(20);

sigset_t watched_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  for (int signal : {SIGINT, SIGTERM, SIGHUP, SIGXCPU}) sigaddset(&signals, signal);
  return signals;
}

// So much of the stack as a run with that limit may fill.
size_t most_stack_megabytes(uint64_t limit) { return limit == 0 ? 512 : std::max<uint64_t>(8, limit / 16); }

// What the kernel grants from here on: the limit, and the stack of the worker, which is there but empty.
void limit_data(uint64_t megabytes) {
  if (megabytes == 0 || !kHandlersAreOurs) return;
  uint64_t resident = resident_megabytes(), allowed = megabytes + megabytes / 10;
  uint64_t more = allowed > resident + 8 ? allowed - resident : 8;
  rlimit limit{};
  if (getrlimit(RLIMIT_DATA, &limit) != 0) return;
  limit.rlim_cur = std::min<rlim_t>(limit.rlim_max, (data_megabytes() + more + most_stack_megabytes(megabytes)) << 20);
  setrlimit(RLIMIT_DATA, &limit);
}

struct Worker {
  const Session::Work& work;
  std::mutex mutex;
  std::condition_variable finished;
  bool done = false;
  int code = 0;

  void run() {
    watch_this_thread();
    int result = work();
    std::scoped_lock lock(mutex);
    code = result;
    done = true;
    finished.notify_all();
  }
};

// The address space may be limited: take the largest stack that is granted.
void start(std::optional<DeepThread>& thread, Worker& worker, size_t most_megabytes) {
  for (size_t megabytes : {512, 128, 32, 8}) {
    if (megabytes > most_megabytes) continue;
    thread.emplace().start(megabytes << 20, [&worker] { worker.run(); });
    if (thread->exists()) return;
  }
  throw Exhausted(Resource::memory, "no thread could be started");
}

}  // namespace

Session::Session(const Limits& limits) : limits_(limits) {
  budget_.limit_time(limits.seconds);
  budget_.limit_memory(limits.megabytes);
  tells_lines_ = std::getenv(kProgressLines) != nullptr;
  limits_.progress = limits.progress && (tells_lines_ || isatty(STDERR_FILENO));
}

std::string Session::cut_reason() const {
  if (out_of_memory_) return fmt::format("the memory limit of {} MB was reached", limits_.megabytes);
  if (out_of_processor_time_ && !interrupted()) return "the limit on processor time (ulimit -t) was reached";
  return budget_.cancelled() ? "interrupted" : "";
}

std::string Session::out_of_memory() {
  if (limits_.megabytes == 0) return "out of memory; a lower --unwind or a smaller --entry needs less";
  out_of_memory_ = true;
  return cut_reason();
}

void Session::keep(result::Result result) {
  std::scoped_lock lock(kept_lock_);
  kept_ = std::move(result);
}

std::optional<result::Result> Session::kept() {
  std::scoped_lock lock(kept_lock_);
  return kept_;
}

void Session::claim_report() {
  if (!report_.try_lock())
    for (;;) pause();
  show_progress(true);
}

bool Session::overdue() const {
  if (cut_at_ > 0) return budget_.elapsed() > cut_at_ + kGraceSeconds;
  return limits_.seconds > 0 && budget_.elapsed() > limits_.seconds + kGraceSeconds;
}

void Session::take_signals() {
  sigset_t signals = watched_signals();
  timespec at_once{};
  for (int signal = 0; (signal = sigtimedwait(&signals, nullptr, &at_once)) > 0;) {
    budget_.cancel();
    if (signal == SIGXCPU)  // comes again every second, until the hard limit
      out_of_processor_time_ = true;
    else if (interrupts_.fetch_add(1) > 0)
      _exit(130);
  }
}

void Session::watch() {
  take_signals();
  if (!budget_.cancelled() && limits_.megabytes != 0 && resident_megabytes() > limits_.megabytes) {
    out_of_memory_ = true;
    budget_.cancel();
  }
  if (budget_.cancelled() && cut_at_ == 0) cut_at_ = budget_.elapsed();
  show_progress(false);
}

void Session::stage(const char* what) {
  stage_.store(what);
  note("");
}

void Session::note(const std::string& progress) {
  std::scoped_lock lock(note_lock_);
  note_ = progress;
}

void Session::about(const std::string& subject) {
  std::scoped_lock lock(note_lock_);
  about_ = subject + ", ";
}

std::string Session::what_is_done() {
  std::scoped_lock lock(note_lock_);
  return about_ + stage_.load() + (note_.empty() ? "" : ": " + note_.substr(0, note_.find('\n')));
}

// What is being done, between the limits and Ctrl-C, which end it; where the line is too short, less of what is being done.
std::string Session::progress_line(size_t columns) {
  const std::string seconds = limits_.seconds > 0 ? fmt::format(" of {:.0f}", limits_.seconds) : "";
  const std::string megabytes = limits_.megabytes > 0 ? fmt::format(" of {}", limits_.megabytes) : "";
  const std::string begin = fmt::format("  {:.0f}{} s  ", budget_.elapsed(), seconds);
  const std::string end = fmt::format("  {}{} MB (Ctrl-C ends it)", resident_megabytes(), megabytes);
  std::string middle = what_is_done();
  const size_t ends = begin.size() + end.size();
  if (ends + middle.size() > columns) middle.resize(columns > ends ? columns - ends : 0);
  return (begin + middle + end).substr(0, columns);
}

void Session::show_progress(bool last) {
  const double now = budget_.elapsed();
  const std::scoped_lock lock(progress_lock_);
  if (!limits_.progress || is_reported_ || (last && !progress_shown_) || now < kQuietSeconds) {
    is_reported_ = is_reported_ || last;
    return;
  }
  is_reported_ = last;
  if (!last && progress_shown_ && now < progress_at_ + kRedrawSeconds) return;
  progress_shown_ = true;
  progress_at_ = now;
  if (tells_lines_) {
    if (!last) fmt::print(stderr, "{}{}\n", kProgressPrefix, what_is_done());
    return;
  }
  // One line, or it could not be drawn again. A terminal that tells no width (0) has the usual one.
  winsize window{};
  const size_t columns = ioctl(STDERR_FILENO, TIOCGWINSZ, &window) == 0 && window.ws_col > 0 ? window.ws_col - 1U : 79;
  fmt::print(stderr, "\r\033[K{}", last ? "" : progress_line(columns));
  std::fflush(stderr);
}

int Session::run(const Work& work, const GiveUp& give_up) {
  sigset_t signals = watched_signals(), before;
  pthread_sigmask(SIG_BLOCK, &signals, &before);
  Worker worker{work, {}, {}};
  limit_data(limits_.megabytes);
  std::optional<DeepThread> thread;
  start(thread, worker, most_stack_megabytes(limits_.megabytes));
  int code = 0;
  {
    std::unique_lock lock(worker.mutex);
    while (!worker.finished.wait_for(lock, kLook, [&] { return worker.done; })) {
      lock.unlock();
      watch();
      if (overdue()) {
        if (!report_.try_lock()) {
          // The worker is writing its report, perhaps to a reader that does not read. Limits are about the work, but Ctrl-C counts.
          if (interrupted()) _exit(130);
          lock.lock();
          continue;
        }
        show_progress(true);
        std::string reason = cut_reason();
        if (reason.empty()) reason = fmt::format("the time limit of {} s was reached", limits_.seconds);
        code = give_up(reason + fmt::format(" ({} did not stop by itself)", stage_.load()));
        std::fflush(nullptr);
        _exit(code);  // the worker still runs: no destructor may
      }
      lock.lock();
    }
    code = worker.code;
  }
  thread->join();
  show_progress(true);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return code;
}

}  // namespace fencepost::driver
