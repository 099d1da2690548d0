// What unrolling needs to know about a procedure's graph: where paths join, which locations are loop heads and how far
// their loops reach, and which registers are live where paths join.
//
// Liveness is computed over basic blocks and only for registers that are read in another block than they are written in:
// a long straight line has thousands of temporaries, and none of them crosses a block.
#pragma once

#include <memory>
#include <vector>

#include "program/cfa.h"

namespace fencepost::program {

class Shape {
 public:
  explicit Shape(const Procedure& procedure);

  bool joins(Loc loc) const { return in_degree_[index(loc)] > 1; }
  bool is_loop_head(Loc loc) const { return loop_end_[index(loc)] != 0; }
  // The largest source of an edge back to the head. Requires is_loop_head.
  Loc loop_end(Loc head) const { return Loc{loop_end_[index(head)] - 1}; }
  // Does any edge lead out of the loop? Requires is_loop_head.
  bool has_way_out(Loc head) const { return !endless_[index(head)]; }
  // May the value that the register has at this location be read later? Exact only at joins and branch targets.
  bool live(Loc loc, core::Reg reg) const;

 private:
  void find_blocks(const Procedure& procedure);
  void find_liveness(const Procedure& procedure);

  std::vector<uint32_t> in_degree_;
  std::vector<uint32_t> loop_end_;             // plus one; 0: not a head
  std::vector<bool> endless_;                  // by head: a loop that no edge leaves
  std::vector<uint32_t> block_of_;             // of locations that start a block, plus one
  std::vector<std::vector<uint32_t>> blocks_;  // locations along single edges
  std::vector<uint32_t> dense_;                // by register: its bit, plus one; 0: not read in another block
  std::vector<std::vector<uint64_t>> live_in_;
};

// The shapes of a program's procedures, each found when it is first asked for.
class Shapes {
 public:
  explicit Shapes(const Cfa& cfa) : cfa_(cfa), known_(cfa.procedures.size()) {}
  const Shape& of(core::FunctionId function);

 private:
  const Cfa& cfa_;
  std::vector<std::unique_ptr<Shape>> known_;
};

}  // namespace fencepost::program
