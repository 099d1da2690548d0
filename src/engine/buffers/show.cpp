#include "engine/buffers/show.h"

#include <fmt/format.h>

#include "engine/buffers/extrapolation.h"
#include "engine/buffers/sc_proof.h"
#include "flat/buffer_variables.h"
#include "flat/flatten.h"
#include "memory/probe.h"

namespace fencepost::engine::buffers {

namespace {

std::string shown(const flat::NotFlat& why) {
  return fmt::format("not flat: {}{}\n", why.pos.valid() ? to_string(why.pos) + ": " : "", why.reason);
}

template <typename Made, typename F>
std::string if_flat(const std::variant<Made, flat::NotFlat>& made, F use) {
  auto* why = std::get_if<flat::NotFlat>(&made);
  return why ? shown(*why) : use(std::get<Made>(made));
}

// use(the program, facts, the program with buffers), the last two null where there are none.
template <typename F>
std::string with_programs(const Context& context, F use) {
  return if_flat(
      flat::flatten(context.task.cfa, context.task.model.get(), *context.terms, context.budget, context.task.threads),
      [&](const flat::FlatProgram& program) {
        const memory::Model& model = *context.task.model;
        if (memory::is_sequentially_consistent(model)) return use(program, nullptr, nullptr);
        std::optional<flat::BufferFacts> facts = flat::buffer_facts(model);
        if (!facts) return shown({{}, fmt::format("{} is no machine with store buffers", model.name)});
        return if_flat(flat::with_buffer_variables(program, *facts, context.options.bound, flat::Waiting::needed,
                                                   *context.terms, context.budget),
                       [&](const flat::BufferVariables& made) { return use(program, &*facts, &made); });
      });
}

}  // namespace

std::string with_buffers_shown(const Context& context) {
  return with_programs(
      context, [&](const flat::FlatProgram& program, const flat::BufferFacts*, const flat::BufferVariables* made) {
        return flat::to_string(made ? made->program : program);
      });
}

std::string boolean_shown(const Context& context) {
  return with_programs(context, [&](const flat::FlatProgram& program, const flat::BufferFacts* facts,
                                    const flat::BufferVariables* made) {
    ScProof sc = sc_proof(context, program);
    if (!made) {
      if (!sc.proof) return fmt::format("no predicates: {}\n", sc.reason);
      return boolean::to_string(sc.proof->abstraction.program);
    }
    boolean::AbstractionOptions options;
    options.most_literals = sc.cube_size;
    options.never_waits = &made->within;
    options.emptying = &made->emptying;
    std::vector<Term> predicates = extrapolated(sc.predicates, program, *facts, *made, *context.terms);
    return if_flat(
        boolean::abstracted(made->program, predicates, options, *context.terms, context.budget, context.statistics),
        [](const boolean::Abstraction& found) { return boolean::to_string(found.program); });
  });
}

}  // namespace fencepost::engine::buffers
