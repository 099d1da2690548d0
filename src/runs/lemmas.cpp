#include "runs/lemmas.h"

#include <algorithm>

#include "base/bit_matrix.h"

namespace fencepost::runs {

using logic::Term;
using unroll::Event;
using unroll::Unrolled;

namespace {

constexpr size_t kMostLiterals = 3000;  // pairs are quadratic
constexpr size_t kMostForced = 30'000;  // orders, of which pairs are looked at as well
constexpr size_t kMostPairs = 64;       // of one read, or of one write

struct Taken {
  uint32_t write, read;
  Term literal;
};

// An order between two events that a reads-from edge forces, if the third happens.
struct Forced {
  uint32_t from, to;
  uint32_t needs;  // Event::kNone: nothing more
};

class Maker {
 public:
  Maker(const Unrolled& unrolled, const StaticOrder& order, const ReadsFrom& reads_from,
        const memory::Relaxations& relaxations, bool ordered, logic::Terms& terms, Budget& budget)
      : unrolled_(unrolled),
        order_(order),
        reads_from_(reads_from),
        relaxations_(relaxations),
        ordered_(ordered),
        terms_(terms),
        budget_(budget),
        global_(unrolled.events.size()) {
    for (uint32_t read : reads_from.reads())
      for (const Source& source : reads_from.sources(read)) taken_.push_back({source.write, read, source.taken});
  }

  logic::Clauses make() {
    one_write_a_read();
    if (!relaxations_.torn_updates) {
      one_update_a_write();
      one_last_update();
    }
    if (ordered_ || relaxations_.stale_reads || taken_.size() > kMostLiterals) return std::move(clauses_);
    reads_in_order();
    if (relaxations_.fits_store_buffers()) no_two_make_a_cycle();
    return std::move(clauses_);
  }

 private:
  const Event& event(uint32_t id) const { return unrolled_.events[id]; }
  void forbid(Term a, Term b) { clauses_.add({terms_.not_(a), terms_.not_(b)}); }
  void forbid(Term a, Term b, Term c, Term d) {
    clauses_.add({terms_.not_(a), terms_.not_(b), terms_.not_(c), terms_.not_(d)});
  }

  void one_write_a_read() {
    for (uint32_t read : reads_from_.reads()) {
      const std::vector<Source>& sources = reads_from_.sources(read);
      budget_.check();
      if (sources.size() > kMostPairs) continue;
      for (size_t i = 0; i < sources.size(); ++i)
        for (size_t k = i + 1; k < sources.size(); ++k) forbid(sources[i].taken, sources[k].taken);
    }
  }

  void one_update_a_write() {
    std::vector<std::vector<const Taken*>> by_write(unrolled_.events.size());
    for (const Taken& one : taken_)
      if (event(one.read).partner != Event::kNone) by_write[one.write].push_back(&one);
    for (const std::vector<const Taken*>& updates : by_write) {
      budget_.check();
      if (updates.size() > kMostPairs) continue;
      for (size_t i = 0; i < updates.size(); ++i)
        for (size_t k = i + 1; k < updates.size(); ++k)
          forbid(updates[i]->literal, updates[k]->literal, event(event(updates[i]->read).partner).guard,
                 event(event(updates[k]->read).partner).guard);
    }
  }

  // A cell that only updates write: each write but the last has an update that takes it. Of n locked regions that all
  // begin, at most one does not end, which pairs of updates alone say only by a pigeonhole argument.
  void one_last_update() {
    std::vector<Term> taken(unrolled_.events.size(), terms_.boolean(false));
    for (const Taken& one : taken_) {
      uint32_t write = event(one.read).partner;
      if (write != Event::kNone)
        taken[one.write] = terms_.or_(taken[one.write], terms_.and_(one.literal, event(write).guard));
    }
    for (const std::vector<uint32_t>& writes : reads_from_.writes_by_cell()) {
      budget_.check();
      bool only_updates = std::all_of(writes.begin(), writes.end(), [&](uint32_t write) {
        bool at_one_cell = event(write).cells.size() == 1 || event(write).guard.is_false();
        return event(write).kind == Event::Kind::initial || (event(write).partner != Event::kNone && at_one_cell);
      });
      if (!only_updates) continue;
      Term one_is_last = terms_.boolean(false);
      for (uint32_t write : writes) {
        if (event(write).guard.is_false()) continue;
        Term is_last = terms_.and_(event(write).guard, terms_.not_(taken[write]));
        forbid(one_is_last, is_last);
        Term next = terms_.fresh("last", logic::bool_sort());
        clauses_.add({terms_.not_(one_is_last), next});
        clauses_.add({terms_.not_(is_last), next});
        one_is_last = next;
      }
    }
  }

  bool same_one_place(uint32_t a, uint32_t b) const {
    const auto &x = event(a).cells, &y = event(b).cells;
    return x.size() == 1 && y.size() == 1 && x[0].cell == y[0].cell;
  }

  void reads_in_order() {
    for (const Taken& early : taken_) {
      budget_.check();
      for (const Taken& late : taken_)
        if (early.write != late.write && same_one_place(early.read, late.read) &&
            order_.precedes(early.read, late.read) && same_one_place(early.write, late.write) &&
            order_.precedes(late.write, early.write))
          forbid(early.literal, late.literal);
    }
  }

  // The order that the model's global axiom keeps of what must come before what.
  bool kept(uint32_t a, uint32_t b) const {
    if (!order_.precedes(a, b)) return false;
    const Event &first = event(a), &second = event(b);
    if (first.thread != second.thread || first.kind != Event::Kind::write) return true;
    if (is_barrier(a) || is_barrier(b) || are_apart(a, b)) return true;
    if (second.kind == Event::Kind::write) return !relaxations_.store_store || same_one_place(a, b);
    return !relaxations_.store_load;
  }

  // Atomic sections, and the writes of updates.
  bool is_barrier(uint32_t id) const {
    bool updates = event(id).kind == Event::Kind::write && event(id).partner != Event::kNone;
    return event(id).section != 0 || (updates && relaxations_.updates_are_barriers());
  }
  // By a barrier between them, which happens if one of them does.
  bool are_apart(uint32_t a, uint32_t b) const { return barrier_after_[a] < b || a < barrier_before_[b]; }

  void find_barriers() {
    std::vector<std::vector<uint32_t>> barriers(unrolled_.threads.size());
    for (uint32_t i = 0; i < unrolled_.events.size(); ++i)
      if ((event(i).kind == Event::Kind::read || event(i).kind == Event::Kind::write) && is_barrier(i))
        barriers[event(i).thread].push_back(i);
    barrier_before_.assign(unrolled_.events.size(), 0);
    barrier_after_.assign(unrolled_.events.size(), Event::kNone);
    for (uint32_t i = 0; i < unrolled_.events.size(); ++i) {
      const std::vector<uint32_t>& all = barriers[event(i).thread];
      budget_.check();
      auto here = std::lower_bound(all.begin(), all.end(), i);
      auto happens = [&](uint32_t other) {
        return order_.happens_with(other, i) && (order_.precedes(i, other) || order_.precedes(other, i));
      };
      if (auto after = std::find_if(here, all.end(), happens); after != all.end()) barrier_after_[i] = *after;
      auto before = std::find_if(std::reverse_iterator(here), all.rend(), happens);
      if (before != all.rend()) barrier_before_[i] = *before;
    }
  }

  bool reaches(uint32_t a, uint32_t b) const { return a == b || global_.test(a, b) || one_node(a, b); }
  bool one_node(uint32_t a, uint32_t b) const { return event(a).is_one_step_with(event(b)); }

  std::vector<Forced> forced(const Taken& one) const {
    std::vector<Forced> all;
    const Event &write = event(one.write), &read = event(one.read);
    bool forwarded = relaxations_.store_load && write.thread == read.thread && write.kind != Event::Kind::initial;
    if (!forwarded && write.kind != Event::Kind::initial && !one_node(one.write, one.read))
      all.push_back({one.write, one.read, Event::kNone});
    if (write.cells.size() != 1 || read.cells.size() != 1) return all;
    for (uint32_t other : reads_from_.writes_by_cell()[read.cells[0].cell]) {
      if (other == one.write || event(other).kind == Event::Kind::initial || event(other).cells.size() != 1) continue;
      bool surely = order_.happens_with(other, one.read) || order_.happens_with(other, one.write);
      uint32_t needs = surely ? Event::kNone : other;
      bool later = write.kind == Event::Kind::initial || order_.precedes(one.write, other);
      if (later && !one_node(one.read, other)) all.push_back({one.read, other, needs});
      if (order_.precedes(other, one.read) && write.kind != Event::Kind::initial && !one_node(other, one.write))
        all.push_back({other, one.write, needs});
    }
    return all;
  }

  void no_two_make_a_cycle() {
    std::vector<uint32_t> accesses;
    for (uint32_t i = 0; i < unrolled_.events.size(); ++i)
      if (event(i).kind == Event::Kind::read || event(i).kind == Event::Kind::write) accesses.push_back(i);
    find_barriers();
    for (uint32_t a : accesses) {
      budget_.check();
      for (uint32_t b : accesses)
        if (a != b && kept(a, b)) global_.set(a, b);
    }
    std::vector<std::vector<Forced>> edges;
    size_t all = 0;
    for (const Taken& one : taken_) {
      budget_.check();
      edges.push_back(forced(one));
      all += edges.back().size();
    }
    if (all > kMostForced) return;
    for (size_t i = 0; i < taken_.size(); ++i) {
      budget_.check();
      for (size_t k = i; k < taken_.size(); ++k) {
        if (taken_[i].read == taken_[k].read && i != k) continue;
        std::optional<std::pair<uint32_t, uint32_t>> needs = cycle(edges[i], edges[k]);
        if (!needs && i != k && taken_[i].write == taken_[k].write) {
          // Readers of one write come before whatever either's thread writes next.
          std::vector<Forced> first = before_writes_after(taken_[i].read, taken_[k].read);
          std::vector<Forced> second = before_writes_after(taken_[k].read, taken_[i].read);
          first.insert(first.end(), edges[i].begin(), edges[i].end());
          second.insert(second.end(), edges[k].begin(), edges[k].end());
          needs = cycle(first, second);
        }
        if (needs) {
          auto happens = [&](uint32_t one) { return one == Event::kNone ? terms_.boolean(true) : event(one).guard; };
          forbid(taken_[i].literal, taken_[k].literal, happens(needs->first), happens(needs->second));
        }
      }
    }
  }

  // `read` precedes the writes of its cell that come after `other`, which takes the same write.
  std::vector<Forced> before_writes_after(uint32_t read, uint32_t other) const {
    std::vector<Forced> all;
    if (!same_one_place(read, other)) return all;
    for (uint32_t write : reads_from_.writes_by_cell()[event(read).cells[0].cell])
      if (event(write).kind == Event::Kind::write && event(write).cells.size() == 1 && event(write).partner != read &&
          order_.precedes(other, write) && !one_node(read, write))
        all.push_back({read, write, order_.happens_with(write, other) ? Event::kNone : write});
    return all;
  }

  // The cheapest way to close a cycle with one edge of each.
  std::optional<std::pair<uint32_t, uint32_t>> cycle(const std::vector<Forced>& some,
                                                     const std::vector<Forced>& others) const {
    std::optional<std::pair<uint32_t, uint32_t>> best;
    for (const Forced& a : some)
      for (const Forced& b : others) {
        if (!reaches(a.to, b.from) || !reaches(b.to, a.from)) continue;
        if (a.needs == Event::kNone && b.needs == Event::kNone) return std::pair(a.needs, b.needs);
        if (!best || a.needs == Event::kNone || b.needs == Event::kNone) best.emplace(a.needs, b.needs);
      }
    return best;
  }

  const Unrolled& unrolled_;
  const StaticOrder& order_;
  const ReadsFrom& reads_from_;
  const memory::Relaxations& relaxations_;
  bool ordered_;
  logic::Terms& terms_;
  Budget& budget_;
  BitMatrix global_;
  // By event: the nearest barriers of its thread that happen whenever it does.
  std::vector<uint32_t> barrier_before_, barrier_after_;
  std::vector<Taken> taken_;
  logic::Clauses clauses_;
};

}  // namespace

logic::Clauses lemmas(const Unrolled& unrolled, const StaticOrder& order, const ReadsFrom& reads_from,
                      const memory::Relaxations& relaxations, bool ordered, logic::Terms& terms, Budget& budget) {
  return Maker(unrolled, order, reads_from, relaxations, ordered, terms, budget).make();
}

}  // namespace fencepost::runs
