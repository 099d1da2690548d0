#include "runs/reads_from.h"

#include <algorithm>

#include "unroll/sharing.h"

namespace fencepost::runs {

using logic::Term;
using unroll::Event;
using unroll::Value;

namespace {

Term same_value(const Value& a, const Value& b, logic::Terms& terms) {
  Term same = terms.eq(a.term, b.term);
  if (a.offset && b.offset && a.offset.sort() == b.offset.sort()) same = terms.and_(same, terms.eq(a.offset, b.offset));
  if (a.view || b.view) {
    Term all = terms.bv(0, unroll::kObjectBits);
    same = terms.and_(same, terms.eq(a.view ? a.view : all, b.view ? b.view : all));
  }
  Term none = terms.boolean(false);
  return terms.and_(same, terms.eq(a.unspecified ? a.unspecified : none, b.unspecified ? b.unspecified : none));
}

}  // namespace

Term same_cell(const Event& a, const Event& b, logic::Terms& terms) {
  auto by_cell = [](const Event::PossibleCell& x, const Event::PossibleCell& y) { return x.cell < y.cell; };
  std::vector<Event::PossibleCell> cells = b.cells;
  std::ranges::sort(cells, by_cell);
  Term same = terms.boolean(false);
  for (const Event::PossibleCell& x : a.cells) {
    auto [begin, end] = std::equal_range(cells.begin(), cells.end(), x, by_cell);
    for (auto y = begin; y != end; ++y) {
      // One cell is no choice: the guard says all.
      Term at = terms.boolean(true);
      if (a.cells.size() > 1) at = x.when;
      if (b.cells.size() > 1) at = terms.and_(at, y->when);
      same = terms.or_(same, at);
    }
  }
  return same;
}

ReadsFrom::ReadsFrom(const unroll::Unrolled& unrolled, const StaticOrder& order, logic::Terms& terms, bool coherent,
                     Budget& budget)
    : unrolled_(unrolled),
      order_(order),
      terms_(terms),
      coherent_(coherent),
      writes_(unrolled.cells.size()),
      sources_(unrolled.events.size()) {
  for (uint32_t i = 0; i < unrolled.events.size(); ++i) {
    const Event& event = unrolled.events[i];
    if (event.kind == Event::Kind::read && !event.implied) reads_.push_back(i);
    if (event.kind == Event::Kind::write || event.kind == Event::Kind::initial)
      for (const Event::PossibleCell& possible : event.cells) writes_[possible.cell].push_back(i);
  }
  for (uint32_t read : reads_) {
    budget.check();
    add(read, budget);
  }
}

// Some write to the one cell of both lies between them whenever the read happens.
bool ReadsFrom::hidden(uint32_t write, uint32_t read) const {
  const Event &from = unrolled_.events[write], &to = unrolled_.events[read];
  if (from.cells.size() != 1 || to.cells.size() != 1) return false;
  const std::vector<uint32_t>& all = writes_[to.cells[0].cell];
  auto hides = [&](uint32_t between) {
    return between != write && unrolled_.events[between].kind == Event::Kind::write &&
           unrolled_.events[between].cells.size() == 1 && order_.precedes(write, between) &&
           order_.precedes(between, read) &&
           (order_.happens_with(between, read) || order_.happens_with(between, write));
  };
  // Mostly the next write of the same thread does it; who looks from the first one on takes cubic time in long threads.
  auto next = std::upper_bound(all.begin(), all.end(), write);
  return std::any_of(next, all.end(), hides) || std::any_of(all.begin(), next, hides);
}

bool ReadsFrom::unseen(uint32_t write, uint32_t read) const {
  const Event &from = unrolled_.events[write], &to = unrolled_.events[read];
  if (from.region == 0 || from.thread == to.thread || unrolled_.threads_stop) return false;
  if (from.guard_lock != unroll::Sharing::kSection && from.guard_lock != to.guard_lock) return false;
  if (from.cells.size() != 1) return false;
  const std::vector<uint32_t>& all = writes_[from.cells[0].cell];
  auto later = std::upper_bound(all.begin(), all.end(), write);
  return std::any_of(later, all.end(), [&](uint32_t other) {
    const Event& over = unrolled_.events[other];
    return over.region == from.region && over.cells.size() == 1 && order_.precedes(write, other) &&
           order_.happens_with(other, write);
  });
}

void ReadsFrom::add(uint32_t read, Budget& budget) {
  constexpr size_t kCellsPerTick = 64;
  const Event& to = unrolled_.events[read];
  std::vector<uint32_t> candidates;
  for (const Event::PossibleCell& possible : to.cells)
    candidates.insert(candidates.end(), writes_[possible.cell].begin(), writes_[possible.cell].end());
  std::sort(candidates.begin(), candidates.end());
  candidates.erase(std::unique(candidates.begin(), candidates.end()), candidates.end());
  std::erase_if(candidates, [&](uint32_t write) {
    const Event& from = unrolled_.events[write];
    if (coherent_ && (order_.precedes(read, write) || write == to.partner)) return true;
    if (terms_.and_(from.guard, to.guard).is_false()) return true;
    if (unseen(write, read)) {
      ++unseen_;
      return true;
    }
    return coherent_ && hidden(write, read);
  });
  Term any = terms_.boolean(false);
  size_t cells = 0;
  for (uint32_t write : candidates) {
    const Event& from = unrolled_.events[write];
    for (cells += from.cells.size() + to.cells.size(); cells >= kCellsPerTick; cells -= kCellsPerTick) budget.check();
    Term needs = terms_.and_(same_cell(from, to, terms_), same_value(from.value, to.value, terms_));
    if (needs.is_false()) continue;
    Term taken = to.guard;
    if (candidates.size() > 1) {
      taken = terms_.fresh("rf", logic::bool_sort());
      constraints_.push_back(terms_.implies(taken, to.guard));
      ++literals_;
    }
    constraints_.push_back(terms_.implies(taken, from.guard));
    constraints_.push_back(terms_.implies(taken, needs));
    sources_[read].push_back({write, taken});
    any = terms_.or_(any, taken);
  }
  constraints_.push_back(terms_.implies(to.guard, any));
}

}  // namespace fencepost::runs
