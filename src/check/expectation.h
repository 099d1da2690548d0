// What a claim promises, and how to say that a run did something else.
#pragma once

#include <string>

#include "core/outcome.h"
#include "result/claim.h"

namespace fencepost::check {

bool confirms(const core::Failure& failure, const result::Claim& claim);
// "the run ends without a failed check", ...
std::string what_happened(const core::Outcome& outcome);
// " at t.c:3", or nothing.
std::string at(const SourcePos& pos);

}  // namespace fencepost::check
