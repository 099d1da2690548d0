// When others see what a thread wrote into an object of its own before it made the object known to them by storing a pointer to it.
#pragma once

#include <cstdint>

#include "memory/model.h"

namespace fencepost::flat {

enum class Publication : uint8_t {
  in_order,  // whoever has read the pointer reads what was written before it was stored, or later
  early,  // what was in the object at any time before may be read: stores overtake stores (pso), or reads others (ra without acquire)
};

// Null: interleavings, which have one order of memory.
Publication publication_under(const memory::Model* model);

}  // namespace fencepost::flat
