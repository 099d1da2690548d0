#include "check/shared_memory.h"

#include <fmt/format.h>

#include "program/mapping.h"

namespace fencepost::check {

namespace {

using result::RunStep;

void reach(core::Memory& memory, const Write& write) {
  for (const Part& part : write.patch) {
    std::optional<core::Byte> merged = merge(memory.stored(write.object, part.at), part.byte, part.mask);
    if (!merged) throw Refused("a bit-field is written over a part of a pointer");
    memory.put(write.object, part.at, *merged);
  }
}

class Buffers : public SharedMemory {
 public:
  Buffers(MachineKind kind, core::Memory& memory) : kind_(kind), memory_(memory) {}

  Seen read(uint32_t thread, size_t cell, uint32_t) const override {
    Seen seen;
    if (auto writer = writers_.find(cell); writer != writers_.end()) seen.source = writer->second;
    auto buffer = buffers_.find(thread);
    if (buffer == buffers_.end()) return seen;
    for (const Write& write : buffer->second) {
      if (write.cell != cell) continue;
      seen.over.insert(seen.over.end(), write.patch.begin(), write.patch.end());
      seen.source = write.step;
      seen.in_buffer = true;
    }
    return seen;
  }

  void write(Write write) override {
    write.barriers = barriers_[write.thread];
    history_[write.step] = write;
    if (kind_ == MachineKind::sc)
      reach_memory(write);
    else
      buffers_[write.thread].push_back(std::move(write));
  }

  void order_stores(uint32_t thread) override { ++barriers_[thread]; }

  void update(Write write) override {
    history_[write.step] = write;
    reach_memory(write);
  }

  Write flush(uint32_t thread, size_t cell) override {
    std::deque<Write>& buffer = buffers_[thread];
    for (auto write = buffer.begin(); write != buffer.end(); ++write) {
      if (write->cell != cell) {
        if (kind_ == MachineKind::pso) continue;
        throw Refused(fmt::format("the oldest write in the buffer of thread {} is another: {}", thread, write->text));
      }
      if (buffer.front().barriers < write->barriers)
        throw Refused(fmt::format("a barrier keeps it behind an older write in the buffer of thread {}: {}", thread,
                                  buffer.front().text));
      Write flushed = std::move(*write);
      buffer.erase(write);
      reach_memory(flushed);
      return flushed;
    }
    throw Refused(fmt::format("no such write is in the buffer of thread {}", thread));
  }

  const Write* oldest(uint32_t thread) const override {
    auto buffer = buffers_.find(thread);
    return buffer == buffers_.end() || buffer->second.empty() ? nullptr : &buffer->second.front();
  }

  std::vector<std::string> buffer(uint32_t thread) const override {
    std::vector<std::string> texts;
    if (auto waiting = buffers_.find(thread); waiting != buffers_.end())
      for (const Write& write : waiting->second) texts.push_back(write.text);
    return texts;
  }

  std::vector<const Write*> waiting(size_t cell, uint32_t except) const override {
    std::vector<const Write*> result;
    for (const auto& [thread, buffer] : buffers_)
      for (const Write& write : buffer)
        if (thread != except && write.cell == cell) result.push_back(&write);
    return result;
  }

  const Write* find(uint32_t step) const override {
    auto found = history_.find(step);
    return found == history_.end() ? nullptr : &found->second;
  }

  std::vector<uint32_t> in_memory_order() const override {
    std::vector<uint32_t> steps = reached_;
    for (const auto& [thread, buffer] : buffers_)
      for (const Write& write : buffer) steps.push_back(write.step);
    return steps;
  }

 private:
  void reach_memory(const Write& write) {
    reach(memory_, write);
    writers_[write.cell] = write.step;
    reached_.push_back(write.step);
  }

  MachineKind kind_;
  core::Memory& memory_;
  std::map<uint32_t, std::deque<Write>> buffers_;
  std::map<uint32_t, uint32_t> barriers_;  // by thread
  std::map<size_t, uint32_t> writers_;     // by cell: the step whose write memory holds
  std::vector<uint32_t> reached_;          // steps
  std::map<uint32_t, Write> history_;
};

class Given : public SharedMemory {
 public:
  explicit Given(core::Memory& memory) : memory_(memory) {}

  Seen read(uint32_t, size_t cell, uint32_t wanted) const override {
    Seen seen;
    if (wanted == RunStep::kInitial) return seen;
    auto source = history_.find(wanted);
    if (source == history_.end())
      throw Refused(fmt::format("the run cannot be replayed in order: it reads what step {} writes later", wanted));
    if (source->second.cell != cell) throw Refused(fmt::format("step {} writes another cell", wanted));
    return {wanted, source->second.patch, true, false};
  }
  void write(Write write) override { history_[write.step] = std::move(write); }
  void update(Write write) override { history_[write.step] = std::move(write); }
  Write flush(uint32_t, size_t) override { throw Refused("there are no store buffers on this machine"); }
  const Write* oldest(uint32_t) const override { return nullptr; }
  std::vector<const Write*> waiting(size_t, uint32_t) const override { return {}; }
  const Write* find(uint32_t step) const override {
    auto found = history_.find(step);
    return found == history_.end() ? nullptr : &found->second;
  }
  std::vector<uint32_t> in_memory_order() const override { return {}; }
  void settle(const std::vector<uint32_t>& coherence) override {
    for (uint32_t step : coherence)
      if (const Write* write = find(step)) reach(memory_, *write);
  }

 private:
  core::Memory& memory_;
  std::map<uint32_t, Write> history_;
};

}  // namespace

bool orders_stores(core::MemoryOrder order) { return program::releases(order) || order == core::MemoryOrder::wmb; }

std::unique_ptr<SharedMemory> shared_memory(MachineKind kind, core::Memory& memory) {
  if (kind == MachineKind::given) return std::make_unique<Given>(memory);
  return std::make_unique<Buffers>(kind, memory);
}

}  // namespace fencepost::check
