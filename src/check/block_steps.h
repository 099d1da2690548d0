// What blocks of steps (flat/blocks.h) do to the variables of a flat program, as terms over the values before.
#pragma once

#include "check/flat_steps.h"
#include "flat/blocks.h"

namespace fencepost::check {

class BlockSteps {
 public:
  // All outlive it.
  BlockSteps(const flat::FlatProgram& program, const core::UndefSet& asked, logic::Terms& terms)
      : program_(program), terms_(terms), steps_(program, asked, terms) {}

  const flat::Edge& edge(flat::TemplateId of, const flat::Block& block, size_t position) const {
    return program_[of].edges[block.edges[position]];
  }
  // What has to hold before the first steps of a block so that this holds after them, if they are possible.
  logic::Term before(flat::TemplateId of, const flat::Block& block, size_t steps, logic::Term holds);
  // The values with which so many of its first steps can be taken.
  logic::Term possible(flat::TemplateId of, const flat::Block& block, size_t steps);
  // Before the step at that position: some step is possible that leaves the place.
  logic::Term goes_on(flat::TemplateId of, const flat::Block& block, size_t position);

 private:
  const flat::FlatProgram& program_;
  logic::Terms& terms_;
  FlatSteps steps_;
};

}  // namespace fencepost::check
