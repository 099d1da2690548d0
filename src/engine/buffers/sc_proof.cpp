#include "engine/buffers/sc_proof.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "engine/buffers/predicate_file.h"
#include "engine/buffers/schedule.h"

namespace fencepost::engine::buffers {

namespace {

constexpr uint32_t kLargestCubes = 4;  // the seed needs no larger ones (table 2)

constexpr uint32_t kMostRounds = 3;
constexpr uint32_t kTicksToDrop = 1u << 19;  // of the search for predicates that are not needed

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
    if (is_found_ && found_.proof && found_.proof->holds()) drop_idle();
    return std::move(found_);
  }

 private:
  void find_boolean_proof() {
    const uint32_t given = context_.options.cube_size;
    if (given != 0) {
      is_proved(found_.predicates, given);
    } else if (!is_proved_by_small_cubes()) {
      const std::vector<Term> few = found_.predicates;
      if (!is_refined())
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
    is_found_ = true;
    return true;
  }

  bool is_proved_by_small_cubes() {
    for (uint32_t size = 1; size <= kSmallCubes; ++size)
      if (is_proved(found_.predicates, size)) return true;
    return false;
  }

  // Small cubes may need more predicates.
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

  // Refinement learns more than is needed in the end.
  void drop_idle() {
    std::vector<Term> fewer = needed_predicates(context_, program_, *found_.proof, kTicksToDrop);
    if (fewer.size() == found_.predicates.size()) return;
    const std::vector<Term> all = std::exchange(found_.predicates, std::move(fewer));
    tell("of these are needed");
    std::optional<BooleanProof> before = std::move(found_.proof);
    if (is_proved(found_.predicates, found_.cube_size)) return;
    // The larger program knew of contradictions that only its search has met.
    found_.predicates = all;
    found_.proof = std::move(before);
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
  bool is_found_ = false;  // the predicates are those of refinement
};

}  // namespace

ScProof sc_proof(const Context& context, const flat::FlatProgram& program) { return Search(context, program)(); }

}  // namespace fencepost::engine::buffers
