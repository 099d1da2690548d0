// Seed 004's abstraction: every read takes the value of some write to its cell; which write came before which is left
// open. A literal for each pair of a read and a write that may serve it.
#pragma once

#include <vector>

#include "base/budget.h"
#include "logic/solver.h"
#include "runs/static_order.h"

namespace fencepost::runs {

struct Source {
  uint32_t write;
  logic::Term taken;  // the read takes its value from this write
};

class ReadsFrom {
 public:
  // `coherent`: the model forbids reading what program order has overwritten, or what it has not come to.
  ReadsFrom(const unroll::Unrolled& unrolled, const StaticOrder& order, logic::Terms& terms, bool coherent,
            Budget& budget);

  const std::vector<Source>& sources(uint32_t read) const { return sources_[read]; }
  const std::vector<uint32_t>& reads() const { return reads_; }  // but for implied ones
  // Writes and initial contents that may be at the cell, in list order.
  const std::vector<std::vector<uint32_t>>& writes_by_cell() const { return writes_; }
  const std::vector<logic::Term>& constraints() const { return constraints_; }
  size_t literals() const { return literals_; }
  // How many pairs of a write and a read have none since the write is unseen.
  size_t unseen_writes() const { return unseen_; }
  // Is the write overwritten before anything can be read there? What a lock guards is seen as it was left.
  bool unseen(uint32_t write, uint32_t read) const;

 private:
  bool hidden(uint32_t write, uint32_t read) const;
  void add(uint32_t read, Budget& budget);

  const unroll::Unrolled& unrolled_;
  const StaticOrder& order_;
  logic::Terms& terms_;
  bool coherent_;
  std::vector<uint32_t> reads_;
  std::vector<std::vector<uint32_t>> writes_;
  std::vector<std::vector<Source>> sources_;  // by event
  std::vector<logic::Term> constraints_;
  size_t literals_ = 0, unseen_ = 0;
};

// The condition under which two events are at one cell.
logic::Term same_cell(const unroll::Event& a, const unroll::Event& b, logic::Terms& terms);

}  // namespace fencepost::runs
