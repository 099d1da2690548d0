#include "engine/cegar/graphs/graph_facts.h"

#include <fmt/format.h>

#include <algorithm>

#include "flat/automaton_shape.h"
#include "flat/configuration.h"
#include "flat/operands.h"
#include "flat/under_model.h"
#include "memory/graph_rules.h"
#include "memory/probe.h"

namespace fencepost::engine::cegar::graphs {

using flat::Edge;
using flat::FlatProgram;
using flat::VarId;
using Order = program::Mapping::AccessKind;

namespace {

constexpr size_t kMostCells = 64;  // of an access: each is a way to go on

// By location.
std::vector<bool> reached_from(const flat::Template& of, flat::Loc from) {
  std::vector<bool> reached(of.locations);
  std::vector<uint32_t> open{flat::index(from)};
  while (!open.empty()) {
    uint32_t at = open.back();
    open.pop_back();
    if (reached[at]) continue;
    reached[at] = true;
    for (const Edge& next : flat::edges_of(of, at)) open.push_back(flat::index(next.to));
  }
  return reached;
}

}  // namespace

GraphFacts::GraphFacts(const FlatProgram& program, const program::Mapping& mapping, const memory::Model& model)
    : program_(program),
      mapping_(mapping),
      sharing_(program),
      reads_anything_(memory::graph_rules(model).reads_anything) {
  for (const flat::Template& of : program.templates) loop_heads_.push_back(flat::loop_heads(of));
  find_writes(program);
  for (const flat::Variable& variable : program.variables) keeps_first_value_.push_back(variable.initial.has_value());
  for (const Edge& edge : program.templates[0].edges)
    if (flat::writes(edge.label) && sharing_.is_alone(0, edge.from))
      flat::each_cell(*flat::access(edge.label), program,
                      [&](VarId id) { keeps_first_value_[flat::index(id)] = false; });
  if (memory::graph_rules(model).opens_reads) find_open_reads(program, mapping, model);
  find_loops();
  buffers_ = flat::buffer_facts(model);
  has_one_memory_ = memory::is_sequentially_consistent(model) || flat::is_strong_in_c(program, model) ||
                    (buffers_ && !flat::not_understood(program, *buffers_));
  const memory::GraphRules& rules = memory::graph_rules(model);
  has_causes_ = !rules.opens_reads && !rules.reads_anything && !rules.stops_anywhere &&
                std::ranges::none_of(program.templates, [](const flat::Template& of) {
                  return std::ranges::any_of(
                      of.edges, [](const Edge& edge) { return std::holds_alternative<flat::AtomicBegin>(edge.label); });
                });
}

// What is written by an edge from whose end a walk leads back to its beginning.
void GraphFacts::find_loops() {
  for (uint32_t thread = 0; thread < program_.templates.size(); ++thread) {
    const flat::Template& of = program_.templates[thread];
    for (const Edge& edge : of.edges) {
      if (!flat::writes(edge.label)) continue;
      const std::vector<bool> reached = reached_from(of, edge.to);
      if (!reached[flat::index(edge.from)]) continue;
      bool ends = false;
      for (uint32_t at = 0; at < of.locations; ++at) ends = ends || (reached[at] && flat::edges_of(of, at).empty());
      flat::each_cell(*flat::access(edge.label), program_, [&](VarId id) {
        if (program_[id].owner || !is_seen(id, thread, edge.from)) return;
        written_in_loops_.insert(flat::index(id));
        if (!ends) written_for_ever_.insert(flat::index(id));
      });
    }
  }
}

bool GraphFacts::is_endless(const std::set<uint32_t>& tracked) const {
  return std::ranges::any_of(tracked, [&](uint32_t variable) { return written_for_ever_.contains(variable); });
}

const std::vector<GraphFacts::FutureRead>& GraphFacts::future_reads(uint32_t thread, uint32_t location,
                                                                    uint32_t variable) const {
  auto [found, is_new] = future_reads_.try_emplace({thread, location, variable});
  std::vector<FutureRead>& all = found->second;
  if (!is_new) return all;
  auto put = [&](const FutureRead& read) {
    if (std::ranges::find(all, read) == all.end()) all.push_back(read);
  };
  const std::vector<bool> reached = reached_from(program_.templates[thread], flat::Loc{location});
  for (const Edge& edge : program_.templates[thread].edges) {
    if (!reached[flat::index(edge.from)] || !flat::reads(edge.label)) continue;
    bool is_there = false;
    flat::each_cell(*flat::access(edge.label), program_,
                    [&](VarId id) { is_there = is_there || flat::index(id) == variable; });
    if (!is_there) continue;
    if (auto* load = std::get_if<flat::Load>(&edge.label)) put({&mapping_.of(Order::load, load->order).read, nullptr});
    auto* update = std::get_if<flat::Rmw>(&edge.label);
    if (update == nullptr) continue;
    const memory::Mapped& mapped = mapping_.of(Order::update, update->order);
    put({&mapped.read, &mapped.write});
    if (!update->condition.is_true())
      put({&mapping_.of(Order::failed, update->failure.value_or(update->order)).read, nullptr});
  }
  return all;
}

Growth GraphFacts::growth(const std::set<uint32_t>& tracked) const {
  bool loops = std::ranges::any_of(tracked, [&](uint32_t variable) { return written_in_loops_.contains(variable); });
  if (!loops) return Growth::by_threads;
  return has_one_memory_ ? Growth::by_memory : has_causes_ ? Growth::by_causes : Growth::by_threads;
}

void GraphFacts::find_open_reads(const FlatProgram& program, const program::Mapping& mapping,
                                 const memory::Model& model) {
  const bool always = !model.built_in || memory::graph_rules(model).reads_anything;
  auto read_of = [&](const Edge& edge) -> const memory::Mapped& {
    if (auto* load = std::get_if<flat::Load>(&edge.label)) return mapping.of(Order::load, load->order);
    return mapping.of(Order::update, std::get<flat::Rmw>(edge.label).order);
  };
  auto write_of = [&](const Edge& edge) -> const memory::Mapped& {
    if (auto* store = std::get_if<flat::Store>(&edge.label)) return mapping.of(Order::store, store->order);
    return mapping.of(Order::update, std::get<flat::Rmw>(edge.label).order);
  };
  for (uint32_t thread = 0; thread < program.templates.size(); ++thread) {
    const flat::Template& of = program.templates[thread];
    auto writes_for_others = [&](const Edge& edge) {
      bool does = false;
      if (flat::writes(edge.label))
        flat::each_cell(*flat::access(edge.label), program,
                        [&](VarId id) { does = does || (!program[id].owner && is_seen(id, thread, edge.from)); });
      return does;
    };
    for (const Edge& edge : of.edges) {
      bool is_update = std::holds_alternative<flat::Rmw>(edge.label);
      if (!is_update && !std::holds_alternative<flat::Load>(edge.label)) continue;
      bool opens = always;
      if (is_update)  // what fails reads like a load, of an order of its own
        opens = opens || !memory::keeps_load_store(model, read_of(edge), write_of(edge), true);
      std::vector<bool> seen(of.locations);
      std::vector<uint32_t> open{flat::index(edge.to)};
      while (!open.empty() && !opens) {
        uint32_t at = open.back();
        open.pop_back();
        if (seen[at]) continue;
        seen[at] = true;
        for (const Edge& later : flat::edges_of(of, at)) {
          open.push_back(flat::index(later.to));
          if (!writes_for_others(later)) continue;
          opens = opens || !memory::keeps_load_store(model, read_of(edge), write_of(later), false);
          if (auto* update = std::get_if<flat::Rmw>(&edge.label))
            opens = opens ||
                    !memory::keeps_load_store(model, mapping.of(Order::failed, update->failure.value_or(update->order)),
                                              write_of(later), false);
        }
      }
      if (opens) open_.insert(&edge);
    }
  }
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

std::optional<std::string> why_not_declarative(const memory::Model& model, const core::UndefSet& checks) {
  if (checks.has(core::Undef::data_race))
    return fmt::format("does not prove the absence of {} by execution graphs", core::info(core::Undef::data_race).id);
  if (const auto& problem = memory::graph_rules(model).problem)
    return fmt::format("does not build executions under {}, {}", model.name, *problem);
  return std::nullopt;
}

std::optional<flat::NotFlat> why_not_declarative(const FlatProgram& program, const GraphFacts& facts,
                                                 const program::Mapping& mapping, const memory::Model& model) {
  if (auto why = flat::why_not_single(program)) return flat::NotFlat{{}, *why};
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
          lives = lives || program[id].is_life();
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
