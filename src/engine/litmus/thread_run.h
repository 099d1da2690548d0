// Runs one thread of a litmus test symbolically: every path through it becomes a ThreadRun, a list of events with
// symbolic addresses and values, the conditions under which the path is taken, and the syntactic dependencies, carried on
// values as sets of the thread's read events. Loops on unknown values are unrolled a few times; a path that would go on
// is dropped and reported.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "frontend/litmus/test.h"

namespace fencepost::litmus {

constexpr size_t kMaxThreadEvents = 256;

// A set of events of one thread.
class EventMask {
 public:
  void set(size_t i) { words_[i / 64] |= uint64_t{1} << (i % 64); }
  void reset(size_t i) { words_[i / 64] &= ~(uint64_t{1} << (i % 64)); }
  EventMask& operator|=(const EventMask& o) {
    for (size_t i = 0; i < words_.size(); ++i) words_[i] |= o.words_[i];
    return *this;
  }
  friend EventMask operator|(EventMask a, const EventMask& b) { return a |= b; }
  bool none() const { return (words_[0] | words_[1] | words_[2] | words_[3]) == 0; }
  bool test(size_t i) const { return (words_[i / 64] >> (i % 64)) & 1; }
  template <typename F>
  void for_each(F&& f) const {
    for (size_t i = 0; i < words_.size(); ++i)
      for (uint64_t w = words_[i]; w != 0; w &= w - 1) f(i * 64 + static_cast<size_t>(__builtin_ctzll(w)));
  }

 private:
  std::array<uint64_t, kMaxThreadEvents / 64> words_{};
};

struct ThreadEvent {
  // update: one event that reads and writes; branch: the decision of a conditional branch; reg: a register access
  enum class Kind : uint8_t { read, write, update, fence, located, branch, reg } kind = Kind::fence;
  bool has_address = false;
  Value address;
  Value value;       // written
  Value read_value;  // symbolic result of a read
  uint32_t read_id = 0;
  uint32_t position = 0;  // in program order; equal positions are one instruction
  EventMask rmw_from;     // the reads of the same read-modify-write
  EventMask own_data;     // its reads from which the written value is computed (iico_data)
  bool amo = false;
  bool paired = false;     // one word of a pair that is accessed at once
  int ordered_after = -1;  // iico_order
  EventMask condition;     // of a branch: the reads that decide it
  EventMask addr, data, ctrl, pick_addr, pick_data, pick_ctrl, pick_basic;
  std::vector<std::string> tags;
  std::string text;
  SourcePos pos;

  bool reads() const { return kind == Kind::read || kind == Kind::update; }
  bool writes() const { return kind == Kind::write || kind == Kind::update; }
};

struct Constraint {
  Value condition;
  bool holds = true;
};

struct ThreadRun {
  std::vector<ThreadEvent> events;
  std::vector<Constraint> constraints;
  std::map<uint32_t, Value> registers;  // final values
};

struct ThreadRuns {
  std::vector<ThreadRun> runs;
  bool cut = false;  // some path hit the unrolling bound
};

ThreadRuns run_thread(const Test& test, size_t thread, ExpressionPool& pool, uint32_t& next_read, unsigned unroll);

// The instruction at a code label, as tests write it: branch targets relative to the instruction.
std::string instruction_text(const Test& test, const Value& label);

}  // namespace fencepost::litmus
