// The printed form of an unrolled program: what the run chooses, what is assumed, and which checks can fail under which
// condition, in execution order. Of a program with threads, and where a memory model is named: which events of the model each
// access and fence became, by the model's table of orders.
#pragma once

#include <string>

#include "driver/options.h"
#include "memory/model.h"
#include "program/cfa.h"

namespace fencepost::driver {

// model: null if none is named.
std::string events_of(const program::Cfa& cfa, const Options& options, const memory::Model* model, Budget& budget);

}  // namespace fencepost::driver
