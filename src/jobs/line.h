// Who may work: at most so many at once; the others wait, in their order, and only so many may.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>

namespace fencepost::jobs {

class Line {
 public:
  Line(size_t working, size_t waiting) : most_working_(working), most_waiting_(waiting) {}

  // A place in the line, given back when it goes out of scope.
  class Place {
   public:
    explicit Place(Line& line, uint64_t number) : line_(line), number_(number) {}
    ~Place();
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;

    // May it work, at the latest after this time?
    bool wait(std::chrono::milliseconds most);
    size_t before() const;  // that wait before it

   private:
    friend Line;
    Line& line_;
    uint64_t number_;
    bool works_ = false;
  };

  // None if too many wait.
  std::unique_ptr<Place> join();
  size_t working() const;

 private:
  size_t most_working_, most_waiting_;
  mutable std::mutex mutex_;
  std::condition_variable moved_;
  std::deque<uint64_t> waiting_;
  size_t working_ = 0;
  uint64_t last_ = 0;
};

}  // namespace fencepost::jobs
