#include "check/recorded_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "check/cells.h"

namespace fencepost::check {

using memory::ExecutionGraph;
using memory::Relation;
using result::RunGraph;
using result::RunStep;
using Kind = RecordedEvent::Kind;

bool RecordedRun::in_program_order(const RecordedEvent& first, const RecordedEvent& second) const {
  if (first.whole != 0 && first.whole == second.whole) return false;
  if (first.section != 0 && first.section == second.section) return true;
  if (first.copy == 0 || first.copy != second.copy) return !strands.unsequenced(first.strand, second.strand);
  if (first.kind != Kind::read || second.kind != Kind::write) return false;
  return first.object == second.object || (first.begin < second.end && second.begin < first.end);
}

void RecordedRun::drop_last_fences(uint32_t thread, const std::vector<std::string>& point) {
  auto stays = [&](const RecordedEvent& event) {
    return event.thread == thread && (event.kind != Kind::fence || event.tags == &point);
  };
  auto last = std::ranges::find_if(events.rbegin(), events.rend(), stays).base();  // behind it
  std::vector<size_t> place(events.size(), RecordedEvent::kNone);
  std::vector<RecordedEvent> left;
  for (size_t i = 0; i < events.size(); ++i) {
    bool is_dropped = events[i].thread == thread && events.begin() + static_cast<std::ptrdiff_t>(i) >= last;
    if (is_dropped) continue;
    place[i] = left.size();
    left.push_back(std::move(events[i]));
    for (size_t* of : {&left.back().updates, &left.back().follows, &left.back().controlled_by})
      if (*of != RecordedEvent::kNone) *of = place[*of];
  }
  for (result::RunGraph::Mark& mark : marks)
    mark.next = static_cast<uint32_t>(std::count_if(place.begin(), place.begin() + mark.next,
                                                    [](size_t kept) { return kept != RecordedEvent::kNone; }));
  events = std::move(left);
}

namespace {

class Builder {
 public:
  Builder(const RecordedRun& run, const program::Mapping& mapping, const std::function<std::string(size_t)>& name)
      : run_(run), mapping_(mapping), name_(name) {}

  RunGraph build(const std::vector<uint32_t>& coherence) {
    number_events();
    RunGraph made{ExecutionGraph(std::move(events_)),
                  std::move(steps_),
                  std::move(places_),
                  run_.marks,
                  std::move(sites_),
                  std::move(callers_),
                  std::move(accesses_)};
    graph_ = &made.graph;
    add_sets();
    add_reads_from();
    add_order_of_threads();
    add_what_is_at_once();
    if (is_partly_sequenced()) made.graph.relation("po") = program_order();
    made.graph.derive_static();
    add_dependencies(*made.graph.find_relation("po"));
    add_coherence(coherence);
    made.graph.derive_communication();
    // For people: what is unsequenced happened in some order.
    for (uint32_t i = 0; i < made.graph.size(); ++i) made.graph.events()[i].instruction = i;
    return made;
  }

 private:
  static bool is_access(const RecordedEvent& event) { return event.kind != Kind::fence; }

  // The run's events keep their numbers, and initial writes follow.
  void number_events() {
    std::map<size_t, uint32_t> locations;  // by cell
    std::map<uint32_t, uint32_t> wholes;   // their instructions
    for (const RecordedEvent& event : run_.events)
      if (event.cell) locations.try_emplace(*event.cell, static_cast<uint32_t>(locations.size()));
    std::map<std::pair<core::ObjectId, uint64_t>, size_t> concerned;  // by fences, and accessed by nobody
    for (uint32_t i = 0; i < run_.events.size(); ++i) {
      const RecordedEvent& event = run_.events[i];
      // Parts of one access are one instruction, and in no program order.
      const uint32_t instruction = event.whole != 0 ? wholes.try_emplace(event.whole, i).first->second : i;
      uint32_t location = event.cell ? locations.at(*event.cell) : memory::kNoLocation;
      if (!event.cell && event.object != core::kNoObject)
        location = static_cast<uint32_t>(
            locations.size() + concerned.try_emplace({event.object, event.begin}, concerned.size()).first->second);
      events_.push_back({static_cast<int>(event.thread), instruction, location, event.label});
      steps_.push_back(event.step);
      places_.push_back(event.pos);
      sites_.push_back(event.site);
      callers_.push_back(event.caller);
      accesses_.push_back(event.access);
      if (event.kind == Kind::read) read_by_[event.step] = i;
      if (event.kind == Kind::write) written_by_[event.step] = i;
      if (event.cell && is_access(event)) initial_.try_emplace(*event.cell, 0);
    }
    for (auto& [cell, event] : initial_) {
      event = events_.size();
      events_.push_back({memory::kInitThread, static_cast<uint32_t>(event), locations.at(cell),
                         fmt::format("{}, initially", name_(cell))});
      steps_.push_back(RunGraph::kNoStep);
      places_.emplace_back();
      sites_.push_back(0);
      callers_.emplace_back();
      accesses_.emplace_back();
    }
  }

  void add_sets() {
    memory::EventSet &reads = graph_->set("R"), &writes = graph_->set("W"), &fences = graph_->set("F");
    memory::EventSet& in_section = graph_->set("SECTION");
    for (size_t i = 0; i < run_.events.size(); ++i) {
      const RecordedEvent& event = run_.events[i];
      (event.kind == Kind::read ? reads : event.kind == Kind::write ? writes : fences).set(i);
      if (event.section != 0) in_section.set(i);
      for (const std::string& tag : *event.tags) graph_->set(tag).set(i);
    }
    for (const auto& [cell, event] : initial_) writes.set(event);
  }

  void add_reads_from() {
    Relation &rf = graph_->relation("rf"), &rmw = graph_->relation("rmw");
    for (size_t i = 0; i < run_.events.size(); ++i) {
      const RecordedEvent& event = run_.events[i];
      if (event.kind == Kind::read)
        rf.set(event.source == RunStep::kInitial ? initial_.at(*event.cell) : written_by_.at(event.source), i);
      if (event.updates == RecordedEvent::kNone) continue;
      rmw.set(event.updates, i);
      if (mapping_.has_atomic_instructions()) graph_->relation("amo").set(event.updates, i);
    }
  }

  void add_order_of_threads() {
    Relation& sync = graph_->relation("sync");
    for (size_t i = 0; i < run_.events.size(); ++i)
      if (run_.events[i].follows != RecordedEvent::kNone) sync.set(run_.events[i].follows, i);
  }

  void add_what_is_at_once() {
    std::map<uint32_t, std::vector<size_t>> sections, wholes;
    for (size_t i = 0; i < run_.events.size(); ++i) {
      if (run_.events[i].section != 0) sections[run_.events[i].section].push_back(i);
      if (run_.events[i].whole != 0) wholes[run_.events[i].whole].push_back(i);
    }
    auto relate_all = [](const std::vector<size_t>& members, Relation& relation) {
      for (size_t a : members)
        for (size_t b : members)
          if (a != b) relation.set(a, b);
    };
    Relation& section = graph_->relation("section");
    for (const auto& [number, members] : sections) relate_all(members, section);
    for (const auto& [number, members] : wholes) relate_all(members, section);
    if (!mapping_.names_accesses()) return;
    graph_->relation("sm") = Relation::identity(memory::EventSet::full(graph_->size()));
    for (const auto& [number, members] : wholes) relate_all(members, graph_->relation("sm"));
  }

  bool is_partly_sequenced() const {
    return std::ranges::any_of(
        run_.events, [](const RecordedEvent& event) { return event.copy != 0 || event.strand != Strands::kThread; });
  }

  Relation program_order() const {
    Relation po(graph_->size());
    for (size_t a = 0; a < run_.events.size(); ++a)
      for (size_t b = a + 1; b < run_.events.size(); ++b)
        if (run_.events[a].thread == run_.events[b].thread && run_.in_program_order(run_.events[a], run_.events[b]))
          po.set(a, b);
    return po;
  }

  // A value may have come from another thread, or from an operand that is not sequenced before: that is no dependency.
  void add_dependencies(const Relation& po) {
    for (size_t i = 0; i < run_.events.size(); ++i) {
      const RecordedEvent& event = run_.events[i];
      auto depends = [&](const Reads& reads, const char* name) {
        for (uint32_t step : reads)
          if (size_t read = read_by_.at(step); po.test(read, i)) graph_->relation(name).set(read, i);
      };
      depends(event.control, "ctrl");
      depends(event.address, "addr");
      depends(event.data, "data");
      if (event.controlled_by != RecordedEvent::kNone) graph_->relation("ctrl").set(event.controlled_by, i);
    }
  }

  void add_coherence(const std::vector<uint32_t>& coherence) {
    Relation& co = graph_->relation("co");
    std::map<size_t, std::vector<size_t>> by_cell;
    for (const auto& [cell, event] : initial_) by_cell[cell].push_back(event);
    size_t count = 0;
    for (uint32_t step : coherence) {
      auto write = written_by_.find(step);
      if (write == written_by_.end()) continue;  // it was not followed so far, or is the end of a life
      std::vector<size_t>& earlier = by_cell[*run_.events[write->second].cell];
      if (std::ranges::find(earlier, write->second) != earlier.end())
        throw Refused(fmt::format("step {} is twice in the coherence order", step));
      for (size_t one : earlier) co.set(one, write->second);
      earlier.push_back(write->second);
      ++count;
    }
    if (count != written_by_.size()) throw Refused("the coherence order leaves out a write");
  }

  const RecordedRun& run_;
  const program::Mapping& mapping_;
  const std::function<std::string(size_t)>& name_;
  ExecutionGraph* graph_ = nullptr;
  std::vector<memory::Event> events_;
  std::vector<uint32_t> steps_;
  std::vector<SourcePos> places_, callers_;
  std::vector<RunGraph::Access> accesses_;
  std::vector<uint32_t> sites_;
  std::map<uint32_t, size_t> read_by_, written_by_;  // by step
  std::map<size_t, size_t> initial_;                 // by cell
};

}  // namespace

RunGraph execution_graph(const RecordedRun& run, const program::Mapping& mapping,
                         const std::vector<uint32_t>& coherence, const std::function<std::string(size_t)>& name) {
  return Builder(run, mapping, name).build(coherence);
}

}  // namespace fencepost::check
