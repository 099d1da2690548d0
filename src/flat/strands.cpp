#include "flat/strands.h"

#include <algorithm>

namespace fencepost::flat {

size_t Unsequenced::strand_at(program::Loc loc) const {
  auto next = std::ranges::upper_bound(starts, loc);
  return next == starts.begin() ? 0 : static_cast<size_t>(next - starts.begin()) - 1;
}

std::vector<Unsequenced> unsequenced_in(const program::Procedure& procedure) {
  std::vector<Unsequenced> found, open;
  for (const program::Edge& edge : procedure.edges) {
    auto* label = std::get_if<program::Sequencing>(&edge.label);
    if (label == nullptr) continue;
    switch (label->kind) {
      case program::Sequencing::Kind::begin:
        open.push_back({edge.from, {}, {edge.to}, {}, edge.pos});
        break;
      case program::Sequencing::Kind::next:
        if (open.empty()) return {};
        open.back().starts.push_back(edge.to);
        break;
      case program::Sequencing::Kind::end:
        if (open.empty()) return {};
        open.back().end = edge.from;
        open.back().after = edge.to;
        found.push_back(std::move(open.back()));
        open.pop_back();
        break;
    }
  }
  return open.empty() ? found : std::vector<Unsequenced>{};
}

const std::vector<Unsequenced>& Strands::of(core::FunctionId function) {
  auto [at, is_new] = found_.try_emplace(function);
  if (is_new) at->second = unsequenced_in(cfa_.procedure(function));
  return at->second;
}

const Unsequenced* Strands::at(core::FunctionId function, program::Loc loc) {
  const std::vector<Unsequenced>& all = of(function);
  auto found = std::ranges::find_if(all, [&](const Unsequenced& one) { return one.begin == loc || one.contains(loc); });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace fencepost::flat
