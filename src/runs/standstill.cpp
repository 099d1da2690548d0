#include "runs/standstill.h"

#include <algorithm>

#include "logic/evaluate.h"
#include "logic/variables.h"
#include "runs/observer.h"

namespace fencepost::runs {

using core::Undef;
using logic::Term;
using unroll::Event;
using unroll::Wait;

namespace {

// Does what was read hold one of these variables?
bool holds_one(const unroll::Value& value, const std::vector<Term>& variables) {
  const std::vector<Term> read = logic::variables_of({value.term, value.offset, value.unspecified});
  return std::find_first_of(read.begin(), read.end(), variables.begin(), variables.end()) != read.end();
}

}  // namespace

Standstill::Standstill(const unroll::Unrolled& unrolled, logic::Terms& terms)
    : unrolled_(unrolled), terms_(terms), watched_(unrolled) {
  at_standstill_ = terms.fresh("standstill", logic::bool_sort());
  watched_.constraints.push_back(terms.implies(at_standstill_, at_rest()));
  if (unrolled.concurrent()) add_observer();
}

bool Standstill::is_about(Undef kind, const Wait& wait) {
  if (kind == Undef::liveness) return wait.kind == Wait::Kind::loop;
  return wait.kind == Wait::Kind::await || wait.kind == Wait::Kind::join;
}

Term Standstill::at_rest() const {
  std::vector<Term> rests(unrolled_.threads.size(), terms_.boolean(false));
  for (const Wait& wait : unrolled_.waits) rests[wait.thread] = terms_.or_(rests[wait.thread], wait.blocked);
  Term all = terms_.boolean(true);
  for (size_t i = 0; i < unrolled_.threads.size(); ++i) {
    const unroll::ThreadInfo& thread = unrolled_.threads[i];
    if (thread.finished) rests[i] = terms_.or_(rests[i], thread.finished);
    all = terms_.and_(all, thread.guard ? terms_.implies(thread.guard, rests[i]) : rests[i]);
    if (thread.exited) all = terms_.and_(all, terms_.not_(thread.exited));
  }
  for (const unroll::Obligation& obligation : unrolled_.obligations)
    all = terms_.and_(all, terms_.not_(obligation.failure));
  return all;
}

// Of a loop: all that it reads. Else the last access that the condition depends on: locks try once and then wait for what they
// found. What lies between belongs to branches that do not wait.
std::vector<uint32_t> Standstill::deciding_reads(const Wait& wait) const {
  const std::vector<Event>& events = unrolled_.events;
  const std::vector<Term> asked = logic::variables_of({wait.while_this});
  std::vector<uint32_t> reads;
  for (uint32_t i = wait.last; i-- > wait.first;) {
    const Event& event = events[i];
    if (event.kind != Event::Kind::read || event.thread != wait.thread) continue;
    if (wait.kind != Wait::Kind::loop) {
      if (!reads.empty() && event.access != events[reads.back()].access) break;
      if (!holds_one(event.value, asked)) continue;
    }
    reads.push_back(i);
  }
  std::reverse(reads.begin(), reads.end());
  return reads;
}

void Standstill::add_observer() {
  std::vector<Term> made;
  for (const unroll::ThreadInfo& thread : unrolled_.threads) made.push_back(thread.guard);
  Observer observer(watched_, at_standstill_, made, terms_);
  observer_ = observer.thread();
  for (const Wait& wait : unrolled_.waits)
    for (uint32_t read : deciding_reads(wait)) {
      const Event& event = unrolled_.events[read];
      observer.finds(event, terms_.and_(wait.blocked, event.guard));
    }
}

Term Standstill::question(Undef kind, const std::vector<SourcePos>& except) const {
  Term some = terms_.boolean(false), joins = terms_.boolean(false), loops = terms_.boolean(false);
  for (const Wait& wait : unrolled_.waits) {
    bool is_new = std::find(except.begin(), except.end(), wait.pos) == except.end();
    if (wait.kind == Wait::Kind::loop || wait.kind == Wait::Kind::idle) loops = terms_.or_(loops, wait.blocked);
    Term& sum = wait.kind == Wait::Kind::join ? joins : some;
    if (is_about(kind, wait) && is_new) sum = terms_.or_(sum, wait.blocked);
  }
  // Who waits for the end of a thread that loops for ever is not the one to blame.
  some = terms_.or_(some, terms_.and_(joins, terms_.not_(loops)));
  Term returned = unrolled_.threads[0].returned;
  if (kind != Undef::liveness && returned) some = terms_.and_(some, terms_.not_(returned));
  return terms_.and_(at_standstill_, some);
}

std::vector<const Wait*> Standstill::waits(Undef kind, const logic::Assignment& model) const {
  logic::Evaluator evaluate(model);
  std::vector<const Wait*> all;
  for (const Wait& wait : unrolled_.waits)
    if (evaluate.holds(wait.blocked)) all.push_back(&wait);
  auto rank = [&](const Wait* wait) { return !is_about(kind, *wait) ? 2 : wait->kind == Wait::Kind::join ? 1 : 0; };
  std::stable_sort(all.begin(), all.end(), [&](const Wait* a, const Wait* b) { return rank(a) < rank(b); });
  return all;
}

}  // namespace fencepost::runs
