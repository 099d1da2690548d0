#include "core/source_map.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <tuple>
#include <vector>

namespace fencepost::core {

bool is_before(const SourcePos& a, const SourcePos& b) {
  return std::tie(a.line, a.column) < std::tie(b.line, b.column);
}

namespace {

template <typename Part>
void add_new(std::vector<Part>& to, const std::vector<Part>& from, SourcePos Part::* begin, SourcePos Part::* end) {
  auto key = [&](const Part& one) {
    const SourcePos &a = one.*begin, &b = one.*end;
    return std::tuple(a.file, a.line, a.column, b.line, b.column);
  };
  std::set<decltype(key(from.front()))> known;
  for (const Part& one : to) known.insert(key(one));
  std::ranges::copy_if(from, std::back_inserter(to), [&](const Part& one) { return !known.contains(key(one)); });
}

}  // namespace

void SourceMap::add(const SourceMap& other) {
  add_new(statements, other.statements, &Statement::begin, &Statement::end);
  add_new(branches, other.branches, &Branch::keyword, &Branch::end);
  add_new(calls, other.calls, &Call::begin, &Call::closing);
  add_new(arms, other.arms, &Arm::begin, &Arm::end);
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

const SourceMap::Call* SourceMap::creation_at(const SourcePos& begin) const {
  auto found =
      std::ranges::find_if(calls, [&](const Call& one) { return one.begin == begin && makes_threads(one.callee); });
  return found == calls.end() ? nullptr : &*found;
}

const SourceMap::Arm* SourceMap::arm_at(const SourcePos& begin) const {
  auto found = std::ranges::find(arms, begin, &Arm::begin);
  return found == arms.end() ? nullptr : &*found;
}

bool makes_threads(std::string_view callee) { return callee == "pthread_create" || callee == "thrd_create"; }

const SourceMap::Branch* SourceMap::branch_at(const SourcePos& keyword) const {
  auto found = std::ranges::find(branches, keyword, &Branch::keyword);
  return found == branches.end() ? nullptr : &*found;
}

}  // namespace fencepost::core
