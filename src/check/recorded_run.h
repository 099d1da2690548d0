// What a run did to shared places, event by event, and the execution graph that follows from it. Events are in the order in
// which they happened; those of one thread are in program order unless they are unsequenced.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "check/data_flow.h"
#include "check/strands.h"
#include "program/mapping.h"
#include "result/run.h"
#include "result/run_graph.h"

namespace fencepost::check {

struct RecordedEvent {
  enum class Kind : uint8_t { read, write, fence };
  static constexpr size_t kNone = ~size_t{0};

  Kind kind = Kind::fence;
  uint32_t thread = 0;
  std::optional<size_t> cell;
  const std::vector<std::string>* tags = nullptr;  // of program::Mapping
  uint32_t step = result::RunGraph::kNoStep;
  uint32_t source = result::RunStep::kInitial;  // of a read: the step that wrote what it took
  Reads control, address, data;                 // on which its happening, its place, its value rest
  size_t updates = kNone;                       // of the write of an update: its read
  size_t follows = kNone;                       // of a thread's start and of a join: the spawn, the end
  size_t controlled_by = kNone;                 // of a fence that belongs to an access: the read that controls it
  uint32_t section = 0;                         // atomic section; 0: none
  uint32_t whole = 0;  // parts of one access that are seen at once share this number; 0: no part
  uint32_t strand = Strands::kThread;
  // Of a copy, whose parts are in no order but that what is written must have been read: which one, and which of its bits.
  uint32_t copy = 0;
  core::ObjectId object = core::kNoObject;  // that is accessed, or that a fence concerns
  uint64_t begin = 0, end = 0;
  SourcePos pos, caller;  // core::Machine::Position
  uint32_t site = 0;      // of its order (core/place.h)
  result::RunGraph::Access access = {};
  std::string label;
};

struct RecordedRun {
  std::vector<RecordedEvent> events;
  std::vector<result::RunGraph::Mark> marks;
  Strands strands;

  // Of two events of one thread, in their order here.
  bool in_program_order(const RecordedEvent& first, const RecordedEvent& second) const;
  // The fences with which the thread ends here have not happened yet: what is left of a run so is one as well. point: the tags of the
  // points of threads, which stay.
  void drop_last_fences(uint32_t thread, const std::vector<std::string>& point);
};

// With rf, co and all that a model asks for. `coherence`: every step that writes, those to one cell in coherence order. Throws
// Refused if it is something else. `name`: of the object that a cell lies in.
result::RunGraph execution_graph(const RecordedRun& run, const program::Mapping& mapping,
                                 const std::vector<uint32_t>& coherence,
                                 const std::function<std::string(size_t cell)>& name);

}  // namespace fencepost::check
