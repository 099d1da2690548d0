// A thread whose stack is large enough for what walks terms and programs recursively.
#pragma once

#include <pthread.h>

#include <functional>
#include <optional>
#include <utility>

namespace fencepost {

class DeepThread {
 public:
  DeepThread() = default;
  ~DeepThread() { join(); }
  DeepThread(const DeepThread&) = delete;
  DeepThread& operator=(const DeepThread&) = delete;

  // At most once; no exception may leave the work. Where the system grants no thread, there is none, and nothing is done.
  void start(size_t stack_bytes, std::function<void()> work) {
    work_ = std::move(work);
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, stack_bytes);
    pthread_t thread{};
    if (pthread_create(&thread, &attributes, main, this) == 0) thread_ = thread;
    pthread_attr_destroy(&attributes);
  }
  bool exists() const { return thread_.has_value(); }
  void join() {
    if (thread_) pthread_join(*std::exchange(thread_, std::nullopt), nullptr);
  }

 private:
  static void* main(void* self) {
    static_cast<DeepThread*>(self)->work_();
    return nullptr;
  }

  std::function<void()> work_;
  std::optional<pthread_t> thread_;
};

}  // namespace fencepost
