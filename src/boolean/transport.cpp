#include "boolean/transport.h"

#include <algorithm>
#include <bit>

namespace fencepost::boolean {

namespace {

// A flow that grows along paths on which sources change their targets.
class Transport {
 public:
  Transport(std::span<const uint32_t> sources, std::span<const uint32_t> targets, std::span<const uint64_t> serves)
      : left_(sources.begin(), sources.end()),
        targets_(targets),
        serves_(serves),
        flow_(targets.size() * sources.size()) {}

  bool operator()() {
    for (uint32_t target = 0; target < targets_.size(); ++target)
      for (uint32_t need = targets_[target]; need > 0;) {
        tried_ = 0;
        uint32_t got = more(target, need);
        if (got == 0) return false;
        need -= got;
      }
    return true;
  }

 private:
  uint32_t& flow(uint32_t target, uint32_t source) { return flow_[target * left_.size() + source]; }

  // At most so many more for the target, of sources that have not been tried.
  uint32_t more(uint32_t target, uint32_t most) {
    for (uint64_t open = serves_[target] & ~tried_; open != 0; open &= open - 1) {
      uint32_t source = static_cast<uint32_t>(std::countr_zero(open));
      if (left_[source] == 0) continue;
      uint32_t taken = std::min(most, left_[source]);
      left_[source] -= taken;
      flow(target, source) += taken;
      return taken;
    }
    for (uint64_t open = serves_[target] & ~tried_; open != 0; open = open & (open - 1) & ~tried_) {
      uint32_t source = static_cast<uint32_t>(std::countr_zero(open));
      tried_ |= uint64_t{1} << source;
      for (uint32_t other = 0; other < targets_.size(); ++other) {
        if (other == target || flow(other, source) == 0) continue;
        uint32_t freed = more(other, std::min(most, flow(other, source)));
        if (freed == 0) continue;
        flow(other, source) -= freed;
        flow(target, source) += freed;
        return freed;
      }
    }
    return 0;
  }

  std::vector<uint32_t> left_;
  const std::span<const uint32_t> targets_;
  const std::span<const uint64_t> serves_;
  std::vector<uint32_t> flow_;  // by target and source
  uint64_t tried_ = 0;
};

}  // namespace

bool can_transport(std::span<const uint32_t> sources, std::span<const uint32_t> targets,
                   std::span<const uint64_t> serves) {
  return Transport(sources, targets, serves)();
}

}  // namespace fencepost::boolean
