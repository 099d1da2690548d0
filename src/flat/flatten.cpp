#include "flat/flatten.h"

#include <algorithm>
#include <set>

#include "flat/automaton_shape.h"
#include "flat/emitter.h"
#include "flat/instances.h"
#include "flat/seen_strands.h"
#include "flat/simplify.h"
#include "flat/unset_values.h"
#include "flat/verify.h"

namespace fencepost::flat {

namespace {

// Engines that take a section for one step, and the machine that replays runs, do not know who goes on while it waits for a thread.
void refuse_joins_in_sections(const Template& of) {
  std::set<std::pair<Loc, bool>> seen;
  std::vector<std::pair<Loc, bool>> open{{of.entry, false}};
  while (!open.empty()) {
    auto [at, in_section] = open.back();
    open.pop_back();
    if (!seen.emplace(at, in_section).second) continue;
    for (const Edge& edge : edges_of(of, index(at))) {
      if (in_section && std::holds_alternative<Join>(edge.label))
        throw NotFlat{edge.pos, "a wait for the end of a thread inside an atomic section"};
      bool begins = std::holds_alternative<AtomicBegin>(edge.label),
           ends = std::holds_alternative<AtomicEnd>(edge.label);
      open.emplace_back(edge.to, begins || (in_section && !ends));
    }
  }
}

}  // namespace

std::variant<FlatProgram, NotFlat> flatten(const program::Cfa& cfa, const memory::Model* model, logic::Terms& terms,
                                           Budget& budget, uint32_t most_threads) {
  if (!cfa.program->gaps.empty()) return NotFlat{cfa.program->gaps[0].first, cfa.program->gaps[0].second};
  try {
    Analysis analysis(cfa, publication_under(model), terms, budget);
    for (bool is_new = true; is_new;) {
      analysis.run();
      SeenStrands seen(analysis);
      analysis.tell(seen);
      is_new = seen.permute();
    }
    UnsetValues unset(analysis);
    analysis.tell(unset);
    Emitter emitter(analysis, unset, terms);
    analysis.tell(emitter);
    FlatProgram program = emitter.take();
    verify(program, "flattening");
    for (const Template& of : program.templates) refuse_joins_in_sections(of);
    simplify(program, terms);
    bool has_crowd = std::ranges::any_of(program.templates, [](const Template& of) { return of.instances.any(); });
    if (most_threads == 0 || !has_crowd) return program;
    return with_copies(program, terms, most_threads, Copies::Spawning::in_turn).program;
  } catch (const NotFlat& why) {
    return why;
  }
}

}  // namespace fencepost::flat
