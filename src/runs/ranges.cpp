#include "runs/ranges.h"

#include <algorithm>
#include <unordered_map>

#include "base/bit_matrix.h"
#include "logic/intervals.h"

namespace fencepost::runs {

using logic::Interval;
using logic::Intervals;
using logic::Op;
using logic::Term;
using unroll::Event;

namespace {

constexpr size_t kMostLinked = 1500;      // what depends on what is cubic
constexpr size_t kMostSteps = 2'000'000;  // of all rounds together, in terms

class Maker {
 public:
  Maker(const unroll::Unrolled& unrolled, const ReadsFrom& reads_from, logic::Terms& terms, Budget& budget)
      : unrolled_(unrolled),
        reads_from_(reads_from),
        terms_(terms),
        budget_(budget),
        place_(unrolled.events.size(), kNone) {
    for (uint32_t i = 0; i < unrolled.events.size(); ++i) {
      const Event& event = unrolled.events[i];
      if (event.guard.is_false() || !is_number(event.value.term)) continue;
      if (event.kind == Event::Kind::write || event.kind == Event::Kind::initial) {
        place_[i] = writes_.size();
        writes_.push_back(i);
      } else if (event.kind == Event::Kind::read && !event.implied && event.value.term.op() == Op::variable) {
        reads_[event.value.term].push_back(i);
      }
    }
  }

  std::vector<Term> make() {
    if (reads_.empty()) return {};
    known_.resize(writes_.size());
    for (size_t i = 0; i < writes_.size(); ++i) look_at(i);
    if (linked_.size() > kMostLinked) return {};
    for (const std::vector<size_t>& chain : chains()) bound(chain);
    if (steps_ > kMostSteps) return {};
    std::vector<Term> all;
    for (const auto& [variable, events] : reads_) all.push_back(logic::lies_in(variable, read(variable), terms_));
    for (size_t i : linked_) {
      const Event& event = unrolled_.events[writes_[i]];
      all.push_back(terms_.implies(event.guard, logic::lies_in(event.value.term, known_[i], terms_)));
    }
    std::erase_if(all, [](Term term) { return term.is_true(); });
    std::sort(all.begin(), all.end(), [](Term a, Term b) { return a.id() < b.id(); });
    return all;
  }

 private:
  static constexpr size_t kNone = ~size_t{0};
  static bool is_number(Term term) { return term && term.sort().kind == logic::SortKind::bitvec; }

  Interval read(Term variable) const {
    auto known = reads_.find(variable);
    if (known == reads_.end()) return Interval::all(variable.sort().width);
    Interval any;
    for (uint32_t event : known->second)
      for (const Source& source : reads_from_.sources(event))
        any.join(place_[source.write] == kNone ? Interval::all(variable.sort().width) : known_[place_[source.write]]);
    return any;
  }

  // Most values are computed from nothing that is read.
  void look_at(size_t write) {
    Term value = unrolled_.events[writes_[write]].value.term;
    Intervals parts(std::span(&value, 1));
    spend(parts.size());
    std::vector<Term> sources = parts.variables();
    std::erase_if(sources, [&](Term variable) { return !reads_.contains(variable); });
    if (sources.empty()) {
      parts.compute([](Term variable) { return Interval::all(variable.sort().width); });
      known_[write] = parts[value];
      return;
    }
    linked_.push_back(write);
    variables_.push_back(std::move(sources));
  }

  // Of those that are: which ones each is computed from, at last. By their places in linked_.
  BitMatrix rests_on() {
    std::vector<size_t> link(writes_.size(), kNone);
    for (size_t i = 0; i < linked_.size(); ++i) link[linked_[i]] = i;
    BitMatrix direct(linked_.size());
    for (size_t i = 0; i < linked_.size(); ++i)
      for (Term variable : variables_[i])
        for (uint32_t event : reads_.at(variable)) {
          spend(reads_from_.sources(event).size());
          for (const Source& source : reads_from_.sources(event))
            if (place_[source.write] != kNone && link[place_[source.write]] != kNone)
              direct.set(i, link[place_[source.write]]);
        }
    return direct.closure();
  }

  // Writes whose values rest on one another; what a chain of them starts from comes first.
  std::vector<std::vector<size_t>> chains() {
    BitMatrix rests = rests_on().add_identity();
    std::vector<std::pair<size_t, size_t>> order;  // by how much it rests on, itself included: less for all of that
    for (size_t i = 0; i < linked_.size(); ++i) {
      size_t count = 0;
      rests.for_each_in_row(i, [&](size_t) { ++count; });
      order.emplace_back(count, i);
    }
    std::sort(order.begin(), order.end());
    std::vector<std::vector<size_t>> all;
    std::vector<bool> placed(linked_.size());
    for (auto [count, i] : order) {
      if (placed[i]) continue;
      std::vector<size_t>& chain = all.emplace_back(1, linked_[i]);
      placed[i] = true;
      rests.for_each_in_row(i, [&](size_t k) {
        if (placed[k] || !rests.test(k, i)) return;
        chain.push_back(linked_[k]);
        placed[k] = true;
      });
    }
    return all;
  }

  // After n rounds the bounds hold for all values that n writes in a row can make.
  void bound(const std::vector<size_t>& chain) {
    std::vector<Term> values;
    for (size_t i : chain) values.push_back(unrolled_.events[writes_[i]].value.term);
    Intervals intervals(values);
    for (size_t round = 0; round < chain.size() && steps_ <= kMostSteps; ++round) {
      spend(intervals.size());
      intervals.compute([&](Term variable) { return read(variable); });
      bool news = false;
      for (size_t i = 0; i < chain.size(); ++i) {
        news = news || known_[chain[i]] != intervals[values[i]];
        known_[chain[i]] = intervals[values[i]];
      }
      if (!news) return;
    }
  }

  // Past the limit nothing is said, which is right as well.
  void spend(size_t steps) {
    budget_.check();
    steps_ += steps;
  }

  const unroll::Unrolled& unrolled_;
  const ReadsFrom& reads_from_;
  logic::Terms& terms_;
  Budget& budget_;
  std::vector<uint32_t> writes_;                           // of numbers
  std::vector<size_t> place_;                              // by event: which of them
  std::unordered_map<Term, std::vector<uint32_t>> reads_;  // by the variable that they read
  std::vector<Interval> known_;                            // by write
  std::vector<size_t> linked_;                             // writes of what is computed from reads ...
  std::vector<std::vector<Term>> variables_;               // ... of these
  size_t steps_ = 0;
};

}  // namespace

std::vector<Term> ranges(const unroll::Unrolled& unrolled, const ReadsFrom& reads_from, logic::Terms& terms,
                         Budget& budget) {
  return Maker(unrolled, reads_from, terms, budget).make();
}

}  // namespace fencepost::runs
