// What each read of a run could have taken instead: the writes to its place with which the memory model allows what is left of the
// run when everything is taken away that follows from the read, along program order, reads-from and the starts and ends of threads.
// So it is a matter of the model, and of timing, never of what other values would have led to.
//
// The second half of an update makes its write exclusive: what another update took is none of its alternatives.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "base/budget.h"
#include "memory/model.h"
#include "result/run_graph.h"

namespace fencepost::check {

// By event; nothing for what is no read, and for the last reads of a long run, which would take too long.
std::vector<std::optional<std::vector<memory::EventId>>> alternatives(const result::RunGraph& run,
                                                                      const std::shared_ptr<const memory::Model>& model,
                                                                      const Budget& budget);

}  // namespace fencepost::check
