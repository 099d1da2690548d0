// What happened in a drawn run, as steps for replay.
#include <algorithm>

#include "engine/sampling/sampled_run.h"

namespace fencepost::engine::sampling {

using core::ObjectId;
using core::Touch;
using result::RunStep;

namespace {

RunStep::Kind kind_of(const Touch& touch) {
  return touch.kind == Touch::Kind::read    ? RunStep::Kind::read
         : touch.kind == Touch::Kind::write ? RunStep::Kind::write
                                            : RunStep::Kind::update;
}

}  // namespace

// Cells are what lies between the bounds of accesses to objects that several threads use, or that have a say in the order of
// others.
result::ConcurrentRun SampledRun::recorded(bool buffers) {
  std::map<ObjectId, std::set<uint32_t>> users;
  std::map<ObjectId, std::set<uint64_t>> bounds;
  for (const SeenAccess& each : accesses_) {
    users[each.touch.object].insert(each.thread);
    bounds[each.touch.object].insert({each.touch.begin, each.touch.end});
  }
  const core::Program& program = machine_.program();
  for (uint32_t i = 0; i < program.globals.size(); ++i)
    names_[machine_.memory().global_object(core::GlobalId{i})] = {true, 0, i};
  result::ConcurrentRun run;
  choices_.fill(run);
  std::map<result::Cell, uint32_t> written;  // by which step
  std::set<result::Cell> cells;
  for (const SeenAccess& each : accesses_) {
    const result::ObjectName* object = name(each.touch.object);
    const bool is_shared = users[each.touch.object].size() > 1 || ordering_.contains(each.touch.object);
    if (!is_shared || object == nullptr) continue;
    const std::set<uint64_t>& cuts = bounds[each.touch.object];
    std::vector<RunStep> flushes;
    for (auto at = cuts.find(each.touch.begin); *at < each.touch.end; ++at) {
      RunStep step;
      step.cell = {*object, *at, *std::next(at) - *at};
      step.thread = each.thread;
      step.kind = kind_of(each.touch);
      auto number = static_cast<uint32_t>(run.steps.size());
      if (auto source = written.find(step.cell); step.kind != RunStep::Kind::write && source != written.end())
        step.source = source->second;
      if (step.kind != RunStep::Kind::read) {
        written[step.cell] = number;
        run.coherence.push_back(number);
      }
      cells.insert(step.cell);
      run.steps.push_back(step);
      if (!buffers || step.kind != RunStep::Kind::write || each.section != 0) continue;
      step.kind = RunStep::Kind::flush;
      flushes.push_back(step);
    }
    run.steps.insert(run.steps.end(), flushes.begin(), flushes.end());
  }
  run.cells.assign(cells.begin(), cells.end());
  return run;
}

}  // namespace fencepost::engine::sampling
