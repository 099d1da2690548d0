#include "flat/unset_values.h"

#include <utility>

namespace fencepost::flat {

namespace {

constexpr uint64_t kMostBytes = 8;

}  // namespace

UnsetValues::Cell UnsetValues::class_of(Cell cell) const {
  for (auto up = parents_.find(cell); up != parents_.end(); up = parents_.find(cell)) cell = up->second;
  return cell;
}

void UnsetValues::join(const Touched& one, const Touched& other) {
  Cell a = class_of({one.object, one.at}), b = class_of({other.object, other.at});
  if (a == b) return;
  if (a > b) std::swap(a, b);
  parents_[b] = a;
  for (std::set<Cell>* classes : {&unset_, &too_wide_})
    if (classes->contains(b)) classes->insert(a);
}

bool UnsetValues::is_told(const Touched& cell) const {
  Cell of = class_of({cell.object, cell.at});
  return unset_.contains(of) && !too_wide_.contains(of);
}

void UnsetValues::access(const core::Expr& pointer, const core::Type& type, bool is_unset, const AbstractState& state,
                         FrameId frame, const SourcePos& pos) {
  std::vector<Touched> cells = analysis_.accessed(pointer, type, state, frame, pos);
  for (const Touched& cell : cells) join(cells[0], cell);
  if (cells.empty()) return;
  if (is_unset) unset_.insert(class_of({cells[0].object, cells[0].at}));
  if (type.bytes > kMostBytes) too_wide_.insert(class_of({cells[0].object, cells[0].at}));
}

void UnsetValues::step(Place from, const program::Edge& edge, const AbstractState& before,
                       const std::vector<Successor>& successors) {
  FrameId frame = analysis_.contexts()[from.context].frame;
  auto add = [&](const AbstractState& state) {
    for (const auto& [reg, value] : state.registers)
      if (value.unspecified) registers_.insert(reg);
  };
  add(before);
  for (const Successor& next : successors) add(next.state);
  if (auto* k = std::get_if<core::Load>(&edge.label)) {
    bool is_unset = !successors.empty() && successors[0].state.registers.at({frame, k->reg}).unspecified;
    access(*k->ptr, k->type, is_unset, before, frame, edge.pos);
  }
  if (auto* k = std::get_if<core::Store>(&edge.label)) access(*k->ptr, k->type, false, before, frame, edge.pos);
  if (auto* k = std::get_if<core::Rmw>(&edge.label)) access(*k->ptr, k->type, false, before, frame, edge.pos);
  if (auto* k = std::get_if<core::Copy>(&edge.label)) {
    std::vector<Touched> one = analysis_.parts(*k->src, *k->bytes, k->scalars, before, frame, edge.pos);
    std::vector<Touched> other = analysis_.parts(*k->dst, *k->bytes, k->scalars, before, frame, edge.pos);
    for (size_t i = 0; i + 1 < one.size(); ++i) {
      join(one[i], other[i]);
      if (one[i + 1].at - one[i].at > kMostBytes) too_wide_.insert(class_of({one[i].object, one[i].at}));
    }
  }
}

}  // namespace fencepost::flat
