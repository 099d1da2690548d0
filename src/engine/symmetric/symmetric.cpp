#include "engine/symmetric/symmetric.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "boolean/broadcast_views.h"
#include "core/walk.h"
#include "core/whole_runs.h"
#include "engine/buffered_way_back.h"
#include "engine/symmetric/evidence.h"
#include "engine/symmetric/refinement.h"
#include "engine/way_back.h"
#include "flat/buffer_facts.h"
#include "flat/buffer_variables.h"
#include "flat/configuration.h"
#include "flat/flatten.h"
#include "flat/symmetry.h"
#include "logic/print.h"
#include "memory/probe.h"

namespace fencepost::engine::symmetric {

using core::Undef;
using result::Claims;
using result::Verdict;

namespace {

// Of threads, where any number is asked for: more are tried after these only to find out what fails.
constexpr uint32_t kMostTried = 4;

// Names for each of more than so many take longer than to look at every number first.
constexpr uint32_t kManyThreads = 32;

constexpr uint32_t kLongestBuffers = 4;

// Of one way of learning, before another one is tried, and then again with more.
constexpr uint32_t kFirstTicks = 400'000, kTicksGrow = 4;

// The program whose interleavings are looked at: the given one, or that with buffers as variables.
struct Subject {
  flat::FlatProgram program;
  uint32_t buffer_bound = 0;
  std::set<std::pair<uint32_t, uint32_t>> overflows;  // by template and edge: checks that there is room
  std::optional<flat::CrowdKind> of_crowd = std::nullopt;
};

// As many as may ever be looked at.
uint32_t copies_of(const flat::FlatProgram& program) {
  uint32_t most = kMostTried;
  for (const flat::Template& of : program.templates) most = std::max(most, of.instances.number);
  return most;
}

class Work {
 public:
  Work(const result::Task& task, const flat::FlatProgram& as_flattened, Subject subject,
       const result::SymmetricOptions& options, Learning learning, const std::shared_ptr<logic::Terms>& terms,
       const Listener& listener, Budget& budget, Claims& claims)
      : task_(task),
        as_flattened_(as_flattened),
        subject_(std::move(subject)),
        options_(options),
        terms_(terms),
        listener_(listener),
        budget_(budget),
        claims_(claims),
        threads_(subject_.program, std::max(task.threads, copies_of(subject_.program)), *terms),
        abstractor_(threads_, options.cube_length, *terms, budget, claims.statistics),
        refinement_(threads_, learning, *terms, budget, claims.statistics) {}

  void operator()() {
    const uint32_t given = given_number(), last = given == 0 ? kMostTried : std::min(given, kMostTried);
    for (uint32_t n = 1; n <= last; ++n) {
      if (!safe_for(n)) return;
      // What is said of two threads is said of views of two.
      const uint32_t smallest = precision_.never_at.empty() ? 1 : 2;
      for (uint32_t size = smallest; size <= std::min(n, options_.views);) {
        const Views what = look_at_views(size);
        if (what == Views::safe) return;
        // What was learnt may be enough with fewer.
        size = what == Views::refined ? smallest : size + 1;
      }
    }
    if (given == 0)
      return claims_.take_back(
          options_.views == 0
              ? "not for every number of threads without views of some of them"
              : fmt::format("what {} of any number of threads know does not exclude a failure here", options_.views),
          where_);
    // Counts say nothing of two threads.
    precision_.never_at.clear();
    is_counting_ = true;
    if (auto explored = safe_for(given)) {
      result::CountInvariants proof = count_invariants(precision_, abstraction_, explored->reached, given, terms_);
      proof.of_crowd = subject_.of_crowd;
      succeed(std::move(proof));
    }
  }

  // What it met is that a buffer is full.
  bool overflows() const { return overflows_; }
  // Nothing new was learnt of a run that cannot be.
  bool is_stuck() const { return is_stuck_; }
  // The last one.
  const boolean::BroadcastProgram& broadcast_program() const { return abstraction_.program; }

 private:
  // The most threads that run a template; 0: there is no limit. Nothing fails with more if it does not with any number.
  uint32_t given_number() const {
    uint32_t most = 1;
    for (const flat::Template& of : subject_.program.templates) {
      uint32_t number = of.instances.any() ? task_.threads : of.instances.number;
      if (number == 0) return 0;
      most = std::max(most, number);
    }
    return most;
  }

  // Nothing: the claims say why.
  std::optional<boolean::BroadcastExplored> safe_for(uint32_t n) {
    claims_.statistics.set("symmetric.threads", n);
    for (;;) {
      budget_.check_now();
      claims_.statistics.add("symmetric.iterations");
      listener_.is_at(fmt::format("{} threads, {} predicates", n, precision_.predicates.size()));
      abstraction_ = abstractor_(precision_);
      boolean::BroadcastOptions how;
      how.most_instances = n;
      how.is_oblivious = !options_.symmetry;
      how.keeps_states = is_counting_;
      boolean::BroadcastExplored explored = [&] {
        Timer timer(claims_.statistics, "time.explore");
        return boolean::explore(abstraction_.program, how, budget_);
      }();
      count(explored);
      log([&] {
        return fmt::format("{} threads: {} predicates, {} constraints, {} states, {}", n, precision_.predicates.size(),
                           constraints(), explored.states,
                           explored.failures.empty() ? "nothing fails" : "something may fail");
      });
      if (explored.failures.empty()) return explored;
      if (!is_refined_by(abstraction_, explored.failures.front())) return std::nullopt;
    }
  }

  // With the predicates that there are now. refined: some of its steps cannot be, and are excluded.
  enum class Views : uint8_t { safe, refined, may_fail };
  Views look_at_views(uint32_t size) {
    boolean::ViewOptions how;
    how.size = size;
    boolean::BroadcastViews found = boolean::views(abstraction_.program, how, budget_);
    claims_.statistics.set("symmetric.views", static_cast<double>(found.views.size()));
    log([&] {
      return fmt::format("any number of threads, {} in view: {} views, {}", size, found.views.size(),
                         found.failures.empty() ? "nothing fails" : "something may fail");
    });
    if (!found.failures.empty()) {
      const boolean::FailingView& failure = found.failures.front();
      where_ = abstraction_.program.templates[failure.of].edges[failure.edge].pos;
      size_t excluded = 0;
      for (const boolean::BroadcastFailure& step : failure.steps)
        excluded += refinement_.exclude(abstraction_, step, precision_);
      if (excluded == 0) return Views::may_fail;
      claims_.statistics.add("symmetric.transition_refinements", static_cast<double>(excluded));
      log([&] { return fmt::format("  {} of its steps excluded", excluded); });
      abstraction_ = abstractor_(precision_);
      return Views::refined;
    }
    result::ViewInvariants proof =
        view_invariants(threads_, precision_, precision_.never_at.empty() ? nullptr : &refinement_.relations(),
                        abstraction_, found.views, size, terms_);
    proof.of_crowd = subject_.of_crowd;
    succeed(std::move(proof));
    return Views::safe;
  }

  template <typename Proof>
  void succeed(Proof proof) {
    proof.buffer_bound = subject_.buffer_bound;
    claims_.verdict = Verdict::safe;
    claims_.proof = std::move(proof);
  }

  bool is_refined_by(const BroadcastAbstraction& abstraction, const boolean::BroadcastFailure& failure) {
    logic::Answer answer = refinement_.is_run(abstraction, failure);
    if (answer == logic::Answer::sat) return meet(), false;
    if (answer == logic::Answer::unknown) {
      claims_.take_back("no solver says whether a run that would fail here is one", refinement_.failing().pos);
      return false;
    }
    if (size_t found = refinement_.exclude(abstraction, failure, precision_)) {
      claims_.statistics.add("symmetric.transition_refinements", static_cast<double>(found));
      log([&] { return fmt::format("  no run of {} steps: {} steps excluded", failure.steps.size(), found); });
      return true;
    }
    if (size_t found = is_counting_ ? 0 : refinement_.exclude_by_relations(abstraction, failure, precision_)) {
      log([&] { return fmt::format("  no run of {} steps: {} states excluded", failure.steps.size(), found); });
      return true;
    }
    size_t before = precision_.predicates.size();
    if (refinement_.learn(precision_) > 0) {
      log([&] {
        std::string text = fmt::format("  no run of {} steps; learnt:", failure.steps.size());
        for (size_t i = before; i < precision_.predicates.size(); ++i)
          text += " " + logic::to_string(precision_.predicates[i].term);
        return text;
      });
      return true;
    }
    is_stuck_ = true;
    claims_.take_back("refinement tells nothing new about a run that cannot be and fails here",
                      refinement_.failing().pos);
    return false;
  }

  void meet() {
    const flat::Edge& edge = refinement_.failing();
    auto* check = std::get_if<flat::Check>(&edge.label);
    overflows_ = is_overflow();
    if (check == nullptr || !check->kind)
      return claims_.take_back("beyond this the program is not modelled: " +
                                   (check ? check->detail : std::string("a thread may wait in the middle of a step")),
                               edge.pos);
    WayBack back = subject_.buffer_bound == 0
                       ? way_back(task_, threads_.program(), refinement_.run(), budget_)
                       : buffered_way_back(task_, as_flattened_, threads_.program(), refinement_.run(), budget_);
    if (!back.claim || !task_.property.checks.has(back.claim->kind))
      return claims_.take_back(fmt::format("the program as it was flattened may fail here, but no run shows it: {}",
                                           back.claim ? "the check is not asked for" : back.problem),
                               edge.pos);
    claims_.verdict = Verdict::unsafe;
    claims_.violations.push_back(std::move(*back.claim));
  }

  // The last step of a run that fails: edges of a template are those of its copies, but for threads that it begins.
  bool is_overflow() const {
    for (const auto& [of, number] : subject_.overflows) {
      const flat::Edge& one = subject_.program.templates[of].edges[number];
      const flat::Edge& met = refinement_.failing();
      if (refinement_.fails_in() == of && one.from == met.from && one.to == met.to &&
          one.label.index() == met.label.index())
        return true;
    }
    return false;
  }

  void count(const boolean::BroadcastExplored& explored) {
    Statistics& statistics = claims_.statistics;
    statistics.set("symmetric.predicates.shared", static_cast<double>(precision_.count(false, false)));
    statistics.set("symmetric.predicates.local", static_cast<double>(precision_.count(true, false)));
    statistics.set("symmetric.predicates.mixed", static_cast<double>(precision_.count(true, true)));
    statistics.set("symmetric.states", static_cast<double>(explored.states));
  }
  size_t constraints() const {
    size_t sum = precision_.never.size();
    for (const auto& [step, cubes] : precision_.excluded) sum += cubes.size();
    return sum;
  }
  template <typename Line>
  void log(const Line& line) const {
    if (listener_.log) listener_.log(line());
  }

  const result::Task& task_;
  const flat::FlatProgram& as_flattened_;
  const Subject subject_;
  bool overflows_ = false, is_stuck_ = false;
  const result::SymmetricOptions& options_;
  std::shared_ptr<logic::Terms> terms_;
  const Listener& listener_;
  Budget& budget_;
  Claims& claims_;
  Threads threads_;
  Abstractor abstractor_;
  Refinement refinement_;
  Precision precision_;
  BroadcastAbstraction abstraction_;
  bool is_counting_ = false;  // all states are a proof for a given number
  SourcePos where_;           // something may fail, as far as views tell
};

// What is to be done, and who is told of it.
struct Job {
  const result::Task& task;
  const result::SymmetricOptions& options;
  Asked asked;
  const Listener& listener;
  Budget& budget;
  std::shared_ptr<logic::Terms> terms;
  Claims claims;
  std::string shown;  // the last broadcast program

  void log(const std::string& line) const {
    if (listener.log) listener.log(line);
  }
  // Something else is tried.
  void forget_reason() {
    claims.reason.clear();
    claims.reason_pos = {};
  }
  // True: a buffer is too short. Ways of learning take turns, each time with more work, until one of them comes to an end.
  bool work(const flat::FlatProgram& as_flattened, const Subject& subject) {
    std::vector<Learning> ways{Learning::from_text, Learning::from_interpolants};
    for (uint32_t ticks = kFirstTicks;; ticks = ticks < ~0u / kTicksGrow / 2 ? ticks * kTicksGrow : ticks)
      for (size_t i = 0; i < ways.size();) {
        forget_reason();
        Work work(task, as_flattened, subject, options, ways[i], terms, listener, budget, claims);
        const bool is_cut = !ends(work, ways.size() > 1 ? ticks : 0);
        shown = boolean::to_string(work.broadcast_program());
        const bool is_last = ways.size() == 1;
        if (!is_cut && (is_last || !work.is_stuck())) return work.overflows();
        log(fmt::format("predicates are learnt in another way: {}", is_cut ? "this takes long" : claims.reason));
        if (is_cut)
          ++i;
        else
          ways.erase(ways.begin() + static_cast<ptrdiff_t>(i));
      }
  }

 private:
  // Within so many ticks; 0: without a limit.
  bool ends(Work& work, uint32_t ticks) {
    try {
      std::optional<LimitedTicks> limit;
      if (ticks != 0) limit.emplace(budget, ticks);
      work();
      return true;
    } catch (const Exhausted& error) {
      if (error.resource() == Resource::steps && !budget.exhausted()) return false;
      claims.take_back(error.what(), {});
      return true;
    }
  }
};

// Who asks for this engine is told which threads are no copies of each other.
void tell_differences(const flat::Symmetry& symmetry, Claims& claims) {
  auto tell = [&](const SourcePos& pos, const std::string& text) {
    claims.diagnostics.push_back({Severity::note, pos, "not symmetric: " + text, {}});
  };
  std::set<std::pair<uint32_t, std::string>> known;
  for (const flat::Symmetry::Difference& one : symmetry.differences)
    if (known.emplace(one.pos.line, one.reason).second) tell(one.pos, one.reason);
  if (std::optional<flat::Symmetry::Difference> why = symmetry.why_not(); why && symmetry.differences.empty())
    tell(why->pos, why->reason);
}

// Threads that do the same are a crowd first, whose proof does not grow with their number; each by itself, where that says nothing.
void under_interleaving(Job& job, const flat::FlatProgram& program, flat::Symmetry symmetry) {
  if (!flat::why_not_single(program) && !symmetry.replicated.empty()) {
    job.work(program, Subject{std::move(symmetry.program), 0, {}, flat::kExchangeable});
    const Claims& claims = job.claims;
    if (claims.verdict == Verdict::safe || claims.verdict == Verdict::unsafe || job.asked != Asked::by_name) return;
    job.budget.check_now();
    job.log("as a crowd: " + claims.reason);
    job.forget_reason();
  }
  job.work(program, Subject{program, 0, {}});
}

// Buffers grow until none is ever full.
void with_buffers(Job& job, const flat::FlatProgram& program) {
  for (uint32_t bound = 1; bound <= kLongestBuffers; ++bound) {
    auto reduced = flat::with_buffer_variables(program, *flat::buffer_facts(*job.task.model), bound,
                                               flat::Waiting::needed, *job.terms, job.budget);
    if (auto* why = std::get_if<flat::NotFlat>(&reduced)) return job.claims.take_back(why->reason, why->pos);
    auto& made = std::get<flat::BufferVariables>(reduced);
    job.claims.statistics.set("symmetric.buffers", bound);
    if (!job.work(program, Subject{std::move(made.program), bound, std::move(made.overflows)})) return;
    if (bound == kLongestBuffers) return;
    job.log(fmt::format("more than {} stores may wait in a buffer", bound));
    job.forget_reason();
  }
}

// With store buffers threads that are each known are not united.
bool is_helpful(const flat::FlatProgram& program, const flat::Symmetry& symmetry, bool is_interleaved, Asked asked) {
  if (asked == Asked::ahead)
    return std::ranges::any_of(program.templates, [](const flat::Template& of) { return of.instances.any(); });
  return is_interleaved ? !symmetry.replicated.empty() : flat::why_not_single(program).has_value();
}

void run(Job& job) {
  const result::Task& task = job.task;
  try {
    auto flat_program = flat::flatten(task.cfa, task.model.get(), *job.terms, job.budget);
    if (auto* why = std::get_if<flat::NotFlat>(&flat_program))
      return job.claims.take_back("the program is not flat: " + why->reason, why->pos);
    const auto& program = std::get<flat::FlatProgram>(flat_program);
    const bool is_interleaved = memory::is_sequentially_consistent(*task.model);
    flat::Symmetry symmetry = flat::symmetry_of(program, *job.terms);
    if (job.asked == Asked::by_name)
      tell_differences(symmetry, job.claims);
    else if (!is_helpful(program, symmetry, is_interleaved, job.asked))
      return job.claims.take_back("no two threads can be exchanged", {});
    if (is_interleaved)
      under_interleaving(job, program, std::move(symmetry));
    else
      with_buffers(job, program);
  } catch (const flat::NotFlat& why) {
    job.claims.take_back("the steps of the program have no blocks: " + why.reason, why.pos);
  } catch (const Exhausted& error) {
    job.claims.take_back(error.what(), {});
  }
}

}  // namespace

std::optional<std::string> refuses(const result::Task& task, const result::EngineOptions& options) {
  if (options.integers == result::Integers::mathematical) return "does not know mathematical integers";
  for (Undef kind : core::kWholeRuns)
    if (task.property.checks.has(kind)) return fmt::format("does not prove the absence of {}", core::info(kind).id);
  if (!core::starts_threads(task.program)) return "knows nothing of programs with one thread";
  if (task.property.checks.has(Undef::data_race))
    return fmt::format("does not prove the absence of {}", core::info(Undef::data_race).id);
  if (!memory::is_sequentially_consistent(*task.model) && !flat::buffer_facts(*task.model))
    return fmt::format("does not prove anything under {}, which is no machine with store buffers", task.model->name);
  return std::nullopt;
}

Claims SymmetricEngine::run(const result::Task& task, Budget& budget) {
  auto work = [&](const result::Task& of) {
    Job job{of, options_, asked_, listener_, budget, std::make_shared<logic::Terms>(), {}, {}};
    symmetric::run(job);
    return std::move(job.claims);
  };
  if (task.threads <= kManyThreads) return work(task);
  // What holds for every number holds for these, and what fails with a few fails with them.
  result::Task any = task;
  any.threads = 0;
  Claims claims = work(any);
  bool is_decided = claims.verdict == Verdict::safe || claims.verdict == Verdict::unsafe;
  return is_decided || budget.exhausted() ? claims : work(task);
}

std::string broadcast_shown(const result::Task& task, const result::SymmetricOptions& options, Budget& budget) {
  if (!memory::is_sequentially_consistent(*task.model) && !flat::buffer_facts(*task.model))
    return fmt::format("not flat: {} is no machine with store buffers\n", task.model->name);
  const Listener nobody;
  Job job{task, options, Asked::by_name, nobody, budget, std::make_shared<logic::Terms>(), {}, {}};
  run(job);
  std::string out;
  auto comment = [&](const SourcePos& pos, const std::string& text) {
    out += fmt::format("// {}{}\n", pos.valid() ? to_string(pos) + ": " : "", text);
  };
  for (const Diagnostic& one : job.claims.diagnostics) comment(one.pos, one.message);
  if (job.claims.verdict == Verdict::unknown) comment(job.claims.reason_pos, job.claims.reason);
  return out + job.shown;
}

}  // namespace fencepost::engine::symmetric
