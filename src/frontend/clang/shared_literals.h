// Whether equal string literals are one array, and whether one whose bytes another has lies inside it, is unspecified
// (C11 6.4.5p7), and so of constant compound literals (6.5.2.5p7). Where the program can observe it, by comparing pointers to
// two such literals or by converting them to integers, the run chooses before anything else which literals share storage: the
// address of each is then kept in a pointer that its uses read.
#pragma once

#include <map>
#include <string>

#include "core/core.h"

namespace fencepost::frontend {

struct LiteralText {
  std::string bytes;  // with the zero at the end of a string
  unsigned unit = 1;  // of a string: bytes of a character; of a compound literal: its alignment
  bool is_string = true;
};

void share_literals(const std::map<core::GlobalId, LiteralText>& literals, core::Program& program);

}  // namespace fencepost::frontend
