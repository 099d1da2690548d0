#include "check/graph_recorder.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/walk.h"

namespace fencepost::check {

using core::MemoryOrder;
using core::Stmt;
using core::Touch;
using Kind = RecordedEvent::Kind;

namespace {

constexpr size_t kNone = RecordedEvent::kNone;

// A machine accesses an aligned word as one, and an atomic object of any size (S. Flur et al., "Mixed-size concurrency: ARM,
// POWER, C/C++11, and SC", POPL 2017).
bool is_at_once(const Stmt& stmt, const Touch& touch, uint32_t word) {
  auto of = [&](const auto& access) {
    if (access.bits.width != 0) return touch.end - touch.begin <= 8 * uint64_t{word};
    return (access.order != MemoryOrder::plain || access.type.bytes <= word) &&
           touch.begin % (8 * access.type.bytes) == 0;
  };
  if (const auto* load = std::get_if<core::Load>(&stmt.kind)) return of(*load);
  if (const auto* store = std::get_if<core::Store>(&stmt.kind)) return of(*store);
  return std::holds_alternative<core::Rmw>(stmt.kind);
}

}  // namespace

GraphRecorder::GraphRecorder(core::Machine& machine, const Cells& cells, const program::Mapping& mapping)
    : machine_(machine), cells_(cells), mapping_(mapping) {
  using Control = DataFlow::Control;
  if (mapping.needs_dependencies())
    flow_.emplace(machine, mapping.is_kernel() ? Control::ends_where_paths_meet : Control::lasts);
}

const memory::Mapped& GraphRecorder::mapped(Order access, MemoryOrder order) {
  if (mapping_.unknown().contains({access, order})) unknown_ = order;
  return mapping_.of(access, order);
}

size_t GraphRecorder::add(RecordedEvent event) {
  run_.events.push_back(std::move(event));
  return run_.events.size() - 1;
}

std::pair<uint64_t, uint64_t> GraphRecorder::bits(const AccessPart& part) const {
  const result::Cell& cell = cells_[part.cell];
  return {std::max(cell.at, part.touch.begin), std::min(cell.at + cell.width, part.touch.end)};
}

RecordedAccess GraphRecorder::begin(uint32_t number, const std::vector<AccessPart>& parts) {
  const Stmt& stmt = *machine_.next(number);
  const core::Thread& thread = *machine_.find(number);
  RecordedAccess access;
  access.thread = number;
  const auto* update = std::get_if<core::Rmw>(&stmt.kind);
  access.order = core::order_of(stmt);
  access.failure_order = update != nullptr ? update->failure.value_or(update->order) : access.order;
  access.number = ++accesses_;
  access.is_whole = is_at_once(stmt, parts.front().touch, machine_.program().pointer_bytes);
  access.is_copy = std::holds_alternative<core::Copy>(stmt.kind) || std::holds_alternative<core::Fill>(stmt.kind);
  for (const AccessPart& part : parts) {
    if (part.touch.kind != Touch::Kind::write) ++access.reads;
    if (part.touch.kind != Touch::Kind::read) ++access.writes;
  }
  if (thread.in_atomic) access.section = section_[number];
  access.strand = run_.strands.here(thread);
  const core::Machine::Position here = machine_.position(number);
  access.pos = here.pos;
  access.caller = here.caller;
  access.is_ours = here.in_library;
  access.site = core::site_of(stmt);
  if (!flow_) return access;
  access.control = flow_->control(number);
  access.read_at = flow_->address(number, Touch::Kind::read);
  access.write_at = flow_->address(number, Touch::Kind::write);
  return access;
}

RecordedEvent GraphRecorder::event(const RecordedAccess& access) const {
  RecordedEvent made;
  made.thread = access.thread;
  made.control = access.control;
  made.section = access.section;
  made.strand = access.strand;
  made.pos = access.pos;
  made.caller = access.caller;
  made.site = access.site;
  return made;
}

RecordedEvent GraphRecorder::event(const RecordedAccess& access, const AccessPart& part, Kind kind) const {
  const auto [begin, end] = bits(part);
  RecordedEvent made = event(access);
  made.kind = kind;
  made.cell = part.cell;
  made.step = part.step;
  if (access.is_whole) made.whole = 2 * access.number + (kind == Kind::read ? 0 : 1);
  if (access.is_copy) made.copy = access.number;
  made.object = part.touch.object;
  made.begin = begin - part.touch.begin;
  made.end = end - part.touch.begin;
  if (access.order == MemoryOrder::plain || !core::is_of_c(access.order) || access.is_ours) return made;
  using OfAtomic = result::RunGraph::Access::Kind;
  const OfAtomic of = part.touch.kind == Touch::Kind::update  ? OfAtomic::update
                      : part.touch.kind == Touch::Kind::write ? OfAtomic::store
                                                              : OfAtomic::load;
  made.access = {access.number, of, access.order};
  return made;
}

void GraphRecorder::barrier(const RecordedAccess& access, const std::vector<std::string>& tags, size_t controlled_by) {
  if (tags.empty()) return;
  RecordedEvent made = event(access);
  made.tags = &tags;
  made.controlled_by = controlled_by;
  made.label = "fence";
  add(std::move(made));
}

void GraphRecorder::see(RecordedAccess& access, const AccessPart& part) const {
  const auto [begin, end] = bits(part);
  for (uint64_t byte = begin / 8; byte < (end + 7) / 8; ++byte)
    join(access.shared[{part.touch.object, byte}], {part.step});
}

size_t GraphRecorder::add_read(RecordedAccess& access, const AccessPart& part, const memory::Mapped& mapped) {
  RecordedEvent made = event(access, part, Kind::read);
  made.tags = &mapped.read;
  made.source = part.source;
  made.address = access.read_at;
  ++access.read;
  return add(std::move(made));
}

size_t GraphRecorder::add_write(RecordedAccess& access, const AccessPart& part, const memory::Mapped& mapped) {
  // What is left of a copy may be read, and the statement executed, after this.
  if (!access.data.contains(part.cell)) take_data(access, part);
  RecordedEvent made = event(access, part, Kind::write);
  made.tags = &mapped.write;
  made.address = access.write_at;
  made.data = access.data[part.cell];
  ++access.written;
  return add(std::move(made));
}

// Barriers stand around all parts of an access that is made at once.
void GraphRecorder::read(RecordedAccess& access, const AccessPart& part) {
  const memory::Mapped& tags = mapped(Order::load, access.order);
  if (access.read == 0 || !access.is_whole) barrier(access, tags.before);
  see(access, part);
  const size_t made = add_read(access, part, tags);
  if (access.read == access.reads || !access.is_whole)
    barrier(access, tags.after, tags.control_dependency ? made : kNone);
}

void GraphRecorder::write(RecordedAccess& access, const AccessPart& part) {
  const memory::Mapped& tags = mapped(Order::store, access.order);
  if (access.written == 0 || !access.is_whole) barrier(access, tags.before);
  add_write(access, part, tags);
  if (access.written == access.writes || !access.is_whole) barrier(access, tags.after);
}

void GraphRecorder::update(RecordedAccess& access, const std::vector<AccessPart>& parts, bool writes) {
  const memory::Mapped& tags =
      writes ? mapped(Order::update, access.order) : mapped(Order::failed, access.failure_order);
  barrier(access, tags.before);
  std::vector<size_t> reads;
  for (const AccessPart& part : parts) reads.push_back(add_read(access, part, tags));
  // What its failure orders is another order of the same operation.
  for (size_t read : reads)
    if (!writes) run_.events[read].access = {};
  join(access.control, access.compared);
  for (size_t i = 0; writes && i < parts.size(); ++i) run_.events[add_write(access, parts[i], tags)].updates = reads[i];
  barrier(access, tags.after, tags.control_dependency ? reads.back() : kNone);
}

void GraphRecorder::take_data(RecordedAccess& access, const AccessPart& part) {
  const auto [begin, end] = bits(part);
  Reads& data = access.data[part.cell];
  if (flow_) data = flow_->written(access.thread, access.shared, begin / 8, (end + 7) / 8);
}

RecordedEvent GraphRecorder::point(uint32_t number, const std::vector<std::string>& tags) {
  const core::Thread& thread = *machine_.find(number);
  RecordedEvent made;
  made.thread = number;
  made.tags = &tags;
  if (flow_) made.control = flow_->control(number);
  if (thread.in_atomic) made.section = section_[number];
  made.strand = run_.strands.here(thread);
  const core::Machine::Position here = machine_.position(number);
  made.pos = here.pos;
  made.caller = here.caller;
  return made;
}

void GraphRecorder::before_step(RecordedAccess& access, const std::vector<AccessPart>& parts) {
  for (const AccessPart& part : parts)
    if (part.touch.kind != Touch::Kind::read && !access.data.contains(part.cell)) take_data(access, part);
  joined_.reset();
  is_unseq_ = false;
  threads_ = machine_.threads().size();
  if (!flow_) return;
  access.compared = flow_->compared(access.thread, access.shared);
  flow_->before_step(access.thread, access.shared);
}

void GraphRecorder::before_step(uint32_t number) {
  const Stmt* stmt = machine_.next(number);
  const bool is_spawn = stmt != nullptr && std::holds_alternative<core::Spawn>(stmt->kind);
  is_unseq_ = stmt != nullptr && std::holds_alternative<core::Unseq>(stmt->kind);
  joined_ = machine_.joined(number);
  threads_ = machine_.threads().size();
  if (is_spawn || joined_ || machine_.ends_thread(number)) here_ = point(number, mapping_.point());
  if (stmt != nullptr && std::holds_alternative<core::AtomicBegin>(stmt->kind) && !machine_.find(number)->in_atomic)
    section_[number] = ++sections_;
  if (const auto* point = stmt != nullptr ? std::get_if<core::SeqPoint>(&stmt->kind) : nullptr;
      point != nullptr && point->is_place && machine_.has_spawned())
    run_.marks.push_back({stmt->pos, number, static_cast<uint32_t>(run_.events.size())});
  if (const auto* fence = stmt != nullptr ? std::get_if<core::Fence>(&stmt->kind) : nullptr;
      fence != nullptr && machine_.has_spawned()) {
    RecordedEvent made = point(number, mapped(Order::fence, fence->order).fence);
    made.label = "fence";
    made.site = fence->site;
    if (std::optional<Touch> place = machine_.fenced(number)) {
      made.object = place->object;
      made.begin = place->begin;
      for (size_t cell : cells_.touched(place->object, place->begin, place->end)) made.cell = cell;
    }
    if (!made.tags->empty()) add(std::move(made));
  }
  if (flow_) flow_->before_step(number, {});
}

void GraphRecorder::after_step(uint32_t number) {
  const core::Thread& thread = *machine_.find(number);
  if (flow_) flow_->after_step(number);
  if (is_unseq_) run_.strands.enter(thread);
  if (machine_.threads().size() > threads_) {
    RecordedEvent start;
    start.thread = machine_.threads().back().number;
    start.tags = &mapping_.point();
    start.label = "start";
    here_.label = fmt::format("starts thread {}", start.thread);
    start.follows = add(here_);
    add(std::move(start));
  }
  if (joined_ && ends_.contains(*joined_)) {
    here_.label = fmt::format("thread {} has ended", *joined_);
    here_.follows = ends_.at(*joined_);
    add(here_);
  }
  if (!thread.ended || ends_.contains(number)) return;
  here_.label = "end";
  here_.pos = {};
  ends_[number] = add(here_);
}

}  // namespace fencepost::check
