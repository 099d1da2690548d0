#include "base/budget.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <limits>

namespace fencepost {

uint64_t resident_megabytes() {
  std::ifstream statm("/proc/self/statm");
  uint64_t total = 0, resident = 0;
  statm >> total >> resident;
  return resident * static_cast<uint64_t>(sysconf(_SC_PAGESIZE)) >> 20;
}

uint64_t peak_megabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<uint64_t>(usage.ru_maxrss) >> 10;
}

Budget::Budget(Beside beside) : megabytes_(beside.of.megabytes_), above_(&beside.of) {
  if (beside.of.seconds_ != 0) seconds_ = std::max(beside.of.remaining(), 0.001);
}

void Budget::limit_time(double seconds) { seconds_ = seconds; }
void Budget::limit_memory(uint64_t megabytes) { megabytes_ = megabytes; }

void Budget::limit_ticks(uint32_t more) {
  uint32_t last = more == 0 ? 0 : ticks() + more;
  last_tick_.store(more != 0 && last == 0 ? 1 : last, std::memory_order_relaxed);
}

void Budget::end_at_tick(uint32_t tick) {
  uint32_t last = last_tick();
  if (last == 0 || static_cast<int32_t>(tick - last) < 0) set_last_tick(tick == 0 ? 1 : tick);
}

double Budget::elapsed() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

double Budget::remaining() const {
  return seconds_ == 0 ? std::numeric_limits<double>::infinity() : seconds_ - elapsed();
}

bool Budget::exhausted() const { return stopped() || out_of_ticks() || remaining() <= 0; }

void Budget::check() {
  if (stopped()) throw Exhausted(Resource::interrupt, "interrupted");
  if (out_of_ticks()) throw Exhausted(Resource::steps, "this part's share of the work was done");
  // Reading the clock and /proc costs more than most callers' steps: look at them now and then.
  uint32_t tick = ticks() + 1;
  ticks_.store(tick, std::memory_order_relaxed);
  if (tick % 64 != 0) return;
  if (remaining() <= 0) throw Exhausted(Resource::time, fmt::format("the time limit of {} s was reached", seconds_));
  if (megabytes_ != 0 && tick % 4096 == 0 && resident_megabytes() > megabytes_)
    throw Exhausted(Resource::memory, fmt::format("the memory limit of {} MB was reached", megabytes_));
}

bool Budget::over_memory() const { return megabytes_ != 0 && resident_megabytes() > megabytes_; }

void Budget::check_now() {
  if (stopped()) throw Exhausted(Resource::interrupt, "interrupted");
  if (out_of_ticks()) throw Exhausted(Resource::steps, "this part's share of the work was done");
  if (remaining() <= 0) throw Exhausted(Resource::time, fmt::format("the time limit of {} s was reached", seconds_));
  if (over_memory())
    throw Exhausted(Resource::memory, fmt::format("the memory limit of {} MB was reached", megabytes_));
}

}  // namespace fencepost
