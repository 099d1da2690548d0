#include "engine/buffers/sc_proof.h"

#include <fmt/format.h>

#include "engine/buffers/predicate_file.h"
#include "engine/buffers/schedule.h"
#include "logic/atoms.h"

namespace fencepost::engine::buffers {

namespace {

constexpr uint32_t kLargestCubes = 4;  // the seed needs no larger ones (table 2)

class Search {
 public:
  Search(const Context& context, const flat::FlatProgram& program) : context_(context), program_(program) {}

  ScProof operator()() {
    if (!find_predicates()) return std::move(found_);
    uint32_t given = context_.options.cube_size;
    for (uint32_t size = given ? given : 1; size <= (given ? given : kLargestCubes); ++size) {
      found_.cube_size = size;
      if (is_proved(found_.predicates, size)) break;
    }
    return std::move(found_);
  }

 private:
  // False: there are none, and it says why.
  bool find_predicates() {
    const BuffersOptions& options = context_.options;
    if (!options.predicates_file.empty()) {
      found_.predicates = parse_predicates(options.predicates_file, options.predicates, program_, *context_.terms);
      tell("predicates that were given");
      return true;
    }
    Timer timer(context_.statistics, "time.buffers.sc.prove");
    FlatAnswer answer =
        context_.prover(context_.task, program_, {}, false, context_.terms, context_.budget, context_.statistics);
    found_.predicates = std::move(answer.predicates);
    if (!answer.invariants) {
      found_.run = std::move(answer.run);
      found_.reason = std::move(answer.reason);
      found_.where = answer.where;
      return false;
    }
    tell("predicates of the proof under sc");
    return true;
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
    auto made = boolean_proof(context_, {program_, predicates, size, nullptr, "sc."});
    auto* proof = std::get_if<BooleanProof>(&made);
    if (proof == nullptr) return false;
    found_.proof = std::move(*proof);
    return found_.proof->holds();
  }

  const Context& context_;
  const flat::FlatProgram& program_;
  ScProof found_;
};

}  // namespace

ScProof sc_proof(const Context& context, const flat::FlatProgram& program) { return Search(context, program)(); }

}  // namespace fencepost::engine::buffers
