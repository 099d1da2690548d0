// The one interface of every engine.
#pragma once

#include "base/budget.h"
#include "program/cfa.h"
#include "result/result.h"
#include "result/task.h"

namespace fencepost::engine {

class Engine {
 public:
  virtual ~Engine() = default;
  // Never throws Exhausted: running out of a resource is an UNKNOWN (or SAFE-TO-BOUND) with the reason.
  virtual result::Result run(const program::Cfa& cfa, const result::Property& property, Budget& budget) = 0;
};

}  // namespace fencepost::engine
