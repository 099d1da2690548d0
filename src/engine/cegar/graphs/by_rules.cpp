#include "engine/cegar/graphs/by_rules.h"

#include <algorithm>

#include "engine/cegar/graphs/open_writes.h"

namespace fencepost::engine::cegar::graphs {

bool ByRules::is_open(const Database& database, Pair pair) const {
  const BitMatrix& co = database[model_.coherence()];
  return !co.test(pair.first, pair.second) && !co.test(pair.second, pair.first);
}

std::optional<Database> ByRules::start(const memory::ExecutionGraph& graph) {
  Database database = model_.facts(graph);
  pairs_.clear();
  for (const WritesOfLocation& writes : writes_by_location(graph)) {
    for (memory::EventId first : writes.initial)
      for (memory::EventId other : writes.others) database.add(model_.coherence(), first, other);
    for (size_t i = 0; i < writes.others.size(); ++i)
      for (size_t j = i + 1; j < writes.others.size(); ++j) pairs_.emplace_back(writes.others[i], writes.others[j]);
  }
  database.close(budget_);
  if (model_.violated(database, false)) return std::nullopt;
  return database;
}

std::optional<Database> ByRules::with(const Database& database, Pair pair) {
  Database more = database;
  more.add(model_.coherence(), pair.first, pair.second);
  more.close(budget_);
  if (model_.violated(more, false)) return std::nullopt;
  return more;
}

bool ByRules::propagate(Database& database) {
  for (bool changed = true; changed;) {
    changed = false;
    for (const Pair& pair : pairs_) {
      if (!is_open(database, pair)) continue;
      std::optional<Database> forth = with(database, pair), back = with(database, {pair.second, pair.first});
      if (forth && back) continue;
      if (!forth && !back) return false;
      database = std::move(forth ? *forth : *back);
      changed = true;
    }
  }
  return true;
}

bool ByRules::complete(Database database) {
  if (!propagate(database)) return false;
  auto open = std::ranges::find_if(pairs_, [&](const Pair& pair) { return is_open(database, pair); });
  if (open == pairs_.end()) {
    database.close_all(budget_);
    return !model_.violated(database, true);
  }
  for (Pair pair : {*open, Pair{open->second, open->first}})
    if (std::optional<Database> more = with(database, pair); more && complete(std::move(*more))) return true;
  return false;
}

bool ByRules::allows(const memory::ExecutionGraph& graph) {
  std::optional<Database> database = start(graph);
  return database && complete(std::move(*database));
}

std::optional<memory::Relation> ByRules::needed(const memory::ExecutionGraph& graph) {
  std::optional<Database> database = start(graph);
  if (!database || !propagate(*database)) return std::nullopt;
  return (*database)[model_.coherence()];
}

}  // namespace fencepost::engine::cegar::graphs
