// The notation of seed 003 for parallel composition, `{-{ A ||| B }-}` or `{{{ A ||| B }}}`: the arms run as threads that
// share the objects of the blocks around them, and the composition ends when all have ended. Clang parses the text as
// nested blocks, `{{ A } { B } }`, which has the same length, so positions stay; the offsets of the outer blocks say
// which ones are compositions. Rejected: marker calls, which would move columns.
#pragma once

#include <set>
#include <string>

namespace fencepost::frontend {

// Rewrites `source` in place. Value: the offset of the first brace of each composition.
std::set<unsigned> rewrite_parallel(std::string& source);

}  // namespace fencepost::frontend
