#include "engine/block_action.h"

#include <algorithm>

#include "flat/automaton_shape.h"

namespace fencepost::engine {

namespace {

class Composer {
 public:
  Composer(const flat::FlatProgram& program, logic::Terms& terms) : program_(program), terms_(terms) {
    made_.whole.guard = terms.boolean(true);
  }

  void must_go_on(std::span<const flat::Edge> edges) {
    Term waits = made_.whole.guard;
    for (const flat::Edge& edge : edges) {
      if (std::holds_alternative<flat::Check>(edge.label)) return;
      waits = terms_.and_(waits, terms_.not_(now()(action_of(program_, terms_, edge).guard)));
    }
    if (!waits.is_false()) made_.failures.push_back({&edges[0], waits});
  }

  void step(const flat::Edge& edge) {
    Action action = action_of(program_, terms_, edge);
    logic::Substitution value = now();
    Term guard = value(action.guard);
    if (std::holds_alternative<flat::Check>(edge.label)) {
      Term fails = terms_.and_(made_.whole.guard, terms_.not_(guard));
      if (!fails.is_false()) made_.failures.push_back({&edge, fails});
    }
    made_.whole.guard = terms_.and_(made_.whole.guard, guard);
    std::vector<Term> values;
    for (const Update& update : action.updates)
      values.push_back(update.value ? value(update.value)
                                    : terms_.fresh(update.variable.name() + "'", update.variable.sort()));
    for (size_t i = 0; i < values.size(); ++i) set(action.updates[i].variable, values[i]);
  }

  BlockAction take() { return std::move(made_); }

 private:
  logic::Substitution now() {
    logic::Substitution value(terms_);
    for (const Update& update : made_.whole.updates) value.put(update.variable, update.value);
    return value;
  }
  void set(Term variable, Term value) {
    auto known = std::ranges::find(made_.whole.updates, variable, &Update::variable);
    if (known == made_.whole.updates.end())
      made_.whole.updates.push_back({variable, value});
    else
      known->value = value;
  }

  const flat::FlatProgram& program_;
  logic::Terms& terms_;
  BlockAction made_;
};

}  // namespace

BlockAction action_of(const flat::FlatProgram& program, logic::Terms& terms, flat::TemplateId of,
                      const flat::Block& block) {
  const flat::Template& in = program[of];
  Composer composer(program, terms);
  for (uint32_t i = 0; i < block.edges.size(); ++i) {
    const flat::Edge& edge = in.edges[block.edges[i]];
    if (std::ranges::find(block.must_go_on, i) != block.must_go_on.end())
      composer.must_go_on(flat::edges_of(in, flat::index(edge.from)));
    composer.step(edge);
  }
  return composer.take();
}

}  // namespace fencepost::engine
