// What a block of steps (flat/blocks.h) does to the variables, and where it may fail.
#pragma once

#include "engine/action.h"
#include "flat/blocks.h"

namespace fencepost::engine {

struct BlockAction {
  struct Failure {
    const flat::Edge* edge = nullptr;  // a check; or one of those by which the block would leave a place where it waits
    Term guard;                        // over the values before the block
  };
  Action whole;  // what the block chooses on the way stands in it as variables of its own
  std::vector<Failure> failures;
};

BlockAction action_of(const flat::FlatProgram& program, logic::Terms& terms, flat::TemplateId of,
                      const flat::Block& block);

}  // namespace fencepost::engine
