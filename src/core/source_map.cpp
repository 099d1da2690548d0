#include "core/source_map.h"

#include <algorithm>
#include <tuple>

namespace fencepost::core {

bool is_before(const SourcePos& a, const SourcePos& b) {
  return std::tie(a.line, a.column) < std::tie(b.line, b.column);
}

const SourceMap::Statement* SourceMap::statement_around(const SourcePos& pos) const {
  const Statement* found = nullptr;
  for (const Statement& one : statements) {
    const bool is_around = one.begin.file == pos.file && !is_before(pos, one.begin) && is_before(pos, one.end);
    if (is_around && (found == nullptr || !is_before(one.begin, found->begin))) found = &one;
  }
  return found;
}

const SourceMap::Call* SourceMap::call_at(const SourcePos& begin) const {
  const Call* found = nullptr;
  for (const Call& one : calls)
    if (one.begin == begin && (found == nullptr || is_before(one.closing, found->closing))) found = &one;
  return found;
}

const SourceMap::Branch* SourceMap::branch_at(const SourcePos& keyword) const {
  auto found = std::ranges::find(branches, keyword, &Branch::keyword);
  return found == branches.end() ? nullptr : &*found;
}

}  // namespace fencepost::core
