#include "engine/explore/explore.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/diagnostic.h"
#include "core/walk.h"
#include "engine/deepening.h"
#include "engine/explore/enumeration.h"
#include "engine/explore/outcomes.h"
#include "runs/preparation.h"
#include "runs/schedule.h"

namespace fencepost::engine::explore {

using logic::Assignment;
using logic::Term;
using result::Exploration;
using unroll::LoopId;
using unroll::Obligation;
using unroll::Site;

namespace {

std::vector<core::GlobalId> globals_named(const core::Program& program, const std::vector<std::string>& names) {
  std::vector<core::GlobalId> ids;
  for (const std::string& name : names) {
    auto found = std::find_if(program.globals.begin(), program.globals.end(),
                              [&](const core::Global& global) { return global.name == name; });
    if (found == program.globals.end())
      throw InputError(source_pos("--observe", 0), fmt::format("the program uses no global variable `{}`", name),
                       "name a variable with static storage that is accessed somewhere");
    // Its contents are chosen only if the program reads them.
    if (found->known != core::Known::all)
      throw InputError(found->pos, fmt::format("`{}` is declared but defined nowhere and cannot be observed", name),
                       "add the file that defines it");
    ids.push_back(core::GlobalId{static_cast<uint32_t>(found - program.globals.begin())});
  }
  return ids;
}

class Run {
 public:
  Run(const result::Task& task, const ExploreOptions& options, Budget& budget, const result::ExecutionVisitor& visit)
      : task_(task),
        options_(options),
        budget_(budget),
        visit_(visit),
        deepening_(options.engine, Deepening::Goal::all_executions, core::starts_threads(task.program)) {
    unrolling_.wanted.checks = task.property.checks;
    unrolling_.wanted.mathematical = options.engine.integers == result::Integers::mathematical;
    if (task.model != nullptr) unrolling_.model = runs::facts_of(*task.model);
    unrolling_.model.unread_writes = true;
    unrolling_.wanted.observed = globals_named(task.program, options.observed);
    result_.observed = {"return"};
    result_.observed.insert(result_.observed.end(), options.observed.begin(), options.observed.end());
  }

  Exploration run() {
    try {
      while (round()) {
      }
    } catch (const Exhausted& exhausted) {
      // What was counted before blocked executions were is complete all the same.
      if (!result_.whole) stop(exhausted.what(), {});
    }
    for (const auto& [values, executions] : outcomes_) result_.outcomes.push_back({values, executions});
    return std::move(result_);
  }

 private:
  bool stop(const std::string& reason, const SourcePos& pos) {
    result_.reason = reason;
    result_.reason_pos = pos;
    return false;
  }

  // True: unroll again, deeper.
  bool round() {
    result_.statistics.add("explore.rounds");
    unrolling_.bounds = deepening_.bounds();
    Enumeration runs(task_, unrolling_, options_.engine.solver, budget_, result_.statistics);
    if (std::optional<Site> site = met(runs, Obligation::Kind::unsupported, [](const Site&) { return true; }))
      return stop("not supported: " + site->detail, site->pos);
    if (runs.unrolled().concurrent() && runs::sections_are_open(runs.unrolled(), *task_.model))
      return stop(runs::kOpenSections, {});
    if (deepening_.is_automatic() && deepening_.double_loops(open_loops(runs))) return true;
    if (std::optional<Site> site = met(runs, Obligation::Kind::unwinding, [&](const Site& at) { return !is_end(at); }))
      return stop(site->detail, site->pos);
    if (runs.gave_up()) return stop("the solver gave up", {});
    if (!task_.program.gaps.empty()) {
      const auto& [pos, what] = task_.program.gaps.front();
      return stop(what, pos);
    }
    count(runs);
    return false;
  }

  // Where the user wanted a thread to stop; not where a limit of ours stops it.
  bool is_end(const Site& site) const {
    const auto& own = unrolling_.bounds.by_user;
    std::string line = std::to_string(site.pos.line);
    return site.deepens ? !deepening_.is_automatic() : own.contains(site.function + "." + line) || own.contains(line);
  }

  template <typename Wanted>
  std::optional<Site> met(Enumeration& runs, Obligation::Kind kind, const Wanted& wanted) {
    const unroll::Unrolled& unrolled = runs.unrolled();
    auto counts = [&](const Obligation& at) { return at.kind == kind && wanted(unrolled.sites[at.site]); };
    Term any = runs.terms().boolean(false);
    for (const Obligation& obligation : unrolled.obligations)
      if (counts(obligation)) any = runs.terms().or_(any, obligation.failure);
    std::optional<Assignment> model = runs.ask(clean(runs, any));
    if (!model) return std::nullopt;
    logic::Evaluator evaluate(*model);
    for (const Obligation& obligation : unrolled.obligations)
      if (counts(obligation) && evaluate.holds(obligation.failure)) return unrolled.sites[obligation.site];
    return std::nullopt;
  }

  static Term clean(Enumeration& runs, Term condition) {
    return runs.terms().and_(condition, runs.terms().not_(runs.failure(Obligation::Kind::check)));
  }

  // Those that some run goes beyond and that can be deepened: one place each.
  std::vector<Site> open_loops(Enumeration& runs) {
    std::map<LoopId, Site> loops;
    auto each_open = [&](auto&& visit) {
      for (const Obligation& obligation : runs.unrolled().obligations) {
        const Site& site = runs.unrolled().sites[obligation.site];
        if (obligation.kind == Obligation::Kind::unwinding && site.deepens && !loops.contains(site.loop))
          visit(site, obligation.failure);
      }
    };
    for (;;) {
      Term open = runs.terms().boolean(false);
      each_open([&](const Site&, Term failure) { open = runs.terms().or_(open, failure); });
      std::optional<Assignment> model = runs.ask(clean(runs, open));
      if (!model) break;
      logic::Evaluator evaluate(*model);
      each_open([&](const Site& site, Term failure) {
        if (evaluate.holds(failure)) loops.emplace(site.loop, site);
      });
    }
    std::vector<Site> open;
    for (const auto& [loop, site] : loops) open.push_back(site);
    return open;
  }

  void count(Enumeration& runs) {
    Outcomes outcomes(runs.unrolled(), unrolling_.wanted.observed);
    bool at_limit = false, is_seen = true;
    Term complete = runs.complete([&](const Site& site) { return is_end(site); });
    runs.each(clean(runs, complete), [&](const Assignment& model, const memory::Relation* co) {
      if (options_.limit != 0 && result_.executions == options_.limit) {
        at_limit = true;
        return false;
      }
      ++result_.executions;
      const runs::CandidateExecution* run = runs.runs() != nullptr ? &runs.runs()->run() : nullptr;
      std::vector<std::string> values = outcomes.values(model, run, co);
      ++outcomes_[values];
      if (options_.counted) options_.counted(result_.executions, outcomes_.size());
      return is_seen = visited(runs, outcomes, model, co, values, true);
    });
    if (!is_seen) {
      stop("no other execution was asked for", {});
      return;
    }
    result_.all_outcomes = !runs.open_data();
    if (at_limit) {
      stop(fmt::format("the limit of {} executions was reached (raise --limit)", options_.limit), {});
      return;
    }
    if (runs.gave_up()) {
      stop("the solver gave up", {});
      return;
    }
    if (runs.runs() != nullptr && runs.runs()->left_choices_out()) {
      stop("this memory model makes choices of its own (with ... from), and not all were looked at", {});
      return;
    }
    // What fails a check is not counted, so a failure that nobody has replayed makes any number a guess.
    if (!options_.may_fail && runs.ask(runs.failure(Obligation::Kind::check))) {
      stop("executions were left out that seem to fail a check, although none is known to", {});
      return;
    }
    result_.whole = true;
    if (result_.executions == 0 && !options_.may_fail && !runs.ask(runs.terms().boolean(true)) && !runs.gave_up())
      result_.reason = "no execution: the memory model and the assumptions of the program allow none";
    if (!options_.blocked) return;
    uint64_t blocked = 0;
    Term waiting = runs.terms().not_(complete);
    runs.each(clean(runs, waiting), [&](const Assignment& model, const memory::Relation* co) {
      ++blocked;
      return is_seen = !options_.visits_blocked || visited(runs, outcomes, model, co, {}, false);
    });
    if (!runs.gave_up() && is_seen) result_.blocked = blocked;
  }

  bool visited(Enumeration& runs, const Outcomes& outcomes, const Assignment& model, const memory::Relation* co,
               const std::vector<std::string>& values, bool is_complete) const {
    if (!visit_ || runs.runs() == nullptr) return true;
    runs::CandidateExecution run = runs.runs()->run();
    run.graph.relation("co") = *co;
    run.graph.derive_communication();
    outcomes.label(model, run, run.graph);
    auto scheduled = [&]() -> std::optional<result::Run> {
      auto found = runs::schedule(runs.unrolled(), run, runs.runs()->relaxations(), model);
      if (!found) return std::nullopt;
      // Sections that never end would stop all others: they have not begun.
      found->leave_out(
          [&](uint32_t number, const result::RunStep& step) { return number >= found->blocked[step.thread]; });
      return result::Run{{}, std::move(found->run), is_complete};
    };
    return visit_({run.graph, values, is_complete, scheduled});
  }

  const result::Task& task_;
  const ExploreOptions& options_;
  Budget& budget_;
  const result::ExecutionVisitor& visit_;
  Deepening deepening_;
  unroll::Options unrolling_;
  Exploration result_;
  std::map<std::vector<std::string>, uint64_t> outcomes_;
};

}  // namespace

Exploration explore(const result::Task& task, const ExploreOptions& options, Budget& budget,
                    const result::ExecutionVisitor& visit) {
  return Run(task, options, budget, visit).run();
}

}  // namespace fencepost::engine::explore
