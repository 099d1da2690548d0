#include "jobs/line.h"

#include <algorithm>

namespace fencepost::jobs {

std::unique_ptr<Line::Place> Line::join() {
  std::scoped_lock lock(mutex_);
  const bool is_free = working_ < most_working_ && waiting_.empty();
  if (!is_free && waiting_.size() >= most_waiting_) return nullptr;
  waiting_.push_back(++last_);
  return std::make_unique<Place>(*this, last_);
}

size_t Line::working() const {
  std::scoped_lock lock(mutex_);
  return working_;
}

Line::Place::~Place() {
  std::scoped_lock lock(line_.mutex_);
  if (works_)
    --line_.working_;
  else
    std::erase(line_.waiting_, number_);
  line_.moved_.notify_all();
}

bool Line::Place::wait(std::chrono::milliseconds most) {
  std::unique_lock lock(line_.mutex_);
  if (works_) return true;
  auto is_next = [&] { return line_.working_ < line_.most_working_ && line_.waiting_.front() == number_; };
  if (!line_.moved_.wait_for(lock, most, is_next)) return false;
  line_.waiting_.pop_front();
  ++line_.working_;
  works_ = true;
  line_.moved_.notify_all();
  return true;
}

size_t Line::Place::before() const {
  std::scoped_lock lock(line_.mutex_);
  if (works_) return 0;
  auto at = std::ranges::find(line_.waiting_, number_);
  return static_cast<size_t>(at - line_.waiting_.begin());
}

}  // namespace fencepost::jobs
