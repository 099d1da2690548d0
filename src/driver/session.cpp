#include "driver/session.h"

#include <fmt/format.h>
#include <pthread.h>
#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstdio>

#include "base/check.h"
#include "driver/last_words.h"

namespace fencepost::driver {

namespace {

constexpr double kGraceSeconds = 3;  // solvers look at the clock now and then only
constexpr double kQuietSeconds = 2;

// Signal handlers have no argument to carry state in: the one place where a global is needed.
std::atomic<Budget*> interruptible = nullptr;
std::atomic<int> interrupts = 0;

void on_interrupt(int) {
  if (interrupts.fetch_add(1) > 0) _exit(130);
  if (Budget* budget = interruptible.load()) budget->cancel();
}

struct Worker {
  const Session::Work& work;
  std::mutex mutex;
  std::condition_variable finished;
  bool done = false;
  int code = 0;

  static void* main(void* self) {
    auto& worker = *static_cast<Worker*>(self);
    watch_this_thread();
    int code = worker.work();
    std::scoped_lock lock(worker.mutex);
    worker.code = code;
    worker.done = true;
    worker.finished.notify_all();
    return nullptr;
  }
};

// The address space may be limited: take the largest stack that is granted.
pthread_t start(Worker& worker) {
  for (size_t megabytes : {512, 128, 32, 8}) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, megabytes << 20);
    pthread_t thread{};
    int error = pthread_create(&thread, &attributes, Worker::main, &worker);
    pthread_attr_destroy(&attributes);
    if (error == 0) return thread;
  }
  throw Exhausted(Resource::memory, "no thread could be started");
}

}  // namespace

Session::Session(const Limits& limits) : limits_(limits) {
  budget_.limit_time(limits.seconds);
  budget_.limit_memory(limits.megabytes);
  limits_.progress = limits.progress && isatty(STDERR_FILENO);
}

std::string Session::cut_reason() const {
  if (out_of_memory_) return fmt::format("the memory limit of {} MB was reached", limits_.megabytes);
  return budget_.cancelled() ? "interrupted" : "";
}

void Session::claim_report() {
  if (!report_.try_lock())
    for (;;) pause();
}

bool Session::overdue() const {
  if (cut_at_ > 0) return budget_.elapsed() > cut_at_ + kGraceSeconds;
  return limits_.seconds > 0 && budget_.elapsed() > limits_.seconds + kGraceSeconds;
}

void Session::watch() {
  if (!budget_.cancelled() && limits_.megabytes != 0 && resident_megabytes() > limits_.megabytes) {
    out_of_memory_ = true;
    budget_.cancel();
  }
  if (budget_.cancelled() && cut_at_ == 0) cut_at_ = budget_.elapsed();
  show_progress(false);
}

void Session::show_progress(bool last) {
  if (!limits_.progress || (last && !progress_shown_) || budget_.elapsed() < kQuietSeconds) return;
  progress_shown_ = true;
  std::string line =
      last ? "" : fmt::format("  {:.0f} s, {} MB: {}", budget_.elapsed(), resident_megabytes(), stage_.load());
  fmt::print(stderr, "\r\033[K{}", line);
  std::fflush(stderr);
}

int Session::run(const Work& work, const GiveUp& give_up) {
  interrupts = 0;
  interruptible = &budget_;
  std::signal(SIGINT, on_interrupt);
  std::signal(SIGTERM, on_interrupt);
  Worker worker{work, {}, {}};
  pthread_t thread = start(worker);
  int code = 0;
  {
    std::unique_lock lock(worker.mutex);
    while (!worker.finished.wait_for(lock, std::chrono::milliseconds(100), [&] { return worker.done; })) {
      lock.unlock();
      watch();
      if (overdue()) {
        claim_report();
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
  pthread_join(thread, nullptr);
  show_progress(true);
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
  interruptible = nullptr;
  return code;
}

}  // namespace fencepost::driver
