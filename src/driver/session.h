// One run under supervision. The work is done on a thread with a big stack, since Clang and every walk over a program
// recurse as deeply as the input nests; the calling thread watches time, memory and Ctrl-C, shows progress, and has the
// last word when a stage does not stop by itself. Signals are blocked and fetched by the watching thread, so that no
// library's handler can take them. The memory limit is also the kernel's (RLIMIT_DATA): between two looks of the watching
// thread a stage could take gigabytes. Rejected: a child process a run, which hides crashes from debuggers.
#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <optional>
#include <string>

#include "base/budget.h"
#include "result/result.h"

namespace fencepost::driver {

struct Limits {
  double seconds = 0;      // 0: none
  uint64_t megabytes = 0;  // 0: none
  bool progress = true;    // a line on standard error, if that is a terminal
};

class Session {
 public:
  explicit Session(const Limits& limits);

  Budget& budget() { return budget_; }
  // What is being done: shown while it takes long, and named when it had to be cut off.
  void stage(const char* what);

  // How far that is, in a few words.
  void note(const std::string& progress);
  // What that is about, where much the same is done several times.
  void about(const std::string& subject);
  bool shows_progress() const { return limits_.progress; }

  // Why the budget was cancelled: "" if it was not. Engines only see that it was.
  std::string cut_reason() const;
  bool interrupted() const { return interrupts_.load() > 0; }
  // The worker was refused memory. Why the run ends, then.
  std::string out_of_memory();

  // The best that is known so far, should the work have to be cut off.
  void keep(result::Result result);
  std::optional<result::Result> kept();

  // Only one thread may write the report; a loser of this race never returns. Progress is no longer told.
  void claim_report();

  // Runs `work` to its end and returns what it returns, or what `give_up` returns if `work` would not stop.
  using Work = std::function<int()>;
  using GiveUp = std::function<int(const std::string& reason)>;
  int run(const Work& work, const GiveUp& give_up);

 private:
  void watch();
  void take_signals();
  bool overdue() const;
  void show_progress(bool last);
  std::string what_is_done();
  std::string progress_line(size_t columns);

  Limits limits_;
  bool tells_lines_ = false;  // for a process that started this one and waits
  Budget budget_;
  std::atomic<const char*> stage_ = "starting";
  std::atomic<bool> out_of_memory_ = false;
  std::atomic<bool> out_of_processor_time_ = false;
  std::atomic<int> interrupts_ = 0;
  double cut_at_ = 0;         // when the watching thread saw the budget cancelled; 0: not yet
  std::mutex progress_lock_;  // the line goes before the report comes, perhaps to the same terminal
  bool progress_shown_ = false, is_reported_ = false;
  double progress_at_ = 0;
  std::mutex note_lock_;
  std::string about_, note_;
  std::mutex report_;
  std::mutex kept_lock_;
  std::optional<result::Result> kept_;
};

}  // namespace fencepost::driver
