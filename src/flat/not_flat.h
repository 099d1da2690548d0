// Why a program has no flat form: where, and what cannot be named there. A program that is not flat is not wrong; the engines that
// unroll answer alone.
#pragma once

#include <string>

#include "base/source.h"

namespace fencepost::flat {

struct NotFlat {
  SourcePos pos;
  std::string reason;
};

}  // namespace fencepost::flat
