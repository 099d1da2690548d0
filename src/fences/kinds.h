// Which fences there are under a memory model, and what each costs, and orders of accesses. C's fences are compiled by the model's table of orders: one that
// becomes nothing there is left out, and of those that become the same instruction the one that promises most in C stands for
// all, and its cost is that of the instruction. Code for the Linux kernel has its barriers instead.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/core.h"
#include "core/place.h"
#include "memory/model.h"

namespace fencepost::fences {

// Numbers without a unit; only their ratios matter. A full fence waits for the store buffer, the others merely keep an order.
struct Costs {
  std::map<core::MemoryOrder, unsigned> of = {{core::MemoryOrder::acquire, 2}, {core::MemoryOrder::release, 2},
                                              {core::MemoryOrder::acq_rel, 3}, {core::MemoryOrder::seq_cst, 5},
                                              {core::MemoryOrder::rmb, 2},     {core::MemoryOrder::wmb, 2},
                                              {core::MemoryOrder::full, 5}};
  // Of accesses: what their order costs beyond relaxed. A store that is seq_cst waits for the store buffer on most machines, a load
  // does not.
  using Access = std::pair<core::OrderSite::Kind, core::MemoryOrder>;
  std::map<Access, unsigned> of_accesses = {{{core::OrderSite::Kind::load, core::MemoryOrder::acquire}, 1},
                                            {{core::OrderSite::Kind::load, core::MemoryOrder::seq_cst}, 3},
                                            {{core::OrderSite::Kind::store, core::MemoryOrder::release}, 1},
                                            {{core::OrderSite::Kind::store, core::MemoryOrder::seq_cst}, 4},
                                            {{core::OrderSite::Kind::update, core::MemoryOrder::acquire}, 1},
                                            {{core::OrderSite::Kind::update, core::MemoryOrder::release}, 1},
                                            {{core::OrderSite::Kind::update, core::MemoryOrder::acq_rel}, 2},
                                            {{core::OrderSite::Kind::update, core::MemoryOrder::seq_cst}, 4}};
  std::map<core::MemoryOrder, unsigned> of_failures = {{core::MemoryOrder::acquire, 1},
                                                       {core::MemoryOrder::seq_cst, 2}};
  unsigned loop = 10;  // times that for each loop of the function around the fence or the access

  // What is not in the tables costs nothing, and nothing costs more than 10^15.
  uint64_t at(core::MemoryOrder order, unsigned loops) const;
  uint64_t of_access(core::OrderSite::Kind kind, core::MemoryOrder order, std::optional<core::MemoryOrder> failure,
                     unsigned loops) const;
};

// Lines `ORDER NUMBER` (a fence), `ACCESS.ORDER NUMBER` and `loop NUMBER`; `#` begins a comment. What is not named keeps its cost. Throws
// InputError.
Costs parse_costs(const std::string& file, std::string_view text);

struct Kind {
  core::MemoryOrder order = core::MemoryOrder::seq_cst;
  std::vector<std::string> tags;  // of its event
};

// Stronger ones first: no kind is stronger than one before it.
std::vector<Kind> kinds_of(const memory::Model& model);

// The statement of C or of the kernel. Without <stdatomic.h>: of GCC and Clang, which need no header for it.
std::string code_of(core::MemoryOrder order, bool knows_atomics);

// Does the first forbid all that the second does? Of what C and the kernel promise; relaxed is no order at all.
bool is_as_strong(core::MemoryOrder first, core::MemoryOrder second);

}  // namespace fencepost::fences
