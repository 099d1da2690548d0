#include <algorithm>

#include "core/core.h"

namespace fencepost::core {

bool DeclaredType::holds(SignedBits offset, std::string_view type) const {
  return std::any_of(scalars.begin(), scalars.end(), [&](const Scalars& here) {
    SignedBits skipped = offset - static_cast<SignedBits>(here.at);
    return here.type == type && skipped >= 0 && skipped % static_cast<SignedBits>(here.stride) == 0 &&
           static_cast<Bits>(skipped) < Bits{here.stride} * here.count;
  });
}

}  // namespace fencepost::core
