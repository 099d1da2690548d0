// SpinLoops: iterations that try again with what they read anew.
#include "unroll/spin_loops.h"

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
  if (!from.offset != !to.offset || !from.unspecified != !to.unspecified || !from.view != !to.view) return false;
  return match(from.term, to.term, put) && (!from.offset || match(from.offset, to.offset, put)) &&
         (!from.unspecified || match(from.unspecified, to.unspecified, put)) &&
         (!from.view || match(from.view, to.view, put));
}

// A compare-exchange is a read where it fails.
bool reads_like(const Event& again, const Event& first) {
  return again.kind == Event::Kind::read && again.thread == first.thread && again.failure_order == first.order &&
         again.cells.size() == 1 && again.cells[0].cell == first.cells[0].cell;
}

}  // namespace

LastRead SpinLoops::retried(const LastRead& last, const State& head) const {
  if (!head.concurrent || !model_.reads_may_go || model_.keep_dependencies || head.section != 0 || counts_heap_)
    return {};
  if (last.event == Event::kNone || last.event + 1 != events_.size()) return {};
  const Event& read = events_[last.event];
  bool simple = read.thread == head.thread && read.partner == Event::kNone && read.cells.size() == 1;
  return simple && EventLog::happened(read, head).is_true() ? last : LastRead{};
}

Term SpinLoops::is_retry(const Frame& frame, program::Loc head, const HeadVisit& last, const State& state) {
  Term some = terms_.boolean(false);
  // What the caller read is in the caller's hands, too.
  if (last.before.event == Event::kNone || last.before.event < frame.first_event) return some;
  for (size_t i = last.events; i < events_.size() && !some.is_true(); ++i) {
    const Event& again = events_[i];
    const Event& first = events_[last.before.event];
    logic::Substitution put(terms_);
    if (!reads_like(again, first) || !match(first.value, again.value, put)) continue;
    Term read = EventLog::happened(again, state);
    if (again.partner != Event::kNone)
      read = terms_.and_(read, terms_.not_(EventLog::happened(events_[again.partner], state)));
    else if (again.order != first.order)
      continue;
    for (Path path = last.path; path->depth > first.path->depth; path = path->parent)
      read = terms_.and_(read, put(path->literal));
    if (!read.is_false()) read = terms_.and_(read, same_if_read(frame, head, last, state, put));
    some = terms_.or_(some, read);
  }
  if (!some.is_false()) some = terms_.and_(some, without_effect(last.events, state));
  retrying_ += !some.is_false();
  return some;
}

// When the state is what it was at the last visit of the head but for the substitution.
Term SpinLoops::same_if_read(const Frame& frame, program::Loc head, const HeadVisit& last, const State& state,
                             logic::Substitution& put) {
  Term all = terms_.boolean(true);
  auto renamed = [&](const Value& value) {
    return Value{put(value.term), put(value.offset), put(value.unspecified), value.reads, put(value.view)};
  };
  auto add = [&](Term same) {
    all = terms_.and_(all, same);
    return !all.is_false();
  };
  // Registers that are the same may hold what was read.
  auto add_register = [&](uint64_t reg, const Value& then) {
    if (frame.shape->live(head, core::Reg{static_cast<uint32_t>(reg)}))
      add(equality_.values(renamed(then), state.regs.get(reg)));
  };
  last.regs.each(add_register);
  // So may objects that have changed since the read.
  auto add_object = [&](uint64_t key, const Shared<ObjectState>&, const Shared<ObjectState>&) {
    auto object = static_cast<uint32_t>(key);
    const Shared<ObjectState>&before = last.before.memory.get(key), &then = last.memory.get(key),
          &now = state.memory.get(key);
    if (!equality_.is_live(frame, head, object, now)) return true;
    bool plain = then && now &&
                 (before ? before->alive == then->alive && before->log.same(then->log)
                         : then->alive.is_true() && then->log_size == 0);
    return add(plain ? equality_.contents(object, *then, *now, renamed) : terms_.boolean(false));
  };
  if (!all.is_false()) last.before.memory.compare(last.memory, add_object);
  if (!all.is_false()) last.memory.compare(state.memory, add_object);
  return all;
}

}  // namespace fencepost::unroll
