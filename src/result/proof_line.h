// What a proof says of the state in which a thread stands before a line, for people.
#pragma once

#include <string>

#include "base/source.h"

namespace fencepost::result {

struct ProofLine {
  SourcePos pos;
  std::string holds;  // "worker: x <= 3"
};

}  // namespace fencepost::result
