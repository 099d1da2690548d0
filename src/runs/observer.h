// One more thread that none of the program's is: it starts when all others have come to rest, or have stopped, and reads
// what they left behind. What it finds is what is there in the end, whatever the memory model. It may also go on in the place of one
// of them. Another kind looks at any one time, so that what it finds is what some write has left, or what was there first.
#pragma once

#include <map>
#include <vector>

#include "unroll/unrolled.h"

namespace fencepost::runs {

class Observer {
 public:
  // Joins `watched`, which outlives it, if `looks`. made: by thread, when there is one to wait for; null: always.
  Observer(unroll::Unrolled& watched, logic::Term looks, const std::vector<logic::Term>& made, logic::Terms& terms);

  // Looks at any time instead.
  Observer(unroll::Unrolled& watched, logic::Terms& terms);

  uint32_t thread() const { return thread_; }
  // If `when`, it finds what that read of the program's found. Who wrote it does not matter.
  void finds(const unroll::Event& read, logic::Term when);
  // If `when`, it does next what that access of the program's would do.
  void does(const unroll::Event& access, logic::Term when);
  // What it finds, wherever it looks.
  const std::vector<logic::Term>& variables() const { return variables_; }

 private:
  unroll::Event& add(unroll::Event::Kind kind, uint32_t thread, logic::Term guard);
  unroll::Value unknown(const unroll::Value& like);
  // What it finds in a cell that has such values.
  const unroll::Value& look(uint32_t cell, const unroll::Value& like);
  logic::Term same(const unroll::Value& then, const unroll::Value& now);

  unroll::Unrolled& watched_;
  logic::Term looks_;
  logic::Terms& terms_;
  uint32_t thread_;
  std::map<uint32_t, unroll::Value> found_;  // by cell
  std::vector<logic::Term> variables_;
};

}  // namespace fencepost::runs
