// What the declarative semantics has to know about a flat program before it explores it, and which programs and models it takes.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

#include "core/undef.h"
#include "flat/buffer_facts.h"
#include "flat/flat_program.h"
#include "flat/not_flat.h"
#include "flat/sharing.h"
#include "memory/model.h"
#include "program/mapping.h"
#include "result/graph_state.h"

namespace fencepost::engine::cegar::graphs {

using result::Growth;

class GraphFacts {
 public:
  // The program, with one instance of each template, and the mapping outlive it.
  GraphFacts(const flat::FlatProgram& program, const program::Mapping& mapping, const memory::Model& model);

  // Its accesses are events: some thread writes there what another one touches. All else threads have for themselves, or never changes,
  // unless the model lets a thread read what it has overwritten.
  bool is_seen(flat::VarId id, uint32_t thread, flat::Loc from) const {
    return (sharing_.is_channel(id) || (reads_anything_ && sharing_.is_written(id))) &&
           !sharing_.is_alone(thread, from);
  }
  // The thread, or one that it makes, may still write the variable when it stands there.
  bool may_write(uint32_t thread, uint32_t location, uint32_t variable) const {
    return writes_[thread][location][variable];
  }
  // It has its first value when other threads begin.
  bool keeps_first_value(uint32_t variable) const { return keeps_first_value_[variable]; }
  bool is_loop_head(uint32_t thread, uint32_t location) const { return loop_heads_[thread][location]; }
  const flat::Sharing& sharing() const { return sharing_; }
  // Of a load or an update: may it have to be passed before its write is there? Only if the thread, afterwards or by this, may write what
  // others see, and the model does not keep that behind the read: else no cycle of program order and reads-from goes through it.
  bool may_be_open(const flat::Edge& edge) const { return open_.contains(&edge); }
  // How graphs have to grow so that the loops of the program come back to states that were there before, where the model allows it.
  Growth growth(const std::set<uint32_t>& tracked) const;
  // Some loop that writes a tracked variable has no way out: graphs that grow by threads have no end.
  bool is_endless(const std::set<uint32_t>& tracked) const;
  // How the thread may read the variable from there on. An update that succeeds also writes.
  struct FutureRead {
    const std::vector<std::string>*read = nullptr, *written = nullptr;  // tags
    bool operator==(const FutureRead&) const = default;
  };
  const std::vector<FutureRead>& future_reads(uint32_t thread, uint32_t location, uint32_t variable) const;
  // Of a model with store buffers; nothing: writes take effect at once.
  const std::optional<flat::BufferFacts>& buffers() const { return buffers_; }

 private:
  void find_writes(const flat::FlatProgram& program);
  void find_loops();
  void find_open_reads(const flat::FlatProgram& program, const program::Mapping& mapping, const memory::Model& model);

  const flat::FlatProgram& program_;
  const program::Mapping& mapping_;
  flat::Sharing sharing_;
  bool reads_anything_;
  std::vector<std::vector<std::vector<bool>>> writes_;  // by thread, location, variable
  std::vector<std::vector<bool>> loop_heads_;
  std::vector<bool> keeps_first_value_;
  std::set<const flat::Edge*> open_;
  std::optional<flat::BufferFacts> buffers_;
  bool has_one_memory_ = false, has_causes_ = false;
  std::set<uint32_t> written_in_loops_, written_for_ever_;  // variables
  mutable std::map<std::tuple<uint32_t, uint32_t, uint32_t>, std::vector<FutureRead>> future_reads_;
};

// Why executions under the model are not explored so, whatever the program is; words that follow the name of the engine.
std::optional<std::string> why_not_declarative(const memory::Model& model, const core::UndefSet& checks);

// Why executions of the program are not.
std::optional<flat::NotFlat> why_not_declarative(const flat::FlatProgram& program, const GraphFacts& facts,
                                                 const program::Mapping& mapping, const memory::Model& model);

}  // namespace fencepost::engine::cegar::graphs
