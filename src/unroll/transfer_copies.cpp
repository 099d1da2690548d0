// Transfer: copies and fills. They access bytes one by one, in any order.
#include <algorithm>
#include <numeric>

#include "unroll/transfer.h"

namespace fencepost::unroll {

SharedAccess Transfer::range_access(const Value& pointer, Term bytes, ReadSet addr, const core::Scalars& scalars,
                                    core::MemoryOrder order) const {
  return {.pointer = pointer, .bytes = bytes, .order = order, .orders = orders(order, addr), .scalars = &scalars};
}

// Where neither side lies at a known place, which byte goes where is known of parts, counted from the start of the access. Each is read
// and written by events of its own then, at one of several places.
std::pair<uint64_t, uint64_t> Transfer::common_parts(State& state, const SharedAccess& read,
                                                     const SharedAccess& write) {
  Footprints::Drift from = p_.footprints.drift(state, read), to = p_.footprints.drift(state, write);
  if (!from.is_shared || !to.is_shared) return {};
  return {std::gcd(from.part, to.part), std::max(from.length, to.length)};
}

AccessEvents Transfer::access_parts(const SharedAccess& access, std::pair<uint64_t, uint64_t> parts,
                                    const std::function<AccessEvents(const SharedAccess&)>& make) {
  const auto& [part, length] = parts;
  if (part == 0) return make(access);
  AccessEvents all;
  for (uint64_t at = 0; at < length; at += part) {
    Term start = p_.terms.bv(at, p_.pointers.bits());
    SharedAccess here = access;
    here.when = p_.terms.binary(logic::Op::bv_ult, start, access.bytes);
    if (here.when.is_false()) break;
    here.pointer.offset = p_.terms.binary(logic::Op::bv_add, access.pointer.offset, start);
    here.bytes = p_.terms.bv(part, p_.pointers.bits());
    AccessEvents made = make(here);
    all.all.insert(all.all.end(), made.all.begin(), made.all.end());
    for (const AccessEvents::Part& one : made.parts) all.parts.push_back({one.event, at + one.at, one.width});
  }
  return all;
}

bool Transfer::act(const core::Copy& label, const Step& step, State& state) {
  Value to = pointer_here(*label.dst, state);
  Value from = pointer_here(*label.src, state);
  Term bytes = p_.expressions.size(*label.bytes, state);
  if (!state.concurrent) {
    p_.access.copy(state, to, from, bytes);
    return true;
  }
  ReadSet from_reads = reads_of(*label.src, state), to_reads = reads_of(*label.dst, state);
  SharedAccess read = range_access(from, bytes, from_reads, label.scalars, label.order);
  SharedAccess write = range_access(to, bytes, to_reads, label.scalars, label.order);
  p_.view.adopt(state, from);
  p_.view.adopt(state, to);
  const bool overlap = may_overlap(to, from);
  std::pair<uint64_t, uint64_t> parts;
  if (!overlap) parts = common_parts(state, read, write);
  AccessEvents reads =
      access_parts(read, parts, [&](const SharedAccess& access) { return p_.view.refresh(step, state, access); });
  depend(reads.all, from_reads);
  p_.access.copy(state, to, from, bytes);
  p_.unmodelled.report_accesses(step);
  AccessEvents writes = access_parts(write, parts, [&](const SharedAccess& access) {
    return p_.view.publish(step, state, access, p_.terms.boolean(true));
  });
  for (uint32_t event : writes.all) depend({event}, to_reads, p_.events[event].value.reads);
  in_any_order(state, reads.parts, writes.parts, overlap);
  return true;
}

bool Transfer::act(const core::Fill& label, const Step& step, State& state) {
  Value pointer = pointer_here(*label.ptr, state);
  Value byte;
  if (label.value) {
    byte = evaluated(step, *label.value, state);
    byte.term = p_.arithmetic->to_bits(byte.term, label.value->type);
    byte.term = byte.term.sort().width >= 8 ? p_.terms.extract(byte.term, 7, 0) : p_.terms.zext(byte.term, 8);
  }
  Term bytes = p_.expressions.size(*label.bytes, state);
  if (state.concurrent) p_.view.adopt(state, pointer);
  p_.access.fill(state, pointer, byte, bytes);
  p_.unmodelled.report_accesses(step);
  ReadSet addr = reads_of(*label.ptr, state);
  if (!state.concurrent) return true;
  AccessEvents writes = p_.view.publish(step, state, range_access(pointer, bytes, addr, label.scalars, label.order),
                                        p_.terms.boolean(true));
  depend(writes.all, addr, byte.reads);
  in_any_order(state, {}, writes.parts, false);
  return true;
}

bool Transfer::may_overlap(const Value& to, const Value& from) {
  std::vector<uint32_t> there = p_.pointers.objects(to.term);
  for (uint32_t object : p_.pointers.objects(from.term))
    if (std::find(there.begin(), there.end(), object) != there.end()) return true;
  return false;
}

// Parts that lie over each other are one strand: what is read there is what is written, and is read before. The others are
// not sequenced with them, nor are their reads and writes.
void Transfer::in_any_order(const State& state, const std::vector<AccessEvents::Part>& reads,
                            const std::vector<AccessEvents::Part>& writes, bool overlap) {
  // What is read where it may be overwritten is read before.
  if (overlap && !reads.empty() && !writes.empty()) {
    in_any_order(state, reads, {}, false);
    in_any_order(state, {}, writes, false);
    return;
  }
  std::vector<AccessEvents::Part> parts = reads;
  parts.insert(parts.end(), writes.begin(), writes.end());
  std::ranges::sort(parts, {}, &AccessEvents::Part::at);
  std::map<uint64_t, uint32_t> strands;  // by where they begin
  uint64_t end = 0;
  for (const AccessEvents::Part& part : parts) {
    if (strands.empty() || part.at >= end) strands.emplace(part.at, static_cast<uint32_t>(strands.size()));
    end = std::max(end, part.at + part.width);
  }
  if (strands.size() < 2) return;
  Sequences& all = p_.result.sequences;
  const uint32_t unseq = all.new_unseq();
  std::map<uint32_t, uint32_t> nodes;
  for (const AccessEvents::Part& part : parts) {
    uint32_t number = std::prev(strands.upper_bound(part.at))->second;
    auto [node, is_new] = nodes.try_emplace(number);
    if (is_new) node->second = all.strand(state.sequence, unseq, number);
    p_.events[part.event].sequence = node->second;
  }
}

}  // namespace fencepost::unroll
