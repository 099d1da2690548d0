// The commands that print and have no verdict of their own (run, show, litmus, explain), under a session: whatever ends
// them early becomes a message and its exit code.
#pragma once

#include <functional>
#include <ostream>

#include "driver/session.h"

namespace fencepost::driver {

// `work` writes its output after Session::claim_report. `partial`: writes what there is when the work is cut off.
int supervised(const Limits& limits, std::ostream& err, const std::function<int(Session&)>& work,
               const std::function<void()>& partial = {});

}  // namespace fencepost::driver
