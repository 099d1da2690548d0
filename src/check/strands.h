// Which actions of a thread are not sequenced (C11 5.1.2.3p3, 6.5p3): those of different operands of one expression, as the
// interpreter executes them. A place is a node of a tree: the thread itself, or a strand of one execution of an Unseq in the
// place above.
#pragma once

#include <map>
#include <tuple>
#include <vector>

#include "core/thread.h"

namespace fencepost::check {

class Strands {
 public:
  static constexpr uint32_t kThread = 0;

  // The thread has just entered an Unseq.
  void enter(const core::Thread& thread);
  uint32_t here(const core::Thread& thread);
  bool unsequenced(uint32_t a, uint32_t b) const;

 private:
  struct Node {
    uint32_t parent = 0, depth = 0;
    uint32_t execution = 0;  // of an Unseq
    uint32_t strand = 0;
  };
  // Of the cursors [.., frame, cursor) of the thread.
  uint32_t place(const core::Thread& thread, size_t frame, size_t cursor);

  std::vector<Node> nodes_ = {{}};
  std::map<std::tuple<uint32_t, uint32_t, uint32_t>, uint32_t> known_;             // by parent, execution, strand
  std::map<std::tuple<uint32_t, uint32_t, size_t, size_t>, uint32_t> executions_;  // by thread, place, frame, cursor
  uint32_t entered_ = 0;
};

}  // namespace fencepost::check
