#include "fences/monotony.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/print.h"
#include "fences/spots.h"
#include "memory/consistency.h"

namespace fencepost::fences {

namespace {

using core::MemoryOrder;
using memory::ExecutionGraph;
using AccessKind = program::Mapping::AccessKind;

struct Access {
  bool write = false;
  uint32_t location = 0;
  int source = -1;  // of a read: the access that it reads from; -1: the initial write
  int rank = 0;     // of writes to one location: their order
};

// Of two threads, two accesses each.
struct Shape {
  const char* name;
  std::array<Access, 4> accesses;
};

const std::array kShapes = {
    Shape{"store buffering", {{{true, 0}, {false, 1}, {true, 1}, {false, 0}}}},
    Shape{"message passing", {{{true, 0}, {true, 1}, {false, 1, 1}, {false, 0}}}},
    Shape{"load buffering", {{{false, 0, 3}, {true, 1}, {false, 1, 1}, {true, 0}}}},
    Shape{"S", {{{true, 0, -1, 1}, {true, 1}, {false, 1, 1}, {true, 0, -1, 0}}}},
    Shape{"R", {{{true, 0}, {true, 1, -1, 0}, {true, 1, -1, 1}, {false, 0}}}},
    Shape{"2+2W", {{{true, 0, -1, 1}, {true, 1, -1, 0}, {true, 1, -1, 1}, {true, 0, -1, 0}}}},
    Shape{"read own write", {{{true, 0}, {false, 0, 0}, {true, 1}, {false, 1, 2}}}},
};

// What one thread has beside its two accesses: orders that are not relaxed, and a fence between them.
struct Strength {
  std::array<MemoryOrder, 2> orders = {MemoryOrder::relaxed, MemoryOrder::relaxed};
  MemoryOrder fence = MemoryOrder::relaxed;  // relaxed: none

  bool is_as_strong(const Strength& other) const {
    return fences::is_as_strong(fence, other.fence) && fences::is_as_strong(orders[0], other.orders[0]) &&
           fences::is_as_strong(orders[1], other.orders[1]);
  }
};

class Probe {
 public:
  Probe(const memory::Model& model, const program::Mapping& mapping, Budget& budget)
      : model_(model), mapping_(mapping), budget_(budget), kinds_(kinds_of(model)) {}

  Monotony run() {
    Monotony found;
    for (const Shape& shape : kShapes) {
      const std::vector<Strength> first = strengths(shape, 0), second = strengths(shape, 1);
      std::vector<bool> allowed;
      for (const Strength& one : first)
        for (const Strength& two : second) {
          budget_.check();
          allowed.push_back(memory::Consistency(model_, &budget_).allows(graph_of(shape, {one, two})));
        }
      found.executions += allowed.size();
      for (size_t i = 0; i < allowed.size() && found.refuted.empty(); ++i)
        for (size_t j = 0; j < allowed.size() && found.refuted.empty(); ++j) {
          const Strength &one = first[i / second.size()], &other = first[j / second.size()];
          const Strength &two = second[i % second.size()], &another = second[j % second.size()];
          if (allowed[i] && !allowed[j] && one.is_as_strong(other) && two.is_as_strong(another))
            found.refuted = fmt::format("it allows {} with {}, but not with {}", shape.name, told({one, two}),
                                        told({other, another}));
        }
    }
    return found;
  }

 private:
  using Both = std::array<Strength, 2>;

  static AccessKind kind_of(const Access& access) { return access.write ? AccessKind::store : AccessKind::load; }

  // One thing at a time.
  std::vector<Strength> strengths(const Shape& shape, size_t thread) const {
    std::vector<Strength> all(1);
    for (const Kind& kind : kinds_) all.push_back({{MemoryOrder::relaxed, MemoryOrder::relaxed}, kind.order});
    for (size_t i = 0; i < 2; ++i) {
      const Access& access = shape.accesses[2 * thread + i];
      for (MemoryOrder order : {access.write ? MemoryOrder::release : MemoryOrder::acquire, MemoryOrder::seq_cst}) {
        if (mapping_.unknown().contains({kind_of(access), order})) continue;
        Strength strength;
        strength.orders[i] = order;
        all.push_back(strength);
      }
    }
    return all;
  }

  ExecutionGraph graph_of(const Shape& shape, const Both& strengths) const {
    struct Added {
      int thread;
      uint32_t location;
      const std::vector<std::string>* tags;
      const Access* access;  // null: a fence
    };
    std::vector<Added> added;
    std::array<size_t, 4> event_of{};
    for (size_t i = 0; i < shape.accesses.size(); ++i) {
      const Access& access = shape.accesses[i];
      const int thread = static_cast<int>(i / 2);
      const Strength& strength = strengths[i / 2];
      const memory::Mapped& mapped = mapping_.of(kind_of(access), strength.orders[i % 2]);
      auto fence = [&](const std::vector<std::string>& tags) {
        if (!tags.empty()) added.push_back({thread, memory::kNoLocation, &tags, nullptr});
      };
      if (i % 2 == 1 && strength.fence != MemoryOrder::relaxed)
        fence(mapping_.of(AccessKind::fence, strength.fence).fence);
      fence(mapped.before);
      event_of[i] = added.size() + kLocations;
      added.push_back({thread, access.location, access.write ? &mapped.write : &mapped.read, &access});
      fence(mapped.after);
    }
    std::vector<memory::Event> events;
    for (uint32_t i = 0; i < kLocations; ++i) events.push_back({memory::kInitThread, i, i, {}});
    for (const Added& one : added)
      events.push_back({one.thread, static_cast<uint32_t>(events.size()), one.location, {}});
    ExecutionGraph graph(std::move(events));
    memory::EventSet &reads = graph.set("R"), &writes = graph.set("W"), &fences = graph.set("F");
    memory::Relation &rf = graph.relation("rf"), &co = graph.relation("co");
    graph.relation("rmw");
    for (uint32_t i = 0; i < kLocations; ++i) writes.set(i);
    for (size_t i = 0; i < added.size(); ++i) {
      const size_t event = kLocations + i;
      for (const std::string& tag : *added[i].tags) graph.set(tag).set(event);
      const Access* access = added[i].access;
      (access == nullptr ? fences : access->write ? writes : reads).set(event);
      if (access == nullptr) continue;
      if (!access->write) {
        rf.set(access->source < 0 ? access->location : event_of[static_cast<size_t>(access->source)], event);
        continue;
      }
      co.set(access->location, event);
      for (size_t j = 0; j < added.size(); ++j)
        if (const Access* other = added[j].access; other != nullptr && other->write && other != access &&
                                                   other->location == access->location && access->rank < other->rank)
          co.set(event, kLocations + j);
    }
    graph.relation("sm") = memory::Relation::identity(memory::EventSet::full(graph.size()));
    graph.derive_static();
    graph.derive_communication();
    return graph;
  }

  static std::string told(const Both& both) {
    std::string out;
    for (size_t thread = 0; thread < 2; ++thread) {
      auto add = [&](const char* what, MemoryOrder order) {
        if (order != MemoryOrder::relaxed)
          out += fmt::format("{}{} {} in thread {}", out.empty() ? "" : " and ", what, core::name(order), thread);
      };
      add("a fence", both[thread].fence);
      add("the first access", both[thread].orders[0]);
      add("the second access", both[thread].orders[1]);
    }
    return out.empty() ? "relaxed accesses" : out;
  }

  static constexpr uint32_t kLocations = 2;
  const memory::Model& model_;
  const program::Mapping& mapping_;
  Budget& budget_;
  const std::vector<Kind> kinds_;
};

}  // namespace

Monotony probed_monotony(const memory::Model& model, const program::Mapping& mapping, Budget& budget) {
  return Probe(model, mapping, budget).run();
}

Monotony monotony_of(const memory::Model& model, const program::Mapping& mapping, Budget& budget) {
  return model.built_in ? Monotony{} : probed_monotony(model, mapping, budget);
}

}  // namespace fencepost::fences
