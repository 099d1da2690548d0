#include "engine/buffers/buffers.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/walk.h"
#include "core/whole_runs.h"
#include "engine/buffered_way_back.h"
#include "engine/buffers/cubes.h"
#include "engine/buffers/extrapolation.h"
#include "engine/buffers/predicate_file.h"
#include "engine/buffers/sc_proof.h"
#include "engine/buffers/schedule.h"
#include "flat/buffer_variables.h"
#include "flat/configuration.h"
#include "flat/flatten.h"
#include "memory/probe.h"

namespace fencepost::engine::buffers {

using core::Undef;
using result::Claims;
using result::Verdict;
using How = BuffersOptions::Extrapolation;

namespace {

constexpr uint32_t kDeepened = 4;  // a bound that is not enough grows up to this, or to what was asked for

constexpr uint32_t kTicksWithinBound = 1u << 16;

class Work {
 public:
  Work(const Context& context, const flat::FlatProgram& program, Claims& claims)
      : context_(context), program_(program), claims_(claims) {}

  // No stores wait.
  void without_buffers() {
    context_.listener.is_at("no store waits: abstraction");
    sc_ = sc_proof(context_, program_);
    if (!sc_.run.empty()) return fail(program_, sc_.run);
    if (sc_.proof && sc_.proof->holds()) return succeed(std::vector{invariants_of(*sc_.proof, context_.terms)});
    FlatAnswer answer = refined(program_, sc_.predicates);
    if (answer.invariants) return succeed(std::vector{std::move(*answer.invariants)});
    if (!answer.run.empty()) return fail(program_, answer.run);
    claims_.take_back(answer.reason, answer.where);
  }

  void with_buffers(const flat::BufferFacts& facts) {
    const BuffersOptions& options = context_.options;
    context_.listener.is_at("a proof under sc");
    if (options.extrapolation != How::none)
      sc_ = sc_proof(context_, program_);
    else if (!options.predicates_file.empty())
      sc_.predicates = parse_predicates(options.predicates_file, options.predicates, program_, *context_.terms);
    if (!sc_.reason.empty()) context_.log([&] { return "no proof under sc: " + sc_.reason; });
    for (uint32_t bound = options.bound; bound <= last_bound(); ++bound) {
      context_.statistics.set("buffers.bound", bound);
      auto reduced =
          flat::with_buffer_variables(program_, facts, bound, flat::Waiting::needed, *context_.terms, context_.budget);
      if (auto* why = std::get_if<flat::NotFlat>(&reduced)) return claims_.take_back(why->reason, why->pos);
      made_ = std::get<flat::BufferVariables>(std::move(reduced));
      bound_ = bound;
      overflow_ = nullptr;
      context_.log([&] { return fmt::format("at most {} in each buffer:", bound); });
      context_.listener.is_at(fmt::format("at most {} in each buffer", bound));
      if (is_decided(facts)) return;
    }
    claims_.take_back(fmt::format("more than {} stores may wait in a buffer here", bound_), overflow_->pos);
  }

 private:
  uint32_t last_bound() const { return std::max(context_.options.bound, kDeepened); }

  // False: the bound is not enough.
  bool is_decided(const flat::BufferFacts& facts) {
    const std::vector<Term> predicates = predicates_for(facts);
    for (How how : ways()) {
      std::vector<Term> cubes;
      if (how == How::cubes) cubes = cubes_for(facts);
      std::optional<BooleanProof> proof =
          asked({made_.program, predicates, sc_.cube_size, &made_, "", how == How::cubes ? &cubes : nullptr,
                 [&](const boolean::Failure& failure) { return bound_ < last_bound() && is_run(failure); }});
      if (!proof) continue;
      if (proof->holds()) {
        succeed(result::BufferedInvariants{bound_, invariants_of(*proof, context_.terms)});
        return true;
      }
      if (fails(proof->explored.failures)) return true;
      if (overflow_) return may_fail(proof->explored.failures) && fails_within_bound(predicates);
    }
    FlatAnswer answer = refined(made_.program, predicates);
    if (answer.invariants) {
      succeed(result::BufferedInvariants{bound_, std::move(*answer.invariants)});
      return true;
    }
    if (!answer.run.empty() && is_overflow(answer.run.back())) {
      overflow_ = &edge_of(answer.run.back());
      return fails_within_bound(predicates);
    }
    if (answer.run.empty())
      claims_.take_back(answer.reason, answer.where);
    else
      fail(made_.program, answer.run);
    return true;
  }

  // Nothing: it takes too long.
  std::optional<BooleanProof> asked(const Question& question) {
    try {
      LimitedTicks limited(context_.budget, most_ticks(context_.options));
      return std::get<BooleanProof>(boolean_proof(context_, question));
    } catch (const Exhausted& error) {
      if (error.resource() != Resource::steps) throw;
      context_.log([] { return "  that takes too long"; });
      return std::nullopt;
    }
  }

  bool has_queues() const {
    return std::ranges::any_of(made_.queues, [](const auto& of_thread) { return !of_thread.empty(); });
  }

  std::vector<How> ways() const {
    if (context_.options.extrapolation == How::none || !sc_.proof) return {};
    if (context_.options.extrapolation != How::automatic) return {context_.options.extrapolation};
    bool needs_large = sc_.proof && sc_.proof->abstraction.counts.largest_cube > kSmallCubes;
    if (needs_large && has_queues()) return {How::cubes};
    return {How::predicates};
  }

  std::vector<Term> predicates_for(const flat::BufferFacts& facts) {
    if (context_.options.extrapolation == How::none) {
      std::vector<Term> all = extrapolated({}, program_, facts, made_, *context_.terms);
      all.insert(all.end(), sc_.predicates.begin(), sc_.predicates.end());
      return all;
    }
    std::vector<Term> all = extrapolated(sc_.predicates, program_, facts, made_, *context_.terms);
    context_.log([&] { return fmt::format("  {} predicates extrapolated to {}", sc_.predicates.size(), all.size()); });
    return all;
  }

  std::vector<Term> cubes_for(const flat::BufferFacts& facts) {
    std::vector<Term> given, made;
    if (sc_.proof) given = cubes_of(sc_.proof->abstraction.program, *context_.terms);
    // What is said of buffers whatever the predicates are is no cube.
    std::vector<Term> others = extrapolated({}, program_, facts, made_, *context_.terms);
    for (Term cube : extrapolated(given, program_, facts, made_, *context_.terms))
      if (std::ranges::find(others, cube) == others.end() &&
          (!context_.options.drop_buffered || !is_about_waiting(cube, made_)))
        made.push_back(cube);
    context_.statistics.set("buffers.input_cubes", static_cast<double>(made.size()));
    context_.log([&] { return fmt::format("  {} cubes extrapolated to {}", given.size(), made.size()); });
    return made;
  }

  bool is_run(const boolean::Failure& failure) const {
    return Schedule(context_, made_.program, failure.schedule).is_run() == logic::Answer::sat;
  }

  // Is one of these a run that fails? Those that overflow are remembered.
  bool fails(const std::vector<boolean::Failure>& failures) {
    for (const boolean::Failure& failure : failures) {
      Schedule schedule(context_, made_.program, failure.schedule);
      if (schedule.is_run() != logic::Answer::sat) continue;
      const flat::Step& last = schedule.run().back();
      if (is_overflow(last)) {
        overflow_ = &edge_of(last);
        continue;
      }
      fail(made_.program, schedule.run());
      return true;
    }
    return false;
  }

  // Is there something else than that a buffer is full?
  bool may_fail(const std::vector<boolean::Failure>& failures) const {
    return std::ranges::any_of(failures, [&](const boolean::Failure& failure) {
      const boolean::Step& last = failure.schedule.back();
      return !made_.overflows.contains({last.thread, last.edge});
    });
  }

  // Before longer buffers are tried: does something fail while none is full?
  bool fails_within_bound(const std::vector<Term>& predicates) {
    flat::FlatProgram bounded = made_.program;
    for (const auto& [of, edge] : made_.overflows) {
      flat::Label& label = bounded.templates[of].edges[edge].label;
      label = flat::Assume{std::get<flat::Check>(label).condition};
    }
    try {
      LimitedTicks limited(context_.budget, kTicksWithinBound);
      FlatAnswer answer = refined(bounded, predicates);
      if (!answer.run.empty()) fail(bounded, answer.run);
      return !answer.run.empty();
    } catch (const Exhausted& error) {
      if (error.resource() != Resource::steps) throw;
      return false;
    }
  }

  FlatAnswer refined(const flat::FlatProgram& program, const std::vector<Term>& predicates) {
    context_.log([&] { return fmt::format("  refinement from {} predicates", predicates.size()); });
    return context_.prover(context_.task, program, predicates, {}, context_.terms, context_.budget,
                           context_.statistics);
  }

  bool is_overflow(const flat::Step& step) const { return made_.overflows.contains({flat::index(step.of), step.edge}); }
  const flat::Edge& edge_of(const flat::Step& step) const { return made_.program[step.of].edges[step.edge]; }

  void fail(const flat::FlatProgram& program, const std::vector<flat::Step>& run) {
    const flat::Step& last = run.back();
    auto* check = std::get_if<flat::Check>(&program[last.of].edges[last.edge].label);
    if (check == nullptr || !check->kind)
      return claims_.take_back(
          check ? "beyond this the program is not modelled: " + check->detail : "a thread that exists is started again",
          program[last.of].edges[last.edge].pos);
    WayBack back = &program == &program_ ? way_back(context_.task, program_, run, context_.budget)
                                         : buffered_way_back(context_.task, program_, program, run, context_.budget);
    if (!back.claim || !context_.task.property.checks.has(back.claim->kind))
      return claims_.take_back(fmt::format("the program as it was flattened may fail here, but no run shows it: {}",
                                           back.claim ? "the check is not asked for" : back.problem),
                               program[last.of].edges[last.edge].pos);
    claims_.verdict = Verdict::unsafe;
    claims_.violations.push_back(std::move(*back.claim));
  }

  void succeed(result::Proof proof) {
    claims_.verdict = Verdict::safe;
    claims_.proof = std::move(proof);
  }

  const Context& context_;
  const flat::FlatProgram& program_;
  Claims& claims_;
  ScProof sc_;
  flat::BufferVariables made_;
  uint32_t bound_ = 0;
  const flat::Edge* overflow_ = nullptr;  // of which it is known that it happens
};

// Buffers are variables of one thread, and predicates are about these. Threads that a loop makes as often as is known are templates of their own.
std::optional<flat::NotFlat> why_not_known(const flat::FlatProgram& program) {
  std::optional<std::string> why = flat::why_not_single(program);
  if (!why) return std::nullopt;
  flat::NotFlat found{{}, *why + ", and buffers are those of known threads"};
  for (const flat::Template& of : program.templates)
    for (const flat::Edge& edge : of.edges)
      if (auto* spawn = std::get_if<flat::Spawn>(&edge.label))
        if (program[spawn->spawned].instances != flat::Instances{1} && !found.pos.valid()) found.pos = edge.pos;
  return found;
}

}  // namespace

std::optional<std::string> refuses(const result::Task& task, const result::EngineOptions& options) {
  // Without store buffers it does what cegar does, and some things more often.
  const bool has_buffers = task.model && !memory::is_sequentially_consistent(*task.model);
  if (options.engine.empty() && !has_buffers) return "adds nothing where there are no store buffers";
  if (options.integers == result::Integers::mathematical) return "does not know mathematical integers";
  for (Undef kind : core::kWholeRuns)
    if (task.property.checks.has(kind)) return fmt::format("does not prove the absence of {}", core::info(kind).id);
  if (!core::starts_threads(task.program)) return std::nullopt;
  if (task.property.checks.has(Undef::data_race))
    return fmt::format("does not prove the absence of {}", core::info(Undef::data_race).id);
  if (!memory::is_sequentially_consistent(*task.model) && !flat::buffer_facts(*task.model))
    return fmt::format("does not prove anything under {}, which is no machine with store buffers", task.model->name);
  return std::nullopt;
}

Claims BuffersEngine::run(const result::Task& task, Budget& budget) {
  Claims claims;
  const Context context{task,   options_,         prover_, listener_, std::make_shared<logic::Terms>(),
                        budget, claims.statistics};
  try {
    auto flat_program = flat::flatten(task.cfa, task.model.get(), *context.terms, budget, task.threads);
    if (auto* why = std::get_if<flat::NotFlat>(&flat_program)) {
      claims.take_back("the program is not flat: " + why->reason, why->pos);
      return claims;
    }
    const auto& program = std::get<flat::FlatProgram>(flat_program);
    if (auto why = why_not_known(program)) {
      claims.take_back(why->reason, why->pos);
      return claims;
    }
    Work work(context, program, claims);
    if (program.templates.size() == 1 || !task.model || memory::is_sequentially_consistent(*task.model))
      work.without_buffers();
    else
      work.with_buffers(*flat::buffer_facts(*task.model));
  } catch (const Exhausted& error) {
    claims.take_back(error.what(), {});
  }
  return claims;
}

}  // namespace fencepost::engine::buffers
