#include "program/shape.h"

#include <algorithm>

#include "program/registers.h"

namespace fencepost::program {

namespace {

// Locations from which the program ends without any further effect, as after a failed assertion.
std::vector<bool> dead_ends(const Procedure& procedure) {
  std::vector<bool> dead(procedure.locations);
  for (uint32_t loc = procedure.locations; loc-- > 0;) {
    auto first = procedure.edges.begin() + procedure.first_out[loc];
    auto last = procedure.edges.begin() + procedure.first_out[loc + 1];
    dead[loc] = first != last && std::all_of(first, last, [&](const Edge& edge) {
                  if (std::holds_alternative<core::Exit>(edge.label)) return true;
                  bool is_silent =
                      std::holds_alternative<core::Check>(edge.label) || std::holds_alternative<Assume>(edge.label) ||
                      std::holds_alternative<Skip>(edge.label) || std::holds_alternative<Sequencing>(edge.label) ||
                      std::holds_alternative<core::Let>(edge.label);
                  return is_silent && index(edge.to) > loc && dead[index(edge.to)];
                });
  }
  return dead;
}

}  // namespace

Shape::Shape(const Procedure& procedure)
    : in_degree_(procedure.locations),
      loop_end_(procedure.locations),
      endless_(procedure.locations),
      block_of_(procedure.locations),
      dense_(procedure.regs.size()) {
  ++in_degree_[index(procedure.entry)];
  for (const Edge& edge : procedure.edges) {
    ++in_degree_[index(edge.to)];
    if (edge.to > edge.from) continue;
    uint32_t& end = loop_end_[index(edge.to)];
    end = std::max(end, index(edge.from) + 1);
  }
  std::vector<bool> dead = dead_ends(procedure);
  for (uint32_t head = 0; head < procedure.locations; ++head) {
    if (loop_end_[head] == 0) continue;
    endless_[head] = true;
    for (uint32_t loc = head; loc < loop_end_[head] && endless_[head]; ++loc)
      for (uint32_t e = procedure.first_out[loc]; e < procedure.first_out[loc + 1]; ++e) {
        const Edge& edge = procedure.edges[e];
        bool inside = index(edge.to) >= head && index(edge.to) < loop_end_[head];
        bool is_exit = std::holds_alternative<core::Exit>(edge.label);
        if (!inside && !is_exit && !dead[index(edge.to)]) endless_[head] = false;
      }
  }
  find_blocks(procedure);
  find_liveness(procedure);
}

void Shape::find_blocks(const Procedure& procedure) {
  auto out_degree = [&](uint32_t loc) { return procedure.first_out[loc + 1] - procedure.first_out[loc]; };
  auto start = [&](uint32_t loc) {
    if (block_of_[loc] != 0) return;
    blocks_.push_back({loc});
    block_of_[loc] = static_cast<uint32_t>(blocks_.size());
  };
  start(index(procedure.entry));
  for (const Edge& edge : procedure.edges)
    if (in_degree_[index(edge.to)] > 1 || out_degree(index(edge.from)) > 1) start(index(edge.to));
  for (std::vector<uint32_t>& block : blocks_) {
    for (;;) {
      uint32_t at = block.back();
      if (out_degree(at) != 1) break;
      uint32_t to = index(procedure.edges[procedure.first_out[at]].to);
      if (block_of_[to] != 0) break;
      block.push_back(to);
    }
  }
}

void Shape::find_liveness(const Procedure& procedure) {
  // Over the edges of a block, backwards: the registers that are read before they are written.
  auto walk = [&](const std::vector<uint32_t>& block, auto&& read, auto&& written) {
    for (size_t i = block.size(); i-- > 0;) {
      for (uint32_t e = procedure.first_out[block[i]]; e < procedure.first_out[block[i] + 1]; ++e) {
        const EdgeLabel& label = procedure.edges[e].label;
        auto assigned = target(label);
        if (assigned) written(*assigned);
        each_expr(label, [&](const core::Expr& expr) {
          each_register(expr, [&](core::Reg reg) {
            if (!(reads_own_target(label) && assigned == reg)) read(reg);
          });
        });
      }
    }
  };
  std::vector<core::Reg> exposed;
  std::vector<uint32_t> state(procedure.regs.size());  // block number plus one where the register is read first
  uint32_t number = 0;
  uint32_t bits = 0;
  for (const std::vector<uint32_t>& block : blocks_) {
    ++number;
    exposed.clear();
    walk(
        block,
        [&](core::Reg reg) {
          if (state[core::index(reg)] != number) exposed.push_back(reg);
          state[core::index(reg)] = number;
        },
        [&](core::Reg reg) { state[core::index(reg)] = 0; });
    for (core::Reg reg : exposed)
      if (state[core::index(reg)] == number && dense_[core::index(reg)] == 0) dense_[core::index(reg)] = ++bits;
  }

  size_t words = (bits + 63) / 64;
  live_in_.assign(blocks_.size(), std::vector<uint64_t>(words));
  std::vector<uint64_t> live(words);
  auto set = [&](core::Reg reg, bool on) {
    uint32_t bit = dense_[core::index(reg)];
    if (bit == 0) return;
    uint64_t mask = uint64_t{1} << ((bit - 1) % 64);
    uint64_t& word = live[(bit - 1) / 64];
    word = on ? word | mask : word & ~mask;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t b = blocks_.size(); b-- > 0;) {
      std::fill(live.begin(), live.end(), 0);
      uint32_t end = blocks_[b].back();
      for (uint32_t e = procedure.first_out[end]; e < procedure.first_out[end + 1]; ++e) {
        uint32_t next = block_of_[index(procedure.edges[e].to)];
        for (size_t w = 0; w < words; ++w) live[w] |= live_in_[next - 1][w];
      }
      walk(blocks_[b], [&](core::Reg reg) { set(reg, true); }, [&](core::Reg reg) { set(reg, false); });
      if (live == live_in_[b]) continue;
      live_in_[b] = live;
      changed = true;
    }
  }
}

bool Shape::live(Loc loc, core::Reg reg) const {
  uint32_t block = block_of_[index(loc)];
  if (block == 0 || core::index(reg) >= dense_.size()) return true;
  uint32_t bit = dense_[core::index(reg)];
  return bit != 0 && ((live_in_[block - 1][(bit - 1) / 64] >> ((bit - 1) % 64)) & 1) != 0;
}

const Shape& Shapes::of(core::FunctionId function) {
  std::unique_ptr<Shape>& known = known_[core::index(function)];
  if (!known) known = std::make_unique<Shape>(cfa_.procedure(function));
  return *known;
}

}  // namespace fencepost::program
