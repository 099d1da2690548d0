#include "engine/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "core/walk.h"
#include "engine/bounded/bounded.h"
#include "engine/buffers/buffers.h"
#include "engine/buffers/show.h"
#include "engine/cegar/cegar.h"
#include "engine/second_engine.h"
#include "engine/symmetric/symmetric.h"

namespace fencepost::engine {

namespace {

constexpr std::array<std::string_view, 5> kBoundedOptions = {"--unwind", "--unwindset", "--encoding", "--solver",
                                                             "--integers"};

constexpr std::array<std::string_view, 5> kCegarOptions = {"--domain", "--refinement", "--search", "--semantics",
                                                           "--max-enum"};

constexpr std::array<std::string_view, 5> kBuffersOptions = {"--buffer-bound", "--extrapolation", "--predicates",
                                                             "--cube-size", "--drop-buffered"};

constexpr std::array<std::string_view, 3> kSymmetricOptions = {"--cube-length", "--views", "--symmetry"};

// Refinement of one flat program, as the engine that abstracts does it.
FlatProver prover_of(const result::EngineOptions& options, const Listener& listener) {
  return [cegar = options.cegar, listener](
             const result::Task& task, const flat::FlatProgram& program, const std::vector<logic::Term>& predicates,
             const FlatEffort& effort, std::shared_ptr<logic::Terms> terms, Budget& budget, Statistics& statistics) {
    return cegar::prove(task, program, predicates, effort, cegar, std::move(terms),
                        effort.rounds == 1 ? Listener{} : listener, budget, statistics);
  };
}

constexpr std::array kEntries = {
    // Any program, up to bounds of its loops that are deepened until they no longer matter.
    Entry{"bounded", kBoundedOptions,
          [](const result::Task& task, const result::EngineOptions&) -> std::optional<std::string> {
            if (task.threads == 0) return std::nullopt;
            return "unrolls loops that create threads, and cannot keep to --threads";
          },
          [](const result::EngineOptions& options, Listener listener) -> std::unique_ptr<Engine> {
            return std::make_unique<bounded::BoundedEngine>(options, std::move(listener));
          }},
    // Programs that are flat, for runs of every length.
    Entry{"cegar", kCegarOptions, cegar::refuses,
          [](const result::EngineOptions& options, Listener listener) -> std::unique_ptr<Engine> {
            return std::make_unique<cegar::CegarEngine>(options.cegar, std::move(listener));
          }},
    // The same under models of store buffers, from what a proof under sc says.
    Entry{"buffers", kBuffersOptions, buffers::refuses,
          [](const result::EngineOptions& options, Listener listener) -> std::unique_ptr<Engine> {
            FlatProver prover = prover_of(options, listener);
            return std::make_unique<buffers::BuffersEngine>(options.buffers, std::move(prover), std::move(listener));
          }},
    // Programs whose threads do the same, for every number of them.
    Entry{"symmetric", kSymmetricOptions, symmetric::refuses,
          [](const result::EngineOptions& options, Listener listener) -> std::unique_ptr<Engine> {
            auto asked = options.engine.empty() ? symmetric::Asked::last : symmetric::Asked::by_name;
            return std::make_unique<symmetric::SymmetricEngine>(options.symmetric, asked, std::move(listener));
          },
          true,
          [](const result::EngineOptions& options, Listener listener) -> std::unique_ptr<Engine> {
            return std::make_unique<symmetric::SymmetricEngine>(options.symmetric, symmetric::Asked::ahead,
                                                                std::move(listener));
          }},
};

// A proof is worth more than the run that illustrates it.
constexpr uint32_t kTicksOfRun = 20'000;

// That there is a run at all a few iterations of each loop show, and they are unrolled soonest.
std::optional<result::Run> some_run(const result::Task& task, Budget& budget) {
  result::EngineOptions options;
  options.unwind = 2;
  Listener listener;
  listener.needs_run = [] { return true; };
  LimitedTicks limited(budget, kTicksOfRun);
  return bounded::BoundedEngine(options, listener).run(task, budget).run;
}

}  // namespace

std::span<const Entry> registry() { return kEntries; }

const Entry* named(const result::EngineOptions& options) {
  const auto* found = std::ranges::find(kEntries, options.engine, &Entry::name);
  return found == kEntries.end() ? nullptr : found;
}

namespace {

// Who sets a bound wants to know about that bound.
bool may_decide(const Entry& entry, bool is_first, const result::EngineOptions& options) {
  bool is_bound = options.unwind != 0 || !options.loop_bounds.empty();
  return options.engine.empty() ? !is_bound || is_first : entry.name == options.engine;
}

// Of two that decide nothing the first says more: it was asked first. What both found out is told.
void join(result::Claims& first, result::Claims second) {
  if (is_decided(second)) std::swap(first, second);
  if (!first.run) first.run = std::move(second.run);
  for (const auto& [name, value] : second.statistics.entries())
    if (first.statistics.get(name) == 0) first.statistics.set(name, value);
}

result::Claims asked(const Entry& entry, const result::Task& task, const result::EngineOptions& options,
                     const Listener& listener, Budget& budget) {
  result::Claims claims = entry.make(options, listener)->run(task, budget);
  if (claims.decided_by.empty()) claims.decided_by = entry.name;
  return claims;
}

// Some seconds: most of what is decided by it takes less.
constexpr uint32_t kTicksAhead = 500'000;

// What decides while others wait for it.
std::optional<result::Claims> ahead(std::span<const Entry* const> entries, const result::Task& task,
                                    const result::EngineOptions& options, const Listener& listener, Budget& budget) {
  for (const Entry* entry : entries) {
    if (entry->make_ahead == nullptr) continue;
    LimitedTicks limited(budget, kTicksAhead);
    result::Claims claims = entry->make_ahead(options, listener)->run(task, budget);
    claims.decided_by = entry->name;
    if (is_decided(claims)) return claims;
  }
  return std::nullopt;
}

// One after the other, until one decides.
result::Claims in_turn(std::span<const Entry* const> entries, const result::Task& task,
                       const result::EngineOptions& options, const Listener& listener, Budget& budget) {
  if (std::optional<result::Claims> claims = ahead(entries, task, options, listener, budget)) return *claims;
  result::Claims claims = asked(*entries.front(), task, options, listener, budget);
  for (const Entry* entry : entries.subspan(1))
    if (!is_decided(claims) && !budget.exhausted()) join(claims, asked(*entry, task, options, listener, budget));
  return claims;
}

}  // namespace

result::Claims decide(std::span<const Entry> entries, const result::Task& task, const result::EngineOptions& options,
                      const Listener& listener, Budget& budget) {
  std::vector<const Entry*> able;
  std::string refused = "no engine decides such programs";
  for (const Entry& entry : entries) {
    if (!may_decide(entry, &entry == &entries.front(), options)) continue;
    if (std::optional<std::string> why = entry.refuses(task, options))
      refused += fmt::format("; {} {}", entry.name, *why);
    else
      able.push_back(&entry);
  }
  result::Claims claims;
  if (able.empty()) {
    claims.reason = refused;
    return claims;
  }
  Listener beside;
  beside.log = listener.log;
  std::optional<SecondEngine> second;
  if (able.size() > 1)
    second.emplace([&](Budget& own) { return in_turn(std::span(able).subspan(1), task, options, beside, own); }, budget,
                   options.jobs > 1 ? SecondEngine::Threads::two : SecondEngine::Threads::one);
  claims = asked(*able.front(), task, options, listener, budget);
  if (core::starts_threads(task.program)) claims.statistics.set("engine.ticks", budget.ticks());
  if (second)
    if (std::optional<SecondEngine::Answer> answer = second->answer(claims)) {
      if (answer->is_instead) claims = {};
      join(claims, std::move(answer->claims));
    }
  bool is_safe = claims.verdict == result::Verdict::safe;
  if (!is_safe || claims.run || !listener.needs_run || !listener.needs_run()) return claims;
  claims.run = some_run(task, budget);
  if (!claims.run && !listener.needs_run()) return claims;
  // A proof about no run is none, and the first engine can say why there is no run.
  if (!claims.run && claims.decided_by != able.front()->name && !budget.exhausted()) {
    result::Claims first = asked(*able.front(), task, options, listener, budget);
    if (!first.run) return first;
    claims.run = std::move(first.run);
  }
  return claims;
}

std::string shown(std::string_view stage, const result::Task& task, const result::EngineOptions& options,
                  Budget& budget) {
  if (stage == "broadcast") return symmetric::broadcast_shown(task, options.symmetric, budget);
  const Listener nobody;
  const FlatProver prover = prover_of(options, nobody);
  Statistics unused;
  const buffers::Context context{task,   options.buffers, prover, nobody, std::make_shared<logic::Terms>(),
                                 budget, unused};
  return stage == "boolean" ? buffers::boolean_shown(context) : buffers::with_buffers_shown(context);
}

}  // namespace fencepost::engine
