// A claim that the interpreter has confirmed, with the story that it tells. Only check::Checker makes one.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/way.h"
#include "result/claim.h"
#include "result/run_graph.h"
#include "result/story.h"

namespace fencepost::check {
class Checker;
}

namespace fencepost::result {

// One line of the story that replay tells: what happened where.
struct Step {
  uint32_t thread = 0;
  SourcePos pos;
  std::string function;
  unsigned depth = 0;     // call depth
  std::string text;       // "x = 5", "a[i] reads 7", "call f(3)", "return 0", "rand() gives 12"
  bool shared = false;    // other threads see it, or it starts, ends or fails a thread
  SourcePos caller = {};  // of what lies in another file than the main one: the innermost call there that leads to it
};

// One of the two accesses that race.
struct Racing {
  uint32_t thread = 0;
  SourcePos pos;
};

class Violation : public Claim {
 public:
  std::vector<Step> trace;
  std::optional<RunGraph> graph;     // of a program with threads: the run as the memory model sees it
  std::vector<core::WayStep> way;    // what witnesses tell of it
  std::vector<Racing> racing;        // of a data race: the two accesses, first the one that the claim names
  std::optional<Weakness> weakness;  // of `graph`: what no run of sequential consistency does
  std::optional<Story> story;        // of `trace`, if somebody wants to look at it

 private:
  friend class check::Checker;
  Violation(Claim claim, std::vector<Step> steps, std::optional<RunGraph> seen, std::vector<core::WayStep> went,
            std::vector<Racing> both)
      : Claim(std::move(claim)),
        trace(std::move(steps)),
        graph(std::move(seen)),
        way(std::move(went)),
        racing(std::move(both)) {}
};

}  // namespace fencepost::result
