// A run on which a check fails, and which changes leave it possible. The run's graph (result::RunGraph) has a mark wherever a thread
// comes to a place, and knows which text names the order of each access; with fences added there and other orders the memory model is
// asked whether some order of writes makes the graph an execution. If so, the program with these changes has the same run: each
// thread reads what it read, and does the same.
//
// Some failures are more than values that were read. A data race by happens-before is one that the model itself sees in the graph. For
// the others, and where a machine has barriers around an access, the whole run is replayed, on the program with the changes.
#pragma once

#include <functional>
#include <memory>
#include <set>
#include <vector>

#include "base/budget.h"
#include "fences/spots.h"
#include "result/violation.h"

namespace fencepost::fences {

// The claim as it is confirmed on the program with these changes; nothing: it is not.
using Replays = std::function<std::optional<result::Violation>(const result::Claim&, const Placement&)>;

// What runs are judged by; outlives them.
struct Judges {
  std::vector<Spot> spots;
  std::shared_ptr<const memory::Model> model;
  std::shared_ptr<const program::Mapping> mapping;
  Replays replays = nullptr;
};

class Obstacle {
 public:
  // Of the program with the changes `with`.
  Obstacle(const result::Violation& violation, const Placement& with, const Judges& judges);

  // The spots that the run comes to, once there are several threads; a change elsewhere cannot forbid it.
  const std::set<uint32_t>& passed() const { return passed_; }
  // False also where it was not found out within reasonable work. Throws Exhausted.
  bool survives(const Placement& changes, Budget& budget) const;
  // The run on the program with the changes.
  std::optional<result::Violation> replayed(const Placement& changes) const { return judges_.replays(claim_, changes); }

 private:
  struct Mark {
    uint32_t spot = 0, thread = 0, next = 0;  // as result::RunGraph::Mark
  };
  struct Access {
    uint32_t spot = 0;
    size_t event = 0;
    bool writes = false, fails = false;    // the write of an access; the read of an update that wrote nothing
    const std::vector<std::string>* tags;  // as recorded
  };

  const memory::Mapped& mapped(const Access& access, const Level& level) const;
  const std::vector<std::string>& tags(const Access& access, const Level& level) const;
  bool has_barriers(const Access& access) const;
  memory::ExecutionGraph with(const Placement& changes) const;

  result::Claim claim_;
  std::optional<memory::ExecutionGraph> graph_;  // without the fences of spots
  std::vector<Mark> marks_;
  std::vector<Access> accesses_;
  std::vector<memory::EventId> racing_;  // of a data race: the later access
  std::set<uint32_t> passed_;
  const Judges& judges_;
};

}  // namespace fencepost::fences
