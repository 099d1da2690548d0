// A memory model as a machine with store buffers, as far as a flat program can tell: what stores pass, and what waits for them. All of it
// is asked of the model (memory/probe.h) and of its table of orders (memory/order_table.h).
#pragma once

#include <array>
#include <optional>

#include "core/core.h"
#include "flat/flat_program.h"
#include "flat/not_flat.h"
#include "memory/model.h"

namespace fencepost::flat {

// What a point in a thread keeps in order of the accesses before and after it.
enum class Barrier : uint8_t {
  none,
  stores,  // earlier stores reach memory before later ones
  full,    // earlier stores reach memory before anything later happens
};

struct BufferFacts {
  struct Around {
    Barrier before = Barrier::none, after = Barrier::none;
  };
  template <typename T>
  using ByOrder = std::array<std::optional<T>, core::kMemoryOrders>;  // absent: the order is not understood

  bool per_variable = false;  // a queue a thread and variable, otherwise one a thread
  ByOrder<Around> loads, stores;
  ByOrder<Barrier> fences;
  std::array<bool, core::kMemoryOrders> updates{};  // understood: a full barrier

  bool understands(const Label& label) const;
  // Of a label that is understood.
  Barrier before(const Label& label) const;
  Barrier after(const Label& label) const;
};

// Where the program uses an order that is not understood.
std::optional<NotFlat> not_understood(const FlatProgram& program, const BufferFacts& facts);

// Nothing if the runs under the model are not those of such a machine on which updates, atomic sections, and making, joining, beginning
// and ending threads wait until the buffer is empty.
std::optional<BufferFacts> buffer_facts(const memory::Model& model);

}  // namespace fencepost::flat
