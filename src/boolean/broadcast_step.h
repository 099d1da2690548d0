// One step of a broadcast program from a set of states: classes of threads with three-valued values. Unknown values are split only where the step
// depends on them, and classes of threads only where their members become different, so that what is unknown afterwards is unrelated to everything
// else.
//
//   1. what is shared and the active thread's is split until it is known of every formula what it says of passive threads
//   2. so is every class of these: its parts differ in what the step makes of them
//   3. the threads of a class are distributed over its parts in all ways
//   4. now it is known whether a formula holds with some passive thread; updates are made
//   5. what transition refinement has excluded is left out, which splits values after the step in the same way
#pragma once

#include <functional>
#include <span>

#include "boolean/broadcast_live.h"

namespace fencepost::boolean {

// Threads of a template with several at one location, each with values among these, whatever the others have.
struct ThreadClass {
  uint32_t of = 0, location = 0, count = 0;
  PackedValues values;
  bool operator==(const ThreadClass&) const = default;
};

// Passive threads: so many of a class.
struct Part {
  uint32_t source = 0, count = 0;
  PackedValues before, after;
};

struct Outcome {
  // Of the states before the step those that it may lead to these.
  PackedValues shared_before, active_before;
  PackedValues shared, active;
  std::vector<Part> parts;
  PackedValues begun;  // of the thread that a spawn begins
};

class Stepper {
 public:
  // Without `live` all values matter. It is asked only about passive threads: idle updates have been stripped.
  Stepper(const BroadcastLive* live, size_t most_parts) : live_(live), most_parts_(most_parts) {}

  using Sink = std::function<void(const Outcome&)>;
  // The active thread is none of the passive ones. What is `never` true is not looked at, nor where threads stand.
  void operator()(const PackedEdge& edge, const PackedValues& shared, const PackedValues& active,
                  std::span<const ThreadClass> passive, const Sink& sink);

  // Nowhere were there too many parts.
  bool is_exact() const { return is_exact_; }

 private:
  const BroadcastLive* live_;
  size_t most_parts_;
  bool is_exact_ = true;
};

}  // namespace fencepost::boolean
