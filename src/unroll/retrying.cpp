// Executor: loops that try again with what they read anew. `old = load(x); while (!compare_exchange(&x, &old, new));` comes
// back to its head in the state in which it would have got there at first, had the load taken what the compare-exchange
// found. That run exists as well: it is this one without the reads in between, with the load in the place of the last.
// So the way back is cut, and no loop is left to unroll.
//
// The load must be the last event before the loop, since whatever comes between the two reads would have to move, and of
// the order of the read that stands for it. Models that look at dependencies could tell the two apart, and so could
// somebody who counts what was allocated on the way.
#include "unroll/executor.h"

namespace fencepost::unroll {

namespace {

// Finds what to put for the variables of `from` to get `to`: values that are read from one cell have one shape.
bool match(Term from, Term to, logic::Substitution& put) {
  if (from.sort() != to.sort()) return false;
  if (from.op() == logic::Op::variable) return put.put(from, to);
  if (from == to) return true;
  if (from.op() != logic::Op::ite || to.op() != logic::Op::ite) return false;
  for (size_t i = 0; i < 3; ++i)
    if (!match(from.args()[i], to.args()[i], put)) return false;
  return true;
}

bool match(const Value& from, const Value& to, logic::Substitution& put) {
  if (!from.offset != !to.offset || !from.mark != !to.mark || !from.view != !to.view) return false;
  return match(from.term, to.term, put) && (!from.offset || match(from.offset, to.offset, put)) &&
         (!from.mark || match(from.mark, to.mark, put)) && (!from.view || match(from.view, to.view, put));
}

// A compare-exchange is a read where it fails.
bool reads_like(const Event& again, const Event& first) {
  return again.kind == Event::Kind::read && again.thread == first.thread && again.failure_order == first.order &&
         again.places.size() == 1 && again.places[0].cell == first.places[0].cell;
}

}  // namespace

Executor::LastRead Executor::read_before(const State& head) const {
  if (!head.concurrent || !options_.model.reads_may_go || options_.model.keep_dependencies || head.section != 0 ||
      looks_for_leaks())
    return {};
  if (last_read_.event == Event::kNone || last_read_.event + 1 != result_.events.size()) return {};
  const Event& read = result_.events[last_read_.event];
  bool simple = read.thread == thread_ && read.partner == Event::kNone && read.places.size() == 1;
  return simple && happened(read, head).is_true() ? last_read_ : LastRead{};
}

Term Executor::only_read_again(const Activation& activation, program::Loc head, const Visit& last, const State& state) {
  Term some = terms_.boolean(false);
  // What the caller read is in the caller's hands, too.
  if (last.before.event == Event::kNone || last.before.stamp < activation.began) return some;
  for (size_t i = last.events; i < result_.events.size() && !some.is_true(); ++i) {
    const Event& again = result_.events[i];
    const Event& first = result_.events[last.before.event];
    logic::Substitution put(terms_);
    if (!reads_like(again, first) || !match(first.value, again.value, put)) continue;
    Term read = happened(again, state);
    if (again.partner != Event::kNone)
      read = terms_.and_(read, terms_.not_(happened(result_.events[again.partner], state)));
    else if (again.order != first.order)
      continue;
    for (Path path = last.path; path->depth > first.path->depth; path = path->parent)
      read = terms_.and_(read, put(path->literal));
    if (!read.is_false()) read = terms_.and_(read, same_if_read(activation, head, last, state, put));
    some = terms_.or_(some, read);
  }
  return some.is_false() ? some : terms_.and_(some, without_effect(last.events, state));
}

// When the state is what it was at the last visit of the head but for the substitution.
Term Executor::same_if_read(const Activation& activation, program::Loc head, const Visit& last, const State& state,
                            logic::Substitution& put) {
  Term all = terms_.boolean(true);
  auto renamed = [&](const Value& value) {
    return Value{put(value.term), put(value.offset), put(value.mark), value.reads, put(value.view)};
  };
  auto add = [&](Term same) {
    all = terms_.and_(all, same);
    return !all.is_false();
  };
  // Registers that are the same may hold what was read.
  auto add_register = [&](uint64_t reg, const Value& then) {
    if (activation.shape->live(head, core::Reg{static_cast<uint32_t>(reg)}))
      add(same(renamed(then), state.regs.get(reg)));
  };
  last.regs.each(add_register);
  // So may objects that have changed since the read.
  auto add_object = [&](uint64_t key, const Shared<ObjectState>&, const Shared<ObjectState>&) {
    auto object = static_cast<uint32_t>(key);
    const Shared<ObjectState>&before = last.before.memory.get(key), &then = last.memory.get(key),
          &now = state.memory.get(key);
    if (!matters_at(activation, head, object, now)) return true;
    bool plain = then && now &&
                 (before ? before->alive == then->alive && before->log.same(then->log)
                         : then->alive.is_true() && then->log_size == 0);
    return add(plain ? same_for_all(object, *then, *now, renamed) : terms_.boolean(false));
  };
  if (!all.is_false()) last.before.memory.compare(last.memory, add_object);
  if (!all.is_false()) last.memory.compare(state.memory, add_object);
  return all;
}

}  // namespace fencepost::unroll
