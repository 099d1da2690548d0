#include "flat/buffer.h"

#include <algorithm>

#include "flat/operands.h"

namespace fencepost::flat {

Term is_same_cell(const Access& one, const Access& other, const FlatProgram& program, logic::Terms& terms) {
  auto is_at = [&](const Access& access, VarId variable) {
    if (auto* same = std::get_if<VarId>(&access.to)) return terms.boolean(*same == variable);
    Term any = terms.boolean(false);
    const Group& group = program[std::get<GroupId>(access.to)];
    for (const Group::Cell& cell : group.cells)
      if (cell.variable == variable)
        any = terms.or_(any, terms.eq(access.place, terms.bv(cell.place, group.place_bits)));
    return any;
  };
  auto *group = std::get_if<GroupId>(&one.to), *same = std::get_if<GroupId>(&other.to);
  if (group != nullptr && same != nullptr && *group == *same) {
    std::vector<VarId> cells;
    for (const Group::Cell& cell : program[*group].cells) cells.push_back(cell.variable);
    std::ranges::sort(cells);
    if (std::ranges::adjacent_find(cells) == cells.end()) return terms.eq(one.place, other.place);
  }
  Term any = terms.boolean(false);
  each_cell(one, program, [&](VarId id) { any = terms.or_(any, terms.and_(is_at(one, id), is_at(other, id))); });
  return any;
}

void Buffer::add(Pending store, bool per_variable) {
  store.epoch = pending_.empty() ? 0 : pending_.back().epoch + (is_closed_ ? 1 : 0);
  is_closed_ = false;
  pending_.push_back(store);
  if (!per_variable) return;
  auto first = std::ranges::find_if(pending_, [&](const Pending& one) { return one.epoch == pending_.back().epoch; });
  auto is_variable = [](const Pending& one) { return std::holds_alternative<VarId>(one.to.to); };
  if (std::all_of(first, pending_.end(), is_variable))
    std::stable_sort(first, pending_.end(), [](const Pending& a, const Pending& b) {
      return std::get<VarId>(a.to.to) < std::get<VarId>(b.to.to);
    });
}

Buffer Buffer::without(size_t index) const {
  Buffer rest = *this;
  rest.pending_.erase(rest.pending_.begin() + static_cast<std::ptrdiff_t>(index));
  if (rest.empty()) return {};
  uint32_t first = rest.pending_[0].epoch;
  for (Pending& one : rest.pending_) one.epoch -= first;
  return rest;
}

uint32_t Buffer::free_number(const Access& to) const {
  uint32_t number = 0;
  auto is_used = [&](const Pending& one) { return one.to.to == to.to && one.number == number; };
  while (std::ranges::any_of(pending_, is_used)) ++number;
  return number;
}

void Buffer::append_key(std::vector<uint32_t>& key) const {
  key.push_back(is_closed_);
  for (const Pending& one : pending_) {
    auto* group = std::get_if<GroupId>(&one.to.to);
    key.push_back(group != nullptr);
    key.push_back(group != nullptr ? index(*group) : index(std::get<VarId>(one.to.to)));
    key.push_back(one.to.place ? one.to.place.id() + 1 : 0);
    key.push_back(one.value.id());
    key.push_back(one.epoch);
  }
}

}  // namespace fencepost::flat
