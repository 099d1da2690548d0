#include "driver/witness/loop_invariants.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/walk.h"
#include "driver/model_choice.h"
#include "driver/read_program.h"
#include "memory/probe.h"

namespace fencepost::driver {

namespace {

using core::SourceMap;
using report::LoopInvariant;
using result::SharedFact;

class Placing {
 public:
  explicit Placing(const Input& input) : map_(input.elaborated.source_map) {
    for (const core::Global& global : input.elaborated.program.globals) {
      auto [found, is_new] = globals_.try_emplace(global.name, &global);
      if (!is_new) found->second = nullptr;
    }
    for (const core::Function& function : input.elaborated.program.functions)
      core::for_each_stmt(function.body, [&](const core::Stmt& stmt) {
        if (const auto* local = std::get_if<core::Alloc>(&stmt.kind)) locals_.insert(local->name);
      });
  }

  // Does the name mean the global there? Clang says whether it means anything (compiles).
  bool is_meant(const std::string& name, const SourceMap::Statement& loop) const {
    auto global = globals_.find(name);
    if (global == globals_.end() || global->second == nullptr || locals_.contains(name)) return false;
    const SourcePos& pos = global->second->pos;
    const bool is_before = pos.valid() && pos.file == loop.begin.file && core::is_before(pos, loop.begin);
    return is_before && global->second->storage == core::Storage::static_ && map_.statement_around(pos) == nullptr;
  }

 private:
  const SourceMap& map_;
  std::map<std::string, const core::Global*> globals_;  // null: several have the name
  std::set<std::string> locals_;
};

// With each of them as an expression before its loop.
bool compiles(const std::vector<LoopInvariant>& invariants, const Options& options, Budget& budget) {
  Changes changes;
  changes.marks_places = false;
  for (const LoopInvariant& one : invariants) changes.insertions.push_back({one.loop, " (void)(" + one.value + "); "});
  try {
    read_program(options, budget, false, &changes);
    return true;
  } catch (const InputError&) {
    return false;
  }
}

}  // namespace

std::vector<LoopInvariant> loop_invariants(const result::Result& result, const Input& input, const Options& options,
                                           Budget& budget) {
  constexpr size_t kMost = 200;
  std::vector<LoopInvariant> invariants;
  // Where threads may see different values at one time, an expression has no one value.
  const std::shared_ptr<const memory::Model> model = task_of(options, input.cfa, input.model).model;
  const bool has_one_memory = model != nullptr && memory::is_sequentially_consistent(*model);
  if (result.shared_facts.empty() || (core::starts_threads(input.elaborated.program) && !has_one_memory))
    return invariants;
  const Placing placing(input);
  for (const SourceMap::Statement& loop : input.elaborated.source_map.statements) {
    if (!loop.is_loop || !loop.in_block || !loop.is_written || invariants.size() >= kMost) continue;
    std::string value;
    for (const SharedFact& fact : result.shared_facts)
      if (std::ranges::all_of(fact.objects, [&](const std::string& name) { return placing.is_meant(name, loop); }))
        value += (value.empty() ? "" : " && ") + fact.holds;
    if (!value.empty()) invariants.push_back({loop.inner, loop.function, std::move(value)});
  }
  if (!invariants.empty() && !compiles(invariants, options, budget)) invariants.clear();
  return invariants;
}

}  // namespace fencepost::driver
