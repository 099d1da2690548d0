// One more thread that none of the program's is: it starts when all others have come to rest, or have stopped, and reads
// what they left behind. What it finds is what is there in the end, whatever the memory model.
#pragma once

#include <map>
#include <vector>

#include "unroll/unrolled.h"

namespace fencepost::runs {

class Observer {
 public:
  // Joins `watched`, which outlives it, if `looks`. made: by thread, when there is one to wait for; null: always.
  Observer(unroll::Unrolled& watched, logic::Term looks, const std::vector<logic::Term>& made, logic::Terms& terms);

  uint32_t thread() const { return thread_; }
  // If `when`, it finds what that read of the program's found. Who wrote it does not matter.
  void finds(const unroll::Event& read, logic::Term when);
  // What it finds, wherever it looks.
  const std::vector<logic::Term>& variables() const { return variables_; }

 private:
  unroll::Event& add(unroll::Event::Kind kind, uint32_t thread, logic::Term guard);
  // What it finds in a cell that has such values.
  const unroll::Value& look(uint32_t cell, const unroll::Value& like);

  unroll::Unrolled& watched_;
  logic::Term looks_;
  logic::Terms& terms_;
  uint32_t thread_;
  std::map<uint32_t, unroll::Value> found_;  // by cell
  std::vector<logic::Term> variables_;
};

}  // namespace fencepost::runs
