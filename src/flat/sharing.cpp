#include "flat/sharing.h"

#include <algorithm>

#include "flat/operands.h"
#include "program/mapping.h"

namespace fencepost::flat {

using core::MemoryOrder;

Touch touch_of(const FlatProgram& program, const Label& label, VarId variable, bool succeeds) {
  Touch touch;
  MemoryOrder order = MemoryOrder::plain;
  if (auto* load = std::get_if<Load>(&label)) {
    touch.reads = true;
    order = load->order;
  } else if (auto* store = std::get_if<Store>(&label)) {
    touch.writes = true;
    order = store->order;
  } else {
    auto& update = std::get<Rmw>(label);
    touch.reads = true;
    touch.writes = succeeds;
    order = succeeds ? update.order : update.failure.value_or(update.order);
  }
  // That an object lives is no value that C's accesses could tell: its end is a write of it.
  touch.plain = order == MemoryOrder::plain || program[variable].is_life();
  touch.acquires = !touch.plain && touch.reads && program::acquires(order);
  touch.releases = !touch.plain && touch.writes && program::releases(order);
  touch.seq_cst = !touch.plain && order == MemoryOrder::seq_cst;
  return touch;
}

Sharing::Sharing(const FlatProgram& program) : program_(program) {
  size_t threads = program.templates.size();
  uses_.resize(program.variables.size(), Use{std::vector<bool>(threads), std::vector<bool>(threads)});
  find_after_spawn();
  for (uint32_t thread = 0; thread < threads; ++thread)
    for (const Edge& edge : program.templates[thread].edges)
      if (!is_alone(thread, edge.from)) add(thread, edge);
}

void Sharing::find_after_spawn() {
  const Template& of = program_.templates[0];
  after_spawn_.resize(of.locations);
  for (bool grew = true; grew;) {
    grew = false;
    for (const Edge& edge : of.edges) {
      bool after = after_spawn_[index(edge.from)] || std::holds_alternative<Spawn>(edge.label);
      if (!after || after_spawn_[index(edge.to)]) continue;
      after_spawn_[index(edge.to)] = grew = true;
    }
  }
}

void Sharing::add(uint32_t thread, const Edge& edge) {
  const Access* at = access(edge.label);
  if (at == nullptr) return;
  each_cell(*at, program_, [&](VarId id) {
    Use& use = uses_[index(id)];
    for (bool succeeds : {true, false}) {
      if (!succeeds && !std::holds_alternative<Rmw>(edge.label)) continue;
      Touch touch = touch_of(program_, edge.label, id, succeeds);
      if (touch.reads) use.read[thread] = true;
      if (touch.writes) use.written[thread] = true;
      use.stored = use.stored || (touch.writes && !touch.reads);
      (touch.plain ? use.plain : use.atomic) = true;
      if (touch.plain) continue;
      use.weak = use.weak || !touch.seq_cst;
      use.relaxed = use.relaxed || (touch.reads && !touch.acquires) || (touch.writes && !touch.releases);
    }
  });
}

bool Sharing::is_channel(VarId id) const {
  if (program_[id].owner || program_[id].is_note) return false;
  const Use& use = uses_[index(id)];
  for (size_t writer = 0; writer < use.written.size(); ++writer)
    for (size_t other = 0; use.written[writer] && other < use.read.size(); ++other)
      if (other != writer && (use.read[other] || use.written[other])) return true;
  return false;
}

}  // namespace fencepost::flat
