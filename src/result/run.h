// A run of a program as an engine proposes it: the choices of one thread, or for several the steps in an order that replay
// follows, and the graph that a memory model judges.
#pragma once

#include <optional>
#include <vector>

#include "core/choice.h"

namespace fencepost::result {

// Names an object of a run without having seen the run: a global, or the n-th object (from 0) that a thread allocated.
struct ObjectName {
  bool global = true;
  uint32_t thread = 0;
  uint32_t number = 0;
  auto operator<=>(const ObjectName&) const = default;
};

// A place that threads share: bits of an object.
struct Cell {
  ObjectName object;
  uint64_t at = 0, width = 0;
  auto operator<=>(const Cell&) const = default;
};

// What a concurrent run does, as an engine proposes it, in an order that replay follows. Between its own steps a thread
// does what no other can see. `flush`: the oldest write to the cell in that thread's store buffer reaches memory.
struct RunStep {
  enum class Kind : uint8_t { read, write, update, flush };
  Kind kind = Kind::read;
  uint32_t thread = 0;
  Cell cell;
  uint32_t source = kInitial;  // read, update: the step that wrote what it reads
  // A read whose source comes later, where a model lets causes run in circles (load buffering): the bits that it takes, and
  // that the source must then write.
  std::optional<core::Bits> promised = std::nullopt;
  std::optional<ObjectName> promised_object = std::nullopt;  // of a pointer to one, whose offset was promised
  // Which operand of the expression makes it, the number of a strand for each core::Unseq from the outermost on that is
  // seen in parts; what copies in parts adds numbers of its own.
  std::vector<uint32_t> strands = {};
  static constexpr uint32_t kInitial = ~0u;
};

inline constexpr const char* kFailsTooEarly =
    "this memory model has a run in which a check fails here, but only after reads of what is written later than that";

inline constexpr const char* kReadsInCircles =
    "this memory model has a run in which a check fails here, whose reads wait for each other's writes";

struct ConcurrentRun {
  std::vector<core::Choices> choices;          // by thread number
  std::vector<std::vector<uint32_t>> spawned;  // by thread number: the numbers of the threads that it makes, in order
  std::vector<Cell> cells;                     // every access to one of these after the first Spawn is a step
  std::vector<RunStep> steps;
  uint32_t ended_by = 0;           // of what is left when the program ends: the thread at whose end that is
  bool stops_before_race = false;  // of a data race: the two last steps are about to happen, at the same time
  // Of a data race by happens-before: the step of the later access. What follows only keeps promises.
  uint32_t races_at = 0;
  // Under models that no machine of check/ has, whose memory would show it: the steps that write, those to one cell in the
  // order in which they take effect. All else that a memory model judges follows from the run.
  std::vector<uint32_t> coherence;
  // Of an object that is used although nothing orders its allocation before, or the end of its life after: the thread that
  // uses it.
  std::optional<uint32_t> uses_outside_life;
};

// A run in which nothing fails: by it one knows that what holds of all executions holds of some.
struct Run {
  core::Choices choices;
  std::optional<ConcurrentRun> concurrent;  // of a program with threads: instead of `choices`
  bool ends = true;                         // false: it goes on beyond its bound, or waits for ever
};

}  // namespace fencepost::result
