#include "check/stronger_orders.h"

#include <algorithm>
#include <array>
#include <optional>

#include "check/allowed.h"
#include "memory/graph_edit.h"
#include "program/mapping.h"

namespace fencepost::check {

using core::MemoryOrder;
using memory::EventId;
using memory::ExecutionGraph;
using program::Mapping;
using result::RunGraph;
using AtomicKind = RunGraph::Access::Kind;

namespace {

// An access whose order may be another one.
struct Changed {
  EventId event = 0;  // the one that a pair names
  RunGraph::Access access;
  std::vector<EventId> events;  // all of it
  std::optional<MemoryOrder> order = std::nullopt;
};

// Weaker ones first.
std::vector<MemoryOrder> stronger(const RunGraph::Access& access) {
  using enum MemoryOrder;
  static constexpr std::array kAll = {acquire, release, acq_rel, seq_cst};
  std::vector<MemoryOrder> found;
  for (MemoryOrder order : kAll) {
    const bool fits = order == seq_cst || access.kind == AtomicKind::update ||
                      order == (access.kind == AtomicKind::load ? acquire : release);
    const bool keeps = (!program::acquires(access.order) || program::acquires(order)) &&
                       (!program::releases(access.order) || program::releases(order)) && access.order != seq_cst;
    if (fits && keeps && order != access.order) found.push_back(order);
  }
  return found;
}

const std::vector<std::string>& tags_of(const memory::Mapped& mapped, bool is_read) {
  return is_read ? mapped.read : mapped.write;
}

class OrderSearch {
 public:
  OrderSearch(const RunGraph& graph, const std::shared_ptr<const memory::Model>& model, Budget& budget)
      : graph_(graph), model_(model), mapping_(*model), budget_(budget) {}

  void add(EventId event) {
    if (event >= graph_.accesses.size()) return;
    const RunGraph::Access& access = graph_.accesses[event];
    const bool is_known =
        std::ranges::any_of(accesses_, [&](const Changed& known) { return known.access.number == access.number; });
    if (access.number == 0 || is_known || stronger(access).empty()) return;
    Changed added{event, access, {}};
    for (EventId other = 0; other < graph_.accesses.size(); ++other)
      if (graph_.accesses[other].number == access.number) added.events.push_back(other);
    for (MemoryOrder order : stronger(access))
      if (!mapping_.unknown().contains({kind_of(access), order})) added.order = order;
    if (added.order) accesses_.push_back(std::move(added));
  }

  std::vector<result::Weakness::Order> find() {
    std::vector<result::Weakness::Order> found;
    if (mapping_.is_kernel() || accesses_.empty() || !is_allowed(graph_.graph, model_, budget_) || !is_forbidden())
      return found;
    for (Changed& one : accesses_) weaken(one);
    for (const Changed& one : accesses_)
      if (one.order) found.push_back({one.event, *one.order});
    std::ranges::sort(found, {}, &result::Weakness::Order::event);
    return found;
  }

 private:
  static Mapping::AccessKind kind_of(const RunGraph::Access& access) {
    return access.kind == AtomicKind::load    ? Mapping::AccessKind::load
           : access.kind == AtomicKind::store ? Mapping::AccessKind::store
                                              : Mapping::AccessKind::update;
  }

  void weaken(Changed& one) {
    const MemoryOrder strongest = *one.order;
    one.order.reset();
    if (is_forbidden()) return;
    for (MemoryOrder order : stronger(one.access)) {
      one.order = order;
      if (order == strongest || is_forbidden()) return;
    }
  }

  // Fences around an access that control alone leads to its read are not told apart here.
  bool is_forbidden() {
    ExecutionGraph graph = graph_.graph;
    for (const Changed& one : accesses_) {
      if (!one.order) continue;
      const memory::Mapped& before = mapping_.of(kind_of(one.access), one.access.order);
      const memory::Mapped& after = mapping_.of(kind_of(one.access), *one.order);
      if (after.control_dependency) return false;
      const memory::EventSet& reads = *graph_.graph.find_set("R");
      for (EventId event : one.events) {
        const bool is_read = reads.test(event);
        graph = memory::with_tags(std::move(graph), event, tags_of(before, is_read), tags_of(after, is_read));
      }
      if (!after.before.empty()) graph = memory::with_fences(graph, {{{one.events.front(), false}}}, after.before);
      if (!after.after.empty()) graph = memory::with_fences(graph, {{{one.events.back(), true}}}, after.after);
    }
    return !is_allowed(graph, model_, budget_);
  }

  const RunGraph& graph_;
  const std::shared_ptr<const memory::Model>& model_;
  Mapping mapping_;
  Budget& budget_;
  std::vector<Changed> accesses_;
};

}  // namespace

std::vector<result::Weakness::Order> forbidding_orders(const RunGraph& graph,
                                                       const std::vector<result::Weakness::Pair>& pairs,
                                                       const std::shared_ptr<const memory::Model>& model,
                                                       Budget& budget) {
  OrderSearch search(graph, model, budget);
  for (const result::Weakness::Pair& pair : pairs) {
    search.add(pair.first);
    search.add(pair.second);
  }
  return search.find();
}

}  // namespace fencepost::check
