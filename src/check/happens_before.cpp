#include "check/happens_before.h"

#include <algorithm>

namespace fencepost::check {

using core::MemoryOrder;

bool acquires(MemoryOrder order) {
  return order == MemoryOrder::acquire || order == MemoryOrder::consume || order == MemoryOrder::acq_rel ||
         order == MemoryOrder::seq_cst;
}

namespace {

bool releases(MemoryOrder order) {
  return order == MemoryOrder::release || order == MemoryOrder::acq_rel || order == MemoryOrder::seq_cst;
}

}  // namespace

void HappensBefore::merge(Clock& into, const Clock& from) {
  for (const auto& [thread, time] : from) into[thread] = std::max(into[thread], time);
}

void HappensBefore::spawn(uint32_t spawner, uint32_t child) { merge(thread(child).now, thread(spawner).now); }

void HappensBefore::join(uint32_t waiter, uint32_t child) { merge(thread(waiter).now, thread(child).now); }

void HappensBefore::fence(uint32_t number, MemoryOrder order) {
  Thread& self = thread(number);
  if (acquires(order)) merge(self.now, self.pending);
  if (releases(order)) self.fence = self.now;
}

HappensBefore::Moment HappensBefore::moment(uint32_t number) {
  Thread& self = thread(number);
  self.now[number] = ++self.time;
  return {number, self.time};
}

bool HappensBefore::precedes(const Moment& moment, uint32_t number) {
  return thread(number).now[moment.thread] >= moment.time;
}

bool HappensBefore::hands_over(uint32_t step) const {
  auto released = released_.find(step);
  return released != released_.end() && !released->second.empty();
}

std::vector<HappensBefore::Access> HappensBefore::access(const Access& access) {
  Thread& self = thread(access.thread);
  bool is_atomic = access.order != MemoryOrder::plain;
  if (access.reads && is_atomic && access.source) {
    const Clock& released = released_[*access.source];
    merge(acquires(access.order) ? self.now : self.pending, released);
  }
  self.now[access.thread] = ++self.time;
  std::vector<Access> races;
  std::vector<Past>& past = history_[access.cell];
  for (const Past& earlier : past) {
    const Access& other = earlier.access;
    bool conflict = other.thread != access.thread && (other.writes || access.writes) &&
                    (!is_atomic || other.order == MemoryOrder::plain);
    if (conflict && earlier.time > self.now[other.thread]) races.push_back(other);
  }
  past.push_back({access, self.time});
  if (access.writes && is_atomic) {
    Clock& released = released_[access.step];
    if (releases(access.order)) self.heads[access.cell] = self.now;
    released = self.heads[access.cell];
    merge(released, self.fence);
    // An update goes on with the sequence that it reads from.
    if (access.reads && access.source) merge(released, released_[*access.source]);
  }
  return races;
}

}  // namespace fencepost::check
