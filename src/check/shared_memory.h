// What threads see of the shared cells: the machines' memory models in operational form.
//
//   buffers  sc: a write reaches memory at once. tso, pso: it waits in its thread's buffer until a flush; the thread itself
//            reads its youngest write there. A flush takes the oldest write of the buffer (tso) or the oldest to that cell
//            (pso), unless a store barrier of the thread stands between that and an older one. A word that the run has in several cells is written, read and flushed at one moment.
//   given    a read takes what the step that it names wrote, wherever that is; memory keeps the initial values until all is over.
#pragma once

#include <deque>
#include <map>
#include <memory>

#include "check/cells.h"
#include "check/machine_kind.h"

namespace fencepost::check {

// Bits of bytes of one object.
struct Part {
  uint64_t at = 0;
  core::Byte byte;
  uint8_t mask = 0;
};
using Patch = std::vector<Part>;

struct Write {
  uint32_t step = 0;
  uint32_t thread = 0;
  size_t cell = 0;
  core::ObjectId object = core::kNoObject;
  Patch patch;
  SourcePos pos;
  std::string function;
  unsigned depth = 0;
  std::string text;  // "x = 1"
  // Of an access at once: how many parts it has, which leave a buffer together, and the step of the first.
  size_t parts = 1;
  uint32_t access = 0;
  uint32_t barriers = 0;  // of its thread that order stores, before it entered the buffer
};

struct Seen {
  uint32_t source = result::RunStep::kInitial;
  Patch over;              // what the thread sees on top of memory
  bool is_whole = false;   // `over` must hold every bit that is read
  bool in_buffer = false;  // of the reading thread
};

// Does a fence or a store of this order keep later stores behind earlier ones, where stores pass each other? (models/pso.orders)
bool orders_stores(core::MemoryOrder order);

class SharedMemory {
 public:
  virtual ~SharedMemory() = default;
  // `wanted`: the step that should have written it. Throws Refused where there is nothing to see.
  virtual Seen read(uint32_t thread, size_t cell, uint32_t wanted) const = 0;
  virtual void write(Write write) = 0;
  // Later writes of the thread do not reach memory before earlier ones.
  virtual void order_stores(uint32_t) {}
  virtual void update(Write write) = 0;                   // past the buffer, which is empty
  virtual Write flush(uint32_t thread, size_t cell) = 0;  // throws Refused
  // The write of the thread that may be flushed next; null: its buffer is empty.
  virtual const Write* oldest(uint32_t thread) const = 0;
  // Words for what waits in the buffer of the thread, oldest first.
  virtual std::vector<std::string> buffer(uint32_t) const { return {}; }
  // Writes to the cell that wait in buffers of other threads.
  virtual std::vector<const Write*> waiting(size_t cell, uint32_t except) const = 0;
  virtual const Write* find(uint32_t step) const = 0;
  // Steps that write, in the order in which they reach memory; what waits in buffers reaches it afterwards. Empty where that
  // is not known.
  virtual std::vector<uint32_t> in_memory_order() const = 0;
  // Nobody reads or writes any more: memory holds what was written last. `coherence`: steps that write, those to one cell in order.
  virtual void settle(const std::vector<uint32_t>&) {}
};

std::unique_ptr<SharedMemory> shared_memory(MachineKind kind, core::Memory& memory);

}  // namespace fencepost::check
