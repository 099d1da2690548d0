// A value that is computed when it is first asked for, by any thread. Who copies the owner copies no value: it is computed anew.
#pragma once

#include <mutex>
#include <optional>

namespace fencepost {

template <typename T>
class Lazy {
 public:
  Lazy() = default;
  Lazy(const Lazy&) {}
  Lazy& operator=(const Lazy&) = delete;

  template <typename Compute>
  const T& get(Compute compute) const {
    std::scoped_lock lock(mutex_);
    if (!value_) value_.emplace(compute());
    return *value_;
  }

 private:
  mutable std::mutex mutex_;
  mutable std::optional<T> value_;
};

}  // namespace fencepost
