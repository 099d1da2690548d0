#include "unroll/decisions.h"

namespace fencepost::unroll {

using logic::Op;

namespace {

constexpr int kMostChoices = 64;  // looked at in one pointer

}  // namespace

std::optional<bool> Decisions::decided(Path path, Term condition) {
  if (std::optional<bool> known = ranges_.decide(condition)) return known;
  return paths_.decided(path, condition);
}

bool Decisions::restrict(State& state, Term condition) {
  if (std::optional<bool> known = decided(state.path, condition)) return *known;
  state.path = paths_.extend(state.path, condition);
  return true;
}

Value Decisions::narrowed(Path path, Value pointer) {
  int choices = kMostChoices;
  pointer.term = narrowed(path, pointer.term, choices);
  choices = kMostChoices;
  if (pointer.offset) pointer.offset = narrowed(path, pointer.offset, choices);
  return pointer;
}

// A term that equals this one on the path.
Term Decisions::narrowed(Path path, Term term, int& choices) {
  while (term.op() == Op::ite && choices-- > 0) {
    auto args = term.args();
    if (std::optional<bool> known = decided(path, args[0])) {
      term = *known ? args[1] : args[2];
      continue;
    }
    Term yes = narrowed(path, args[1], choices), no = narrowed(path, args[2], choices);
    return yes == args[1] && no == args[2] ? term : terms_.ite(args[0], yes, no);
  }
  if (term.op() == Op::bv_add && term.args()[1].is_const()) {
    Term base = narrowed(path, term.args()[0], choices);
    return base == term.args()[0] ? term : terms_.binary(Op::bv_add, base, term.args()[1]);
  }
  return term;
}

}  // namespace fencepost::unroll
