// Which strands of expressions in no order (strands.h) other threads see: told by the analysis, which knows what is shared.
#pragma once

#include "flat/analysis.h"

namespace fencepost::flat {

class SeenStrands : public Sink {
 public:
  // The analysis outlives it.
  explicit SeenStrands(Analysis& analysis) : analysis_(analysis) {}
  void step(Place from, const program::Edge& edge, const AbstractState& before,
            const std::vector<Successor>& successors) override;
  // After all steps: permutes what has to be, throws NotFlat where that is not enough. Is anything new permuted?
  bool permute();

 private:
  bool is_seen(const program::Edge& edge, const AbstractState& before, FrameId frame) const;
  static bool is_repeated(const program::Procedure& procedure, const Unsequenced& around, uint32_t number);

  Analysis& analysis_;
  // By frame and Unsequenced::begin: of each strand the edges that others see, calls as a whole.
  std::map<std::pair<FrameId, program::Loc>, std::vector<std::set<uint32_t>>> seen_;
};

}  // namespace fencepost::flat
