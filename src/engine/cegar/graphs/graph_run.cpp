#include "engine/cegar/graphs/graph_run.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "engine/cegar/graphs/step_order.h"
#include "memory/consistency.h"

namespace fencepost::engine::cegar::graphs {

namespace {

using Kind = GraphEvent::Kind;

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
