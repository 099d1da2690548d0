#include "boolean/broadcast_table.h"

#include <algorithm>

namespace fencepost::boolean {

namespace {

constexpr uint32_t kFree = ~0u;

size_t hash(std::span<const uint32_t> words) {
  uint64_t sum = 0x2545f4914f6cdd1d;
  for (uint32_t one : words) {
    sum = (sum ^ one) * 0x9e3779b97f4a7c15;
    sum ^= sum >> 31;
  }
  return static_cast<size_t>(sum);
}

}  // namespace

PopulationTable::PopulationTable(const BroadcastProgram& program, bool tells_apart)
    : singles_(static_cast<size_t>(std::ranges::count(program.templates, false, &BroadcastTemplate::is_replicated))),
      templates_(program.templates.size()),
      tells_apart_(tells_apart),
      slots_(1024, kFree) {
  for (uint32_t i = 0; i < program.templates.size(); ++i)
    if (!program.templates[i].is_replicated) single_.push_back(i);
}

uint32_t PopulationTable::number(ThreadClass of) {
  of.count = 0;
  auto [found, is_new] = numbers_.try_emplace(of, static_cast<uint32_t>(classes_.size()));
  if (is_new) classes_.push_back(of);
  return found->second;
}

void PopulationTable::encode(const Population& of) {
  encoded_.clear();
  for (uint32_t one : single_) encoded_.push_back(of.at[one]);
  auto [found, is_new] = shared_numbers_.try_emplace(of.shared, static_cast<uint32_t>(shared_.size()));
  if (is_new) shared_.push_back(of.shared);
  encoded_.push_back(found->second);
  std::vector<std::pair<uint32_t, uint32_t>> counts;
  for (const ThreadClass& one : of.threads) counts.emplace_back(number(one), one.count);
  if (!tells_apart_) std::ranges::sort(counts);
  for (const auto& [which, count] : counts) {
    if (!tells_apart_ && encoded_.size() > singles_ + 1 && encoded_[encoded_.size() - 2] == which) {
      encoded_.back() += count;
    } else {
      encoded_.push_back(which);
      encoded_.push_back(count);
    }
  }
}

bool PopulationTable::is_at(uint32_t number) const {
  size_t end = number + 1 < starts_.size() ? starts_[number + 1] : words_.size();
  return end - starts_[number] == encoded_.size() &&
         std::equal(encoded_.begin(), encoded_.end(), words_.begin() + static_cast<ptrdiff_t>(starts_[number]));
}

bool PopulationTable::insert(const Population& of) {
  encode(of);
  size_t slot = hash(encoded_) & (slots_.size() - 1);
  for (; slots_[slot] != kFree; slot = (slot + 1) & (slots_.size() - 1))
    if (is_at(slots_[slot])) return false;
  slots_[slot] = size();
  starts_.push_back(words_.size());
  words_.insert(words_.end(), encoded_.begin(), encoded_.end());
  if (2 * starts_.size() > slots_.size()) grow();
  return true;
}

void PopulationTable::grow() {
  slots_.assign(2 * slots_.size(), kFree);
  for (uint32_t i = 0; i < size(); ++i) {
    size_t end = i + 1 < starts_.size() ? starts_[i + 1] : words_.size();
    size_t slot = hash(std::span(words_).subspan(starts_[i], end - starts_[i])) & (slots_.size() - 1);
    while (slots_[slot] != kFree) slot = (slot + 1) & (slots_.size() - 1);
    slots_[slot] = i;
  }
}

Population PopulationTable::population(uint32_t number) const {
  size_t at = starts_[number], end = number + 1 < starts_.size() ? starts_[number + 1] : words_.size();
  Population made{std::vector<uint32_t>(templates_, Population::kNotBegun), {}, {}};
  for (uint32_t one : single_) made.at[one] = words_[at++];
  made.shared = shared_[words_[at++]];
  for (; at < end; at += 2) {
    made.threads.push_back(classes_[words_[at]]);
    made.threads.back().count = words_[at + 1];
  }
  return made;
}

std::vector<uint32_t> PopulationTable::classes(const Population& of) {
  std::vector<uint32_t> where;
  encode(of);
  for (uint32_t i = 0; i < of.threads.size(); ++i) {
    uint32_t which = number(of.threads[i]), found = i;
    if (!tells_apart_)
      for (found = 0; encoded_[singles_ + 1 + 2 * found] != which;) ++found;
    where.push_back(found);
  }
  return where;
}

}  // namespace fencepost::boolean
