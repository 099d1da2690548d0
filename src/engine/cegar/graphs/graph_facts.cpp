#include "engine/cegar/graphs/graph_facts.h"

#include <fmt/format.h>

#include "flat/automaton_shape.h"
#include "flat/configuration.h"
#include "flat/operands.h"
#include "memory/probe.h"

namespace fencepost::engine::cegar::graphs {

using flat::Edge;
using flat::FlatProgram;
using flat::VarId;
using Order = program::Mapping::AccessKind;

namespace {

constexpr size_t kMostCells = 64;  // of an access: each is a way to go on

}  // namespace

GraphFacts::GraphFacts(const FlatProgram& program) : sharing_(program) {
  for (const flat::Template& of : program.templates) loop_heads_.push_back(flat::loop_heads(of));
  find_writes(program);
  for (const flat::Variable& variable : program.variables) keeps_first_value_.push_back(variable.initial.has_value());
  for (const Edge& edge : program.templates[0].edges)
    if (flat::writes(edge.label) && sharing_.is_alone(0, edge.from))
      flat::each_cell(*flat::access(edge.label), program,
                      [&](VarId id) { keeps_first_value_[flat::index(id)] = false; });
}

void GraphFacts::find_writes(const FlatProgram& program) {
  for (const flat::Template& of : program.templates)
    writes_.emplace_back(of.locations, std::vector<bool>(program.variables.size()));
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t thread = 0; thread < program.templates.size(); ++thread)
      for (const Edge& edge : program.templates[thread].edges) {
        std::vector<bool>& here = writes_[thread][flat::index(edge.from)];
        std::vector<bool> more = here;
        auto unite = [&](const std::vector<bool>& other) {
          for (size_t i = 0; i < more.size(); ++i) more[i] = more[i] || other[i];
        };
        unite(writes_[thread][flat::index(edge.to)]);
        if (flat::writes(edge.label))
          flat::each_cell(*flat::access(edge.label), program, [&](VarId id) { more[flat::index(id)] = true; });
        if (auto* spawn = std::get_if<flat::Spawn>(&edge.label))
          unite(writes_[flat::index(spawn->spawned)][flat::index(program[spawn->spawned].entry)]);
        if (more != here) here = std::move(more), changed = true;
      }
  }
}

// Executions are built event by event, each read from a write that is there already (seed 000, section 4.3): a model in which causes
// run in circles has others. That a thread may stand still while others go on, and that a graph which is forbidden stays so, is
// used of models whose axioms only get harder to satisfy, and where the last event of all may always be added: it takes the last
// write, or is the last one, so that no edge leads from it.
std::optional<std::string> why_not_declarative(const memory::Model& model, const core::UndefSet& checks) {
  if (checks.has(core::Undef::data_race))
    return fmt::format("does not prove the absence of {} by execution graphs", core::info(core::Undef::data_race).id);
  const memory::Relaxations& allowed = memory::relaxations(model);
  if (allowed.load_store || allowed.stale_reads || allowed.torn_updates)
    return fmt::format("does not build executions under {}, where reads may take what is written because of them",
                       model.name);
  for (const memory::cat::Op& op : model.program.ops)
    if (op.needed && op.kind == memory::cat::Op::Kind::check && op.check.role == memory::cat::CheckRole::require &&
        (op.dependence.down != 0 || op.check.negated))
      return fmt::format("does not build executions under {}, whose axiom {} may hold again when there is more",
                         model.name, op.check.name);
  return std::nullopt;
}

std::optional<flat::NotFlat> why_not_declarative(const FlatProgram& program, const GraphFacts& facts,
                                                 const program::Mapping& mapping, const memory::Model& model) {
  if (auto why = flat::why_not_single(program)) return flat::NotFlat{{}, *why};
  if (mapping.needs_dependencies())
    return flat::NotFlat{{}, "the memory model asks for dependencies, which execution graphs of flat programs lack"};
  for (uint32_t thread = 0; thread < program.templates.size(); ++thread)
    for (const Edge& edge : program.templates[thread].edges) {
      auto is_unknown = [&](Order access, core::MemoryOrder order) {
        return mapping.unknown().contains({access, order});
      };
      bool unknown = false;
      if (auto* k = std::get_if<flat::Fence>(&edge.label)) unknown = is_unknown(Order::fence, k->order);
      if (const flat::Access* access = flat::access(edge.label)) {
        bool is_seen = false, lives = false;
        size_t cells = 0;
        flat::each_cell(*access, program, [&](VarId id) {
          ++cells;
          if (program[id].owner || !facts.is_seen(id, thread, edge.from)) return;
          is_seen = true;
          lives = lives || program[id].is_life;
        });
        if (!is_seen) continue;
        // Two accesses race if one of them is not atomic: then the model says nothing about the program.
        bool races = false;
        flat::each_cell(*access, program, [&](VarId id) { races = races || facts.sharing()[id].plain; });
        if (races && model.makes_races_undefined())
          return flat::NotFlat{edge.pos, "a variable that threads share is not atomic, and races are undefined"};
        if (lives) return flat::NotFlat{edge.pos, "whether an object lives here depends on several threads"};
        if (cells > kMostCells)
          return flat::NotFlat{edge.pos, "an access to one of too many cells for execution graphs"};
        if (auto* k = std::get_if<flat::Load>(&edge.label)) unknown = is_unknown(Order::load, k->order);
        if (auto* k = std::get_if<flat::Store>(&edge.label)) unknown = is_unknown(Order::store, k->order);
        if (auto* k = std::get_if<flat::Rmw>(&edge.label))
          unknown = is_unknown(Order::update, k->order) || is_unknown(Order::failed, k->failure.value_or(k->order));
      }
      if (unknown) return flat::NotFlat{edge.pos, "the memory model gives no meaning to an order that is used here"};
    }
  return std::nullopt;
}

}  // namespace fencepost::engine::cegar::graphs
