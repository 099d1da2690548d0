// SpinLoops: iterations that try again with what they read anew.
#include <algorithm>
#include <array>

#include "unroll/spin_loops.h"

namespace fencepost::unroll {

namespace {

// Finds what to put for the variables of `from` to get `to`: values that are read from one cell have one shape. What terms are
// besides their arguments is compared afterwards.
bool match(Term from, Term to, logic::Substitution& put) {
  if (from.sort() != to.sort()) return false;
  if (from.op() == logic::Op::variable) return put.put(from, to);
  if (from == to) return true;
  if (from.op() != to.op() || from.args().empty() || from.args().size() != to.args().size()) return false;
  for (size_t i = 0; i < from.args().size(); ++i)
    if (!match(from.args()[i], to.args()[i], put)) return false;
  return true;
}

bool match(const Value& from, const Value& to, logic::Substitution& put) {
  auto parts = [](const Value& value) { return std::array{value.term, value.offset, value.unspecified, value.view}; };
  const auto then = parts(from), now = parts(to);
  for (size_t i = 0; i < then.size(); ++i)
    if (!then[i] != !now[i] || (then[i] && !match(then[i], now[i], put))) return false;
  return std::ranges::equal(then, now, [&](Term old, Term found) { return put(old) == found; });
}

}  // namespace

// A compare-exchange is a read where it fails.
bool SpinLoops::is_alike(uint32_t of_first, uint32_t of_again) const {
  const Event &again = events_[of_again], &first = events_[of_first];
  bool reads = again.kind == Event::Kind::read && again.thread == first.thread && again.failure_order == first.order &&
               again.cells.size() == 1 && again.cells[0].cell == first.cells[0].cell;
  if (!reads || !model_.keep_dependencies) return reads;
  if (again.partner != Event::kNone && !model_.failures_are_loads) return false;
  auto is_asked_for = [&](size_t question) {
    return events_[question].asks_from <= of_first && of_first < events_[question].asks_to;
  };
  // It is asked for the load, just before it, if what it reads still lives.
  for (size_t i = of_first; i > 0; --i) {
    const Event& before = events_[i - 1];
    if (before.thread != first.thread || before.kind != Event::Kind::read) break;
    if (is_asked_for(i - 1)) return false;
  }
  auto is_simple = [](const Event& event) {
    return event.section == 0 && event.whole == 0 && event.asks_from == event.asks_to;
  };
  return is_simple(first) && is_simple(again) && (again.sequence == 0 || again.sequence == first.sequence);
}

LastRead SpinLoops::retried(const LastRead& last, const State& head) const {
  if (!head.concurrent || !model_.reads_may_go || !model_.reads_may_come_sooner || head.section != 0 || counts_heap_)
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
    Retry retry{last.before.event, static_cast<uint32_t>(i), logic::Substitution(terms_)};
    if (!is_alike(retry.first, retry.again) || !match(first.value, again.value, retry.put)) continue;
    Term read = EventLog::happened(again, state);
    if (again.partner != Event::kNone)
      read = terms_.and_(read, terms_.not_(EventLog::happened(events_[again.partner], state)));
    else if (again.order != first.order)
      continue;
    for (Path path = last.path; path->depth > first.path->depth; path = path->parent)
      read = terms_.and_(read, retry.put(path->literal));
    if (!read.is_false()) read = terms_.and_(read, rests_on_no_less(last, state, retry));
    if (!read.is_false()) read = terms_.and_(read, same_if_read(frame, head, last, state, retry));
    some = terms_.or_(some, read);
  }
  if (!some.is_false()) some = terms_.and_(some, without_effect(last.events, state));
  retrying_ += !some.is_false();
  return some;
}

// When the reads of now are those of then and perhaps more, with the one read for the other.
Term SpinLoops::covers(ReadSet now, ReadSet then, Retry& retry) const {
  Term all = terms_.boolean(true);
  for (const ReadSets::Member& old : reads_.all()[then]) {
    uint32_t read = old.read == retry.first ? retry.again : old.read;
    Term there = terms_.boolean(false);
    for (const ReadSets::Member& member : reads_.all()[now])
      if (member.read == read) there = member.when;
    all = terms_.and_(all, terms_.implies(retry.put(old.when), there));
  }
  return all;
}

// Of the read that stands for the load, and of whatever happens from now on.
Term SpinLoops::rests_on_no_less(const HeadVisit& last, const State& state, Retry& retry) const {
  const Event &first = events_[retry.first], &again = events_[retry.again];
  Term all = terms_.and_(covers(again.addr, first.addr, retry), covers(again.ctrl, first.ctrl, retry));
  all = terms_.and_(all, covers(state.control, last.control, retry));
  if (last.scopes.size() != state.scopes.size()) return terms_.boolean(false);
  for (size_t i = 0; i < last.scopes.size(); ++i) {
    const ControlScope &then = last.scopes[i], &now = state.scopes[i];
    if (then.depth != now.depth || then.end != now.end) return terms_.boolean(false);
    all = terms_.and_(all, covers(now.before, then.before, retry));
  }
  return all;
}

// When the state is what it was at the last visit of the head but for the substitution.
Term SpinLoops::same_if_read(const Frame& frame, program::Loc head, const HeadVisit& last, const State& state,
                             Retry& retry) {
  Term all = terms_.boolean(true);
  auto same = [&](const Value& then, const Value& now) {
    logic::Substitution& put = retry.put;
    Value renamed{put(then.term), put(then.offset), put(then.unspecified), then.reads, put(then.view)};
    return terms_.and_(equality_.values(renamed, now, Of::values), covers(now.reads, then.reads, retry));
  };
  auto add = [&](Term more) {
    all = terms_.and_(all, more);
    return !all.is_false();
  };
  // Registers that are the same may hold what was read.
  auto add_register = [&](uint64_t reg, const Value& then) {
    if (frame.shape->live(head, core::Reg{static_cast<uint32_t>(reg)})) add(same(then, state.regs.get(reg)));
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
    return add(plain ? equality_.contents(object, *then, *now, same) : terms_.boolean(false));
  };
  if (!all.is_false()) last.before.memory.compare(last.memory, add_object);
  if (!all.is_false()) last.memory.compare(state.memory, add_object);
  return all;
}

}  // namespace fencepost::unroll
