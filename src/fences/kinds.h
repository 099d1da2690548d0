// Which fences there are under a memory model, and what each costs. C's fences are compiled by the model's table of orders: one that
// becomes nothing there is left out, and of those that become the same instruction the one that promises most in C stands for
// all, since the others are no cheaper. Code for the Linux kernel has its barriers instead.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/core.h"
#include "memory/model.h"

namespace fencepost::fences {

// Numbers without a unit; only their ratios matter. A full fence waits for the store buffer, the others merely keep an order.
struct Costs {
  std::map<core::MemoryOrder, unsigned> of = {{core::MemoryOrder::acquire, 2}, {core::MemoryOrder::release, 2},
                                              {core::MemoryOrder::acq_rel, 3}, {core::MemoryOrder::seq_cst, 5},
                                              {core::MemoryOrder::rmb, 2},     {core::MemoryOrder::wmb, 2},
                                              {core::MemoryOrder::full, 5}};
  unsigned loop = 10;  // times that for each loop of the function around the fence

  unsigned at(core::MemoryOrder order, unsigned loops) const;
};

// Lines `ORDER NUMBER` and `loop NUMBER`; `#` begins a comment. What is not named keeps its cost. Throws InputError.
Costs parse_costs(const std::string& file, std::string_view text);

struct Kind {
  core::MemoryOrder order = core::MemoryOrder::seq_cst;
  std::string code;               // the statement of C
  std::vector<std::string> tags;  // of its event
};

// Stronger ones first: no kind is stronger than one before it.
std::vector<Kind> kinds_of(const memory::Model& model);

// Does the first forbid all that the second does? Of what C and the kernel promise.
bool is_as_strong(core::MemoryOrder first, core::MemoryOrder second);

}  // namespace fencepost::fences
