// For whom an object still lives, although its life has ended in memory: the thread that ended it has not told the others, or
// they have not heard. On machines with store buffers the end waits in the buffer like a write; where sources are given, a
// thread learns it when a step of the run says so.
#pragma once

#include <map>
#include <set>

#include "core/memory_bytes.h"

namespace fencepost::check {

class Lives : public core::LifeTap {
 public:
  // The thread knows that the object is dead; others do not, unless they know already or it is told to all.
  void seen(core::ObjectId object, uint32_t thread) { knows_[object].insert(thread); }
  void told(core::ObjectId object) { knows_.erase(object); }

  bool lives_on(uint32_t thread, core::ObjectId object) const override {
    auto some = knows_.find(object);
    return some != knows_.end() && !some->second.contains(thread);
  }

 private:
  std::map<core::ObjectId, std::set<uint32_t>> knows_;  // absent: all
};

}  // namespace fencepost::check
