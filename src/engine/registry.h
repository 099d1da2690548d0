// The engines that decide tasks. The driver builds its runs from this list and constructs none by hand; explore, sampling
// and litmus answer other questions and have interfaces of their own.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/engine.h"

namespace fencepost::engine {

struct Entry {
  std::string_view name;
  std::span<const std::string_view> options;  // the user's options that are its own
  // Nothing: it decides tasks like this one. Otherwise why not, in words that follow its name.
  std::optional<std::string> (*refuses)(const result::Task& task, const result::EngineOptions& options);
  std::unique_ptr<Engine> (*make)(const result::EngineOptions& options, Listener listener);
  // No run with fewer threads fails than the one that it finds, which is worth waiting for.
  bool finds_fewest_threads = false;
  // For tasks that it is made for: then it goes before others for some time. Null: there are none.
  std::unique_ptr<Engine> (*make_ahead)(const result::EngineOptions& options, Listener listener) = nullptr;
};

std::span<const Entry> registry();
// The one that the user names; null: none is named.
const Entry* named(const result::EngineOptions& options);

// What the engines say about a task: the one that the user names, or the first with the others beside it (second_engine.h). If all
// refuse the task, that is an UNKNOWN with their reasons.
result::Claims decide(std::span<const Entry> entries, const result::Task& task, const result::EngineOptions& options,
                      const Listener& listener, Budget& budget);

// A form that the program has on its way through the engine for store buffers: with these as variables ("buffers"), or the Boolean program of that
// ("boolean"); or through the one for replicated threads ("broadcast"). Throws Exhausted.
std::string shown(std::string_view stage, const result::Task& task, const result::EngineOptions& options,
                  Budget& budget);

}  // namespace fencepost::engine
