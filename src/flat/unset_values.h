// Who may hold a value that is not specified (core/expr.h), so that the flat program tells whether it is: registers, and cells. What an
// access chooses among has one sort, and a copy copies whether it is specified, so cells come in classes, all of which tell or none.
#pragma once

#include "flat/analysis.h"

namespace fencepost::flat {

class UnsetValues : public Sink {
 public:
  explicit UnsetValues(const Analysis& analysis) : analysis_(analysis) {}
  void step(Place from, const program::Edge& edge, const AbstractState& before,
            const std::vector<Successor>& successors) override;

  bool is_told(FrameId frame, core::Reg reg) const { return registers_.contains({frame, reg}); }
  bool is_told(const Touched& cell) const;

 private:
  using Cell = std::pair<ObjectId, uint64_t>;

  Cell class_of(Cell cell) const;
  void join(const Touched& one, const Touched& other);
  void access(const core::Expr& pointer, const core::Type& type, bool is_unset, const AbstractState& state,
              FrameId frame, const SourcePos& pos);

  const Analysis& analysis_;
  std::set<std::pair<FrameId, core::Reg>> registers_;
  std::map<Cell, Cell> parents_;     // towards the one that stands for a class
  std::set<Cell> unset_, too_wide_;  // classes: a load may find that; there is no sort with one bit more
};

}  // namespace fencepost::flat
