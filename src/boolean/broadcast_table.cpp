#include "boolean/broadcast_table.h"

#include <algorithm>
#include <array>
#include <bit>

#include "boolean/transport.h"

namespace fencepost::boolean {

namespace {

constexpr uint32_t kFree = ~0u;

size_t hash_of(std::span<const uint32_t> words) {
  uint64_t sum = 0x2545f4914f6cdd1d;
  for (uint32_t one : words) {
    sum = (sum ^ one) * 0x9e3779b97f4a7c15;
    sum ^= sum >> 31;
  }
  return static_cast<size_t>(sum);
}

}  // namespace

size_t PopulationTable::Hash::operator()(const std::vector<uint32_t>& of) const { return hash_of(of); }

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

std::span<const uint32_t> PopulationTable::words(uint32_t number) const {
  size_t end = number + 1 < starts_.size() ? starts_[number + 1] : words_.size();
  return std::span(words_).subspan(starts_[number], end - starts_[number]);
}

bool PopulationTable::is_at(uint32_t number) const { return std::ranges::equal(words(number), encoded_); }

// Of the last encoded one. Where threads are told apart, they keep their order here as well.
std::vector<uint32_t> PopulationTable::places() const {
  std::vector<std::array<uint32_t, 3>> counts;
  for (size_t i = singles_ + 1; i < encoded_.size(); i += 2) {
    const ThreadClass& one = classes_[encoded_[i]];
    counts.push_back({one.of, one.location, encoded_[i + 1]});
  }
  if (!tells_apart_) std::ranges::sort(counts);
  std::vector<uint32_t> all(encoded_.begin(), encoded_.begin() + static_cast<ptrdiff_t>(singles_));
  for (size_t i = 0; i < counts.size(); ++i) {
    if (!tells_apart_ && i > 0 && counts[i - 1][0] == counts[i][0] && counts[i - 1][1] == counts[i][1])
      all.back() += counts[i][2];
    else
      all.insert(all.end(), counts[i].begin(), counts[i].end());
  }
  return all;
}

// Threads stand at the same places in both.
bool PopulationTable::covers(std::span<const uint32_t> one, std::span<const uint32_t> other) {
  if (!shared_[one[singles_]].covers(shared_[other[singles_]])) return false;
  one = one.subspan(singles_ + 1);
  other = other.subspan(singles_ + 1);
  auto serves = [&](size_t i, size_t j) {
    const ThreadClass &general = classes_[one[2 * i]], &special = classes_[other[2 * j]];
    return general.of == special.of && general.location == special.location && general.values.covers(special.values);
  };
  if (tells_apart_) {
    for (size_t i = 0; i < one.size() / 2; ++i)
      if (!serves(i, i)) return false;
    return true;
  }
  if (one.size() > 2 * 64) return false;
  serves_.assign(other.size() / 2, 0);
  uint64_t used = 0;
  for (size_t j = 0; j < serves_.size(); ++j) {
    for (size_t i = 0; i < one.size() / 2; ++i)
      if (serves(i, j)) serves_[j] |= uint64_t{1} << i;
    if (serves_[j] == 0) return false;
    used |= serves_[j];
  }
  if (static_cast<size_t>(std::popcount(used)) != one.size() / 2) return false;
  sources_.clear();
  targets_.clear();
  for (size_t i = 1; i < one.size(); i += 2) sources_.push_back(one[i]);
  for (size_t i = 1; i < other.size(); i += 2) targets_.push_back(other[i]);
  return can_transport(sources_, targets_, serves_);
}

uint32_t PopulationTable::weight() const {
  auto known = [](const PackedValues& of) {
    uint32_t sum = 0;
    for (uint64_t one : of.known) sum += static_cast<uint32_t>(std::popcount(one));
    return sum;
  };
  uint32_t sum = known(shared_[encoded_[singles_]]);
  for (size_t i = singles_ + 1; i < encoded_.size(); i += 2)
    sum += encoded_[i + 1] * known(classes_[encoded_[i]].values);
  return sum;
}

bool PopulationTable::insert(const Population& of) {
  encode(of);
  size_t slot = hash_of(encoded_) & (slots_.size() - 1);
  for (; slots_[slot] != kFree; slot = (slot + 1) & (slots_.size() - 1))
    if (is_at(slots_[slot])) return false;
  std::vector<uint32_t>& alike = alike_[places()];
  const uint32_t known = weight();
  auto is_covered = [&](uint32_t one) { return weights_[one] < known && covers(words(one), encoded_); };
  if (std::ranges::any_of(alike, is_covered)) return false;
  std::erase_if(alike, [&](uint32_t one) {
    if (weights_[one] <= known || !covers(encoded_, words(one))) return false;
    is_passed_[one] = true;
    if (one >= round_) is_covered_[one] = true;
    return true;
  });
  alike.push_back(size());
  slots_[slot] = size();
  starts_.push_back(words_.size());
  words_.insert(words_.end(), encoded_.begin(), encoded_.end());
  weights_.push_back(known);
  is_covered_.push_back(false);
  is_passed_.push_back(false);
  if (2 * starts_.size() > slots_.size()) grow();
  return true;
}

void PopulationTable::grow() {
  slots_.assign(2 * slots_.size(), kFree);
  for (uint32_t i = 0; i < size(); ++i) {
    size_t slot = hash_of(words(i)) & (slots_.size() - 1);
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
