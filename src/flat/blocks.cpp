#include "flat/blocks.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "flat/automaton_shape.h"
#include "flat/operands.h"

namespace fencepost::flat {

// One way through a block.
struct Blocks::Walk {
  struct So {
    Block block;
    std::set<Loc> passed;  // in the section
    bool in_section = false;
    bool is_past = false;  // what could be taken later has no place in the block any more
    bool is_seen = false;  // others can tell that it has begun
  };
  TemplateId id;
  const Template& of;
  std::set<Loc>& stops;
  std::vector<Block>& found;
  So so = {};
};

Blocks::Blocks(const FlatProgram& program, logic::Terms& terms)
    : program_(program), terms_(terms), movers_(program, terms) {
  found_.resize(program.templates.size());
  for (uint32_t i = 0; i < program.templates.size(); ++i) find_stops(TemplateId{i});
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

// Of the steps from there, which move in the fewest ways.
Mover Blocks::least(TemplateId id, Loc at) const {
  const Template& of = program_[id];
  Mover least = Mover::both;
  for (uint32_t i = of.first_out[index(at)]; i < of.first_out[index(at) + 1]; ++i) {
    Mover one = movers_.of(id, i);
    if (one == least || one == Mover::both) continue;
    least = least == Mover::both ? one : Mover::none;
  }
  return least;
}

// A block may come there and go on. Where no quiet lock is held, nothing stands before a step that does not move but what nobody sees: there each
// block begins with that step.
bool Blocks::is_passed(TemplateId id, uint32_t at) const {
  auto is_first = [](const Edge& edge) {
    return std::holds_alternative<Spawn>(edge.label) || std::holds_alternative<Join>(edge.label) ||
           std::holds_alternative<Exit>(edge.label) || std::holds_alternative<AtomicBegin>(edge.label);
  };
  std::span<const Edge> edges = edges_of(program_[id], at);
  if (edges.empty() || std::ranges::any_of(edges, is_first)) return false;
  Mover mover = least(id, Loc{at});
  return mover == Mover::both || mover == Mover::left || movers_.holds_quiet(id, Loc{at});
}

void Blocks::find_stops(TemplateId id) {
  const Template& of = program_[id];
  std::set<Loc> stops{of.entry};
  std::vector<uint32_t> come_in(of.locations, 0);
  for (const Edge& edge : of.edges) ++come_in[index(edge.to)];
  std::vector<bool> ends(of.locations, false);
  for (uint32_t at = 0; at < of.locations; ++at) {
    ends[at] = !is_passed(id, at);
    if (ends[at]) stops.insert(Loc{at});
  }
  // Where a depth-first search along steps that blocks pass comes back to what it has not finished.
  std::vector<uint8_t> state(of.locations, 0);  // 1: begun, 2: finished
  for (uint32_t root = 0; root < of.locations; ++root) {
    if (state[root] != 0 || ends[root]) continue;
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
      if (ends[to]) continue;
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
      Walk way{id, of, stops, blocks->second};
      way.so.block.from = at;
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
  const bool begins = way.so.block.edges.empty();
  std::span<const Edge> edges = edges_of(way.of, index(at));
  auto finish = [&](bool ends_program) {
    way.found.push_back(way.so.block);
    way.found.back().to = at;
    way.found.back().ends_program = ends_program;
  };
  auto is_stop = [&] {
    if (way.so.in_section) return false;
    const Mover next = least(way.id, at);
    return way.stops.contains(at) || (way.so.is_past && (next == Mover::none || next == Mover::right));
  };
  if (!begins && (edges.empty() || is_stop())) return finish(false);
  if (way.so.in_section && !way.so.passed.insert(at).second)
    throw NotFlat{edges.empty() ? SourcePos{} : edges[0].pos, "an atomic section loops"};
  if (!begins && way.so.is_seen && !goes_on(way.of, at)) {
    if (!way.so.in_section) {
      way.stops.insert(at);
      return finish(false);
    }
    way.so.block.must_go_on.push_back(static_cast<uint32_t>(way.so.block.edges.size()));
  }
  for (const Edge& edge : edges) {
    if (way.so.in_section && (std::holds_alternative<Spawn>(edge.label) || std::holds_alternative<Join>(edge.label)))
      throw NotFlat{edge.pos, "an atomic section makes threads or waits for their end"};
    Walk::So before = way.so;
    take(way, edge);
    if (std::holds_alternative<Exit>(edge.label)) {
      at = edge.to;
      finish(true);
      at = edge.from;
    } else {
      walk(way, edge.to);
    }
    way.so = std::move(before);
  }
}

void Blocks::take(Walk& way, const Edge& edge) const {
  const auto number = static_cast<uint32_t>(&edge - way.of.edges.data());
  const Mover mover = movers_.of(way.id, number);
  const bool writes = writes_shared(edge.label);
  way.so.block.edges.push_back(number);
  way.so.block.writes = way.so.block.writes || writes;
  way.so.is_past = way.so.is_past || mover == Mover::none || mover == Mover::left;
  way.so.is_seen = way.so.is_seen || mover == Mover::left || (writes && (mover == Mover::none || way.so.in_section));
  if (std::holds_alternative<AtomicBegin>(edge.label)) way.so.in_section = true;
  if (!std::holds_alternative<AtomicEnd>(edge.label)) return;
  way.so.in_section = false;
  way.so.passed.clear();
}

}  // namespace fencepost::flat
