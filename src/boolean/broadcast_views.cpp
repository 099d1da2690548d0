#include "boolean/broadcast_views.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>

#include "boolean/broadcast_table.h"

namespace fencepost::boolean {

namespace {

SuccessorOptions options_of_views(const ViewOptions& options, bool joins_wait) {
  return {.most_parts = options.most_parts, .forgets = options.forgets, .joins_wait = joins_wait, .is_part = true};
}

// How a view came about: from other views, which together say what was before a step.
struct Origin {
  std::vector<uint32_t> views;
  BroadcastFailure step;
};

// Every thread is a class of its own.
struct View {
  Population seen;
  uint32_t threads = 0;  // FailingView
  bool is_covered = false;
  std::vector<uint32_t> sources = {};              // of its threads, in the states of the origin
  std::shared_ptr<const Origin> origin = nullptr;  // absent: the first, or not kept
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
    for (Population& first : whole_.initial()) add(first, 0, {}, [] { return nullptr; });
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

  // What a step did; the threads that were there before it keep their numbers.
  std::shared_ptr<const Origin> origin(const std::vector<uint32_t>& views, const Population& before, const Actor& actor,
                                       const Successor& made, bool has_after) {
    if (kept_ >= options_.most_steps) return nullptr;
    ++kept_;
    const Owners& owners = part_.packed().owners;
    Origin found{views,
                 {{{actor.of, actor.from == kNobody ? BroadcastStep::kSingle : actor.from, actor.edge}}, {}, false}};
    SeenState from{before.at, owners.unpacked(made.shared_before), {}};
    SeenState to{made.after.at, owners.unpacked(made.after.shared), {}};
    for (const ThreadClass& one : before.threads) from.threads.push_back({one.of, one.location, ThreeValued(0)});
    to.threads = from.threads;
    for (uint32_t i = 0; i < made.source.size(); ++i) {
      const ThreadClass& after = made.after.threads[i];
      if (made.source[i] == kNobody) continue;
      from.threads[made.source[i]].values = owners.unpacked(made.before[i], after.of);
      to.threads[made.source[i]] = {after.of, after.location, owners.unpacked(after.values, after.of)};
    }
    found.step.states.push_back(std::move(from));
    if (has_after) found.step.states.push_back(std::move(to));
    return std::make_shared<const Origin>(std::move(found));
  }

  // Makes known what is known later of the threads of a view, those with these numbers, as far as the step does not change it also before.
  void flow_back(const SeenState& later, const std::vector<uint32_t>& sources, BroadcastFailure& step) const {
    const Occurrences occurrences = program_.occurrences();
    const BroadcastStep& taken = step.steps.front();
    const std::vector<Update>& updates = program_.templates[taken.of].edges[taken.edge].updates;
    auto flow = [&](const ThreeValued& from, bool is_passive, ThreeValued& before, ThreeValued& after) {
      for (uint32_t i = 0; i < program_.variables.size(); ++i) {
        const BoolVar id{i}, target = is_passive ? occurrences.of_passive(id) : id;
        if (from[id] == Truth::open) continue;
        if (after[id] == Truth::open) after.set(id, from[id]);
        if (before[id] == Truth::open && std::ranges::find(updates, target, &Update::target) == updates.end())
          before.set(id, from[id]);
      }
    };
    flow(later.shared, false, step.states[0].shared, step.states[1].shared);
    for (uint32_t i = 0; i < sources.size(); ++i)
      if (const uint32_t at = sources[i]; at != kNobody)
        flow(later.threads[i].values, at != taken.instance, step.states[0].threads[at].values,
             step.states[1].threads[at].values);
  }

  // All steps on the way to these views; what the step after it needs to be known is known after a step.
  std::vector<BroadcastFailure> steps_to(const std::shared_ptr<const Origin>& last) const {
    struct Open {
      const Origin* origin = nullptr;
      const View* view = nullptr;  // that it leads to
      size_t next = 0;             // the step that begins there
    };
    std::vector<BroadcastFailure> found;
    std::vector<Open> open{{last.get()}};
    std::set<const Origin*> seen;
    for (size_t next = 0; next < open.size(); ++next) {
      const Open now = open[next];
      if (now.origin == nullptr || !seen.insert(now.origin).second) continue;
      found.push_back(now.origin->step);
      if (now.view != nullptr) flow_back(found[now.next].states[0], now.view->sources, found.back());
      for (uint32_t view : now.origin->views)
        open.push_back(
            {views_[view].origin.get(), view == now.origin->views[0] ? &views_[view] : nullptr, found.size() - 1});
    }
    return found;
  }

  template <typename F>
  void add(Population seen, uint32_t threads, std::vector<uint32_t> sources, F origin) {
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
    views_.push_back({std::move(seen), threads, false, std::move(sources), origin()});
  }

  void expand(size_t number) {
    const View from = views_[number];
    const size_t count = from.seen.threads.size();
    Successors& successors = count < options_.size ? whole_ : part_;
    for (const Actor& actor : successors.actors(from.seen)) {
      const BroadcastEdge& edge = program_.templates[actor.of].edges[actor.edge];
      if (edge.kind == BroadcastEdge::Kind::check) check(static_cast<uint32_t>(number), from, actor);
      if (is_done()) return;
      successors.of(from.seen, actor, [&](Successor& made) {
        budget_.check();
        const size_t now = made.after.threads.size();
        const uint32_t threads = from.threads + (now > count ? 1 : 0);
        std::shared_ptr<const Origin> found;
        auto origin = [&] {
          if (!found) found = this->origin({static_cast<uint32_t>(number)}, from.seen, actor, made, true);
          return found;
        };
        if (now <= options_.size) return add(made.after, threads, made.source, origin);
        for (size_t i = 0; i < now; ++i) {
          Population without = made.after;
          without.threads.erase(without.threads.begin() + static_cast<ptrdiff_t>(i));
          std::vector<uint32_t> sources = made.source;
          sources.erase(sources.begin() + static_cast<ptrdiff_t>(i));
          add(std::move(without), threads, std::move(sources), origin);
        }
      });
    }
    if (count == options_.size && !places_.empty()) extend(static_cast<uint32_t>(number), from);
  }

  void check(uint32_t number, const View& from, const Actor& actor) {
    if (failed_.contains({actor.of, actor.edge})) return;
    part_.failures(from.seen, actor, [&](Successor& made) {
      Population state = made.after;
      if (part_.contradictions().complete(state.shared, state.threads) == Truth::fails) return;
      if (failed_.insert({actor.of, actor.edge}).second)
        result_.failures.push_back({actor.of, actor.edge, from.threads, counted(from.seen),
                                    steps_to(origin({number}, from.seen, actor, made, false))});
    });
  }

  // With another thread: for every member, the others and that thread have to be a view.
  void extend(uint32_t number, const View& from) {
    met_ = {number};
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
      met_.push_back(one);
      unite(view.seen, 0, uint64_t{1} << leaving, met,
            [&](const Population& both) { extend(both, leaving + 1, std::max(threads, view.threads)); });
      met_.pop_back();
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
        std::vector<uint32_t> sources;
        for (uint32_t i = 0; i < made.source.size(); ++i) {
          if (made.source[i] == kNobody || made.active == i) continue;
          after.threads.push_back(made.after.threads[i]);
          sources.push_back(made.source[i]);
        }
        add(std::move(after), threads + 1, std::move(sources), [&] { return origin(met_, with, actor, made, true); });
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
  std::set<Place> places_;     // of threads of views
  PopulationTable extended_;   // by a thread, whose steps have been taken
  std::vector<uint32_t> met_;  // views that make what is extended
  size_t kept_ = 0;            // origins
  std::set<std::pair<uint32_t, uint32_t>> failed_;
  BroadcastViews result_;
};

}  // namespace

BroadcastViews views(const BroadcastProgram& program, const ViewOptions& options, Budget& budget) {
  return ViewSearch(program, options, budget)();
}

}  // namespace fencepost::boolean
