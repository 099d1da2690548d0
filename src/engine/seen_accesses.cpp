#include "engine/seen_accesses.h"

namespace fencepost::engine {

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

const result::ObjectName* ObjectNames::operator()(ObjectId object) {
  if (names_.empty())
    for (uint32_t i = 0; i < machine_.program().globals.size(); ++i)
      names_[machine_.memory().global_object(core::GlobalId{i})] = {true, 0, i};
  for (const core::Thread& thread : machine_.threads())
    for (size_t& next = named_[thread.number]; next < thread.allocated.size(); ++next)
      names_[thread.allocated[next]] = {false, thread.number, static_cast<uint32_t>(next)};
  auto found = names_.find(object);
  return found == names_.end() ? nullptr : &found->second;
}

void put_steps(const std::vector<SeenAccess>& accesses, const std::set<ObjectId>& ordering, ObjectNames& names,
               bool buffers, result::ConcurrentRun& run) {
  std::map<ObjectId, std::set<uint32_t>> users;
  std::map<ObjectId, std::set<uint64_t>> bounds;
  for (const SeenAccess& each : accesses) {
    users[each.touch.object].insert(each.thread);
    bounds[each.touch.object].insert({each.touch.begin, each.touch.end});
  }
  std::map<result::Cell, uint32_t> written;  // by which step
  std::set<result::Cell> cells;
  for (const SeenAccess& each : accesses) {
    const result::ObjectName* object = names(each.touch.object);
    const bool is_shared = users[each.touch.object].size() > 1 || ordering.contains(each.touch.object);
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
}

}  // namespace fencepost::engine
