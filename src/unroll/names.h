// Numbers for objects and threads that stay the same when a program is unrolled again with better knowledge (sharing.h).
// A context is a chain of calls: the context of the caller, an edge, and how often that activation has taken it.
#pragma once

#include <map>
#include <set>
#include <tuple>

#include "program/cfa.h"
#include "unroll/objects.h"

namespace fencepost::unroll {

class Names {
 public:
  static constexpr uint32_t kRoot = 0;

  uint32_t context(uint32_t around, const program::Edge* edge, unsigned nth) {
    return contexts_.emplace(std::tuple(around, edge, nth), static_cast<uint32_t>(contexts_.size() + 1)).first->second;
  }
  // Numbers from `first` on, in the order of first use.
  uint32_t object(uint32_t context, uint32_t first) {
    return objects_.emplace(context, first + static_cast<uint32_t>(objects_.size())).first->second;
  }
  uint32_t thread(uint32_t context) {
    return threads_.emplace(context, static_cast<uint32_t>(threads_.size() + 1)).first->second;
  }
  size_t threads() const { return threads_.size() + 1; }

  // What the last unrolling knew about objects.
  std::vector<ObjectInfo> known;
  std::set<uint32_t> varied;  // objects whose sizes were another one in some unrolling than in the one before

 private:
  std::map<std::tuple<uint32_t, const program::Edge*, unsigned>, uint32_t> contexts_;
  std::map<uint32_t, uint32_t> objects_, threads_;
};

}  // namespace fencepost::unroll
