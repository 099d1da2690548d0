#include "check/privacy.h"

#include <algorithm>

namespace fencepost::check {

Privacy::Clock& Privacy::clock(uint32_t thread) {
  Clock& own = clocks_[thread];
  if (own.empty()) own[thread] = 1;
  return own;
}

void Privacy::spawn(uint32_t spawner, uint32_t thread) {
  Clock inherited = clock(spawner);
  ++clock(spawner)[spawner];
  inherited[thread] = 1;
  clocks_[thread] = std::move(inherited);
}

void Privacy::join(uint32_t waiter, uint32_t thread) {
  const Clock ended = clock(thread);
  Clock& own = clock(waiter);
  for (const auto& [who, time] : ended) own[who] = std::max(own[who], time);
}

bool Privacy::before(const Epoch& epoch, const Clock& clock) const {
  if (epoch.time == 0) return true;
  auto known = clock.find(epoch.thread);
  return known != clock.end() && known->second >= epoch.time;
}

bool Privacy::access(uint32_t thread, core::ObjectId object, uint64_t at, bool write) {
  const Clock& own = clock(thread);
  History& history = history_[object][at];
  if (!before(history.write, own)) {
    if (!write || unread_ == UnreadWrites::shared) return false;
    history.contested = true;
  }
  const Epoch now{thread, own.at(thread)};
  if (write) {
    for (const Epoch& read : history.reads)
      if (!before(read, own)) return false;
    history.reads.clear();
    history.write = now;
    return true;
  }
  if (history.contested) return false;
  for (Epoch& read : history.reads) {
    if (read.thread != thread) continue;
    read = now;
    return true;
  }
  history.reads.push_back(now);
  return true;
}

}  // namespace fencepost::check
