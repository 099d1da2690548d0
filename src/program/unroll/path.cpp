#include "program/unroll/path.h"

namespace fencepost::program::unroll {

namespace {

// How many literals back decided() looks: enough for loops whose condition does not change, cheap on long paths.
constexpr int kHorizon = 24;

}  // namespace

Paths::Paths(logic::Terms& terms) : terms_(terms) {
  nodes_.push_back({nullptr, terms.boolean(true), terms.boolean(true), 0});
  root_ = &nodes_.back();
}

Path Paths::extend(Path path, logic::Term literal) {
  if (literal.is_true() || decided(path, literal) == true) return path;
  nodes_.push_back({path, literal, terms_.and_(path->guard, literal), path->depth + 1});
  return &nodes_.back();
}

std::optional<bool> Paths::decided(Path path, logic::Term condition) const {
  if (condition.is_const()) return condition.is_true();
  logic::Term opposite = terms_.not_(condition);
  int left = kHorizon;
  for (Path at = path; at->parent != nullptr && left > 0; at = at->parent, --left) {
    if (at->literal == condition) return true;
    if (at->literal == opposite) return false;
  }
  return std::nullopt;
}

}  // namespace fencepost::program::unroll
