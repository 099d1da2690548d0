#include "engine/cegar/graphs/graph_run.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <type_traits>

#include "memory/consistency.h"
#include "memory/probe.h"

namespace fencepost::engine::cegar::graphs {

namespace {

using Kind = GraphEvent::Kind;

// Nodes are steps, by the first of their group, and the moments at which what a step writes leaves a buffer.
class StepOrder {
 public:
  StepOrder(size_t steps, const std::vector<uint32_t>& group) : steps_(steps), group_(group) {}

  uint32_t node(uint32_t step) const { return group_[step]; }
  uint32_t flush(uint32_t step) const { return static_cast<uint32_t>(steps_ + step); }
  bool is_flush(uint32_t node) const { return node >= steps_; }

  // The step at b may be done before a: it takes what will be written there.
  void may_promise(uint32_t a, uint32_t b) { promised_.insert({a, b}); }

  // causes: whoever needs b needs a.
  void before(uint32_t a, uint32_t b, bool causes) {
    if (a == b) return;
    after_[a].insert(b);
    if (causes) causes_[b].insert(a);
  }

  // What the last step comes from. All else is left out: who did it may stand in the middle of an atomic section for ever.
  std::set<uint32_t> needed() const {
    std::set<uint32_t> found;
    std::vector<uint32_t> open{group_.back()};
    while (!open.empty()) {
      uint32_t node = open.back();
      open.pop_back();
      if (!found.insert(node).second) continue;
      if (auto causes = causes_.find(node); causes != causes_.end())
        open.insert(open.end(), causes->second.begin(), causes->second.end());
    }
    return found;
  }

  // Of these nodes. Nothing: they wait for each other.
  std::optional<std::vector<uint32_t>> sorted(const std::set<uint32_t>& nodes) const {
    std::map<uint32_t, size_t> left;
    for (const auto& [node, later] : after_)
      for (uint32_t other : later)
        if (nodes.contains(node) && nodes.contains(other)) ++left[other];
    std::set<uint32_t> ready;
    for (uint32_t node : nodes)
      if (!left.contains(node)) ready.insert(node);
    std::vector<uint32_t> all;
    std::set<uint32_t> done;
    std::set<std::pair<uint32_t, uint32_t>> dropped;
    auto promise = [&] {
      for (const auto& [a, b] : promised_)
        if (nodes.contains(a) && nodes.contains(b) && !done.contains(a) && !done.contains(b) && left[b] == 1) {
          dropped.insert({a, b});
          ready.insert(b);
          left[b] = 0;
          return true;
        }
      return false;
    };
    while (!ready.empty() || promise()) {
      uint32_t node = *ready.begin();
      ready.erase(ready.begin());
      all.push_back(node);
      done.insert(node);
      if (auto later = after_.find(node); later != after_.end())
        for (uint32_t other : later->second)
          if (nodes.contains(other) && !dropped.contains({node, other}) && --left[other] == 0) ready.insert(other);
    }
    if (all.size() != nodes.size()) return std::nullopt;
    return all;
  }

 private:
  size_t steps_;
  const std::vector<uint32_t>& group_;
  std::map<uint32_t, std::set<uint32_t>> causes_, after_;
  std::set<std::pair<uint32_t, uint32_t>> promised_;
};

// What the edges of an execution say about the order of its steps on a machine.
class OnMachine {
 public:
  OnMachine(const GraphState& state, const memory::Model& model, const std::vector<const flat::Edge*>& edges,
            const std::vector<std::vector<uint32_t>>& of_thread, const std::vector<std::vector<EventRef>>& events,
            StepOrder& order)
      : state_(state),
        model_(model),
        edges_(edges),
        of_thread_(of_thread),
        allowed_(memory::relaxations(model)),
        has_memory_(allowed_.fits_store_buffers()),
        is_buffered_(has_memory_ && (allowed_.store_load || allowed_.store_store)),
        order_(order) {
    for (uint32_t step = 0; step < events.size(); ++step)
      for (const EventRef& event : events[step]) step_of_[{event.thread, event.index}] = step;
    for (const std::vector<uint32_t>& own : of_thread)
      for (size_t i = 1; i < own.size(); ++i) order_.before(order_.node(own[i - 1]), order_.node(own[i]), true);
  }

  void operator()(const NumberedGraph& made, const memory::Relation& co) {
    const memory::Relation& rf = *made.graph.find_relation("rf");
    auto each = [&](const memory::Relation& relation, const auto& say) {
      relation.for_each([&](size_t a, size_t b) {
        if (step(made.events[a]) && step(made.events[b])) say(made.events[a], made.events[b]);
      });
    };
    each(rf, [&](const EventRef& write, const EventRef& read) {
      if (!is_buffered_ || write.thread != read.thread) order_.before(visible(write), node(read), true);
      const GraphEvent& of = state_.threads[read.thread].events[read.index];
      bool is_load = std::holds_alternative<flat::Load>(of.edge->label);
      if (!has_memory_ && is_load && of.section == 0) order_.may_promise(node(write), node(read));
    });
    each(*made.graph.find_relation("sync"), [&](const EventRef& a, const EventRef& b) {
      order_.before(node(a), node(b), true);
      for (uint32_t i = 0; i < a.index; ++i)  // who has ended, or made a thread, has written all
        if (waits({a.thread, i})) order_.before(visible({a.thread, i}), node(b), true);
    });
    if (is_buffered_)
      for (uint32_t thread = 0; thread < state_.threads.size(); ++thread) put_buffer(thread);
    if (!has_memory_) return;
    each(co, [&](const EventRef& a, const EventRef& b) { order_.before(visible(a), visible(b), false); });
    each(rf.transpose().compose(co) - *made.graph.find_relation("id"),
         [&](const EventRef& read, const EventRef& write) { order_.before(node(read), visible(write), false); });
  }

  bool waits(const EventRef& of) const {
    const GraphEvent& event = state_.threads[of.thread].events[of.index];
    return is_buffered_ && event.kind == Kind::write && !event.updates && event.section == 0;
  }

 private:
  std::optional<uint32_t> step(const EventRef& of) const {
    auto found = step_of_.find({of.thread, of.index});
    return found == step_of_.end() ? std::nullopt : std::optional(found->second);
  }
  uint32_t node(const EventRef& of) const { return order_.node(*step(of)); }
  // The node at which others see a write.
  uint32_t visible(const EventRef& of) const { return waits(of) ? order_.flush(*step(of)) : node(of); }

  // Writes of a thread leave its buffer in their order, or those to one variable do; what fences say of them they say at once.
  void put_buffer(uint32_t thread) {
    const std::vector<GraphEvent>& events = state_.threads[thread].events;
    for (uint32_t i = 0; i < events.size(); ++i) {
      if (!waits({thread, i})) continue;
      uint32_t leaves = visible({thread, i});
      order_.before(node({thread, i}), leaves, true);
      for (uint32_t later : of_thread_[thread])
        if (later > *step({thread, i}) && empties_buffer(*edges_[later]))
          order_.before(leaves, order_.node(later), true);
      bool keeps_stores = !allowed_.store_store, is_empty = false;
      for (uint32_t k = i + 1; k < events.size(); ++k) {
        if (is_empty && *step({thread, k}) != *step({thread, i})) order_.before(leaves, node({thread, k}), true);
        if (waits({thread, k}) && (keeps_stores || events[k].variable == events[i].variable))
          order_.before(leaves, visible({thread, k}), true);
        if (events[k].kind != Kind::fence) continue;
        auto kept = memory::kept_by(model_, memory::Between::fence, *events[k].tags);
        keeps_stores = keeps_stores || kept.store_store;
        is_empty = is_empty || kept.store_load;
      }
    }
  }
  // Before it, as check/ has it.
  static bool empties_buffer(const flat::Edge& edge) {
    auto is = [&]<typename... Label>(std::type_identity<Label>...) {
      return (std::holds_alternative<Label>(edge.label) || ...);
    };
    return is(std::type_identity<flat::Rmw>(), std::type_identity<flat::AtomicBegin>(),
              std::type_identity<flat::AtomicEnd>(), std::type_identity<flat::Spawn>(),
              std::type_identity<flat::Join>());
  }

  const GraphState& state_;
  const memory::Model& model_;
  const std::vector<const flat::Edge*>& edges_;          // by step
  const std::vector<std::vector<uint32_t>>& of_thread_;  // steps
  const memory::Relaxations& allowed_;
  bool has_memory_, is_buffered_;
  StepOrder& order_;
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> step_of_;
};

}  // namespace

GraphRuns::GraphRuns(const flat::FlatProgram& program, const GraphSteps& steps, uint32_t first, const Trace& trace,
                     const ConcreteRun& run)
    : program_(program), steps_(steps), run_(run), dependencies_(program) {
  whole_.threads.resize(program.templates.size());
  place_.resize(program.templates.size());
  of_thread_.resize(program.templates.size());
  sections_.resize(program.templates.size());
  put_steps(first, trace);
}

void GraphRuns::put_steps(uint32_t first, const Trace& trace) {
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> sections;
  auto put = [&](uint32_t thread, uint32_t section, const flat::Edge* edge) {
    auto step = static_cast<uint32_t>(group_.size());
    group_.push_back(section == 0 ? step : sections.try_emplace({thread, section}, step).first->second);
    of_thread_[thread].push_back(step);
    edges_.push_back(edge);
    events_.emplace_back();
    return step;
  };
  uint32_t at = first;
  for (const Move* move : trace.moves) {
    const GraphState &before = steps_.state(at), &after = steps_.state(move->to);
    const Forgotten* forgotten = steps_.forgotten(at, *move);
    if (move->edge != nullptr) {
      bool was_inside = before.threads[move->thread].section != 0, is_inside = after.threads[move->thread].section != 0;
      uint32_t& section = sections_[move->thread];
      if (is_inside && !was_inside) ++section;
      uint32_t step = put(move->thread, is_inside || was_inside ? section : 0, move->edge);
      if (auto* spawn = std::get_if<flat::Spawn>(&move->edge->label))
        of_thread_[flat::index(spawn->spawned)].push_back(step);  // before all that it does
      put_events(step, move->thread, forgotten != nullptr ? forgotten->grown : after);
      if (forgotten != nullptr) forget(*forgotten);
      put_events(step, move->thread, after);
      dependencies_.add(move->thread, *move->edge, whole_, events_[step]);
    } else if (forgotten != nullptr) {
      forget(*forgotten);
    }
    at = move->to;
  }
  // Open reads have got their writes since.
  const GraphState& last = steps_.state(at);
  for (uint32_t thread = 0; thread < whole_.threads.size(); ++thread)
    for (size_t i = 0; i < place_[thread].size(); ++i) settle(thread, i, last.threads[thread].events[i].source);
  for (uint32_t thread = 0; thread < whole_.threads.size(); ++thread)
    whole_.threads[thread].section = last.threads[thread].section == 0 ? 0 : sections_[thread];
  put(trace.failure.thread, whole_.threads[trace.failure.thread].section, trace.failure.edge);
}

void GraphRuns::settle(uint32_t thread, size_t event, const EventRef& source) {
  GraphEvent& whole = whole_.threads[thread].events[place_[thread][event]];
  if (is_open(whole)) whole.source = in_whole(source);
}

// Of an event of a state. None if it is not there yet: an update may read what it writes itself.
EventRef GraphRuns::in_whole(EventRef of) const {
  if (!of.exists() || of.thread == EventRef::kInitial) return of;
  if (of.index >= place_[of.thread].size()) return {};
  return {of.thread, place_[of.thread][of.index]};
}

// Those of the state that are not there yet, of the thread that takes the step first.
void GraphRuns::put_events(uint32_t step, uint32_t first, const GraphState& state) {
  auto put = [&](uint32_t thread) {
    std::vector<GraphEvent>& all = whole_.threads[thread].events;
    for (size_t i = place_[thread].size(); i < state.threads[thread].events.size(); ++i) {
      GraphEvent event = state.threads[thread].events[i];
      event.source = in_whole(event.source);
      if (event.section != 0) event.section = sections_[thread];
      events_[step].push_back({thread, static_cast<uint32_t>(all.size())});
      place_[thread].push_back(static_cast<uint32_t>(all.size()));
      all.push_back(event);
    }
  };
  put(first);
  for (uint32_t thread = 0; thread < state.threads.size(); ++thread)
    if (thread != first) put(thread);
}

void GraphRuns::forget(const Forgotten& forgotten) {
  std::vector<std::vector<uint32_t>> kept(place_.size());
  for (uint32_t thread = 0; thread < place_.size(); ++thread) {
    for (size_t i = 0; i < place_[thread].size(); ++i)  // nobody else will tell what these have read
      settle(thread, i, forgotten.grown.threads[thread].events[i].source);
    for (uint32_t place : forgotten.kept[thread]) kept[thread].push_back(place_[thread][place]);
  }
  place_ = std::move(kept);
}

// Somebody stands in a section in the end, and others have seen what he did there: a run that replay does not follow.
bool GraphRuns::has_broken_section(const std::set<uint32_t>& needed) const {
  for (uint32_t thread = 0; thread < of_thread_.size(); ++thread)
    if (whole_.threads[thread].section != 0 && group_[of_thread_[thread].back()] != group_.back() &&
        needed.contains(group_[of_thread_[thread].back()]))
      return true;
  return false;
}

NumberedGraph GraphRuns::graph() const {
  NumberedGraph made = steps_.graph(whole_);
  dependencies_.put(made);
  return made;
}

bool GraphRuns::is_forbidden(const memory::Model& model, Budget& budget) const {
  return !memory::consistency_of(model, &budget)->violations_of_rf(graph().graph, 1).empty();
}

std::optional<GraphRun> GraphRuns::under(const memory::Model& model, Budget& budget) const {
  std::unique_ptr<memory::Consistency> door = memory::consistency_of(model, &budget);
  NumberedGraph made = graph();
  if (!door->violations_of_rf(made.graph, 1).empty()) return std::nullopt;
  const memory::Relation co = door->coherence();
  StepOrder order(group_.size(), group_);
  OnMachine(whole_, model, edges_, of_thread_, events_, order)(made, co);
  const std::set<uint32_t> needed = order.needed();
  if (has_broken_section(needed)) return std::nullopt;
  auto sorted = order.sorted(needed);
  if (!sorted) return std::nullopt;
  GraphRun run = run_of(*sorted, made, co);
  // Replay lets loads alone take what is written later.
  bool is_followed = std::ranges::all_of(run.steps, [&](const GraphRun::Step& step) {
    return !step.promised || std::holds_alternative<flat::Load>(program_[step.flat.of].edges[step.flat.edge].label);
  });
  return is_followed ? std::optional(std::move(run)) : std::nullopt;
}

GraphRun GraphRuns::run_of(const std::vector<uint32_t>& nodes, const NumberedGraph& made,
                           const memory::Relation& co) const {
  std::map<uint32_t, std::vector<uint32_t>> members;
  for (uint32_t step = 0; step < group_.size(); ++step) members[group_[step]].push_back(step);
  std::vector<uint32_t> placed(group_.size(), GraphRun::kNone);
  std::vector<uint32_t> numbers(program_.templates.size(), 0);  // of threads, as they begin
  uint32_t begun = 1;
  GraphRun all;
  std::vector<std::pair<uint32_t, uint32_t>> reads;  // a place, and the step that it reads from
  auto put = [&](uint32_t step) {
    placed[step] = static_cast<uint32_t>(all.steps.size());
    GraphRun::Step& next = all.steps.emplace_back();
    next.flat = run_.steps[step];
    next.flat.thread = numbers[flat::index(next.flat.of)];
    if (auto* spawn = std::get_if<flat::Spawn>(&edges_[step]->label)) numbers[flat::index(spawn->spawned)] = begun++;
    for (const EventRef& ref : events_[step]) {
      const GraphEvent& event = whole_.threads[ref.thread].events[ref.index];
      if (event.kind == Kind::fence) continue;
      next.is_event = true;
      if (event.kind != Kind::read) continue;
      next.source = GraphRun::kInitial;
      if (event.source.thread != EventRef::kInitial) reads.emplace_back(placed[step], step_of(event.source));
      next.promised = run_.loaded[step];
    }
  };
  for (uint32_t node : nodes)
    if (node >= group_.size())
      all.steps.push_back({{}, placed[node - group_.size()], false, std::nullopt, true});
    else
      for (uint32_t step : members.at(node)) {
        put(step);
        if (step + 1 == group_.size()) break;
      }
  for (const auto& [place, step] : reads) all.steps[place].source = placed[step];
  for (uint32_t i = 0; i < all.steps.size(); ++i)
    if (all.steps[i].source == GraphRun::kInitial || all.steps[i].source < i) all.steps[i].promised.reset();
  all.coherence = coherence(made, co, placed);
  return all;
}

uint32_t GraphRuns::step_of(const EventRef& of) const {
  for (uint32_t step = 0; step < events_.size(); ++step)
    if (std::ranges::find(events_[step], of) != events_[step].end()) return step;
  return GraphRun::kNone;
}

std::vector<uint32_t> GraphRuns::coherence(const NumberedGraph& made, const memory::Relation& co,
                                           const std::vector<uint32_t>& placed) const {
  const memory::Relation earlier = co.transpose();
  std::vector<std::tuple<uint32_t, size_t, uint32_t>> writes;  // by variable and rank there
  made.graph.find_set("W")->for_each([&](size_t write) {
    if (made.events[write].thread == EventRef::kInitial) return;
    uint32_t place = placed[step_of(made.events[write])];
    size_t rank = 0;
    earlier.for_each_in_row(write, [&](size_t) { ++rank; });
    if (place != GraphRun::kNone) writes.emplace_back(made.graph.events()[write].location, rank, place);
  });
  std::ranges::sort(writes);
  std::vector<uint32_t> steps;
  for (const auto& [variable, rank, step] : writes) steps.push_back(step);
  return steps;
}

}  // namespace fencepost::engine::cegar::graphs
