// Named counters and timers of one run, in the order in which they first appeared, so that reports are deterministic.
#pragma once

#include <chrono>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace fencepost {

class Statistics {
 public:
  void add(std::string_view name, double amount = 1);
  void set(std::string_view name, double value);
  double get(std::string_view name) const;
  const std::vector<std::pair<std::string, double>>& entries() const { return entries_; }

 private:
  double& slot(std::string_view name);

  std::vector<std::pair<std::string, double>> entries_;
  std::map<std::string, size_t, std::less<>> index_;
};

// Adds the seconds of its lifetime to a statistic.
class Timer {
 public:
  Timer(Statistics& statistics, std::string_view name) : statistics_(statistics), name_(name) {}
  ~Timer() { statistics_.add(name_, std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count()); }
  Timer(const Timer&) = delete;
  Timer& operator=(const Timer&) = delete;

 private:
  Statistics& statistics_;
  std::string name_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace fencepost
