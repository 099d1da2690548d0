// Thrown where a proof turns out to be none, or no solver finds out.
#pragma once

#include <string>

namespace fencepost::check {

struct NoProof {
  std::string why;
};

}  // namespace fencepost::check
