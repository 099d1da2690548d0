// Where something happens, short enough for a table: "12", in another file than the main one "queue.h:30", and if that was called from
// the main file "queue.h:30 (from 12)".
#pragma once

#include <string>
#include <vector>

#include "result/violation.h"

namespace fencepost::report {

// The file that goes without saying: that of main, or the one that a run comes to first. Null: none.
const std::string* main_file(const std::vector<result::Step>& trace);

// Empty: the position is not known.
std::string line_text(const SourcePos& pos, const SourcePos& caller, const std::string* main_file);

}  // namespace fencepost::report
