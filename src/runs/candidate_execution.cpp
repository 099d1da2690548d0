#include "runs/candidate_execution.h"

#include <algorithm>
#include <map>
#include <optional>

#include "base/check.h"

namespace fencepost::runs {

using unroll::Event;

namespace {

// One event of the graph before the graph exists.
struct Node {
  uint32_t origin;
  int thread;
  uint32_t location = memory::kNoLocation;
  char kind = 'F';  // R, W, F
  const std::vector<std::string>* tags = nullptr;
  bool depends_on_previous = false;
};

class Builder {
 public:
  Builder(const unroll::Unrolled& unrolled, const program::Mapping& mapping, const Valuation& valuation,
          ImpliedReads implied)
      : unrolled_(unrolled),
        mapping_(mapping),
        valuation_(valuation),
        implied_(implied),
        number_(unrolled.events.size(), CandidateExecution::kAbsent) {}

  CandidateExecution build() {
    for (uint32_t i = 0; i < unrolled_.events.size(); ++i)
      if (happens(i)) add(i);
    std::vector<memory::Event> events(nodes_.size());
    for (size_t i = 0; i < nodes_.size(); ++i) {
      events[i].thread = nodes_[i].thread;
      // Parts of one access are not in program order.
      events[i].instruction = i > 0 && are_parts(i - 1, i) ? events[i - 1].instruction : static_cast<uint32_t>(i);
      events[i].location = nodes_[i].location;
    }
    CandidateExecution made{memory::ExecutionGraph(std::move(events)), {}, std::move(number_)};
    for (const Node& node : nodes_) made.origin.push_back(node.origin);
    fill(made);
    return made;
  }

 private:
  void push(Node node) { nodes_.push_back(node); }

  bool are_parts(size_t a, size_t b) const {
    const Event &one = unrolled_.events[nodes_[a].origin], &two = unrolled_.events[nodes_[b].origin];
    return nodes_[a].kind != 'F' && nodes_[b].kind != 'F' && one.whole != 0 && one.whole == two.whole;
  }
  // Barriers stand around a whole access.
  bool has_earlier_part(const Event& event) const {
    return event.whole != 0 && !nodes_.empty() && unrolled_.events[nodes_.back().origin].whole == event.whole;
  }
  bool has_later_part(uint32_t i) const {
    const std::vector<Event>& all = unrolled_.events;
    for (uint32_t next = i + 1; all[i].whole != 0 && next < all.size() && all[next].whole == all[i].whole; ++next)
      if (valuation_.holds(all[next].guard)) return true;
    return false;
  }

  uint32_t location(const Event& event) const {
    for (const Event::PossibleCell& possible : event.cells)
      if (event.cells.size() == 1 || valuation_.holds(possible.when)) return possible.cell;
    return memory::kNoLocation;
  }

  // The write of an update that failed does not happen, and its read is a load.
  bool updates(const Event& event) const {
    return event.partner != Event::kNone && valuation_.holds(unrolled_.events[event.partner].guard);
  }
  const memory::Mapped& mapped_access(const Event& event) const {
    using enum program::Mapping::AccessKind;
    if (updates(event)) return mapping_.of(update, event.order);
    if (event.kind == Event::Kind::write) return mapping_.of(store, event.order);
    return mapping_.of(event.partner != Event::kNone ? failed : load, event.failure_order);
  }

  // The barriers before an access, unless they are there.
  void begin(uint32_t access) {
    const Event& event = unrolled_.events[access];
    const std::vector<std::string>& tags = mapped_access(event).before;
    if (begun_ == access || has_earlier_part(event) || tags.empty()) return;
    push({access, static_cast<int>(event.thread), memory::kNoLocation, 'F', &tags, false});
    begun_ = access;
  }

  // Of the access for which the event asks if an object lives. That is asked just before the access, behind the barriers that belong to it.
  std::optional<uint32_t> first_part(const Event& question) const {
    for (uint32_t part = question.asks_from; part < question.asks_to; ++part)
      if (happens(part)) return part;
    return std::nullopt;
  }
  bool happens(uint32_t i) const {
    const Event& event = unrolled_.events[i];
    return (implied_ == ImpliedReads::shown || !event.implied) && valuation_.holds(event.guard);
  }

  void add(uint32_t i) {
    const Event& event = unrolled_.events[i];
    auto thread = static_cast<int>(event.thread);
    auto barrier = [&](const std::vector<std::string>& tags, bool depends = false) {
      uint32_t cell = event.kind == Event::Kind::fence ? location(event) : memory::kNoLocation;
      if (!tags.empty()) push({i, thread, cell, 'F', &tags, depends});
    };
    auto access = [&](char kind, const std::vector<std::string>& tags) {
      number_[i] = static_cast<uint32_t>(nodes_.size());
      push({i, kind == 'I' ? memory::kInitThread : thread, location(event), kind == 'I' ? 'W' : kind, &tags, false});
    };
    switch (event.kind) {
      case Event::Kind::initial:
        return access('I', kNoTags);
      case Event::Kind::read: {
        const memory::Mapped& mapped = mapped_access(event);
        if (const std::optional<uint32_t> asked_for = first_part(event)) begin(*asked_for);
        begin(i);
        access('R', mapped.read);
        if ((!updates(event) || mapped.control_dependency) && !has_later_part(i))
          barrier(mapped.after, mapped.control_dependency);
        return;
      }
      case Event::Kind::write: {
        const memory::Mapped& mapped = mapped_access(event);
        if (!updates(event)) begin(i);
        access('W', mapped.write);
        if ((!updates(event) || !mapped.control_dependency) && !has_later_part(i)) barrier(mapped.after);
        return;
      }
      case Event::Kind::fence:
        return barrier(mapping_.of(program::Mapping::AccessKind::fence, event.order).fence);
      default:
        number_[i] = static_cast<uint32_t>(nodes_.size());
        return push({i, thread, memory::kNoLocation, 'F', &mapping_.point(), false});
    }
  }

  void fill(CandidateExecution& made) const {
    memory::ExecutionGraph& graph = made.graph;
    memory::EventSet &reads = graph.set("R"), &writes = graph.set("W"), &fences = graph.set("F");
    memory::EventSet& in_section = graph.set("SECTION");
    memory::Relation &rf = graph.relation("rf"), &rmw = graph.relation("rmw"), &sync = graph.relation("sync");
    memory::Relation& section = graph.relation("section");
    // A value may have come from another thread, by its start or its end; that is no dependency of this one.
    auto depends = [&](unroll::ReadSet set, size_t on, const char* relation) {
      if (set == 0) return;
      for (const unroll::ReadSets::Member& member : unrolled_.read_sets[set]) {
        uint32_t read = made.number[member.read];
        if (read != CandidateExecution::kAbsent && nodes_[read].thread == nodes_[on].thread &&
            valuation_.holds(member.when))
          graph.relation(relation).set(read, on);
      }
    };
    std::vector<std::vector<size_t>> sections;
    std::map<uint32_t, std::vector<size_t>> wholes;
    for (size_t i = 0; i < nodes_.size(); ++i) {
      const Node& node = nodes_[i];
      const Event& event = unrolled_.events[node.origin];
      (node.kind == 'R' ? reads : node.kind == 'W' ? writes : fences).set(i);
      if (node.tags != nullptr)
        for (const std::string& tag : *node.tags) graph.set(tag).set(i);
      if (node.depends_on_previous && i > 0) graph.relation("ctrl").set(i - 1, i);
      depends(made.is_behind(i) ? unrolled_.control_after(event) : event.ctrl, i, "ctrl");
      if (event.section != 0) {
        in_section.set(i);
        if (sections.size() <= event.section) sections.resize(event.section + 1);
        sections[event.section].push_back(i);
      }
      if (made.number[node.origin] != i) continue;
      if (event.asks_for_store) graph.set("asks-store").set(i);
      if (std::optional<uint32_t> access = asks_for(i, made)) graph.relation("asks").set(i, *access);
      if (event.whole != 0) wholes[event.whole].push_back(i);
      depends(event.addr, i, "addr");
      depends(event.data, i, "data");
      uint32_t partner = event.partner == Event::kNone ? CandidateExecution::kAbsent : made.number[event.partner];
      if (event.kind == Event::Kind::read) {
        rf.set(event.implied ? implied_source(i, rf) : made.number[valuation_.source(node.origin)], i);
        if (partner != CandidateExecution::kAbsent) rmw.set(i, partner);
        if (partner != CandidateExecution::kAbsent && mapping_.has_atomic_instructions())
          graph.relation("amo").set(i, partner);
      }
      if (partner != CandidateExecution::kAbsent &&
          (event.kind == Event::Kind::start || event.kind == Event::Kind::join))
        sync.set(partner, i);
    }
    auto relate_all = [](const std::vector<size_t>& members, memory::Relation& relation) {
      for (size_t a : members)
        for (size_t b : members)
          if (a != b) relation.set(a, b);
    };
    for (const std::vector<size_t>& members : sections) relate_all(members, section);
    if (mapping_.names_accesses()) graph.relation("sm") = memory::Relation::identity(reads | writes | fences);
    for (const auto& [whole, members] : wholes) {
      relate_all(members, section);
      if (mapping_.names_accesses()) relate_all(members, graph.relation("sm"));
    }
    if (is_partly_sequenced()) graph.relation("po") = program_order();
    graph.derive_static();
  }

  // The access for which a thread asks if an object lives, if others see it at once: its last part. Of an update that is the write, if
  // it writes: whichever of its halves comes too late, that one does.
  std::optional<uint32_t> asks_for(size_t question, const CandidateExecution& made) const {
    const Event& event = unrolled_.events[nodes_[question].origin];
    std::optional<uint32_t> last;
    for (uint32_t part = event.asks_from; part < event.asks_to; ++part) {
      const uint32_t partner = unrolled_.events[part].partner;
      uint32_t access = made.number[part];
      if (partner != Event::kNone && made.number[partner] != CandidateExecution::kAbsent) access = made.number[partner];
      if (access == CandidateExecution::kAbsent || !are_of_one_object(question, access)) continue;
      if (last && !are_parts(*last, access)) return std::nullopt;
      last = access;
    }
    return last;
  }
  bool are_of_one_object(size_t a, size_t b) const {
    return unrolled_.cells[nodes_[a].location].object == unrolled_.cells[nodes_[b].location].object;
  }

  bool is_partly_sequenced() const {
    return std::any_of(nodes_.begin(), nodes_.end(),
                       [&](const Node& node) { return unrolled_.events[node.origin].sequence != 0; });
  }

  memory::Relation program_order() const {
    memory::Relation po(nodes_.size());
    for (size_t a = 0; a < nodes_.size(); ++a)
      for (size_t b = a + 1; b < nodes_.size(); ++b) {
        bool same_thread = nodes_[a].thread == nodes_[b].thread && nodes_[a].thread != memory::kInitThread;
        uint32_t one = nodes_[a].origin, two = nodes_[b].origin;
        if (same_thread && !are_parts(a, b) && (one == two || unrolled_.are_sequenced(one, two))) po.set(a, b);
      }
    return po;
  }

  // What the thread's last access to the cell took or wrote; before that, what those wrote last who made the thread; the
  // initial contents.
  size_t implied_source(size_t read, const memory::Relation& rf) const {
    for (size_t i = read; i-- > 0;) {
      if (nodes_[i].thread != nodes_[read].thread || nodes_[i].location != nodes_[read].location) continue;
      if (nodes_[i].kind == 'W') return i;
      for (size_t write = 0; write < nodes_.size(); ++write)
        if (rf.test(write, i)) return write;
    }
    size_t last = nodes_.size();
    auto look = [&](int thread) {
      for (size_t i = nodes_.size(); i-- > 0 && last == nodes_.size();)
        if (nodes_[i].kind == 'W' && nodes_[i].thread == thread && nodes_[i].location == nodes_[read].location)
          last = i;
    };
    for (auto thread = static_cast<uint32_t>(nodes_[read].thread); thread != 0 && last == nodes_.size();) {
      thread = unrolled_.threads[thread].parent;
      look(static_cast<int>(thread));
    }
    look(memory::kInitThread);
    FP_CHECK_MSG(last < nodes_.size(), "an implied read without an earlier write");
    return last;
  }

  static inline const std::vector<std::string> kNoTags = {};

  const unroll::Unrolled& unrolled_;
  const program::Mapping& mapping_;
  const Valuation& valuation_;
  ImpliedReads implied_;
  std::vector<Node> nodes_;
  std::vector<uint32_t> number_;
  uint32_t begun_ = Event::kNone;  // the last access whose barriers before it are there
};

}  // namespace

CandidateExecution candidate_execution(const unroll::Unrolled& unrolled, const program::Mapping& mapping,
                                       const Valuation& valuation, ImpliedReads implied) {
  return Builder(unrolled, mapping, valuation, implied).build();
}

}  // namespace fencepost::runs
