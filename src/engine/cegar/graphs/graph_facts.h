// What the declarative semantics has to know about a flat program before it explores it, and which programs and models it takes.
#pragma once

#include <optional>
#include <vector>

#include "core/undef.h"
#include "flat/flat_program.h"
#include "flat/not_flat.h"
#include "flat/sharing.h"
#include "memory/model.h"
#include "program/mapping.h"

namespace fencepost::engine::cegar::graphs {

class GraphFacts {
 public:
  // The program, with one instance of each template, outlives it.
  explicit GraphFacts(const flat::FlatProgram& program);

  // Its accesses are events: some thread writes there what another one touches. All else threads have for themselves, or never changes.
  bool is_seen(flat::VarId id, uint32_t thread, flat::Loc from) const {
    return sharing_.is_channel(id) && !sharing_.is_alone(thread, from);
  }
  // The thread, or one that it makes, may still write the variable when it stands there.
  bool may_write(uint32_t thread, uint32_t location, uint32_t variable) const {
    return writes_[thread][location][variable];
  }
  // It has its first value when other threads begin.
  bool keeps_first_value(uint32_t variable) const { return keeps_first_value_[variable]; }
  bool is_loop_head(uint32_t thread, uint32_t location) const { return loop_heads_[thread][location]; }
  const flat::Sharing& sharing() const { return sharing_; }

 private:
  void find_writes(const flat::FlatProgram& program);

  flat::Sharing sharing_;
  std::vector<std::vector<std::vector<bool>>> writes_;  // by thread, location, variable
  std::vector<std::vector<bool>> loop_heads_;
  std::vector<bool> keeps_first_value_;
};

// Why executions under the model are not explored so, whatever the program is; words that follow the name of the engine.
std::optional<std::string> why_not_declarative(const memory::Model& model, const core::UndefSet& checks);

// Why executions of the program are not.
std::optional<flat::NotFlat> why_not_declarative(const flat::FlatProgram& program, const GraphFacts& facts,
                                                 const program::Mapping& mapping, const memory::Model& model);

}  // namespace fencepost::engine::cegar::graphs
