// A run of this same executable with other arguments, as a process of its own: whatever its input does to it, whoever asked goes
// on. Its time, memory and file sizes are limited by itself (--timeout, --memory) and, should it fail in that, by the kernel
// and by us. It dies with the thread that started it.
//
// Rejected: work in threads of the asking process. A solver that does not stop, or takes all memory, would end that, too.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace fencepost::jobs {

struct ChildLimits {
  double seconds = 60;
  uint64_t megabytes = 2000;
};

class Child {
 public:
  // Starts it in `folder`; the limits are for its arguments to repeat. Throws std::system_error if there can be no process.
  Child(const std::vector<std::string>& arguments, const std::string& folder, const ChildLimits& limits);
  ~Child();  // kills it, if it still runs
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  // Takes in what it says until there is some, it ends, or the time is over. Has it ended?
  bool wait(std::chrono::milliseconds most);
  // It tells what it knows, within a second.
  void interrupt();
  void kill();

  const std::string& output() const { return output_; }
  const std::string& messages() const { return messages_; }  // on standard error, but for what tells how far it is
  const std::string& progress() const { return progress_; }  // the last it told of that
  int exit_code() const { return exit_code_; }  // once it has ended; 128 and more: by a signal, as shells have it
  double seconds() const;
  uint64_t megabytes() const;  // resident now

 private:
  bool take_in(int& pipe, std::string& text) const;
  void sort_lines();
  void reap(int options);

  ChildLimits limits_;
  std::chrono::steady_clock::time_point started_;
  pid_t process_ = -1;  // -1: it has ended
  int out_ = -1, err_ = -1;
  std::string output_, messages_, progress_;
  std::string line_;  // of standard error, as far as it has come
  int exit_code_ = -1;
};

}  // namespace fencepost::jobs
