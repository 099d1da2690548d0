#include "runs/symmetric_threads.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <unordered_set>

#include "logic/variables.h"
#include "runs/static_order.h"

namespace fencepost::runs {

using logic::Op;
using logic::Term;
using unroll::Event;
using unroll::Path;
using unroll::SymmetricThread;
using unroll::Unrolled;

namespace {

constexpr size_t kMostSteps = 300'000;  // to find out what a thread remembers, in terms

// Whose variables are whose: a thread's own occur in what it does and nowhere else.
class Owners {
 public:
  explicit Owners(const Unrolled& unrolled) : constraints_(unrolled.threads.size()) {
    std::vector<std::vector<Term>> terms(unrolled.threads.size() + 1);
    auto add = [&](size_t owner, std::initializer_list<Term> some) {
      terms[owner].insert(terms[owner].end(), some.begin(), some.end());
    };
    for (const Event& event : unrolled.events) {
      size_t owner = event.kind == Event::Kind::initial ? unrolled.threads.size() : event.thread;
      add(owner,
          {event.guard, event.when, event.value.term, event.value.offset, event.value.unspecified, event.value.view});
      for (const Event::PossibleCell& possible : event.cells) add(owner, {possible.when});
      if (event.section != 0) add(owner, {unrolled.left[event.section]});
    }
    for (const unroll::Obligation& one : unrolled.obligations) add(one.thread, {one.failure});
    for (const unroll::ChoiceRecord& one : unrolled.choices) add(one.thread, {one.guard, one.value});
    for (const unroll::Allocation& one : unrolled.allocations) add(one.thread, {one.guard});
    for (uint32_t t = 0; t < unrolled.threads.size(); ++t) {
      const unroll::ThreadInfo& thread = unrolled.threads[t];
      add(t, {thread.finished, thread.exited, thread.returned});
      if (t != 0) add(thread.parent, {thread.guard});
    }
    for (size_t owner = 0; owner < terms.size(); ++owner)
      for (Term variable : logic::variables_of(std::move(terms[owner]))) {
        auto [known, is_new] = owner_.emplace(variable, owner);
        if (!is_new && known->second != owner) known->second = kSeveral;
      }
    for (Term constraint : unrolled.constraints) {
      std::unordered_set<size_t> owners;
      for (Term variable : logic::variables_of({constraint}))
        if (size_t owner = of(variable); owner < unrolled.threads.size()) owners.insert(owner);
      for (size_t owner : owners) constraints_[owner].push_back(constraint);
    }
  }

  bool is_own(Term variable, uint32_t thread) const { return of(variable) == thread; }
  const std::vector<Term>& constraints(uint32_t thread) const { return constraints_[thread]; }

 private:
  static constexpr size_t kSeveral = ~size_t{0};

  size_t of(Term variable) const {
    auto known = owner_.find(variable);
    return known == owner_.end() ? kSeveral : known->second;
  }

  std::unordered_map<Term, size_t> owner_;
  std::vector<std::vector<Term>> constraints_;  // by thread
};

// A one-to-one renaming that makes one thread the other, if there is one.
class Renaming {
 public:
  Renaming(const Unrolled& unrolled, const Owners& owners, const std::vector<std::vector<uint32_t>>& events, uint32_t a,
           uint32_t b)
      : unrolled_(unrolled), owners_(owners), events_(events), a_(a), b_(b) {}

  bool exists() {
    const std::vector<uint32_t>&mine = events_[a_], &theirs = events_[b_];
    const unroll::ThreadInfo &one = unrolled_.threads[a_], &two = unrolled_.threads[b_];
    if (mine.size() != theirs.size()) return false;
    start_[0] = unrolled_.events[mine.front()].path;
    start_[1] = unrolled_.events[theirs.front()].path;
    // What a thread does, it does if it was made.
    terms_.emplace(one.guard, two.guard);
    for (size_t i = 0; i < mine.size(); ++i) number(event_numbers_, mine[i], theirs[i]);
    for (size_t i = 0; i < mine.size(); ++i) events(mine[i], theirs[i]);
    term(one.finished, two.finished);
    term(one.exited, two.exited);
    obligations();
    list(owners_.constraints(a_), owners_.constraints(b_));
    return same_;
  }

 private:
  void require(bool holds) { same_ = same_ && holds; }

  void list(const std::vector<Term>& mine, const std::vector<Term>& theirs) {
    require(mine.size() == theirs.size());
    for (size_t i = 0; same_ && i < mine.size(); ++i) term(mine[i], theirs[i]);
  }

  void obligations() {
    std::vector<Term> failures[2];
    std::vector<uint32_t> sites[2];
    for (const unroll::Obligation& one : unrolled_.obligations)
      for (size_t side : {0, 1})
        if (one.thread == (side == 0 ? a_ : b_)) {
          failures[side].push_back(one.failure);
          sites[side].push_back(one.site);
        }
    require(sites[0] == sites[1]);
    list(failures[0], failures[1]);
  }

  void events(uint32_t a, uint32_t b) {
    if (!same_) return;
    const Event &one = unrolled_.events[a], &two = unrolled_.events[b];
    require(one.kind == two.kind && one.order == two.order && one.failure_order == two.failure_order &&
            one.cells.size() == two.cells.size() && one.guard.is_false() == two.guard.is_false() &&
            one.implied == two.implied && one.guard_lock == two.guard_lock && one.of_wait == two.of_wait);
    // Those who make threads are not looked at.
    require(one.kind != Event::Kind::spawn && one.kind != Event::Kind::join);
    if (!same_) return;
    for (size_t i = 0; i < one.cells.size(); ++i) {
      require(one.cells[i].cell == two.cells[i].cell);
      term(one.cells[i].when, two.cells[i].when);
    }
    number(sections_, one.section, two.section);
    number(wholes_, one.whole, two.whole);
    number(regions_, one.region, two.region);
    sequences(one.sequence, two.sequence);
    if (one.is_access()) number(event_numbers_, one.partner, two.partner);
    term(one.value.term, two.value.term);
    term(one.value.offset, two.value.offset);
    term(one.value.unspecified, two.value.unspecified);
    term(one.value.view, two.value.view);
    term(one.when, two.when);
    paths(one.path, two.path);
    if (one.section != 0) term(unrolled_.left[one.section], unrolled_.left[two.section]);
  }

  void paths(Path a, Path b) {
    while (same_ && a != start_[0] && b != start_[1]) {
      require(a->parent != nullptr && b->parent != nullptr);
      if (!same_) return;
      term(a->literal, b->literal);
      a = a->parent;
      b = b->parent;
    }
    require(a == start_[0] && b == start_[1]);
  }

  void sequences(uint32_t a, uint32_t b) {
    while (same_ && a != b) {
      const unroll::Sequence &one = unrolled_.sequences[a], &two = unrolled_.sequences[b];
      require(one.depth == two.depth && one.strand == two.strand);
      number(unseqs_, one.unseq, two.unseq);
      a = one.parent;
      b = two.parent;
    }
  }

  struct Numbers {
    std::map<uint32_t, uint32_t> forward, back;
  };
  void number(Numbers& numbers, uint32_t a, uint32_t b) {
    require((a == 0) == (b == 0) && (a == Event::kNone) == (b == Event::kNone));
    require(numbers.forward.emplace(a, b).first->second == b && numbers.back.emplace(b, a).first->second == a);
  }

  void term(Term a, Term b) {
    std::vector<std::pair<Term, Term>> open = {{a, b}};
    while (same_ && !open.empty()) {
      auto [one, two] = open.back();
      open.pop_back();
      if (one == two) continue;  // none of their own variables, since those occur in one of the threads
      require(one && two);
      if (!same_) return;
      auto [known, is_new] = terms_.emplace(one, two);
      if (!is_new) {
        require(known->second == two);
        continue;
      }
      require(one.op() == two.op() && one.sort() == two.sort() && one.args().size() == two.args().size() &&
              one->value == two->value && one->hi == two->hi && one->lo == two->lo);
      if (one.op() == Op::variable)
        require(owners_.is_own(one, a_) && owners_.is_own(two, b_) && taken_.insert(two).second);
      for (size_t i = 0; same_ && i < one.args().size(); ++i) open.emplace_back(one.args()[i], two.args()[i]);
    }
  }

  const Unrolled& unrolled_;
  const Owners& owners_;
  const std::vector<std::vector<uint32_t>>& events_;
  uint32_t a_, b_;
  Path start_[2] = {};
  std::unordered_map<Term, Term> terms_;
  std::unordered_set<Term> taken_;  // variables of the other
  Numbers event_numbers_, sections_, wholes_, regions_, unseqs_;
  bool same_ = true;
};

// The steps of a thread in which symmetric threads keep their order, named by their first accesses.
class BreakingAccesses {
 public:
  BreakingAccesses(const Unrolled& unrolled, const Owners& owners, bool buffers, uint32_t thread,
                   const std::vector<uint32_t>& events)
      : unrolled_(unrolled), owners_(owners), buffers_(buffers), thread_(thread), events_(events) {}

  std::vector<uint32_t> find() {
    std::vector<uint32_t> breaking;
    if (events_.empty() || event(events_.front()).kind != Event::Kind::start) return breaking;
    const Event* last = nullptr;
    uint32_t last_id = Event::kNone;
    for (size_t i = 0; i < events_.size(); ++i) {
      const Event& next = event(events_[i]);
      if (!next.is_access() || next.implied) continue;
      if (next.sequence != unroll::Sequences::kThread) break;
      bool same_step = last != nullptr &&
                       (next.is_one_step_with(*last) || (next.kind == Event::Kind::write && next.partner == last_id));
      if (!same_step) {
        bool first = last == nullptr;
        bool always = first && next.path == event(events_.front()).path && next.when.is_true();
        if (buffers_ && next.kind != Event::Kind::read) break;
        if (next.guard.is_false() || !next.when.is_true() || (first ? !always : !all_came_by(i) || remembers(i))) break;
        breaking.push_back(events_[i]);
      }
      bool delayed = next.kind == Event::Kind::write && next.section == 0 && next.partner == Event::kNone;
      if (buffers_ && delayed) break;
      last = &next;
      last_id = events_[i];
    }
    return breaking;
  }

 private:
  const Event& event(uint32_t id) const { return unrolled_.events[id]; }

  // Does whoever gets there do all that stands before?
  bool all_came_by(size_t at) const {
    std::unordered_set<Term> decided;
    for (Path path = event(events_[at]).path; path->parent != nullptr; path = path->parent)
      decided.insert(path->literal);
    return std::all_of(events_.begin(), events_.begin() + static_cast<std::ptrdiff_t>(at), [&](uint32_t before) {
      if (!event(before).is_access()) return true;
      for (Path path = event(before).path; path->parent != nullptr; path = path->parent)
        if (!decided.contains(path->literal)) return false;
      return event(before).when.is_true() || decided.contains(event(before).when);
    });
  }

  // Does anything from there on depend on what the thread saw or chose before, other than its having come there?
  bool remembers(size_t at) {
    std::unordered_set<Term> given;
    std::vector<Term> before, after;
    for (Path path = event(events_[at]).path; path->parent != nullptr; path = path->parent) {
      given.insert({path->guard, path->literal});
      if (path->literal.op() == Op::not_) given.insert(path->literal.args()[0]);
      before.push_back(path->literal);
    }
    for (size_t i = 0; i < events_.size(); ++i) add_terms(event(events_[i]), i < at ? before : after);
    for (const unroll::Obligation& one : unrolled_.obligations)
      if (one.thread == thread_ && one.events > events_[at]) after.push_back(one.failure);
    std::unordered_set<Term> seen = own_variables(std::move(before), {}), used = own_variables(std::move(after), given);
    return steps_ > kMostSteps ||
           std::any_of(used.begin(), used.end(), [&](Term variable) { return seen.contains(variable); });
  }

  void add_terms(const Event& one, std::vector<Term>& terms) const {
    for (Term term : {one.when, one.value.term, one.value.offset, one.value.unspecified, one.value.view})
      if (term) terms.push_back(term);
    for (const Event::PossibleCell& possible : one.cells) terms.push_back(possible.when);
    if (one.section != 0) terms.push_back(unrolled_.left[one.section]);
    for (Path path = one.path; path->parent != nullptr; path = path->parent) terms.push_back(path->literal);
  }

  std::unordered_set<Term> own_variables(std::vector<Term> open, const std::unordered_set<Term>& given) {
    std::unordered_set<Term> seen, own;
    while (!open.empty() && ++steps_ <= kMostSteps) {
      Term next = open.back();
      open.pop_back();
      if (given.contains(next) || !seen.insert(next).second) continue;
      if (next.op() == Op::variable && owners_.is_own(next, thread_)) own.insert(next);
      open.insert(open.end(), next.args().begin(), next.args().end());
    }
    return own;
  }

  const Unrolled& unrolled_;
  const Owners& owners_;
  bool buffers_;
  uint32_t thread_;
  const std::vector<uint32_t>& events_;
  size_t steps_ = 0;
};

}  // namespace

std::vector<std::vector<SymmetricThread>> symmetric_threads(const Unrolled& unrolled, bool buffers, Budget& budget) {
  std::vector<std::vector<SymmetricThread>> groups;
  if (unrolled.threads.size() < 3) return groups;
  std::vector<std::vector<uint32_t>> events(unrolled.threads.size());
  std::vector<bool> left_alone(unrolled.threads.size(), true);  // nobody waits for it, and it makes no threads
  for (uint32_t i = 0; i < unrolled.events.size(); ++i) {
    const Event& event = unrolled.events[i];
    if (event.kind == Event::Kind::initial) continue;
    events[event.thread].push_back(i);
    if (event.kind == Event::Kind::spawn) left_alone[event.thread] = false;
    if (event.kind == Event::Kind::join && event.partner != Event::kNone)
      left_alone[unrolled.events[event.partner].thread] = false;
  }
  Owners owners(unrolled);
  StaticOrder order(unrolled);
  for (uint32_t t = 1; t < unrolled.threads.size(); ++t) {
    budget.check();
    if (!left_alone[t] || events[t].empty()) continue;
    auto group = std::find_if(groups.begin(), groups.end(), [&](const std::vector<SymmetricThread>& others) {
      uint32_t last = others.back().thread;
      return unrolled.threads[last].parent == unrolled.threads[t].parent &&
             unrolled.threads[last].function == unrolled.threads[t].function &&
             unrolled.threads[last].spawn < unrolled.threads[t].spawn &&
             order.happens_with(events[last].front(), events[t].front()) &&
             Renaming(unrolled, owners, events, last, t).exists();
    });
    if (group == groups.end()) {
      groups.push_back({{t, {}}});
    } else {
      group->push_back({t, {}});
    }
  }
  std::erase_if(groups, [](const std::vector<SymmetricThread>& group) { return group.size() < 2; });
  for (std::vector<SymmetricThread>& group : groups) {
    const std::vector<uint32_t>& mine = events[group[0].thread];
    for (uint32_t step : BreakingAccesses(unrolled, owners, buffers, group[0].thread, mine).find()) {
      auto nth = std::lower_bound(mine.begin(), mine.end(), step) - mine.begin();
      for (SymmetricThread& thread : group) thread.breaking.push_back(events[thread.thread][static_cast<size_t>(nth)]);
    }
  }
  std::erase_if(groups, [](const std::vector<SymmetricThread>& group) { return group[0].breaking.empty(); });
  return groups;
}

}  // namespace fencepost::runs
