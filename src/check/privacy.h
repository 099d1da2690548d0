// Guards what replay does silently. Steps go through the machine's memory model, everything else goes straight to memory,
// which is right only for bytes that no two threads touch unless a Spawn or Join orders them, and for bytes that nobody
// reads. Vector clocks over Spawn and Join find the bytes for which that is not so.
#pragma once

#include <map>
#include <unordered_map>
#include <vector>

#include "core/machine.h"

namespace fencepost::check {

class Privacy {
 public:
  void spawn(uint32_t spawner, uint32_t thread);
  void join(uint32_t waiter, uint32_t thread);
  // `unread`: may two threads write without order what nobody reads?
  enum class UnreadWrites : uint8_t { allowed, shared };
  explicit Privacy(UnreadWrites unread) : unread_(unread) {}

  // False: one thread reads what another writes without order, or what two wrote so.
  bool access(uint32_t thread, core::ObjectId object, uint64_t at, bool write);

 private:
  using Clock = std::map<uint32_t, uint64_t>;
  struct Epoch {
    uint32_t thread = 0;
    uint64_t time = 0;
  };
  struct History {
    Epoch write;
    bool contested = false;    // by writes without order
    std::vector<Epoch> reads;  // one a thread
  };
  Clock& clock(uint32_t thread);
  bool before(const Epoch& epoch, const Clock& clock) const;

  UnreadWrites unread_;
  std::map<uint32_t, Clock> clocks_;
  std::map<core::ObjectId, std::unordered_map<uint64_t, History>> history_;
};

}  // namespace fencepost::check
