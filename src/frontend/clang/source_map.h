// Finds what core/source_map.h is about in the functions of users' files.
#pragma once

#include "core/source_map.h"
#include "frontend/clang/parse.h"

namespace fencepost::frontend {

core::SourceMap mapped_source(const ParsedUnit& unit);

}  // namespace fencepost::frontend
