// The one interface of every engine that decides a task.
#pragma once

#include <functional>
#include <string>

#include "base/budget.h"
#include "result/claim.h"
#include "result/task.h"

namespace fencepost::engine {

// What an engine asks and tells while it works.
struct Listener {
  // Asked where nothing fails: is a run wanted that shows it? Null: never.
  std::function<bool()> needs_run = nullptr;
  // Told of each bound that was finished before a deeper one is tried, as if it were the last. Null: nobody is.
  std::function<void(const result::Claims&)> finished = nullptr;
  // Told what is done, a line a step, for people. Null: nobody is.
  std::function<void(const std::string&)> log = nullptr;
  // Told how far it is, for people who wait. Null: nobody does.
  std::function<void(const std::string&)> progress = nullptr;
  void is_at(const std::string& what) const {
    if (progress) progress(what);
  }
  // Given a picture of what was built last, as DOT. Null: nobody looks.
  std::function<void(const std::string&)> draw = nullptr;
};

class Engine {
 public:
  virtual ~Engine() = default;
  // Never throws Exhausted: running out of a resource is an UNKNOWN (or SAFE-TO-BOUND) with the reason.
  virtual result::Claims run(const result::Task& task, Budget& budget) = 0;
};

}  // namespace fencepost::engine
