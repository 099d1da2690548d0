// What a proof says of the state in which a thread stands before a line, for people.
#pragma once

#include <string>
#include <vector>

#include "base/source.h"

namespace fencepost::result {

struct ProofLine {
  SourcePos pos;
  std::string holds;  // "worker: x <= 3"
};

// What a proof says of integers that threads share, wherever these stand: for witnesses.
struct SharedFact {
  std::vector<std::string> objects;
  std::string holds;  // a C expression over these
};

}  // namespace fencepost::result
