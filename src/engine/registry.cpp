#include "engine/registry.h"

#include <fmt/format.h>

#include <array>

#include "engine/bounded/bounded.h"

namespace fencepost::engine {

namespace {

constexpr std::array<std::string_view, 5> kBoundedOptions = {"--unwind", "--unwindset", "--encoding", "--solver",
                                                             "--integers"};

constexpr std::array kEntries = {
    // Any program, up to bounds of its loops that are deepened until they no longer matter.
    Entry{"bounded", kBoundedOptions, [](const result::Task&) -> std::optional<std::string> { return std::nullopt; },
          [](const result::EngineOptions& options, Listener listener) -> std::unique_ptr<Engine> {
            return std::make_unique<bounded::BoundedEngine>(options, std::move(listener));
          }},
};

}  // namespace

std::span<const Entry> registry() { return kEntries; }

result::Claims decide(std::span<const Entry> entries, const result::Task& task, const result::EngineOptions& options,
                      const Listener& listener, Budget& budget) {
  result::Claims refused;
  refused.reason = "no engine decides such programs";
  for (const Entry& entry : entries) {
    std::optional<std::string> why = entry.refuses(task);
    if (!why) {
      result::Claims claims = entry.make(options, listener)->run(task, budget);
      if (claims.decided_by.empty()) claims.decided_by = entry.name;
      return claims;
    }
    refused.reason += fmt::format("; {} {}", entry.name, *why);
  }
  return refused;
}

}  // namespace fencepost::engine
