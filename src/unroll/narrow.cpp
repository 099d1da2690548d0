// Executor: pointers on a path. A pointer that is a choice between places often follows a condition that the program has just
// asked for: the access then has one place and not several, and one event with one place is what most of what is known
// about runs is about. Whatever the access would do elsewhere happens on other paths.
#include "unroll/executor.h"

namespace fencepost::unroll {

using logic::Op;

namespace {

constexpr int kMostChoices = 64;  // looked at in one pointer

}  // namespace

Value Executor::pointer_here(const core::Expr& expr, State& state) {
  Value pointer = expressions_.evaluate(expr, state);
  int choices = kMostChoices;
  pointer.term = on_path(state.path, pointer.term, choices);
  choices = kMostChoices;
  if (pointer.offset) pointer.offset = on_path(state.path, pointer.offset, choices);
  return pointer;
}

// A term that equals this one on the path.
Term Executor::on_path(Path path, Term term, int& choices) {
  while (term.op() == Op::ite && choices-- > 0) {
    auto args = term.args();
    if (std::optional<bool> known = decided(path, args[0])) {
      term = *known ? args[1] : args[2];
      continue;
    }
    Term yes = on_path(path, args[1], choices), no = on_path(path, args[2], choices);
    return yes == args[1] && no == args[2] ? term : terms_.ite(args[0], yes, no);
  }
  if (term.op() == Op::bv_add && term.args()[1].is_const()) {
    Term base = on_path(path, term.args()[0], choices);
    return base == term.args()[0] ? term : terms_.binary(Op::bv_add, base, term.args()[1]);
  }
  return term;
}

}  // namespace fencepost::unroll
