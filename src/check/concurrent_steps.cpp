// What each step of the run does, and the words for it.
#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "check/concurrent_replay.h"
#include "check/expectation.h"
#include "core/place_names.h"
#include "result/lifetime_cells.h"

namespace fencepost::check {

using core::Touch;
using result::RunStep;

namespace {

std::string_view verb(RunStep::Kind kind) {
  switch (kind) {
    case RunStep::Kind::read:
      return "read";
    case RunStep::Kind::write:
      return "write";
    case RunStep::Kind::update:
      return "update";
    case RunStep::Kind::flush:
      return "flush";
  }
  return "?";
}

std::string_view verb(Touch::Kind kind) {
  return kind == Touch::Kind::read ? "read" : kind == Touch::Kind::write ? "write" : "update";
}

bool are_same(const core::Byte& a, const core::Byte& b) {
  auto all = [](const core::Byte& byte) {
    return std::tuple(byte.value, byte.unspecified, byte.part, byte.object, byte.offset, byte.view);
  };
  return all(a) == all(b);
}

}  // namespace

ConcurrentReplay::Pending* ConcurrentReplay::bring(const RunStep& step, uint32_t number) {
  while (pending(step.thread) == nullptr && !confirmed_) {
    const core::Thread* thread = machine_.find(step.thread);
    bool is_ready = thread != nullptr && !thread->over() && can_go_on(step.thread);
    if (is_ready && (is_late(step.thread) || parked_.erase(step.thread) > 0))
      silently(step.thread);
    else if (pending(step.thread) != nullptr)
      break;
    else if (pace_ == Pace::late && advance_newest([&](uint32_t one) { return (one == step.thread) == is_ready; }))
      continue;
    else if (!do_late_action())
      throw Refused(fmt::format("step {} is {}, but {}", number, describe(step), state_of(step.thread)));
    if (pace_ == Pace::early) advance_all();
  }
  return pending(step.thread);
}

// An update that turns out to write nothing is a read.
bool ConcurrentReplay::fits(const RunStep& step, const Part& part) {
  return step.kind == RunStep::Kind::update  ? part.touch.kind == Touch::Kind::update
         : step.kind == RunStep::Kind::write ? part.touch.kind == Touch::Kind::write
                                             : part.touch.kind != Touch::Kind::write;
}

bool ConcurrentReplay::take_up(Pending& next, const RunStep& step) {
  const size_t cell = cells_.index(step.cell);
  for (size_t i = next.done; i < next.parts.size(); ++i) {
    const Part& part = next.parts[i];
    if (i > next.done && !next.access.is_copy) return false;
    if (part.touch.kind == Touch::Kind::write && !is_read(next, part)) continue;
    if (part.cell != cell || !fits(step, part)) continue;
    std::swap(next.parts[next.done], next.parts[i]);
    return true;
  }
  return false;
}

bool ConcurrentReplay::is_early(const Pending& next) {
  return std::any_of(next.parts.begin() + static_cast<std::ptrdiff_t>(next.done), next.parts.end(),
                     [](const Part& part) { return part.touch.kind == Touch::Kind::read; });
}

// Has what a part writes been read? Where a copy may overwrite what it reads, all of that comes first.
bool ConcurrentReplay::is_read(const Pending& next, const Part& written) const {
  auto inside = [&](const Part& part) {
    const result::Cell& cell = cells_[part.cell];
    return std::pair(std::max(cell.at, part.touch.begin) - part.touch.begin,
                     std::min(cell.at + cell.width, part.touch.end) - part.touch.begin);
  };
  auto [begin, end] = inside(written);
  for (size_t i = next.done; i < next.parts.size(); ++i) {
    const Part& read = next.parts[i];
    if (read.touch.kind != Touch::Kind::read) continue;
    auto [first, last] = inside(read);
    if (read.touch.object == written.touch.object || (first < end && begin < last)) return false;
  }
  return true;
}

// What a part of a copy writes while others are still to be read.
Patch ConcurrentReplay::copied(Pending& next, const Part& written) const {
  auto from = std::ranges::find(next.parts, Touch::Kind::read, [](const Part& part) { return part.touch.kind; });
  const uint64_t begin = std::max(cells_[written.cell].at, written.touch.begin) / 8;
  const uint64_t end = (std::min(cells_[written.cell].at + cells_[written.cell].width, written.touch.end) + 7) / 8;
  Patch patch;
  for (uint64_t at = begin; at < end; ++at) {
    const uint64_t source = at - written.touch.begin / 8 + from->touch.begin / 8;
    const core::Byte& stored = machine_.memory().stored(from->touch.object, source);
    patch.push_back({at, next.tap.read(from->touch.object, source, stored),
                     cells_.mask(written.cell, at, written.touch.begin, written.touch.end)});
  }
  return patch;
}

bool ConcurrentReplay::is_in_strand(const RunStep& step) const {
  auto number = step.strands.begin();
  for (const core::Frame& frame : machine_.find(step.thread)->frames)
    for (const core::Cursor& cursor : frame.cursors) {
      if (cursor.unseq == nullptr || !cursor.unseq->interleave) continue;
      if (number == step.strands.end()) return true;
      if (*number++ != cursor.order[cursor.strand]) return false;
    }
  return true;
}

// Several operands may make the same step. A run need not name them, and a thread that became one of several inside an
// expression names them from there on.
bool ConcurrentReplay::find_strand(const RunStep& step) {
  auto is_here = [&] {
    Pending* next = pending(step.thread);
    return next != nullptr && take_up(*next, step);
  };
  return (is_in_strand(step) && is_here()) || change_strand(step, true) || confirmed_ || is_here() ||
         change_strand(step, false);
}

bool ConcurrentReplay::change_strand(const RunStep& step, bool named) {
  if (Pending* left = pending(step.thread); left != nullptr && left->executed) return false;
  std::set<const core::Stmt*> seen = {machine_.next(step.thread)};
  for (;;) {
    std::vector<core::Machine::OtherStrand> others = machine_.other_strands(step.thread);
    auto other = std::find_if(others.begin(), others.end(), [&](const auto& one) { return !seen.contains(one.next); });
    if (other == others.end()) return false;
    seen.insert(other->next);
    if (Pending* left = pending(step.thread)) {
      if (left->done > 0) set_aside_.emplace(std::pair(step.thread, machine_.next(step.thread)), std::move(*left));
      pending_.erase(step.thread);
    }
    machine_.change_strand(step.thread, *other);
    advance(step.thread);
    if (confirmed_ || machine_.find(step.thread)->over()) return confirmed_;
    Pending* found = pending(step.thread);
    if (found != nullptr && (!named || is_in_strand(step)) && take_up(*found, step)) return true;
    seen.insert(machine_.next(step.thread));
  }
}

// Another thread goes on: what the one inside a section does by itself before it leaves comes now at the latest.
bool ConcurrentReplay::is_left_to(const RunStep& step, uint32_t number) {
  while (section_ && *section_ != step.thread && !confirmed_) {
    const uint32_t inside = *section_;
    const core::Thread* thread = machine_.find(inside);
    bool goes_on = !thread->over() && pending(inside) == nullptr && can_go_on(inside) &&
                   (pace_ == Pace::late || is_late(inside) || parked_.erase(inside) > 0);
    if (!goes_on)
      throw Refused(
          fmt::format("step {} is {}, inside an atomic section of thread {}", number, describe(step), inside));
    silently(inside);
    if (pace_ == Pace::early) advance_all();
  }
  return !confirmed_;
}

size_t ConcurrentReplay::perform(size_t at_step) {
  auto number = static_cast<uint32_t>(at_step);
  const RunStep& step = run_.steps[number];
  if (!is_left_to(step, number)) return 1;
  if (is_of_life(step)) {
    perform_life(number);
    return 1;
  }
  bring(step, number);
  if (confirmed_) return 1;
  std::string instead = state_of(step.thread);
  if (!find_strand(step)) throw Refused(fmt::format("step {} is {}, but {}", number, describe(step), instead));
  if (confirmed_) return 1;
  Pending& next = *pending(step.thread);
  if (next.parts[next.done].touch.kind == Touch::Kind::update) return update(number, next);
  // Where there is one memory, the steps of such an access follow one another.
  const size_t count = next.access.is_whole && kind_ != MachineKind::given ? count_alike(next) : 1;
  for (size_t i = 0; i < count; ++i) {
    if (number + i >= run_.steps.size() || run_.steps[number + i].thread != step.thread)
      throw Refused(fmt::format("the steps of one access do not follow each other from step {}", number));
    perform_part(static_cast<uint32_t>(number + i), next);
  }
  return count;
}

// A bit-field is read with its neighbours before it is written with them.
size_t ConcurrentReplay::count_alike(const Pending& next) {
  const Touch::Kind kind = next.parts[next.done].touch.kind;
  return static_cast<size_t>(
      std::ranges::count_if(next.parts, [&](const Part& part) { return part.touch.kind == kind; }));
}

void ConcurrentReplay::perform_part(uint32_t number, Pending& next) {
  const RunStep& step = run_.steps[number];
  const Part& part = next.parts[next.done];
  bool reads = part.touch.kind == Touch::Kind::read;
  if (cells_.index(step.cell) != part.cell || !fits(step, part))
    throw Refused(fmt::format("step {} is {}, but {}", number, describe(step), state_of(step.thread)));
  reads ? read(number, next) : write(number, next);
}

Seen ConcurrentReplay::see(uint32_t number, const RunStep& step, Part& part, Pending& next) {
  Seen seen;
  try {
    seen = step.promised ? promised(number, part) : memory_->read(step.thread, part.cell, step.source);
    if (seen.source == step.source)
      next.tap.capture(part.touch.object, part.cell, part.touch.begin, part.touch.end, seen);
  } catch (const Refused& refused) {
    throw Refused(fmt::format("step {} is {}: {}", number, describe(step), refused.what()));
  }
  auto name = [](uint32_t source) {
    return source == RunStep::kInitial ? std::string("the initial value") : fmt::format("what step {} wrote", source);
  };
  if (seen.source != step.source)
    throw Refused(
        fmt::format("step {} is {}: it sees {}, not {}", number, describe(step), name(seen.source), name(step.source)));
  next.steps.push_back(number);
  part.step = number;
  part.source = step.source;
  std::string text = note(step, seen);
  if (std::find(next.notes.begin(), next.notes.end(), text) == next.notes.end()) next.notes.push_back(text);
  return seen;
}

// What a later step will write, on trust; only where a model has no machine of its own.
Seen ConcurrentReplay::promised(uint32_t number, const Part& part) {
  const RunStep& step = run_.steps[number];
  const result::Cell& cell = cells_[part.cell];
  if (kind_ != MachineKind::given || (step.kind != RunStep::Kind::read && step.kind != RunStep::Kind::update) ||
      step.source <= number || step.source >= run_.steps.size() || run_.steps[step.source].cell != step.cell ||
      cell.at % 8 != 0 || cell.width % 8 != 0)
    throw Refused("this value cannot be promised");
  std::optional<core::ObjectId> object;
  if (step.promised_object) {
    object = cells_.bound(*step.promised_object);
    if (!object) throw Refused("a pointer to an object that is not there yet cannot be promised");
  }
  Seen seen{step.source, {}, true, false};
  for (uint64_t byte = 0; byte < cell.width / 8; ++byte) {
    check::Part bits;
    bits.at = cell.at / 8 + byte;
    if (object)
      bits.byte = {0, 0, static_cast<uint8_t>(byte), *object, static_cast<uint64_t>(*step.promised), 0};
    else
      bits.byte.value = static_cast<uint8_t>(*step.promised >> (8 * byte));
    bits.mask = 0xff;
    seen.over.push_back(bits);
  }
  promises_.emplace(step.source, seen.over);
  return seen;
}

void ConcurrentReplay::keep_promise(uint32_t number, const Patch& written) {
  auto [begin, end] = promises_.equal_range(number);
  for (auto promise = begin; promise != end; ++promise)
    for (const check::Part& part : promise->second) {
      bool is_kept = std::any_of(written.begin(), written.end(), [&](const check::Part& byte) {
        return byte.at == part.at && byte.mask == 0xff && are_same(byte.byte, part.byte);
      });
      if (!is_kept) throw Refused(fmt::format("step {} does not write what an earlier step read from it", number));
    }
  promises_.erase(begin, end);
  confirmed_ = confirmed_ || (failed_ && promises_.empty());
}

std::string ConcurrentReplay::line_of(const Write& write) const {
  return write.pos.valid() ? core::line_name(write.pos, machine_.program().main_file)
                           : fmt::format("step {}", write.step);
}

std::string ConcurrentReplay::note(const RunStep& step, const Seen& seen) const {
  const size_t cell = cells_.index(step.cell);
  const Write* source = memory_->find(seen.source);
  std::string text = "initial value";
  if (source != nullptr && seen.in_buffer)
    text = fmt::format("from its own buffer, {}", line_of(*source));
  else if (source != nullptr && source->thread == step.thread)
    text = fmt::format("its own, {}", line_of(*source));
  else if (step.promised)
    text = fmt::format("from a write that thread {} makes later", run_.steps[seen.source].thread);
  else if (source != nullptr)
    text = fmt::format("written at {} by thread {}", line_of(*source), source->thread);
  for (const Write* waiting : memory_->waiting(cell, step.thread))
    text += fmt::format("; {} is still in thread {}'s buffer", line_of(*waiting), waiting->thread);
  return text;
}

void ConcurrentReplay::execute(uint32_t thread, Pending& next, const std::string& remark) {
  const core::Stmt* stmt = machine_.next(thread);
  require_privacy(thread);
  if (story_) story_->before_step(thread);
  machine_.memory().set_tap(&next.tap);
  machine_.remark(remark);
  recorder_.before_step(next.access, next.parts);
  machine_.step(thread);
  recorder_.after_step(thread);
  machine_.memory().set_tap(nullptr);
  if (story_) story_->after_step();
  next.told = last_told();
  next.text = machine_.told().empty() ? cell_name(next.parts.front().cell) : machine_.told();
  next.executed = true;
  for (uint32_t number : next.steps) told_[number] = {next.place.pos, next.text, next.told};
  if (machine_.find(thread)->in_atomic) section_ = thread;
  after_step(thread, stmt);
}

void ConcurrentReplay::done(uint32_t thread, Pending& next) {
  if (++next.done == next.parts.size()) pending_.erase(thread);
}

void ConcurrentReplay::read(uint32_t number, Pending& next) {
  const RunStep& step = run_.steps[number];
  see(number, step, next.parts[next.done], next);
  if (machine_.find(step.thread)->in_atomic) section_ = step.thread;
  bool is_last = next.done + 1 == next.parts.size();
  note_access(number, next.parts[next.done], next, true, false);
  recorder_.read(next.access, next.parts[next.done]);
  if (is_last) execute(step.thread, next, fmt::format("{}", fmt::join(next.notes, "; ")));
  done(step.thread, next);
}

void ConcurrentReplay::write(uint32_t number, Pending& next) {
  const RunStep& step = run_.steps[number];
  Part& part = next.parts[next.done];
  part.step = number;
  // The buffer is empty when a section begins and when it ends, and in between nobody looks: it is not used.
  bool direct = machine_.find(step.thread)->in_atomic;
  const bool early = is_early(next);
  if (!next.executed && !early) {
    if (!direct && (kind_ == MachineKind::tso || kind_ == MachineKind::pso)) next.notes.emplace_back("to its buffer");
    execute(step.thread, next, fmt::format("{}", fmt::join(next.notes, "; ")));
    if (machine_.find(step.thread)->outcome && next.tap.written.empty())
      throw Refused(fmt::format("step {} is {}, but {}", number, describe(step), state_of(step.thread)));
  }
  told_[number] = {next.place.pos, next.text, next.told};
  Write made = written(number, step.thread, next, part, early ? copied(next, part) : next.tap.written[part.cell]);
  if (next.access.is_whole && kind_ != MachineKind::given) {
    made.parts = count_alike(next);
    made.access = static_cast<uint32_t>(number - (next.done - (next.parts.size() - made.parts)));
  }
  keep_promise(number, made.patch);
  note_access(number, part, next, false, true);
  if (next.access.written == 0 && orders_stores(next.access.order)) memory_->order_stores(step.thread);
  recorder_.write(next.access, part);
  const Write kept = story_ ? made : Write{};
  if (direct)
    memory_->update(std::move(made));
  else
    memory_->write(std::move(made));
  if (story_) tell_write(kept, !direct && kind_ != MachineKind::sc);
  if (next.drains) draining_.insert(step.thread);
  done(step.thread, next);
}

// All cells of an update change at one moment: its steps follow one another.
size_t ConcurrentReplay::update(uint32_t number, Pending& next) {
  const uint32_t thread = run_.steps[number].thread;
  const size_t count = next.parts.size();
  for (size_t i = 0; i < count; ++i) {
    bool fits = number + i < run_.steps.size() && run_.steps[number + i].thread == thread &&
                run_.steps[number + i].kind != RunStep::Kind::write &&
                cells_.index(run_.steps[number + i].cell) == next.parts[i].cell;
    if (!fits) throw Refused(fmt::format("the steps of one update do not follow each other from step {}", number));
    see(static_cast<uint32_t>(number + i), run_.steps[number + i], next.parts[i], next);
    recorder_.see(next.access, next.parts[i]);
  }
  execute(thread, next, fmt::format("{}", fmt::join(next.notes, "; ")));
  for (size_t i = 0; i < count; ++i) {
    const RunStep& step = run_.steps[number + i];
    auto changed = next.tap.written.find(next.parts[i].cell);
    bool writes = changed != next.tap.written.end();
    if (writes != (step.kind == RunStep::Kind::update))
      throw Refused(fmt::format("step {} is {}, but the update {}", number + i, describe(step),
                                writes ? "writes" : "fails its comparison and only reads"));
    note_access(static_cast<uint32_t>(number + i), next.parts[i], next, true, writes);
    if (writes) keep_promise(static_cast<uint32_t>(number + i), changed->second);
    if (!writes) continue;
    Write made = written(static_cast<uint32_t>(number + i), thread, next, next.parts[i], changed->second);
    memory_->update(made);
    if (story_) tell_write(made, false);
  }
  recorder_.update(next.access, next.parts, !next.tap.written.empty());
  pending_.erase(thread);
  return count;
}

Write ConcurrentReplay::written(uint32_t step, uint32_t thread, const Pending& by, const Part& part, Patch patch) {
  return {step,           thread, part.cell, part.touch.object, std::move(patch), by.place.pos, by.place.function->name,
          by.place.depth, by.text};
}

size_t ConcurrentReplay::perform_flush(uint32_t number) {
  const RunStep& step = run_.steps[number];
  if (!is_left_to(step, number)) return 1;
  try {
    const Write first = flush(step.thread, cells_.index(step.cell));
    for (size_t i = 1; i < first.parts; ++i) {
      bool follows = number + i < run_.steps.size() && run_.steps[number + i].kind == RunStep::Kind::flush &&
                     run_.steps[number + i].thread == step.thread;
      if (!follows || memory_->flush(step.thread, cells_.index(run_.steps[number + i].cell)).access != first.access)
        throw Refused("parts of one write reach memory at different times");
    }
    return first.parts;
  } catch (const Refused& refused) {
    throw Refused(fmt::format("step {} is {}: {}", number, describe(step), refused.what()));
  }
}

Write ConcurrentReplay::flush(uint32_t thread, size_t cell) {
  Write flushed = memory_->flush(thread, cell);
  if (result::is_of_life(cells_[cell].at))
    reach_all(thread, flushed.object);
  else
    machine_.trace().add({thread, flushed.pos, flushed.function, flushed.depth,
                          fmt::format("flush: {} reaches memory", flushed.text), true});
  if (story_) {
    story_->reached(flushed);
    story_->note_buffer(thread, *memory_);
  }
  return flushed;
}

uint32_t ConcurrentReplay::last_told() {
  const size_t told = machine_.trace().count();
  return told == 0 ? result::Story::kNoStep : static_cast<uint32_t>(told - 1);
}

// Points of threads and fences, which are no steps of the run: the trace has told them just now, if at all.
void ConcurrentReplay::tell_events(size_t told_before) {
  if (!story_) return;
  const bool is_told = machine_.trace().count() > told_before;
  events_told_.resize(recorder_.run().events.size(), is_told ? last_told() : result::Story::kNoStep);
}

void ConcurrentReplay::tell_write(const Write& write, bool to_buffer) {
  if (kind_ == MachineKind::given) {
    const auto place = std::ranges::find(run_.coherence, write.step);
    story_->made(write, static_cast<size_t>(place - run_.coherence.begin()) + 1);
  } else if (to_buffer) {
    story_->note_buffer(write.thread, *memory_);
  } else {
    story_->reached(write);
  }
}

void ConcurrentReplay::record_story() { story_.emplace(machine_, cells_); }

std::optional<result::Story> ConcurrentReplay::story(const std::optional<result::RunGraph>& graph) {
  if (!story_) return std::nullopt;
  const size_t forgotten = machine_.trace().count() - machine_.trace().steps().size();
  result::Story told = story_->take();
  if (!graph) return told;
  auto here = [&](uint32_t step) {
    return step == result::Story::kNoStep || step < forgotten ? result::Story::kNoStep
                                                              : static_cast<uint32_t>(step - forgotten);
  };
  const bool has_all = parked_.empty();  // otherwise events have other numbers in the graph
  for (size_t i = 0; i < graph->graph.size(); ++i) {
    auto words = told_.find(graph->steps[i]);
    const bool is_told = has_all && graph->steps[i] == result::RunGraph::kNoStep && i < events_told_.size();
    told.steps.push_back(words != told_.end() ? here(words->second.step)
                         : is_told            ? here(events_told_[i])
                                              : result::Story::kNoStep);
  }
  return told;
}

std::string ConcurrentReplay::describe(const RunStep& step) const {
  std::string article = step.kind == RunStep::Kind::update ? "an" : "a";
  return fmt::format("{} {} of {} by thread {}", article, verb(step.kind), cell_name(cells_.index(step.cell)),
                     step.thread);
}

std::string ConcurrentReplay::cell_name(size_t cell) const {
  const result::Cell& c = cells_[cell];
  std::string name;
  if (c.object.global && c.object.number < machine_.program().globals.size())
    name = machine_.program().globals[c.object.number].name;
  else
    name = fmt::format("object {} of thread {}", c.object.number, c.object.thread);
  if (result::is_of_life(c.at)) return "the life of " + name;
  if (c.at != 0) name += c.at % 8 == 0 ? fmt::format("+{}", c.at / 8) : fmt::format("+{} bits", c.at);
  return name;
}

std::string ConcurrentReplay::state_of(uint32_t number) {
  const core::Thread* thread = machine_.find(number);
  if (thread == nullptr) return fmt::format("thread {} has not been started", number);
  if (thread->ended) return "it has ended";
  if (thread->outcome) return what_happened(*thread->outcome);
  std::string where = at(machine_.position(number).pos);
  if (Pending* next = pending(number))
    return fmt::format("it is about to {} {}{}", verb(next->parts[next->done].touch.kind),
                       cell_name(next->parts[next->done].cell), where);
  if (machine_.ends_program(number)) return "it is about to end the program";
  if (machine_.waits(number)) return fmt::format("it waits for another thread{}", where);
  if (memory_->oldest(number) != nullptr && needs_drain(number))
    return fmt::format("it waits{} for its buffer to be empty", where);
  return fmt::format("it goes on by itself{}", where);
}

std::string ConcurrentReplay::why_not() {
  std::string last = "the run ends without a failed check";
  for (const core::Thread& thread : machine_.threads()) {
    if (!thread.outcome || thread.outcome->kind == core::Outcome::Kind::finished) continue;
    last = what_happened(*thread.outcome);
    if (thread.outcome->kind == core::Outcome::Kind::violated) break;
  }
  return last;
}

}  // namespace fencepost::check
