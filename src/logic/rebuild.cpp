#include "logic/rebuild.h"

#include "base/check.h"

namespace fencepost::logic {

Term rebuilt(Terms& terms, Term term, std::span<const Term> args) {
  switch (term.op()) {
    case Op::ite:
      return terms.ite(args[0], args[1], args[2]);
    case Op::bv_extract:
      return terms.extract(args[0], term->hi, term->lo);
    case Op::bv_zext:
      return terms.zext(args[0], term.sort().width);
    case Op::bv_sext:
      return terms.sext(args[0], term.sort().width);
    case Op::int_to_bv:
    case Op::fp_to_fp:
    case Op::fp_from_sbv:
    case Op::fp_from_ubv:
    case Op::fp_to_sbv:
    case Op::fp_to_ubv:
    case Op::fp_from_bits:
      return terms.convert(term.op(), args[0], term.sort());
    default:
      return args.size() == 1 ? terms.unary(term.op(), args[0]) : terms.binary(term.op(), args[0], args[1]);
  }
}

Term Import::operator()(Term foreign) {
  std::vector<Term> open = {foreign};  // not recursive: terms are deeper than the stack
  while (!open.empty()) {
    Term next = open.back();
    if (done_.contains(next)) {
      open.pop_back();
      continue;
    }
    bool ready = true;
    for (Term arg : next.args())
      if (!done_.contains(arg)) {
        open.push_back(arg);
        ready = false;
      }
    if (!ready) continue;
    Term args[3];
    for (size_t i = 0; i < next.args().size(); ++i) args[i] = done_.at(next.args()[i]);
    Term made = next.args().empty() ? leaf(next) : rebuilt(into_, next, std::span(args, next.args().size()));
    done_.emplace(next, made);
  }
  return done_.at(foreign);
}

Term Import::leaf(Term foreign) const {
  if (foreign.op() == Op::variable) {
    Term own = variable_(foreign);
    FP_CHECK(own.sort() == foreign.sort());
    return own;
  }
  switch (foreign.sort().kind) {
    case SortKind::boolean:
      return into_.boolean(foreign.value() != 0);
    case SortKind::bitvec:
      return into_.bv(foreign.value(), foreign.sort().width);
    case SortKind::integer:
      return into_.integer(static_cast<SignedBits>(foreign.value()));
    case SortKind::floating:
      return into_.fp_bits(foreign.value(), foreign.sort().width);
  }
  FP_UNREACHABLE("a constant of no sort");
}

}  // namespace fencepost::logic
