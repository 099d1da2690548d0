#include "runs/coherence_lemmas.h"

#include <algorithm>
#include <set>

#include "program/mapping.h"

namespace fencepost::runs {

using logic::Term;
using unroll::Event;

namespace {

constexpr size_t kMostOrdered = 48;        // of one cell: threes are cubic
constexpr size_t kMostLemmas = 400'000;    // in all
constexpr size_t kMostReadPairs = 40'000;  // of one cell, for pairs of reads

class CoherenceMaker {
 public:
  CoherenceMaker(const unroll::Unrolled& unrolled, const StaticOrder& order, const ReadsFrom& reads_from,
                 const CoherenceRules& rules, const std::function<Term(uint32_t, uint32_t)>& before,
                 logic::Terms& terms, Budget& budget)
      : unrolled_(unrolled),
        order_(order),
        reads_from_(reads_from),
        rules_(rules),
        before_(before),
        terms_(terms),
        budget_(budget),
        by_cell_(unrolled.cells.size()) {
    for (uint32_t i = 0; i < unrolled.events.size(); ++i) {
      const Event& event = unrolled.events[i];
      if (event.guard.is_false() || event.cells.size() != 1 || event.implied) continue;
      CellAccesses& cell = by_cell_[event.cells[0].cell];
      if (event.kind == Event::Kind::read) cell.reads.push_back(i);
      if (event.kind == Event::Kind::write || event.kind == Event::Kind::initial) cell.writes.push_back(i);
    }
    for (CellAccesses& cell : by_cell_) cell.ordered = is_ordered(cell);
  }

  logic::Clauses make() {
    for (const CellAccesses& cell : by_cell_) {
      budget_.check();
      if (cell.writes.size() > kMostOrdered) continue;
      if (cell.ordered) {
        transitive(cell);
        for (uint32_t read : cell.reads) around(read, cell);
        reads_in_order(cell);
      }
    }
    if (rules_.synchronises) synchronise();
    if (rules_.reads_are_visible) see();
    return std::move(clauses_);
  }

 private:
  // Certain accesses, in list order; initial contents last.
  struct CellAccesses {
    std::vector<uint32_t> reads, writes;
    bool ordered = false;
  };

  const Event& event(uint32_t id) const { return unrolled_.events[id]; }
  bool is_full() const { return clauses_.size() > kMostLemmas; }
  bool is_certain(uint32_t id) const { return event(id).cells.size() == 1; }

  // Not all of them together.
  template <typename... Terms>
  void forbid(Terms... all) {
    clauses_.add({terms_.not_(all)...});
  }
  Term happens(uint32_t id) const { return event(id).guard; }
  bool is_ordered(const CellAccesses& cell) const {
    return std::all_of(cell.writes.begin(), cell.writes.end(), [&](uint32_t write) {
      bool is_plain = event(write).kind == Event::Kind::write && event(write).order == core::MemoryOrder::plain;
      return is_plain ? rules_.plain_writes_are_ordered : rules_.atomic_writes_are_ordered;
    });
  }
  // The second is earlier, as far as anybody says so.
  Term not_before(uint32_t a, uint32_t b) {
    if (a == b) return terms_.boolean(false);
    if (by_cell_[event(a).cells[0].cell].ordered) return terms_.not_(before_(a, b));
    return terms_.boolean(order_.precedes(b, a));
  }

  void transitive(const CellAccesses& cell) {
    const std::vector<uint32_t>& all = cell.writes;
    for (size_t i = 0; i < all.size() && !is_full(); ++i)
      for (size_t k = 0; k < all.size(); ++k)
        for (size_t l = 0; l < all.size(); ++l)
          if (i < k && i < l && k != l)
            forbid(happens(all[i]), happens(all[k]), happens(all[l]), before_(all[i], all[k]), before_(all[k], all[l]),
                   before_(all[l], all[i]));
  }

  void around(uint32_t read, const CellAccesses& cell) {
    uint32_t own = event(read).partner;
    for (const Source& source : reads_from_.sources(read)) {
      if (!is_certain(source.write) || is_full()) continue;
      for (uint32_t other : cell.writes) {
        if (other == source.write) continue;
        if (other == own || order_.precedes(read, other))
          forbid(source.taken, happens(other), not_before(source.write, other));
        else if (order_.precedes(other, read))
          forbid(source.taken, happens(other), not_before(other, source.write));
        if (own != Event::kNone && other != own && rules_.updates_are_whole)
          forbid(source.taken, happens(own), happens(other), not_before(other, source.write), not_before(own, other));
      }
    }
  }

  void reads_in_order(const CellAccesses& cell) {
    size_t start = clauses_.size();
    for (uint32_t early : cell.reads)
      for (uint32_t late : cell.reads) {
        if (early == late || !order_.precedes(early, late)) continue;
        if (clauses_.size() - start > kMostReadPairs || is_full()) return;
        in_order(early, late, terms_.boolean(true));
      }
  }
  // `early` comes before `late`, if that holds.
  void in_order(uint32_t early, uint32_t late, Term condition) {
    for (const Source& first : reads_from_.sources(early))
      for (const Source& second : reads_from_.sources(late))
        if (first.write != second.write && is_certain(first.write) && is_certain(second.write))
          forbid(condition, first.taken, second.taken, not_before(first.write, second.write));
  }

  // When the read acquires: one of an exchange may do so only if that succeeds.
  Term acquires(const Event& read) const {
    if (!program::acquires(read.order)) return terms_.boolean(false);
    bool always = read.partner == Event::kNone || program::acquires(read.failure_order);
    return always ? terms_.boolean(true) : event(read.partner).guard;
  }

  void synchronise() {
    for (uint32_t read : reads_from_.reads())
      for (const Source& source : reads_from_.sources(read)) {
        const Event &from = event(source.write), &to = event(read);
        if (from.kind != Event::Kind::write || from.thread == to.thread || !program::releases(from.order)) continue;
        Term ordered = terms_.and_(source.taken, acquires(to));
        if (ordered.is_false()) continue;
        budget_.check();
        for (const CellAccesses& cell : by_cell_) across(cell, source.write, read, ordered);
        if (is_full()) return;
      }
  }

  // All that comes before the write comes before all that comes after the read.
  void across(const CellAccesses& cell, uint32_t write, uint32_t read, Term ordered) {
    auto is_early = [&](uint32_t id) {
      return event(id).kind != Event::Kind::initial && (id == write || order_.precedes(id, write));
    };
    auto is_late = [&](uint32_t id) {
      return id == read || (event(id).kind != Event::Kind::initial && order_.precedes(read, id));
    };
    std::vector<uint32_t> early_reads, early_writes, late_reads, late_writes;
    auto pick = [](const std::vector<uint32_t>& from, const auto& wanted, std::vector<uint32_t>& to) {
      std::copy_if(from.begin(), from.end(), std::back_inserter(to), wanted);
    };
    pick(cell.reads, is_early, early_reads);
    pick(cell.writes, is_early, early_writes);
    pick(cell.reads, is_late, late_reads);
    pick(cell.writes, is_late, late_writes);
    for (uint32_t early : early_writes) {
      for (uint32_t late : late_reads)
        for (const Source& source : reads_from_.sources(late))
          if (late != read && is_certain(source.write))
            forbid(ordered, happens(early), source.taken, not_before(early, source.write));
      for (uint32_t late : late_writes) {
        forbid(ordered, happens(early), happens(late), not_before(early, late));
        if (rules_.reads_are_visible) hide(early, late, late_reads, ordered);
      }
    }
    for (uint32_t early : early_reads) {
      for (const Source& source : reads_from_.sources(early))
        for (uint32_t late : late_writes) {
          if (source.write == late)
            forbid(ordered, source.taken);
          else if (is_certain(source.write))
            forbid(ordered, source.taken, happens(late), not_before(source.write, late));
        }
    }
  }

  bool is_plain_read(uint32_t id) const {
    return event(id).kind == Event::Kind::read && event(id).order == core::MemoryOrder::plain;
  }

  // `late` overwrites `early`, which comes before it if that holds, for all that come after `late`.
  void hide(uint32_t early, uint32_t late, const std::vector<uint32_t>& reads, Term ordered) {
    for (uint32_t read : reads) {
      if (!is_plain_read(read) || !order_.precedes(late, read)) continue;
      for (const Source& source : reads_from_.sources(read))
        if (source.write == early && is_certain(early)) forbid(ordered, happens(late), source.taken);
    }
  }

  void see() {
    for (uint32_t read : reads_from_.reads())
      for (const Source& source : reads_from_.sources(read)) {
        const Event& from = event(source.write);
        if (!is_plain_read(read) || from.kind != Event::Kind::write || from.thread == event(read).thread) continue;
        if (order_.precedes(source.write, read)) continue;
        budget_.check();
        std::vector<Term> any = arrivals(source.write, read);
        any.push_back(terms_.not_(source.taken));
        clauses_.add(any);
        if (is_full()) return;
      }
  }
  // Ways on which another thread's write comes to happen before the read: the last step is to an access of the read's thread, or
  // of those who made it, before they did; it takes another thread's write that is not older, or waits for a thread.
  std::vector<Term> arrivals(uint32_t write, uint32_t read) const {
    std::vector<Term> all;
    std::set<uint32_t> makers = {event(read).thread};
    for (uint32_t t = event(read).thread; t != 0; t = unrolled_.threads[t].parent)
      makers.insert(unrolled_.threads[t].parent);
    for (uint32_t i = 0; i < unrolled_.events.size(); ++i) {
      const Event& step = event(i);
      if (!makers.contains(step.thread) || !order_.precedes(i, read)) continue;
      if (step.kind == Event::Kind::join) all.push_back(step.guard);
      if (step.kind != Event::Kind::read || step.order == core::MemoryOrder::plain) continue;
      for (const Source& source : reads_from_.sources(i))
        if (event(source.write).kind == Event::Kind::write && event(source.write).thread != step.thread &&
            !order_.precedes(source.write, write))
          all.push_back(source.taken);
    }
    return all;
  }

  const unroll::Unrolled& unrolled_;
  const StaticOrder& order_;
  const ReadsFrom& reads_from_;
  const CoherenceRules& rules_;
  const std::function<Term(uint32_t, uint32_t)>& before_;
  logic::Terms& terms_;
  Budget& budget_;
  std::vector<CellAccesses> by_cell_;  // by cell
  logic::Clauses clauses_;
};

}  // namespace

logic::Clauses coherence_lemmas(const unroll::Unrolled& unrolled, const StaticOrder& order, const ReadsFrom& reads_from,
                                const CoherenceRules& rules, const std::function<Term(uint32_t, uint32_t)>& before,
                                logic::Terms& terms, Budget& budget) {
  return CoherenceMaker(unrolled, order, reads_from, rules, before, terms, budget).make();
}

}  // namespace fencepost::runs
