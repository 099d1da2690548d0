// What was reached by views of a broadcast program, as an invariant over views of the flat program that check/ can confirm.
#pragma once

#include "boolean/broadcast_explore.h"
#include "engine/symmetric/abstraction.h"
#include "result/proof.h"

namespace fencepost::engine::symmetric {

// Each view has all of its threads by themselves. `size`: the most that it has.
result::ViewInvariants view_invariants(Threads& threads, const Precision& precision,
                                       const BroadcastAbstraction& abstraction,
                                       const std::vector<boolean::SeenState>& views, uint32_t size,
                                       const std::shared_ptr<logic::Terms>& terms);

// What was reached by at most `most` instances of each template with several.
result::CountInvariants count_invariants(const Precision& precision, const BroadcastAbstraction& abstraction,
                                         const std::vector<boolean::CountedState>& states, uint32_t most,
                                         const std::shared_ptr<logic::Terms>& terms);

}  // namespace fencepost::engine::symmetric
