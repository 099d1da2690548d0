#include "flat/flatten.h"

#include "flat/emitter.h"
#include "flat/simplify.h"
#include "flat/verify.h"

namespace fencepost::flat {

std::variant<FlatProgram, NotFlat> flatten(const program::Cfa& cfa, logic::Terms& terms, Budget& budget) {
  if (!cfa.program->gaps.empty()) return NotFlat{cfa.program->gaps[0].first, cfa.program->gaps[0].second};
  try {
    Analysis analysis(cfa, terms, budget);
    Emitter emitter(analysis, terms);
    analysis.run(emitter);
    FlatProgram program = emitter.take();
    verify(program, "flattening");
    simplify(program, terms);
    return program;
  } catch (const NotFlat& why) {
    return why;
  }
}

}  // namespace fencepost::flat
