#include "boolean/packed_values.h"

#include <fmt/format.h>

#include "base/budget.h"

namespace fencepost::boolean {

Owners::Owners(const BroadcastProgram& program) : own_(program.templates.size()) {
  for (uint32_t i = 0; i < program.variables.size(); ++i) {
    const std::optional<uint32_t>& owner = program.variables[i].owner;
    std::vector<BoolVar>& whose = owner ? own_[*owner] : shared_;
    bits_.push_back(static_cast<unsigned>(whose.size()));
    whose.push_back(BoolVar{i});
    if (whose.size() > PackedValues::kMost)
      throw Exhausted(Resource::memory,
                      fmt::format("a broadcast program has more than {} predicates of one owner", PackedValues::kMost));
  }
}

ThreeValued Owners::unpacked(const PackedValues& values, const std::vector<BoolVar>& whose) const {
  ThreeValued all(bits_.size());
  for (unsigned bit = 0; bit < whose.size(); ++bit) all.set(whose[bit], values[bit]);
  return all;
}

}  // namespace fencepost::boolean
