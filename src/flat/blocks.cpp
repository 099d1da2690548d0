#include "flat/blocks.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "flat/automaton_shape.h"
#include "flat/operands.h"

namespace fencepost::flat {

// One way through a block.
struct Blocks::Walk {
  const Template& of;
  std::set<Loc>& stops;
  std::vector<Block>& found;
  Block block = {};
  std::set<Loc> passed = {};  // in the section
  bool in_section = false;
};

Blocks::Blocks(const FlatProgram& program, logic::Terms& terms) : program_(program), terms_(terms) {
  find_written();
  found_.resize(program.templates.size());
  for (uint32_t i = 0; i < program.templates.size(); ++i) find_stops(TemplateId{i});
}

void Blocks::find_written() {
  written_.assign(program_.variables.size(), false);
  for (const Template& of : program_.templates)
    for (const Edge& edge : of.edges)
      if (writes(edge.label)) each_cell(*access(edge.label), program_, [&](VarId id) { written_[index(id)] = true; });
}

bool Blocks::is_seen(const Label& label) const {
  if (std::holds_alternative<Spawn>(label) || std::holds_alternative<Join>(label) ||
      std::holds_alternative<Exit>(label) || std::holds_alternative<AtomicBegin>(label))
    return true;
  const Access* touched = access(label);
  if (touched == nullptr) return false;
  bool seen = false;
  each_cell(*touched, program_, [&](VarId id) { seen = seen || (!program_[id].owner && written_[index(id)]); });
  return seen;
}

bool Blocks::writes_shared(const Label& label) const {
  return std::holds_alternative<Spawn>(label) || (writes(label) && is_shared(*access(label), program_));
}

// Some step from here is possible, whatever the variables are. An access to a group may find no cell.
bool Blocks::goes_on(const Template& of, Loc at) const {
  Term passes = terms_.boolean(false);
  for (const Edge& edge : edges_of(of, index(at))) {
    auto* assume = std::get_if<Assume>(&edge.label);
    const Access* touched = access(edge.label);
    if (assume)
      passes = terms_.or_(passes, assume->condition);
    else if (!std::holds_alternative<Join>(edge.label) &&
             (touched == nullptr || std::holds_alternative<VarId>(touched->to)))
      return true;
  }
  return passes.is_true();
}

void Blocks::find_stops(TemplateId id) {
  const Template& of = program_[id];
  std::set<Loc> stops{of.entry};
  std::vector<uint32_t> come_in(of.locations, 0);
  for (const Edge& edge : of.edges) ++come_in[index(edge.to)];
  std::vector<bool> seen(of.locations, false);
  for (const Edge& edge : of.edges)
    if (is_seen(edge.label)) seen[index(edge.from)] = true;
  for (uint32_t at = 0; at < of.locations; ++at)
    if (seen[at] || edges_of(of, at).empty()) stops.insert(Loc{at});
  // Where a depth-first search along steps that nobody sees comes back to what it has not finished.
  std::vector<uint8_t> state(of.locations, 0);  // 1: begun, 2: finished
  for (uint32_t root = 0; root < of.locations; ++root) {
    if (state[root] != 0 || seen[root]) continue;
    std::vector<std::pair<uint32_t, uint32_t>> stack{{root, of.first_out[root]}};
    state[root] = 1;
    while (!stack.empty()) {
      auto& [at, next] = stack.back();
      if (next == of.first_out[at + 1]) {
        state[at] = 2;
        stack.pop_back();
        continue;
      }
      uint32_t to = index(of.edges[next++].to);
      if (seen[to]) continue;
      if (state[to] == 1) stops.insert(Loc{to});
      if (state[to] != 0) continue;
      state[to] = 1;
      stack.emplace_back(to, of.first_out[to]);
    }
  }
  for (bool joins_are_stops = false;;) {
    std::map<Loc, std::vector<Block>> found;
    std::vector<Loc> open{of.entry};
    bool is_complete = true, has_many = false;
    while (!open.empty() && is_complete) {
      Loc at = open.back();
      open.pop_back();
      auto [blocks, is_new] = found.try_emplace(at);
      if (!is_new) continue;
      Walk way{of, stops, blocks->second};
      way.block.from = at;
      size_t before = stops.size();
      walk(way, at);
      is_complete = stops.size() == before;
      if (blocks->second.size() > kMostFromStop) {
        if (joins_are_stops)
          throw NotFlat{edges_of(of, index(at))[0].pos, "an atomic section can be passed in too many ways"};
        has_many = true, is_complete = false;
      }
      for (const Block& block : blocks->second)
        if (!block.ends_program) open.push_back(block.to);
    }
    if (is_complete) {
      found_[index(id)] = std::move(found);
      return;
    }
    if (!has_many) continue;
    joins_are_stops = true;
    for (uint32_t at = 0; at < of.locations; ++at)
      if (come_in[at] > 1) stops.insert(Loc{at});
  }
}

void Blocks::walk(Walk& way, Loc at) const {
  if (way.found.size() > kMostFromStop) return;
  const bool begins = way.block.edges.empty();
  std::span<const Edge> edges = edges_of(way.of, index(at));
  auto finish = [&](bool ends_program) {
    way.found.push_back(way.block);
    way.found.back().to = at;
    way.found.back().ends_program = ends_program;
  };
  if (!begins && (edges.empty() || (!way.in_section && way.stops.contains(at)))) return finish(false);
  if (way.in_section && !way.passed.insert(at).second)
    throw NotFlat{edges.empty() ? SourcePos{} : edges[0].pos, "an atomic section loops"};
  if (!begins && way.block.writes && !goes_on(way.of, at)) {
    if (!way.in_section) {
      way.stops.insert(at);
      return finish(false);
    }
    way.block.must_go_on.push_back(static_cast<uint32_t>(way.block.edges.size()));
  }
  for (const Edge& edge : edges) {
    if (way.in_section && (std::holds_alternative<Spawn>(edge.label) || std::holds_alternative<Join>(edge.label)))
      throw NotFlat{edge.pos, "an atomic section makes threads or waits for their end"};
    Block block = way.block;
    std::set<Loc> passed = way.passed;
    bool in_section = way.in_section;
    way.block.edges.push_back(static_cast<uint32_t>(&edge - way.of.edges.data()));
    if (writes_shared(edge.label)) way.block.writes = true;
    if (std::holds_alternative<AtomicBegin>(edge.label)) way.in_section = true;
    if (std::holds_alternative<AtomicEnd>(edge.label)) {
      way.in_section = false;
      way.passed.clear();
    }
    if (std::holds_alternative<Exit>(edge.label)) {
      at = edge.to;
      finish(true);
      at = edge.from;
    } else {
      walk(way, edge.to);
    }
    way.block = std::move(block);
    way.passed = std::move(passed);
    way.in_section = in_section;
  }
}

}  // namespace fencepost::flat
