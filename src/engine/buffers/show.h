// The forms that a program has on its way through the engine, for people: `fencepost show --stage buffers` and `boolean`.
#pragma once

#include <string>

#include "engine/buffers/context.h"

namespace fencepost::engine::buffers {

// With store buffers as variables; as it is under models without them.
std::string with_buffers_shown(const Context& context);
// The Boolean program of that, with the predicates that were given or that the proof under sc has, extrapolated.
std::string boolean_shown(const Context& context);

}  // namespace fencepost::engine::buffers
