// Emitter: whether a value is specified (core/expr.h). A load that finds one that is not chooses, and what it has chosen is as little
// specified: once stored, the next load chooses anew.
#include "flat/emitter.h"

namespace fencepost::flat {

using core::ExprOp;
using logic::Op;

VarId Emitter::flag_of(FrameId frame, core::Reg reg) {
  auto found = flags_.find({frame, reg});
  if (found != flags_.end()) return found->second;
  const Variable of = program_[reg_of(frame, reg)];
  return flags_[{frame, reg}] = variable(of.name + ".set", logic::bool_sort(), of.owner, 0);
}

void Emitter::set_flag(FrameId frame, core::Reg reg, Term is_specified) {
  if (unset_.is_told(frame, reg)) assign(flag_of(frame, reg), is_specified);
}

Term Emitter::specified(const core::Expr& expr, const AbstractState& state) {
  if (!analysis_.evaluate(expr, state, frame_).unspecified) return terms_.boolean(true);
  if (expr.op == ExprOp::reg) {
    bool is_set = state.registers.contains({frame_, expr.reg});
    return is_set ? term(flag_of(frame_, expr.reg)) : terms_.boolean(false);
  }
  if (expr.op == ExprOp::select)
    return terms_.ite(value(*expr.args[0], state), specified(*expr.args[1], state), specified(*expr.args[2], state));
  return core::propagates_unspecified(expr.op) ? specified(*expr.args[0], state) : terms_.boolean(true);
}

bool Emitter::tells(const Access& access) const {
  auto* one = std::get_if<VarId>(&access.to);
  return telling_.contains(one != nullptr ? *one : program_[std::get<GroupId>(access.to)].cells[0].variable);
}

Term Emitter::content(Term told) { return terms_.extract(told, told.sort().width - 2, 0); }

Term Emitter::is_specified(Term told) {
  unsigned top = told.sort().width - 1;
  return terms_.eq(terms_.extract(told, top, top), terms_.bv(1, 1));
}

Term Emitter::told(Term value, Term is_specified) {
  return terms_.concat(terms_.ite(is_specified, terms_.bv(1, 1), terms_.bv(0, 1)), value);
}

// Core asks for a choice just where the value is not specified, and so does this.
void Emitter::choose_if_unset(core::Reg to, const core::Type& type, Term read, Term found) {
  VarId target = reg(to);
  Term is_set = is_specified(found);
  Loc middle = chain_.empty() ? loc_of(*from_) : lay(loc_of(*from_), std::nullopt);
  begun_at_ = middle;
  emit(Assume{is_set});
  set_flag(frame_, to, terms_.boolean(true));
  assign(target, read);
  finish(*from_, to_);
  begun_at_ = middle;
  emit(Assume{terms_.not_(is_set)});
  set_flag(frame_, to, terms_.boolean(false));
  emit(Havoc{target});
  if (type.kind == core::TypeKind::pointer) emit(Assume{is_object(term(target), kNothing)});
  chooses_ = true;
}

// A shared object is made once, unless a loop makes it: then nobody else knew the last one, and the new one is as unset as it was.
void Emitter::keep_needed_resets() {
  for (const auto& [of, number] : resets_) {
    Template& in = program_.templates[of];
    std::vector<std::vector<Loc>> after(in.locations);
    for (const Edge& edge : in.edges) after[index(edge.from)].push_back(edge.to);
    Edge& reset = in.edges[number];
    std::set<Loc> seen;
    std::vector<Loc> open{reset.to};
    while (!open.empty()) {
      Loc at = open.back();
      open.pop_back();
      for (Loc next : after[index(at)])
        if (seen.insert(next).second) open.push_back(next);
    }
    if (!seen.contains(reset.from)) reset.label = Assume{terms_.boolean(true)};
  }
}

}  // namespace fencepost::flat
