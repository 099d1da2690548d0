#include "engine/bounded/races.h"

#include <fmt/format.h>

#include <algorithm>

#include "runs/happens_before_races.h"
#include "runs/relevance.h"
#include "runs/simultaneous_races.h"

namespace fencepost::engine::bounded {

using logic::Assignment;
using logic::Term;
using result::Claim;
using runs::HappensBeforeRaces;

namespace {

Claim race_between(const unroll::Unrolled& unrolled, uint32_t write, uint32_t other) {
  const unroll::Event &one = unrolled.events[write], &two = unrolled.events[other];
  Claim claim;
  claim.kind = core::Undef::data_race;
  claim.pos = one.pos;
  claim.function = one.function;
  claim.detail = fmt::format("thread {} writes here while thread {} {}{}", one.thread, two.thread,
                             two.kind == unroll::Event::Kind::write ? "writes" : "reads",
                             two.pos.valid() ? fmt::format(" at line {}", two.pos.line) : "");
  claim.concurrent.emplace();
  return claim;
}

Claim use_outside_life(BoundedRuns& runs, const HappensBeforeRaces::Found& race) {
  const unroll::Unrolled& unrolled = runs.unrolled();
  const runs::Refinement& found = *runs.refinement();
  const unroll::Event &write = unrolled.events[race.pair.write], &use = unrolled.events[race.pair.other];
  const bool is_end = race.pair.kind == HappensBeforeRaces::Kind::end;
  auto is_made = [&](const unroll::Allocation& made) {
    return made.object == unrolled.cells[write.cells[0].cell].object;
  };
  auto made = std::ranges::find_if(unrolled.allocations, is_made);
  const bool is_heap = made != unrolled.allocations.end() && made->storage == core::Storage::heap;
  Claim claim;
  claim.kind = !is_end   ? core::Undef::invalid_deref
               : is_heap ? core::Undef::use_after_free
                         : core::Undef::use_after_scope;
  claim.pos = use.pos;
  claim.function = use.function;
  claim.detail = fmt::format("nothing orders this {} at line {} of thread {}",
                             is_end ? "before the end of the object's life" : "after the allocation", write.pos.line,
                             write.thread);
  claim.concurrent.emplace();
  if (auto scheduled = schedule(unrolled, found.run(), found.relaxations(), race.model))
    claim.concurrent = std::move(scheduled->run);
  claim.concurrent->uses_outside_life = use.thread;
  return claim;
}

// Of models that define races by happens-before.
Races unordered_accesses(BoundedRuns& runs, bool all) {
  Races answer;
  const unroll::Unrolled& unrolled = runs.unrolled();
  const runs::Refinement& found = *runs.refinement();
  std::vector<SourcePos> reported;
  HappensBeforeRaces races(unrolled, *runs.task().model, runs.terms(), runs.budget());
  while (auto race = races.race(runs.whole(), reported, HappensBeforeRaces::Kind::contents)) {
    Claim claim = race_between(unrolled, race->pair.write, race->pair.other);
    if (auto scheduled = schedule(unrolled, found.run(), found.relaxations(), race->model)) {
      uint32_t last = std::max(scheduled->place[race->pair.write], scheduled->place[race->pair.other]);
      scheduled->cut(last + 1);
      scheduled->run.races_at = last;
      claim.concurrent = std::move(scheduled->run);
    }
    reported.push_back(claim.pos);
    answer.claims.push_back(std::move(claim));
    if (!all) break;
  }
  for (HappensBeforeRaces::Kind kind : {HappensBeforeRaces::Kind::beginning, HappensBeforeRaces::Kind::end})
    if (answer.claims.empty() && !answer.use_outside_life)
      if (auto race = races.race(runs.whole(), {}, kind)) answer.use_outside_life = use_outside_life(runs, *race);
  answer.gave_up = runs.gave_up();
  return answer;
}

// Of the other models: both accesses are about to happen.
class SimultaneousAccesses {
 public:
  explicit SimultaneousAccesses(BoundedRuns& runs)
      : runs_(runs),
        has_buffers_(buffers_stores(runs.refinement()->relaxations())),
        races_(runs.unrolled(), !has_buffers_, runs.terms(), runs.budget()) {}

  Races find(bool all) {
    Races answer;
    if (!races_.possible()) return answer;
    if (runs::events_may_be_left_out(*runs_.task().model)) {
      abstraction_ = races_.abstraction();
      abstract_ = runs_.search(abstraction_);
    }
    stopping_ = runs_.search(races_.stopping());
    while (std::optional<Assignment> model = ask()) {
      answer.claims.push_back(explain(*model));
      if (!all) break;
      reported_.push_back(answer.claims.back().pos);
    }
    answer.gave_up = stopping_->gave_up();
    return answer;
  }

 private:
  static bool buffers_stores(const memory::Relaxations& relaxations) {
    return relaxations.fits_store_buffers() && (relaxations.store_load || relaxations.store_store);
  }

  // With empty buffers first.
  std::optional<Assignment> ask() {
    std::optional<Assignment> model;
    if (has_buffers_ && races_.watched()) model = ask(races_.watched());
    return model ? model : ask(runs_.terms().boolean(true));
  }

  // First of the abstraction that leaves out what no race depends on, since most data is of no interest here.
  std::optional<Assignment> ask(Term also) {
    Term question = runs_.terms().and_(races_.question(reported_), also);
    if (abstract_) {
      std::optional<Assignment> model = abstract_->ask({question});
      if (!model && !abstract_->gave_up()) return std::nullopt;
      if (model) model = stopping_->ask({runs_.terms().and_(races_.racing(*model, reported_).here, also)});
      if (model) return model;
    }
    return stopping_->ask({question});
  }

  Claim explain(const Assignment& model) {
    runs::SimultaneousRaces::Pair racing = races_.racing(model, reported_);
    Claim claim = race_between(runs_.unrolled(), racing.write, racing.other);
    if (races_.is_doubtful(racing))
      claim.doubt = "if there is a data race here hangs on what is read while stores wait in buffers";
    const runs::Refinement& found = *stopping_->refinement();
    if (auto scheduled = schedule(races_.stopping(), found.run(), found.relaxations(), model)) {
      // A section that does not come to its end has no effect.
      scheduled->leave_out([&](uint32_t number, const result::RunStep& step) {
        return races_.is_observer(step.thread) || number >= scheduled->blocked[step.thread];
      });
      result::ConcurrentRun& run = claim.concurrent.emplace(std::move(scheduled->run));
      run.stops_before_race = true;
      for (uint32_t event : {racing.write, racing.other})
        run.steps.push_back(next_step(runs_.unrolled(), event, model));
    }
    return claim;
  }

  BoundedRuns& runs_;
  bool has_buffers_;
  runs::SimultaneousRaces races_;
  unroll::Unrolled abstraction_;
  std::unique_ptr<runs::Search> abstract_;  // null: nothing can be left out
  std::unique_ptr<runs::Search> stopping_;  // of the program whose threads may stop
  std::vector<SourcePos> reported_;
};

}  // namespace

Races find_races(BoundedRuns& runs, bool all) {
  if (!runs.has_threads()) return {};
  return runs.makes_races_undefined() ? unordered_accesses(runs, all) : SimultaneousAccesses(runs).find(all);
}

}  // namespace fencepost::engine::bounded
