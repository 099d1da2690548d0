#include "boolean/broadcast_views.h"

#include <algorithm>
#include <map>
#include <set>

#include "boolean/broadcast_table.h"

namespace fencepost::boolean {

namespace {

SuccessorOptions options_of_views(const ViewOptions& options, bool joins_wait) {
  return {.most_parts = options.most_parts, .forgets = options.forgets, .joins_wait = joins_wait, .is_part = true};
}

// Every thread is a class of its own.
struct View {
  Population seen;
  uint32_t threads = 0;  // FailingView
  bool is_covered = false;
};

class ViewSearch {
 public:
  ViewSearch(const BroadcastProgram& program, const ViewOptions& options, Budget& budget)
      : program_(program),
        options_(options),
        budget_(budget),
        whole_(program, options_of_views(options, true)),
        part_(program, options_of_views(options, false)),
        extended_(program, false) {}

  BroadcastViews operator()() {
    for (Population& first : whole_.initial()) add(first, 0);
    for (size_t next = 0; next < views_.size() && !is_done(); ++next) {
      budget_.check();
      if (views_.size() > options_.most_views)
        throw Exhausted(Resource::memory, "a broadcast program has too many views");
      if (!views_[next].is_covered) expand(next);
    }
    for (const View& one : views_)
      if (!one.is_covered) result_.views.push_back(counted(one.seen));
    result_.steps = whole_.steps() + part_.steps();
    return std::move(result_);
  }

 private:
  using Place = std::pair<uint32_t, uint32_t>;                         // template and location
  using Shape = std::pair<std::vector<uint32_t>, std::vector<Place>>;  // of single threads, and sorted of the others

  bool is_done() const { return options_.stops_at_failure && !result_.failures.empty(); }
  static Place place(const ThreadClass& of) { return {of.of, of.location}; }
  static Shape shape(const Population& of) {
    Shape made{of.at, {}};
    for (const ThreadClass& one : of.threads) made.second.push_back(place(one));
    std::ranges::sort(made.second);
    return made;
  }

  // The threads of `one` can be taken for those of `other`, in some order.
  static bool covers(const Population& one, const Population& other) {
    return one.shared.covers(other.shared) && covers(one, other, 0, 0);
  }
  static bool covers(const Population& one, const Population& other, size_t next, uint64_t taken) {
    if (next == one.threads.size()) return true;
    const ThreadClass& who = one.threads[next];
    for (size_t i = 0; i < other.threads.size(); ++i) {
      const ThreadClass& as = other.threads[i];
      if ((taken >> i & 1) || place(who) != place(as) || !who.values.covers(as.values)) continue;
      if (covers(one, other, next + 1, taken | uint64_t{1} << i)) return true;
    }
    return false;
  }

  void add(Population seen, uint32_t threads) {
    part_.forget(seen);
    std::vector<uint32_t>& alike = by_shape_[shape(seen)];
    if (std::ranges::any_of(alike, [&](uint32_t one) { return covers(views_[one].seen, seen); })) return;
    std::erase_if(alike, [&](uint32_t one) {
      if (!covers(seen, views_[one].seen)) return false;
      views_[one].is_covered = true;
      return true;
    });
    for (const ThreadClass& one : seen.threads) places_.insert(place(one));
    alike.push_back(static_cast<uint32_t>(views_.size()));
    views_.push_back({std::move(seen), threads});
  }

  void expand(size_t number) {
    const View from = views_[number];
    const size_t count = from.seen.threads.size();
    Successors& successors = count < options_.size ? whole_ : part_;
    for (const Actor& actor : successors.actors(from.seen)) {
      const BroadcastEdge& edge = program_.templates[actor.of].edges[actor.edge];
      if (edge.kind == BroadcastEdge::Kind::check) check(from, actor);
      if (is_done()) return;
      successors.of(from.seen, actor, [&](Successor& made) {
        budget_.check();
        const size_t now = made.after.threads.size();
        const uint32_t threads = from.threads + (now > count ? 1 : 0);
        if (now <= options_.size) return add(made.after, threads);
        for (size_t i = 0; i < now; ++i) {
          Population without = made.after;
          without.threads.erase(without.threads.begin() + static_cast<ptrdiff_t>(i));
          add(std::move(without), threads);
        }
      });
    }
    if (count == options_.size && !places_.empty()) extend(from);
  }

  void check(const View& from, const Actor& actor) {
    if (failed_.contains({actor.of, actor.edge})) return;
    part_.failures(from.seen, actor, [&](Successor& made) {
      Population state = made.after;
      if (part_.contradictions().complete(state.shared, state.threads) == Truth::fails) return;
      if (failed_.insert({actor.of, actor.edge}).second)
        result_.failures.push_back({actor.of, actor.edge, from.threads, counted(from.seen)});
    });
  }

  // With another thread: for every member, the others and that thread have to be a view.
  void extend(const View& from) {
    const std::set<Place> places = places_;  // views that come later extend by themselves
    for (const Place& place : places) {
      Population with = from.seen;
      with.threads.push_back({place.first, place.second, 1, {}});
      extend(with, 0, from.threads);
    }
  }

  void extend(const Population& with, size_t leaving, uint32_t threads) {
    if (leaving + 1 == with.threads.size()) return step_outside(with, threads);
    Shape wanted{with.at, {}};
    for (size_t i = 0; i < with.threads.size(); ++i)
      if (i != leaving) wanted.second.push_back(place(with.threads[i]));
    std::ranges::sort(wanted.second);
    auto found = by_shape_.find(wanted);
    if (found == by_shape_.end()) return;
    const std::vector<uint32_t> alike = found->second;
    for (uint32_t one : alike) {
      const View view = views_[one];
      if (with.shared.contradicts(view.seen.shared)) continue;
      Population met = with;
      met.shared.meet(view.seen.shared);
      unite(view.seen, 0, uint64_t{1} << leaving, met,
            [&](const Population& both) { extend(both, leaving + 1, std::max(threads, view.threads)); });
    }
  }

  // The threads of a view as members, in all orders.
  template <typename F>
  void unite(const Population& view, size_t next, uint64_t taken, const Population& with, const F& then) {
    if (next == view.threads.size()) return then(with);
    for (size_t i = 0; i < with.threads.size(); ++i) {
      if ((taken >> i & 1) || place(view.threads[next]) != place(with.threads[i]) ||
          with.threads[i].values.contradicts(view.threads[next].values))
        continue;
      Population met = with;
      met.threads[i].values.meet(view.threads[next].values);
      unite(view, next + 1, taken | uint64_t{1} << i, met, then);
    }
  }

  // Each of them is the one that is not in view.
  void step_outside(Population with, uint32_t threads) {
    budget_.check();
    if (!part_.contradictions().learn(with.shared, with.threads) || !extended_.insert(with)) return;
    for (const Actor& actor : part_.actors(with)) {
      if (actor.from == kNobody || !is_noticed(actor)) continue;
      part_.of(with, actor, [&](Successor& made) {
        Population after{made.after.at, made.after.shared, {}};
        for (uint32_t i = 0; i < made.source.size(); ++i)
          if (made.source[i] != kNobody && made.active != i) after.threads.push_back(made.after.threads[i]);
        add(std::move(after), threads + 1);
      });
    }
  }

  bool is_noticed(const Actor& actor) const {
    const PackedEdge& edge = part_.packed().edges[actor.of][actor.edge];
    if (edge.edge->kind == BroadcastEdge::Kind::spawn && !program_.templates[edge.edge->other].is_replicated)
      return true;
    return !edge.shared.empty() ||
           std::ranges::any_of(edge.passive, [](const auto& updates) { return !updates.empty(); });
  }

  CountedState counted(const Population& of) const {
    const Owners& owners = part_.packed().owners;
    CountedState made{of.at, owners.unpacked(of.shared), {}};
    for (const ThreadClass& one : of.threads)
      made.threads.push_back({{one.of, one.location, owners.unpacked(one.values, one.of)}, one.count});
    return made;
  }

  const BroadcastProgram& program_;
  const ViewOptions& options_;
  Budget& budget_;
  Successors whole_, part_;
  std::vector<View> views_;
  std::map<Shape, std::vector<uint32_t>> by_shape_;
  std::set<Place> places_;    // of threads of views
  PopulationTable extended_;  // by a thread, whose steps have been taken
  std::set<std::pair<uint32_t, uint32_t>> failed_;
  BroadcastViews result_;
};

}  // namespace

BroadcastViews views(const BroadcastProgram& program, const ViewOptions& options, Budget& budget) {
  return ViewSearch(program, options, budget)();
}

}  // namespace fencepost::boolean
