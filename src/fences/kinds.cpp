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

namespace {

constexpr unsigned kDearest = 1'000'000;
constexpr unsigned kDeepest = 3;  // loops that count

struct Row {
  MemoryOrder order;
  std::string_view code;
};

constexpr std::array kOfC = {Row{MemoryOrder::seq_cst, "atomic_thread_fence(memory_order_seq_cst);"},
                             Row{MemoryOrder::acq_rel, "atomic_thread_fence(memory_order_acq_rel);"},
                             Row{MemoryOrder::release, "atomic_thread_fence(memory_order_release);"},
                             Row{MemoryOrder::acquire, "atomic_thread_fence(memory_order_acquire);"}};
constexpr std::array kOfKernel = {Row{MemoryOrder::full, "smp_mb();"}, Row{MemoryOrder::wmb, "smp_wmb();"},
                                  Row{MemoryOrder::rmb, "smp_rmb();"}};

std::string known_names() {
  std::string names = "loop";
  for (const auto& [order, cost] : Costs{}.of) names += fmt::format(", {}", core::name(order));
  return names;
}

}  // namespace

unsigned Costs::at(MemoryOrder order, unsigned loops) const {
  unsigned cost = of.at(order);
  for (unsigned i = 0; i < std::min(loops, kDeepest); ++i) cost *= loop;
  return cost;
}

Costs parse_costs(const std::string& file, std::string_view text) {
  Costs costs;
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
    auto known = std::ranges::find_if(costs.of, [&](const auto& entry) { return core::name(entry.first) == name; });
    if (name == "loop")
      costs.loop = cost;
    else if (known != costs.of.end())
      known->second = cost;
    else
      throw InputError(pos, fmt::format("no fence is called `{}`", name), "known are " + known_names());
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
    kinds.push_back({row.order, std::string(row.code), tags});
  };
  if (mapping.is_kernel())
    std::ranges::for_each(kOfKernel, add);
  else
    std::ranges::for_each(kOfC, add);
  return kinds;
}

bool is_as_strong(MemoryOrder first, MemoryOrder second) {
  if (first == second || first == MemoryOrder::seq_cst || first == MemoryOrder::full) return true;
  return first == MemoryOrder::acq_rel && (second == MemoryOrder::acquire || second == MemoryOrder::release);
}

}  // namespace fencepost::fences
