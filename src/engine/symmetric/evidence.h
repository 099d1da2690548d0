// What was reached by views of a broadcast program, as an invariant over views of the flat program that check/ can confirm.
#pragma once

#include "boolean/broadcast_explore.h"
#include "engine/symmetric/abstraction.h"
#include "engine/symmetric/relations.h"
#include "result/proof.h"

namespace fencepost::engine::symmetric {

// `size`: the most threads that a view has. `relations`: what holds besides, if the abstraction rests on that.
result::ViewInvariants view_invariants(Threads& threads, const Precision& precision, Relations* relations,
                                       const BroadcastAbstraction& abstraction,
                                       const std::vector<boolean::CountedState>& views, uint32_t size,
                                       const std::shared_ptr<logic::Terms>& terms);

// What was reached by at most `most` instances of each template with several.
result::CountInvariants count_invariants(const Precision& precision, const BroadcastAbstraction& abstraction,
                                         const std::vector<boolean::CountedState>& states, uint32_t most,
                                         const std::shared_ptr<logic::Terms>& terms);

}  // namespace fencepost::engine::symmetric
