#include "engine/buffers/sc_proof.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/buffers/predicate_file.h"
#include "engine/buffers/schedule.h"
#include "logic/atoms.h"

namespace fencepost::engine::buffers {

namespace {

constexpr uint32_t kLargestCubes = 4;  // the seed needs no larger ones (table 2)

constexpr uint32_t kMostRounds = 3;
// Of the search for predicates that are not needed: for one question at least. In all it is allowed what the proof itself has taken, or this.
constexpr uint32_t kLeastTicks = 1u << 10, kLeastInAll = 1u << 15, kLeastTimes = 8;

class Search {
 public:
  Search(const Context& context, const flat::FlatProgram& program) : context_(context), program_(program) {}

  ScProof operator()() {
    if (!find_predicates()) return std::move(found_);
    try {
      LimitedTicks limited(context_.budget, most_ticks(context_.options));
      find_boolean_proof();
    } catch (const Exhausted& error) {
      if (error.resource() != Resource::steps) throw;
      context_.log([] { return "  that takes too long"; });
      found_.proof.reset();
    }
    return std::move(found_);
  }

 private:
  void find_boolean_proof() {
    const uint32_t given = context_.options.cube_size;
    if (given != 0) {
      is_proved(found_.predicates, given);
    } else if (!is_proved_by_small_cubes()) {
      const std::vector<Term> few = found_.predicates;
      if (!is_refined() && !is_proved_by_all(few.size()))
        for (uint32_t size = kSmallCubes + 1; size <= kLargestCubes; ++size)
          if (is_proved(few, size)) break;
    }
  }

  // False: there are none, and it says why.
  bool find_predicates() {
    const BuffersOptions& options = context_.options;
    if (!options.predicates_file.empty()) {
      found_.predicates = parse_predicates(options.predicates_file, options.predicates, program_, *context_.terms);
      tell("predicates that were given");
      return true;
    }
    Timer timer(context_.statistics, "time.buffers.sc.prove");
    const uint32_t start = context_.budget.ticks();
    FlatAnswer answer = context_.prover(context_.task, program_, {}, {.by_states = false}, context_.terms,
                                        context_.budget, context_.statistics);
    found_.predicates = std::move(answer.predicates);
    if (!answer.invariants) {
      found_.run = std::move(answer.run);
      found_.reason = std::move(answer.reason);
      found_.where = answer.where;
      return false;
    }
    tell("predicates of the proof under sc");
    all_ = found_.predicates;
    drop_idle(
        std::max(kLeastInAll, context_.budget.ticks() - start),
        [&](const std::vector<Term>& predicates, uint32_t ticks) { return is_refinement_done(predicates, ticks); });
    return true;
  }

  // Refinement learns more than it needs in the end. In parts that become smaller and smaller, those go without which there is a proof as well.
  template <typename F>
  void drop_idle(uint32_t most, F is_enough) {
    Timer timer(context_.statistics, "time.buffers.sc.drop");
    std::vector<Term>& kept = found_.predicates;
    const size_t before = kept.size();
    try {
      LimitedTicks limited(context_.budget, most);
      uint32_t start = context_.budget.ticks();
      if (!is_enough(kept, most)) return;
      const uint32_t whole = context_.budget.ticks() - start;
      if (whole > most / kLeastTimes) return;  // few questions would be left
      uint32_t allowed = 2 * whole + kLeastTicks;
      for (size_t part = kept.size() / 2; part > 0; part /= 2)
        for (size_t from = kept.size(); from > 0;) {
          size_t begin = from > part ? from - part : 0;
          std::vector<Term> fewer(kept.begin(), kept.begin() + static_cast<std::ptrdiff_t>(begin));
          fewer.insert(fewer.end(), kept.begin() + static_cast<std::ptrdiff_t>(from), kept.end());
          from = begin;
          start = context_.budget.ticks();
          if (!is_enough(fewer, allowed)) continue;
          allowed = std::min(allowed, 2 * (context_.budget.ticks() - start) + kLeastTicks);
          kept = std::move(fewer);
        }
    } catch (const Exhausted& error) {
      if (error.resource() != Resource::steps) throw;
    }
    if (kept.size() < before) tell("of these are needed");
  }

  // For refinement.
  bool is_refinement_done(const std::vector<Term>& predicates, uint32_t ticks) {
    return within(ticks, [&](Statistics& unused) {
      const FlatEffort effort{.by_states = false, .rounds = 1};
      return context_.prover(context_.task, program_, predicates, effort, context_.terms, context_.budget, unused)
          .invariants.has_value();
    });
  }

  // For a Boolean program.
  bool is_boolean_proof(const std::vector<Term>& predicates, uint32_t ticks) {
    return within(ticks, [&](Statistics& unused) {
      const Listener silent;
      const Context apart{context_.task,  context_.options, context_.prover, silent,
                          context_.terms, context_.budget,  unused};
      auto made = boolean_proof(apart, {program_, predicates, found_.cube_size, nullptr, "sc."});
      auto* proof = std::get_if<BooleanProof>(&made);
      return proof != nullptr && proof->holds();
    });
  }

  template <typename F>
  bool within(uint32_t ticks, F asked) {
    Statistics unused;
    LimitedTicks limited(context_.budget, ticks);
    try {
      return asked(unused);
    } catch (const Exhausted& error) {
      if (error.resource() != Resource::steps) throw;
      return false;
    }
  }

  bool is_proved_by_small_cubes() {
    for (uint32_t size = 1; size <= kSmallCubes; ++size)
      if (is_proved(found_.predicates, size)) return true;
    return false;
  }

  // The interleavings that partial-order reduction leaves out, and cubes that are small, may need more predicates.
  bool is_refined() {
    for (uint32_t round = 0; round < kMostRounds; ++round) {
      std::vector<Term> more;
      for (const boolean::Failure& failure : found_.proof->explored.failures) {
        Schedule schedule(context_, program_, failure.schedule);
        if (schedule.is_run() != logic::Answer::unsat) return false;
        for (Term predicate : schedule.predicates())
          if (std::ranges::find(found_.predicates, predicate) == found_.predicates.end() &&
              std::ranges::find(found_.predicates, context_.terms->not_(predicate)) == found_.predicates.end() &&
              std::ranges::find(more, predicate) == more.end())
            more.push_back(predicate);
      }
      if (more.empty()) return false;
      found_.predicates.insert(found_.predicates.end(), more.begin(), more.end());
      context_.log([&] {
        std::string text = fmt::format("  no run; {} predicates more", more.size());
        for (Term predicate : more) text += "\n    " + logic::to_string(predicate);
        return text;
      });
      if (is_proved(found_.predicates, kSmallCubes)) return true;
    }
    return false;
  }

  bool is_proved_by_all(size_t few) {
    if (all_.size() == few) return false;  // it has been asked
    found_.predicates = all_;
    if (!is_proved_by_small_cubes()) return false;
    drop_idle(kLeastInAll,
              [&](const std::vector<Term>& predicates, uint32_t ticks) { return is_boolean_proof(predicates, ticks); });
    return is_proved(found_.predicates, found_.cube_size);
  }

  void tell(std::string_view what) const {
    context_.log([&] {
      std::string text = fmt::format("{}: {}", what, found_.predicates.size());
      for (Term predicate : found_.predicates) text += "\n  " + logic::to_string(predicate);
      return text;
    });
  }

  bool is_proved(const std::vector<Term>& predicates, uint32_t size) {
    context_.log([&] { return fmt::format("under sc, cubes of up to {}:", size); });
    found_.cube_size = size;
    auto made = boolean_proof(context_, {program_, predicates, size, nullptr, "sc."});
    auto* proof = std::get_if<BooleanProof>(&made);
    if (proof == nullptr) return false;
    found_.proof = std::move(*proof);
    return found_.proof->holds();
  }

  const Context& context_;
  const flat::FlatProgram& program_;
  ScProof found_;
  std::vector<Term> all_;  // of the refinement
};

}  // namespace

ScProof sc_proof(const Context& context, const flat::FlatProgram& program) { return Search(context, program)(); }

}  // namespace fencepost::engine::buffers
