#include "fences/kinds.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <sstream>

#include "base/diagnostic.h"
#include "core/print.h"
#include "program/mapping.h"

namespace fencepost::fences {

using core::MemoryOrder;
using core::OrderSite;

namespace {

constexpr unsigned kDearest = 1'000'000;
constexpr uint64_t kMost = 1'000'000'000'000'000;  // what nothing costs more than; thousands of that can be added up

struct Row {
  MemoryOrder order;
  std::string_view code;
  std::string_view built_in = "";  // needs no header
};

constexpr std::array kOfC = {
    Row{MemoryOrder::seq_cst, "atomic_thread_fence(memory_order_seq_cst);", "__atomic_thread_fence(__ATOMIC_SEQ_CST);"},
    Row{MemoryOrder::acq_rel, "atomic_thread_fence(memory_order_acq_rel);", "__atomic_thread_fence(__ATOMIC_ACQ_REL);"},
    Row{MemoryOrder::release, "atomic_thread_fence(memory_order_release);", "__atomic_thread_fence(__ATOMIC_RELEASE);"},
    Row{MemoryOrder::acquire, "atomic_thread_fence(memory_order_acquire);",
        "__atomic_thread_fence(__ATOMIC_ACQUIRE);"}};
constexpr std::array kOfKernel = {Row{MemoryOrder::full, "smp_mb();"}, Row{MemoryOrder::wmb, "smp_wmb();"},
                                  Row{MemoryOrder::rmb, "smp_rmb();"}};

std::string_view name_of(OrderSite::Kind kind) {
  return kind == OrderSite::Kind::load ? "load" : kind == OrderSite::Kind::store ? "store" : "update";
}

// By the names of a file.
std::map<std::string, unsigned*> entries_of(Costs& costs) {
  std::map<std::string, unsigned*> entries = {{"loop", &costs.loop}};
  for (auto& [order, cost] : costs.of) entries[std::string(core::name(order))] = &cost;
  for (auto& [access, cost] : costs.of_accesses)
    entries[fmt::format("{}.{}", name_of(access.first), core::name(access.second))] = &cost;
  for (auto& [order, cost] : costs.of_failures) entries[fmt::format("failure.{}", core::name(order))] = &cost;
  return entries;
}

// Compilers make acquire of consume.
MemoryOrder compiled(MemoryOrder order) { return order == MemoryOrder::consume ? MemoryOrder::acquire : order; }

uint64_t in_loops(uint64_t cost, unsigned loops, unsigned factor) {
  for (unsigned i = 0; i < loops && cost < kMost; ++i) cost *= factor;
  return std::min(cost, kMost);
}

// What is not in the table costs nothing.
template <typename Table, typename Key>
unsigned found_in(const Table& table, const Key& key) {
  auto found = table.find(key);
  return found != table.end() ? found->second : 0;
}

}  // namespace

uint64_t Costs::at(MemoryOrder order, unsigned loops) const {
  return in_loops(found_in(of, compiled(order)), loops, loop);
}

uint64_t Costs::of_access(OrderSite::Kind kind, MemoryOrder order, std::optional<MemoryOrder> failure,
                          unsigned loops) const {
  const uint64_t cost = found_in(of_accesses, Access{kind, compiled(order)}) +
                        found_in(of_failures, compiled(failure.value_or(MemoryOrder::relaxed)));
  return in_loops(cost, loops, loop);
}

Costs parse_costs(const std::string& file, std::string_view text) {
  Costs costs;
  const std::map<std::string, unsigned*> entries = entries_of(costs);
  std::istringstream lines{std::string(text)};
  uint32_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    const SourcePos pos = source_pos(file, ++number);
    std::istringstream words(line.substr(0, line.find('#')));
    std::string name, value, more;
    if (!(words >> name)) continue;
    words >> value;
    unsigned cost = 0;
    auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), cost);
    const unsigned most = name == "loop" ? 100 : kDearest;
    if (error != std::errc() || end != value.data() + value.size() || cost == 0 || cost > most || words >> more)
      throw InputError(pos, fmt::format("the cost of `{}` is no whole number from 1 to {}", name, most),
                       "a line is a name and a number, such as `seq_cst 5`");
    auto known = entries.find(name);
    if (known == entries.end()) {
      std::string names;
      for (const auto& [one, at] : entries) names += (names.empty() ? "" : ", ") + one;
      throw InputError(pos, fmt::format("no fence or order is called `{}`", name), "known are " + names);
    }
    *known->second = cost;
  }
  return costs;
}

std::vector<Kind> kinds_of(const memory::Model& model) {
  const program::Mapping mapping(model);
  std::vector<Kind> kinds;
  auto add = [&](const Row& row) {
    if (mapping.unknown().contains({program::Mapping::AccessKind::fence, row.order})) return;
    const std::vector<std::string>& tags = mapping.of(program::Mapping::AccessKind::fence, row.order).fence;
    if (tags.empty() || std::ranges::any_of(kinds, [&](const Kind& kind) { return kind.tags == tags; })) return;
    kinds.push_back({row.order, tags});
  };
  if (mapping.is_kernel())
    std::ranges::for_each(kOfKernel, add);
  else
    std::ranges::for_each(kOfC, add);
  return kinds;
}

std::string code_of(MemoryOrder order, bool knows_atomics) {
  for (const Row& row : kOfC)
    if (row.order == order) return std::string(knows_atomics ? row.code : row.built_in);
  for (const Row& row : kOfKernel)
    if (row.order == order) return std::string(row.code);
  return "";
}

bool is_as_strong(MemoryOrder first, MemoryOrder second) {
  if (first == second || second == MemoryOrder::relaxed) return true;
  if (first == MemoryOrder::seq_cst || first == MemoryOrder::full) return true;
  if (second == MemoryOrder::consume) return first == MemoryOrder::acquire || first == MemoryOrder::acq_rel;
  return first == MemoryOrder::acq_rel && (second == MemoryOrder::acquire || second == MemoryOrder::release);
}

}  // namespace fencepost::fences
