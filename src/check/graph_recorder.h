// Keeps what the interpreter does while replay follows a run, as events of an execution graph. Events, their tags, fences,
// program order, dependencies and who reads from whom are what the interpreter does; an engine has no say in them. The one thing
// that no run shows is given from outside: the order in which the writes to a place take effect.
//
// All that happens before the first Spawn of a run is part of the initial contents. Ends of lives and questions about them are
// no events here.
#pragma once

#include <map>

#include "check/cells.h"
#include "check/recorded_run.h"

namespace fencepost::check {

// A part of a statement's access that lies in one cell, and the step of the run that makes it.
struct AccessPart {
  core::Touch touch;
  size_t cell = 0;
  uint32_t step = 0;
  uint32_t source = result::RunStep::kInitial;  // of a read
};

// A statement that accesses shared places, from when its thread stands before it until the last of its parts is done.
struct RecordedAccess {
  uint32_t thread = 0;
  core::MemoryOrder order = core::MemoryOrder::plain;
  core::MemoryOrder failure_order = core::MemoryOrder::plain;  // of an update that does not write
  uint32_t number = 0;                                         // of all accesses
  bool is_whole = false;                                       // others see its reads, and its writes, at once
  bool is_copy = false;                                        // its parts are in no order
  size_t reads = 0, writes = 0;                                // parts
  size_t read = 0, written = 0;                                // of these, so far
  uint32_t section = 0, strand = 0;
  Reads control, read_at, write_at;
  Reads compared;                // by a compare-exchange
  SharedReads shared;            // so far
  std::map<size_t, Reads> data;  // by cell that the executed statement writes: on what that rests
  SourcePos pos, caller;
  uint32_t site = 0;     // of its order (core/place.h)
  bool is_ours = false;  // of a model of the library
};

class GraphRecorder {
 public:
  // Everything outlives the recorder.
  GraphRecorder(core::Machine& machine, const Cells& cells, const program::Mapping& mapping);

  // By the next statement of the thread.
  RecordedAccess begin(uint32_t thread, const std::vector<AccessPart>& parts);
  void read(RecordedAccess& access, const AccessPart& part);
  void write(RecordedAccess& access, const AccessPart& part);
  // An update is seen before it is executed, and only then one knows whether it writes.
  void see(RecordedAccess& access, const AccessPart& part) const;
  void update(RecordedAccess& access, const std::vector<AccessPart>& parts, bool writes);

  // Around Machine::step of a thread, with the access to shared places that its statement makes, if any.
  void before_step(uint32_t thread);
  void before_step(RecordedAccess& access, const std::vector<AccessPart>& parts);
  void after_step(uint32_t thread);

  const RecordedRun& run() const { return run_; }
  // An order that was met and that the model gives no meaning to.
  const std::optional<core::MemoryOrder>& unknown() const { return unknown_; }

 private:
  using Order = program::Mapping::AccessKind;

  const memory::Mapped& mapped(Order access, core::MemoryOrder order);
  size_t add(RecordedEvent event);
  // A fence, or the start or end of a thread, before the next statement.
  RecordedEvent point(uint32_t thread, const std::vector<std::string>& tags);
  RecordedEvent event(const RecordedAccess& access) const;
  RecordedEvent event(const RecordedAccess& access, const AccessPart& part, RecordedEvent::Kind kind) const;
  void barrier(const RecordedAccess& access, const std::vector<std::string>& tags,
               size_t controlled_by = RecordedEvent::kNone);
  size_t add_read(RecordedAccess& access, const AccessPart& part, const memory::Mapped& mapped);
  size_t add_write(RecordedAccess& access, const AccessPart& part, const memory::Mapped& mapped);
  void take_data(RecordedAccess& access, const AccessPart& part);
  std::pair<uint64_t, uint64_t> bits(const AccessPart& part) const;  // within its object

  core::Machine& machine_;
  const Cells& cells_;
  const program::Mapping& mapping_;
  std::optional<DataFlow> flow_;  // if the model asks for dependencies
  RecordedRun run_;
  std::optional<core::MemoryOrder> unknown_;
  uint32_t accesses_ = 0, sections_ = 0;
  std::map<uint32_t, uint32_t> section_;  // by thread: the atomic section that it entered last
  std::map<uint32_t, size_t> ends_;       // by thread
  // Of the statement that is being executed.
  RecordedEvent here_;
  size_t threads_ = 0;
  std::optional<uint32_t> joined_;
  bool is_unseq_ = false;
};

}  // namespace fencepost::check
