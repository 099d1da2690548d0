#include "engine/cegar/graphs/graph_way_back.h"

#include <algorithm>

#include "engine/follower.h"
#include "memory/probe.h"

namespace fencepost::engine::cegar::graphs {

using result::RunStep;

namespace {

// What the statement of a step writes is kept for the steps that read it.
class StepTap : public core::ByteTap {
 public:
  struct Written {
    core::Byte byte;
    uint8_t mask = 0;
  };
  using Bytes = std::map<std::pair<core::ObjectId, uint64_t>, Written>;

  const Bytes* source = nullptr;  // null: the first values
  Bytes written;

  core::Byte read(core::ObjectId object, uint64_t at, const core::Byte& stored) override {
    if (source == nullptr) return stored;
    auto found = source->find({object, at});
    if (found == source->end()) return stored;
    return core::merge(stored, found->second.byte, found->second.mask).value_or(found->second.byte);
  }
  uint8_t write(core::ObjectId object, uint64_t at, const core::Byte& byte, uint8_t changed,
                const core::Byte&) override {
    written[{object, at}] = {byte, changed};
    return changed;
  }
};

class GraphFollower : public Follower {
 public:
  GraphFollower(const result::Task& task, const flat::FlatProgram& program, const GraphRun& run, Budget& budget)
      : Follower(task, program, budget), run_(run), access_of_(run.steps.size(), GraphRun::kNone) {
    taps_.resize(run.steps.size());
  }

  result::Claim operator()() {
    for (here_ = 0; here_ + 1 < run_.steps.size(); ++here_)
      if (run_.steps[here_].is_flush)
        flush(run_.steps[here_].source);
      else
        follow(run_.steps[here_].flat);
    return failed(run_.steps.back().flat);
  }

 private:
  bool is_access(uint32_t step) const { return access_of_[step] != GraphRun::kNone; }
  void flush(uint32_t step) {
    if (is_access(step)) flushes_.emplace(accesses_.size(), step);
  }
  void before_access(uint32_t thread) override {
    const GraphRun::Step& step = run_.steps[here_];
    if (!step.is_event) return;
    if (step.promised) promise(thread, *step.promised);
    if (step.source < run_.steps.size()) taps_[here_].source = &taps_[step.source].written;
    machine_.memory().set_tap(&taps_[here_]);
    first_ = accesses_.size();
  }
  // What a later step has to write; who replays it compares. Numbers only.
  void promise(uint32_t thread, logic::Bits value) {
    for (const core::Touch& touch : machine_.touches(thread)) {
      if (touch.begin % 8 != 0 || touch.end % 8 != 0) throw Lost{"bits of a byte are read before they are written"};
      for (uint64_t at = touch.begin / 8; at < touch.end / 8; ++at, value >>= 8) {
        core::Byte byte;
        byte.value = static_cast<uint8_t>(value & 0xff);
        taps_[run_.steps[here_].source].written[{touch.object, at}] = {byte, 0xff};
      }
    }
  }
  void after_access(uint32_t) override {
    machine_.memory().set_tap(nullptr);
    // Who may have made a thread, and has not, is alone: that is part of the first values.
    if (!run_.steps[here_].is_event || !machine_.has_spawned()) return;
    if (accesses_.size() != first_ + 1) throw Lost{"an access that is several"};
    access_of_[here_] = static_cast<uint32_t>(first_);
    step_of_[static_cast<uint32_t>(first_)] = here_;
  }

  // Cells are the places of variables that threads share, and where the model has no machine also what else orders accesses.
  void put_accesses(result::ConcurrentRun& run) override {
    for (const SharedCell& shared : shared_cells()) run.cells.push_back(shared.cell);
    const bool has_memory = memory::relaxations(*task_.model).fits_store_buffers();
    std::map<uint32_t, uint32_t> number;                         // of an access
    std::map<std::pair<uint32_t, result::Cell>, uint32_t> last;  // by thread: what it has read or written there
    std::map<uint32_t, result::Cell> written;                    // by access
    std::vector<std::pair<size_t, uint32_t>> promises;           // a step, and that of our run from which it reads
    auto flush = [&](size_t before) {
      auto [begin, end] = flushes_.equal_range(before);
      for (auto at = begin; at != end; ++at) {
        const SeenAccess& access = accesses_[access_of_[at->second]];
        run.steps.push_back({RunStep::Kind::flush, access.thread, written.at(access_of_[at->second])});
      }
    };
    for (uint32_t i = 0; i < accesses_.size(); ++i) {
      flush(i);
      const SeenAccess& access = accesses_[i];
      std::optional<result::Cell> cell = cell_of(access, run, !has_memory);
      auto step = step_of_.find(i);
      if (!cell) {
        if (step != step_of_.end()) throw Lost{"an access to no cell"};
        continue;
      }
      RunStep next;
      next.thread = access.thread;
      next.cell = *cell;
      next.kind = access.touch.kind == core::Touch::Kind::read    ? RunStep::Kind::read
                  : access.touch.kind == core::Touch::Kind::write ? RunStep::Kind::write
                                                                  : RunStep::Kind::update;
      auto seen = last.try_emplace({access.thread, *cell}, RunStep::kInitial).first;
      if (next.kind != RunStep::Kind::write) {
        uint32_t source = step == step_of_.end() ? GraphRun::kNone : run_.steps[step->second].source;
        bool is_promised = step != step_of_.end() && run_.steps[step->second].promised;
        if (is_promised) {
          next.promised = run_.steps[step->second].promised;
          promises.emplace_back(run.steps.size(), source);
        }
        next.source = source == GraphRun::kNone ? seen->second  // nobody asks for its value
                      : source == GraphRun::kInitial || is_promised || !is_access(source)
                          ? RunStep::kInitial
                          : number.at(access_of_[source]);
        seen->second = next.source;
      }
      if (next.kind != RunStep::Kind::read) {
        number[i] = seen->second = static_cast<uint32_t>(run.steps.size());
        written[i] = *cell;
        if (step == step_of_.end()) run.coherence.push_back(number[i]);  // of one thread alone
      }
      run.steps.push_back(next);
    }
    flush(accesses_.size());
    for (const auto& [step, source] : promises) run.steps[step].source = number.at(access_of_[source]);
    for (uint32_t step : run_.coherence)
      if (is_access(step)) run.coherence.push_back(number.at(access_of_[step]));
  }

  std::optional<result::Cell> cell_of(const SeenAccess& access, result::ConcurrentRun& run, bool or_new) {
    const result::ObjectName* object = names_(access.touch.object);
    if (object == nullptr) return std::nullopt;
    result::Cell exact{*object, access.touch.begin, access.touch.end - access.touch.begin};
    for (const result::Cell& cell : run.cells) {
      if (cell == exact) return cell;
      if (cell.object == exact.object && cell.at < exact.at + exact.width && exact.at < cell.at + cell.width)
        throw Lost{"an access to a part of a cell, or to several"};
    }
    if (!or_new || !ordering_.contains(access.touch.object)) return std::nullopt;
    run.cells.push_back(exact);
    return exact;
  }

  const GraphRun& run_;
  uint32_t here_ = 0;
  size_t first_ = 0;
  std::vector<uint32_t> access_of_;          // by step of the run
  std::map<uint32_t, uint32_t> step_of_;     // by access
  std::multimap<size_t, uint32_t> flushes_;  // before which access: the step whose write leaves its buffer
  std::vector<StepTap> taps_;                // by step
};

}  // namespace

WayBack way_back_of(const result::Task& task, const flat::FlatProgram& program, const GraphRun& run, Budget& budget) {
  return claim_or_problem([&] { return GraphFollower(task, program, run, budget)(); });
}

}  // namespace fencepost::engine::cegar::graphs
