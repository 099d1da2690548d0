#include "logic/term_store.h"

#include <limits>

#include "base/check.h"

namespace fencepost::logic {
namespace {

static_assert(sizeof(Node) == 64);

uint64_t mix(uint64_t hash, uint64_t word) {
  hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
  return hash ^ (hash >> 29);
}

uint32_t hash_of(const Node& node) {
  uint64_t hash =
      mix(static_cast<uint64_t>(node.op) << 32 | static_cast<uint64_t>(node.sort.kind) << 16 | node.sort.width,
          static_cast<uint64_t>(node.hi) << 16 | node.lo);
  if (node.op == Op::constant) {
    hash = mix(hash, static_cast<uint64_t>(node.value));
    hash = mix(hash, static_cast<uint64_t>(node.value >> 64));
  }
  for (Term arg : node.args) hash = mix(hash, arg.id());
  return static_cast<uint32_t>(hash ^ (hash >> 32));
}

bool same(const Node& a, const Node& b) {
  return a.op == b.op && a.sort == b.sort && a.hi == b.hi && a.lo == b.lo && a.value == b.value && a.args == b.args;
}

}  // namespace

Operands::Operands(std::span<const Term> terms) {
  FP_CHECK(terms.size() <= 3);
  for (size_t i = 0; i < terms.size(); ++i) terms_[i] = terms[i];
}

Term TermStore::append(const Node& key) {
  FP_CHECK(size_ < std::numeric_limits<uint32_t>::max() - 1);
  if ((size_ & (kChunk - 1)) == 0) chunks_.push_back(std::make_unique<Node[]>(kChunk));
  Node& node = chunks_.back()[size_ & (kChunk - 1)];
  node = key;
  node.id = size_++;
  return Term(&node);
}

Term TermStore::intern(const Node& key) {
  uint32_t hash = hash_of(key);
  size_t mask = slots_.size() - 1;
  size_t at = hash & mask;
  for (; slots_[at].id_plus_one != 0; at = (at + 1) & mask) {
    if (slots_[at].hash != hash) continue;
    const Node& found = node(slots_[at].id_plus_one - 1);
    if (same(found, key)) return Term(&found);
  }
  Term term = append(key);
  slots_[at] = {hash, term.id() + 1};
  if (++occupied_ * 2 > slots_.size()) grow();
  return term;
}

void TermStore::grow() {
  std::vector<Slot> old(slots_.size() * 2);
  old.swap(slots_);
  size_t mask = slots_.size() - 1;
  for (const Slot& slot : old) {
    if (slot.id_plus_one == 0) continue;
    size_t at = slot.hash & mask;
    while (slots_[at].id_plus_one != 0) at = (at + 1) & mask;
    slots_[at] = slot;
  }
}

Term TermStore::variable(std::string_view name, Sort sort) {
  Node key;
  key.op = Op::variable;
  key.sort = sort;
  key.name = &names_.emplace_back(name);
  return append(key);
}

}  // namespace fencepost::logic
