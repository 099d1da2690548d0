#include "runs/observer.h"

#include <algorithm>

#include "base/check.h"

namespace fencepost::runs {

using logic::Term;
using unroll::Event;
using unroll::Value;

Observer::Observer(unroll::Unrolled& watched, Term looks, const std::vector<Term>& made, logic::Terms& terms)
    : watched_(watched), looks_(looks), terms_(terms), thread_(static_cast<uint32_t>(watched.threads.size())) {
  // Where each thread is in the end; the first thread's place stands for what makes the observer.
  std::vector<uint32_t> ends;
  for (uint32_t thread = 0; thread < thread_; ++thread) {
    ends.push_back(static_cast<uint32_t>(watched_.events.size()));
    add(Event::Kind::end, thread, made[thread] ? terms_.and_(looks, made[thread]) : looks);
  }
  watched_.threads.push_back({0, {}, looks, looks, {}, {}, {}, ends[0], {}});
  for (uint32_t end : ends) add(Event::Kind::join, thread_, watched_.events[end].guard).partner = end;
}

// The first thread's first event stands for what makes it.
Observer::Observer(unroll::Unrolled& watched, logic::Terms& terms)
    : watched_(watched),
      looks_(terms.boolean(true)),
      terms_(terms),
      thread_(static_cast<uint32_t>(watched.threads.size())) {
  auto is_first = [](const Event& event) { return event.thread == 0 && event.kind != Event::Kind::initial; };
  auto first = std::ranges::find_if(watched.events, is_first);
  FP_CHECK(first != watched.events.end());
  watched_.threads.push_back(
      {0, {}, looks_, looks_, {}, {}, {}, static_cast<uint32_t>(first - watched.events.begin()), {}});
}

Event& Observer::add(Event::Kind kind, uint32_t thread, Term guard) {
  Event& event = watched_.events.emplace_back();
  event.kind = kind;
  event.thread = thread;
  event.guard = guard;
  event.when = terms_.boolean(true);
  event.order = core::MemoryOrder::seq_cst;
  return event;
}

Value Observer::unknown(const Value& like) {
  auto fresh = [&](logic::Sort sort) { return variables_.emplace_back(terms_.fresh("found", sort)); };
  Value value;
  value.term = fresh(like.term.sort());
  if (like.offset) value.offset = fresh(like.offset.sort());
  value.unspecified = fresh(logic::bool_sort());
  return value;
}

const Value& Observer::look(uint32_t cell, const Value& like) {
  auto [known, is_new] = found_.try_emplace(cell);
  Value& found = known->second;
  if (!is_new) return found;
  found = unknown(like);
  Event& read = add(Event::Kind::read, thread_, looks_);
  read.cells = {{cell, terms_.boolean(true)}};
  read.value = found;
  return found;
}

Term Observer::same(const Value& then, const Value& now) {
  Term same = terms_.and_(terms_.eq(then.term, now.term),
                          terms_.eq(then.unspecified ? then.unspecified : terms_.boolean(false), now.unspecified));
  return then.offset && now.offset ? terms_.and_(same, terms_.eq(then.offset, now.offset)) : same;
}

void Observer::finds(const Event& read, Term when) {
  for (const Event::PossibleCell& possible : read.cells) {
    const Value &then = read.value, &now = look(possible.cell, then);
    Term here = terms_.and_(looks_, read.cells.size() > 1 ? terms_.and_(when, possible.when) : when);
    watched_.constraints.push_back(terms_.implies(here, same(then, now)));
  }
}

void Observer::does(const Event& access, Term when) {
  Event& own = add(access.kind, thread_, terms_.and_(looks_, when));
  own.cells = access.cells;
  own.value = access.value;
  if (access.kind != Event::Kind::read) return;
  own.value = unknown(access.value);
  watched_.constraints.push_back(terms_.implies(own.guard, same(access.value, own.value)));
}

}  // namespace fencepost::runs
