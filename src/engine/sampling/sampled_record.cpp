// What happened in a drawn run: its steps for replay, and its graph for the memory model.
#include <algorithm>

#include "engine/sampling/sampled_run.h"
#include "program/mapping.h"

namespace fencepost::engine::sampling {

using core::MemoryOrder;
using core::ObjectId;
using core::Touch;
using memory::EventId;
using memory::Mapped;
using program::Mapping;
using result::RunStep;

namespace {

constexpr size_t kMostEvents = 1'000;  // of a graph that a cat file judges

// The graph of an interleaving, event after event: whoever reads takes the last write, and coherence is the order of writes.
class Graph {
 public:
  explicit Graph(const memory::Model& model) : mapping_(model) {}

  // One access in all its cells, each with its step.
  struct Part {
    uint32_t cell, step;
  };
  void add(const Happening& access, const std::vector<Part>& parts) {
    bool writes = access.touch.kind != Touch::Kind::read, reads = access.touch.kind != Touch::Kind::write;
    Mapping::Access kind = access.is_update ? (writes ? Mapping::Access::update : Mapping::Access::failed)
                           : writes         ? Mapping::Access::store
                                            : Mapping::Access::load;
    const Mapped& mapped = mapping_.of(kind, access.is_update && !writes ? access.failure_order : access.order);
    barrier(access, mapped.before);
    std::vector<size_t> read;
    for (const Part& part : parts) {
      if (!reads) break;
      read.push_back(push(access, 'R', part.cell, mapped.read, part.step));
      sources_.emplace_back(last_write(part.cell), read.back());
    }
    if (mapped.control_dependency) barrier(access, mapped.after);
    for (size_t i = 0; i < parts.size() && writes; ++i) {
      size_t write = push(access, 'W', parts[i].cell, mapped.write, parts[i].step);
      written_[parts[i].cell].push_back(write);
      if (reads) updates_.emplace_back(read[i], write);
    }
    if (!mapped.control_dependency) barrier(access, mapped.after);
  }
  void add_fence(const Happening& fence) { barrier(fence, mapping_.of(Mapping::Access::fence, fence.order).fence); }
  void add_mark(const Happening& mark) {
    size_t here = push(mark, 'F', memory::kNoLocation, {}, result::RunGraph::kNoStep);
    if (mark.kind == Happening::Kind::end) ends_[mark.thread] = here;
    if (mark.kind == Happening::Kind::join && ends_.contains(mark.other)) syncs_.emplace_back(ends_[mark.other], here);
    if (mark.kind != Happening::Kind::spawn) return;
    Happening start = mark;
    start.thread = mark.other;
    syncs_.emplace_back(here, push(start, 'F', memory::kNoLocation, {}, result::RunGraph::kNoStep));
  }
  size_t size() const { return events_.size(); }

  result::RunGraph made(size_t cells) {
    // Initial writes come last, which means nothing.
    std::vector<size_t> initial;
    for (uint32_t cell = 0; cell < cells; ++cell) {
      Happening first;
      initial.push_back(push(first, 'W', cell, {}, result::RunGraph::kNoStep));
      events_.back().thread = memory::kInitThread;
    }
    result::RunGraph run{memory::ExecutionGraph(events_), steps_, std::vector<SourcePos>(events_.size())};
    memory::ExecutionGraph& graph = run.graph;
    memory::EventSet &reads = graph.set("R"), &writes = graph.set("W"), &fences = graph.set("F");
    for (size_t i = 0; i < events_.size(); ++i) {
      (kinds_[i] == 'R' ? reads : kinds_[i] == 'W' ? writes : fences).set(i);
      for (const std::string& tag : tags_[i]) graph.set(tag).set(i);
    }
    memory::Relation &rf = graph.relation("rf"), &co = graph.relation("co"), &rmw = graph.relation("rmw");
    for (const auto& [write, read] : sources_) rf.set(write == kInitial ? initial[location(read)] : write, read);
    for (const auto& [cell, in_order] : written_)
      for (size_t i = 0; i < in_order.size(); ++i) {
        co.set(initial[cell], in_order[i]);
        for (size_t k = i + 1; k < in_order.size(); ++k) co.set(in_order[i], in_order[k]);
      }
    for (const auto& [read, write] : updates_) rmw.set(read, write);
    for (const auto& [from, to] : syncs_) graph.relation("sync").set(from, to);
    memory::EventSet& in_section = graph.set("SECTION");
    memory::Relation& section = graph.relation("section");
    for (size_t a = 0; a < events_.size(); ++a) {
      if (sections_[a] == 0) continue;
      in_section.set(a);
      for (size_t b = 0; b < events_.size(); ++b)
        if (a != b && sections_[a] == sections_[b]) section.set(a, b);
    }
    graph.relation("sync");
    if (mapping_.needs_dependencies()) graph.relation("sm") = memory::Relation::identity(reads | writes | fences);
    graph.derive_static();
    graph.derive_communication();
    return run;
  }

 private:
  static constexpr size_t kInitial = ~size_t{0};

  uint32_t location(size_t event) const { return events_[event].location; }
  size_t last_write(uint32_t cell) const {
    auto known = written_.find(cell);
    return known == written_.end() ? kInitial : known->second.back();
  }
  size_t push(const Happening& origin, char kind, uint32_t cell, const std::vector<std::string>& tags, uint32_t step) {
    memory::Event event;
    event.thread = static_cast<int>(origin.thread);
    event.instruction = static_cast<uint32_t>(events_.size());
    event.location = cell;
    events_.push_back(std::move(event));
    kinds_.push_back(kind);
    tags_.push_back(tags);
    steps_.push_back(step);
    sections_.push_back(origin.section);
    return events_.size() - 1;
  }
  void barrier(const Happening& around, const std::vector<std::string>& tags) {
    if (!tags.empty()) push(around, 'F', memory::kNoLocation, tags, result::RunGraph::kNoStep);
  }

  Mapping mapping_;
  std::vector<memory::Event> events_;
  std::vector<char> kinds_;
  std::vector<std::vector<std::string>> tags_;
  std::vector<uint32_t> steps_, sections_;
  std::vector<std::pair<size_t, size_t>> sources_, updates_, syncs_;
  std::map<uint32_t, std::vector<size_t>> written_;
  std::map<uint32_t, size_t> ends_;
};

RunStep::Kind kind_of(const Touch& touch) {
  return touch.kind == Touch::Kind::read    ? RunStep::Kind::read
         : touch.kind == Touch::Kind::write ? RunStep::Kind::write
                                            : RunStep::Kind::update;
}

}  // namespace

// Cells are what lies between the bounds of accesses to objects that several threads use.
result::Run SampledRun::recorded(bool buffers, const memory::Model* model) {
  std::map<ObjectId, std::set<uint32_t>> users;
  std::map<ObjectId, std::set<uint64_t>> bounds;
  bool is_known = model != nullptr;
  for (const Happening& each : happenings_) {
    is_known = is_known && each.is_known;
    if (each.kind != Happening::Kind::access) continue;
    users[each.touch.object].insert(each.thread);
    bounds[each.touch.object].insert({each.touch.begin, each.touch.end});
  }
  const core::Program& program = machine_.program();
  for (uint32_t i = 0; i < program.globals.size(); ++i)
    names_[machine_.memory().global_object(core::GlobalId{i})] = {true, 0, i};
  std::optional<Graph> graph;
  if (is_known) graph.emplace(*model);
  result::Run made;
  result::ConcurrentRun& run = made.concurrent.emplace();
  choices_.fill(run);
  std::map<result::Cell, uint32_t> written;  // by which step
  std::map<result::Cell, uint32_t> cells;
  for (const Happening& each : happenings_) {
    if (graph && graph->size() > kMostEvents) graph.reset();
    if (each.kind != Happening::Kind::access) {
      if (graph && each.kind == Happening::Kind::fence) graph->add_fence(each);
      if (graph && each.kind != Happening::Kind::fence) graph->add_mark(each);
      continue;
    }
    const result::ObjectName* object = name(each.touch.object);
    if (users[each.touch.object].size() < 2 || object == nullptr) continue;
    const std::set<uint64_t>& cuts = bounds[each.touch.object];
    std::vector<Graph::Part> parts;
    std::vector<RunStep> flushes;
    for (auto at = cuts.find(each.touch.begin); *at < each.touch.end; ++at) {
      RunStep step;
      step.cell = {*object, *at, *std::next(at) - *at};
      step.thread = each.thread;
      step.kind = kind_of(each.touch);
      auto number = static_cast<uint32_t>(run.steps.size());
      if (auto source = written.find(step.cell); step.kind != RunStep::Kind::write && source != written.end())
        step.source = source->second;
      if (step.kind != RunStep::Kind::read) written[step.cell] = number;
      auto cell = cells.try_emplace(step.cell, static_cast<uint32_t>(cells.size())).first;
      parts.push_back({cell->second, number});
      run.steps.push_back(step);
      if (!buffers || step.kind != RunStep::Kind::write || each.section != 0) continue;
      step.kind = RunStep::Kind::flush;
      flushes.push_back(step);
    }
    run.steps.insert(run.steps.end(), flushes.begin(), flushes.end());
    if (graph) graph->add(each, parts);
  }
  for (const auto& [cell, number] : cells) run.cells.push_back(cell);
  if (graph) made.graph = graph->made(cells.size());
  return made;
}

}  // namespace fencepost::engine::sampling
