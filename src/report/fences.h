// Fences and orders for people: which, where, between which accesses, and what goes wrong without each.
#pragma once

#include <optional>
#include <string>

#include "report/text.h"
#include "result/fence_choices.h"

namespace fencepost::report {

// The report of a result with these fences in the program.
std::string to_text(const result::Result& result, const result::FenceChoices& fences, const RunInfo& info,
                    const TextStyle& style);

// What changes, and whether less would do; without any choice, why nothing helps, if that is known. One or two sentences.
std::string conclusion(const result::Result& result, const result::FenceChoices& fences);

// What becomes of the text there: `a fence`, or `one order instead of another`.
std::string heading(const result::ChosenFence& fence);

// What the text says of an order: `memory_order_acquire`, of a compare-exchange both orders, of a fence that is none `no fence`.
std::string order_text(const core::OrderSite& site, core::MemoryOrder order, std::optional<core::MemoryOrder> failure);

// "Between line 5 (x = 1) and line 6 (y reads 0). Without it ...": one or two sentences.
std::string explanation(const result::ChosenFence& fence);

}  // namespace fencepost::report
