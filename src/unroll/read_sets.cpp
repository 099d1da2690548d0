#include "unroll/read_sets.h"

namespace fencepost::unroll {

using logic::Term;

ReadSet ReadSets::intern(Members members) {
  std::erase_if(members, [](const Member& member) { return member.when.is_false(); });
  if (members.empty()) return 0;
  std::vector<std::pair<uint32_t, uint32_t>> key;
  for (const Member& member : members) key.push_back(member.key());
  auto [known, is_new] = known_.emplace(std::move(key), static_cast<ReadSet>(sets_.size()));
  if (is_new) sets_.push_back(std::move(members));
  return known->second;
}

ReadSet ReadSets::only(uint32_t read) { return intern({{read, terms_.boolean(true)}}); }

template <typename Combine>
ReadSet ReadSets::combine(ReadSet a, ReadSet b, const Combine& when) {
  const Members &left = sets_[a], &right = sets_[b];
  Term never = terms_.boolean(false);
  Members made;
  for (size_t i = 0, k = 0; i < left.size() || k < right.size();) {
    bool takes_left = k == right.size() || (i < left.size() && left[i].read <= right[k].read);
    bool takes_right = i == left.size() || (k < right.size() && right[k].read <= left[i].read);
    uint32_t read = takes_left ? left[i].read : right[k].read;
    made.push_back({read, when(takes_left ? left[i].when : never, takes_right ? right[k].when : never)});
    if (takes_left) ++i;
    if (takes_right) ++k;
  }
  return intern(std::move(made));
}

ReadSet ReadSets::join_different(ReadSet a, ReadSet b) {
  if (a > b) std::swap(a, b);
  auto known = joined_.find({a, b});
  if (known != joined_.end()) return known->second;
  ReadSet made = combine(a, b, [&](Term x, Term y) { return terms_.or_(x, y); });
  joined_[{a, b}] = made;
  return made;
}

ReadSet ReadSets::choose_different(Term condition, ReadSet yes, ReadSet no) {
  auto known = chosen_.find({condition.id(), yes, no});
  if (known != chosen_.end()) return known->second;
  ReadSet made = combine(yes, no, [&](Term x, Term y) { return terms_.ite(condition, x, y); });
  chosen_[{condition.id(), yes, no}] = made;
  return made;
}

}  // namespace fencepost::unroll
