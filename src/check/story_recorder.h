// What memory holds after every step of a run, and what waits in store buffers, for people (result/story.h). Replay is followed and
// nothing is asked of it: places are those that the run loads, stores or updates as values of some type; the names and values are
// the interpreter's.
//
// Where a model has no machine, memory keeps its first values (shared_memory.h); then a place is shown with the last of the writes
// so far, in the order in which the model lets them take effect.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "check/cells.h"
#include "check/shared_memory.h"
#include "core/machine.h"
#include "result/story.h"

namespace fencepost::check {

class StoryRecorder {
 public:
  // Both outlive it.
  StoryRecorder(core::Machine& machine, const Cells& cells) : machine_(machine), cells_(cells) {}

  // Around Machine::step, with no tap set.
  void before_step(uint32_t thread);
  void after_step();
  // A write has reached the memory of the machine.
  void reached(const Write& write);
  // A write of a model without a machine, which is the `rank`th to take effect.
  void made(const Write& write, size_t rank);
  // What waits in the buffer of a thread.
  void note_buffer(uint32_t thread, const SharedMemory& memory);
  // With a moment for each step of the trace.
  result::Story take();

 private:
  struct Known {
    core::Value pointer;
    core::Type type;
    core::BitRange bits;
    uint64_t begin = 0, end = 0;  // bytes
    std::string shown;            // empty: its life is over
  };
  // Bytes that memory does not show.
  class Overlay : public core::ByteTap {
   public:
    core::Byte read(core::ObjectId object, uint64_t at, const core::Byte& stored) override;
    uint8_t write(core::ObjectId, uint64_t, const core::Byte&, uint8_t, const core::Byte&) override { return 0; }
    void put(core::ObjectId object, uint64_t at, const core::Byte& stored, const Part& part, size_t rank);

   private:
    struct Ranked {
      core::Byte byte;
      size_t rank = 0;
    };
    std::map<std::pair<core::ObjectId, uint64_t>, Ranked> bytes_;
  };
  struct Owner {
    std::optional<uint32_t> thread;
    std::string function;
  };

  result::Story::Moment& now();
  void meet(const core::Machine::TypedAccess& access);
  std::optional<Owner> owner(core::ObjectId object) const;  // nothing: people are not told of it
  std::string name(const core::Value& pointer, const core::Type& type, const core::BitRange& bits, const Owner& of);
  std::string value(const Known& place);
  void look(core::ObjectId object, uint64_t begin, uint64_t end);
  void end(core::ObjectId object);

  core::Machine& machine_;
  const Cells& cells_;
  Overlay overlay_;
  result::Story story_;
  std::vector<Known> known_;  // by place
  std::map<core::ObjectId, std::vector<uint32_t>> places_;
  std::map<uint32_t, std::vector<std::string>> buffers_;
  std::vector<core::Touch> touched_;    // by the step
  std::vector<core::ObjectId> killed_;  // by the step
};

}  // namespace fencepost::check
