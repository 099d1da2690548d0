// What a thread has to know of addresses that others may see before or after it: which objects' addresses somebody takes as
// numbers, whose life somebody ends, and whose place in memory matters. Threads are unrolled one after another, so it is
// learnt like sharing.h: the program is unrolled again until nothing new is seen.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <utility>

namespace fencepost::unroll {

class AddressUse {
 public:
  // By a thread, while there may be others.
  void exposed(uint32_t object, uint32_t thread) { add(exposed_[object], thread); }
  void killed(uint32_t object, uint32_t thread) { add(killed_[object], thread); }
  // By anybody; of objects that an Alloc made.
  void placed(uint32_t object) { add(placed_, object); }

  // Did a thread other than this one do it?
  bool exposed_beside(uint32_t object, uint32_t thread) const { return beside(exposed_, object, thread); }
  bool killed_beside(uint32_t object, uint32_t thread) const { return beside(killed_, object, thread); }
  const std::map<uint32_t, std::set<uint32_t>>& exposed() const { return exposed_; }
  const std::set<uint32_t>& placed() const { return placed_; }

  // True if something was new since the last time.
  bool settle() { return std::exchange(news_, false); }

 private:
  using Threads = std::map<uint32_t, std::set<uint32_t>>;  // by object

  void add(std::set<uint32_t>& all, uint32_t one) { news_ = all.insert(one).second || news_; }
  static bool beside(const Threads& all, uint32_t object, uint32_t thread) {
    auto known = all.find(object);
    return known != all.end() && (known->second.size() > 1 || !known->second.contains(thread));
  }

  Threads exposed_, killed_;
  std::set<uint32_t> placed_;
  bool news_ = false;
};

}  // namespace fencepost::unroll
