#include "memory/store_order.h"

#include <algorithm>
#include <set>

#include "base/check.h"
#include "memory/cycle.h"
#include "memory/order_graph.h"

namespace fencepost::memory {

namespace {

using cat::NamedEdge;
using cat::Part;

// What a conclusion rests on. A fixed pair belongs to one axiom's fixed part.
struct Premise {
  enum class Kind : uint8_t { rf, initial, fixed, pair, decision } kind = Kind::rf;
  uint32_t axiom = 0;
  EventId from = 0, to = 0;  // of a decision: its number
  auto operator<=>(const Premise&) const = default;
};
using Premises = std::set<Premise>;

struct Conflict {
  Premises premises;
  std::string axiom;
  cat::CheckKind kind = cat::CheckKind::acyclic;
  std::vector<NamedEdge> cycle;
};

// The fixed parts of the axioms on one graph, computed once for all subsets of reads-from that are tried.
struct FixedPart {
  std::vector<Relation> orders, pairs;
};

bool covers(const Part& part, bool internal) { return internal ? part.internal : part.external; }

class Search {
 public:
  Search(const cat::StoreOrderShape& shape, const ExecutionGraph& graph, const FixedPart& fixed, const Relation& rf)
      : shape_(shape),
        fixed_(fixed),
        rf_(rf),
        internal_(*graph.find_relation("int")),
        co_(graph.size()),
        sources_(rf.transpose()),
        premises_of_co_(graph.size()) {
    std::vector<std::vector<EventId>> by_location;
    graph.find_set("W")->for_each([&](size_t w) {
      const uint32_t location = graph.events()[w].location;
      if (location == kNoLocation) return;
      if (by_location.size() <= location) by_location.resize(location + 1);
      by_location[location].push_back(static_cast<EventId>(w));
    });
    for (const auto& writes : by_location)
      for (EventId a : writes)
        for (EventId b : writes) {
          if (a >= b) continue;
          const bool first = graph.events()[a].thread == kInitThread, second = graph.events()[b].thread == kInitThread;
          if (first != second)
            initial_.emplace_back(first ? a : b, first ? b : a);
          else
            open_.emplace_back(a, b);
        }
  }

  // Nothing when a coherence order was found.
  std::optional<Conflict> run() {
    std::optional<Conflict> conflict = start();
    if (conflict) return conflict;
    while (true) {
      conflict = propagate();
      while (conflict) {
        // The last decision on which the conflict rests is wrong; those after it do not matter.
        if (conflict->premises.empty() || conflict->premises.rbegin()->kind != Premise::Kind::decision) return conflict;
        const Premise wrong = *conflict->premises.rbegin();
        const Decision decision = decisions_[wrong.from];
        undo(wrong.from);
        conflict->premises.erase(wrong);
        conflict = order(decision.b, decision.a, conflict->premises);
      }
      const auto next = std::find_if(open_.begin(), open_.end(), [&](const auto& p) { return !decided(p); });
      if (next == open_.end()) return std::nullopt;
      const auto number = static_cast<EventId>(decisions_.size());
      Decision decision{next->first, next->second, trail_.size(), labels_.size(), {}};
      for (const OrderGraph& g : graphs_) decision.marks.push_back(g.mark());
      decisions_.push_back(std::move(decision));
      // propagate() has just seen that neither order of an open pair conflicts by itself.
      order(next->first, next->second, {{Premise::Kind::decision, 0, number, 0}});
    }
  }

  const Relation& co() const { return co_; }

 private:
  struct Decision {
    EventId a, b;
    size_t trail, labels;  // their lengths before it
    std::vector<size_t> marks;
  };
  struct Label {
    const char* relation;
    EventId read, write;  // rf: the read; fr: the read and the overtaking write; co: both writes
  };

  bool decided(const std::pair<EventId, EventId>& p) const {
    return co_.test(p.first, p.second) || co_.test(p.second, p.first);
  }

  template <typename F>
  void for_each_source(EventId read, const F& f) const {
    sources_.for_each_in_row(read, [&](size_t w) { f(static_cast<EventId>(w)); });
  }

  std::optional<Conflict> start() {
    for (size_t k = 0; k < shape_.orders.size(); ++k) {
      if (!fixed_.orders[k].acyclic()) return fixed_cycle(k);
      graphs_.emplace_back(fixed_.orders[k]);
    }
    std::optional<Conflict> conflict;
    rf_.for_each([&](size_t wi, size_t ri) {
      const auto w = static_cast<EventId>(wi), r = static_cast<EventId>(ri);
      for (size_t k = 0; k < graphs_.size() && !conflict; ++k)
        if (covers(shape_.orders[k].rf, internal_.test(w, r))) conflict = insert(k, w, r, {"rf", r, w});
    });
    for (size_t i = 0; i < initial_.size() && !conflict; ++i) {
      const auto [first, second] = initial_[i];
      conflict = order(first, second, {{Premise::Kind::initial, 0, first, second}});
    }
    return conflict;
  }

  // A pair whose one order conflicts is put in the other; until nothing changes.
  std::optional<Conflict> propagate() {
    for (bool changed = true; changed;) {
      changed = false;
      for (const auto& [a, b] : open_) {
        if (decided({a, b})) continue;
        for (const auto& [first, second] : {std::pair(a, b), std::pair(b, a)}) {
          std::optional<Conflict> against = objection(first, second);
          if (!against) continue;
          changed = true;
          if (std::optional<Conflict> conflict = order(second, first, std::move(against->premises))) return conflict;
          break;
        }
      }
    }
    return std::nullopt;
  }

  // Why a cannot be coherence-before b, without the premises of that order itself. All edges that the order brings end in
  // b, so a cycle uses one of them: each is looked at alone.
  std::optional<Conflict> objection(EventId a, EventId b) const {
    for (size_t k = 0; k < graphs_.size(); ++k) {
      const cat::OrderAxiom& axiom = shape_.orders[k];
      if (covers(axiom.co, internal_.test(a, b)) && graphs_[k].closes_cycle(a, b)) return cycle(k, {"co", a, b}, a, b);
      std::optional<Conflict> found;
      rf_.for_each_in_row(a, [&](size_t ri) {
        const auto r = static_cast<EventId>(ri);
        if (!found && r != b && covers(axiom.fr, internal_.test(r, b)) && graphs_[k].closes_cycle(r, b))
          found = cycle(k, {"fr", r, b}, r, b);
      });
      if (found) return found;
    }
    for (size_t k = 0; k < shape_.atomic.size(); ++k) {
      std::optional<Conflict> found;
      // b between a read of a and its write.
      rf_.for_each_in_row(a, [&](size_t ri) {
        fixed_.pairs[k].for_each_in_row(ri, [&](size_t wi) {
          if (!found && co_.test(b, wi))
            found = split(k, a, static_cast<EventId>(ri), b, static_cast<EventId>(wi), false);
        });
      });
      // a between the source of a read and its write b.
      for (EventId r = 0; r < co_.size() && !found; ++r) {
        if (!fixed_.pairs[k].test(r, b)) continue;
        for_each_source(r, [&](EventId w) {
          if (!found && co_.test(w, a)) found = split(k, w, r, a, b, true);
        });
      }
      if (found) return found;
    }
    return std::nullopt;
  }

  std::optional<Conflict> order(EventId a, EventId b, Premises premises) {
    if (std::optional<Conflict> conflict = objection(a, b)) {
      conflict->premises.insert(premises.begin(), premises.end());
      return conflict;
    }
    co_.set(a, b);
    trail_.emplace_back(a, b);
    premises_of_co_[a].emplace_back(b, std::move(premises));
    for (size_t k = 0; k < graphs_.size(); ++k) {
      if (covers(shape_.orders[k].co, internal_.test(a, b))) insert(k, a, b, {"co", a, b});
      rf_.for_each_in_row(a, [&](size_t ri) {
        const auto r = static_cast<EventId>(ri);
        if (r != b && covers(shape_.orders[k].fr, internal_.test(r, b))) insert(k, r, b, {"fr", r, b});
      });
    }
    return std::nullopt;
  }

  std::optional<Conflict> insert(size_t k, EventId from, EventId to, const Label& label) {
    if (graphs_[k].closes_cycle(from, to)) {
      Conflict conflict = cycle(k, label, from, to);
      explain(label, conflict.premises);
      return conflict;
    }
    labels_.push_back(label);
    graphs_[k].add(from, to, static_cast<uint32_t>(labels_.size() - 1));
    return std::nullopt;
  }

  void undo(size_t decision) {
    for (size_t k = 0; k < graphs_.size(); ++k) graphs_[k].undo(decisions_[decision].marks[k]);
    while (trail_.size() > decisions_[decision].trail) {
      const auto [a, b] = trail_.back();
      co_.reset(a, b);
      premises_of_co_[a].pop_back();
      trail_.pop_back();
    }
    labels_.resize(decisions_[decision].labels);
    decisions_.resize(decision);
  }

  // The cycle that the edge closes; its premises are those of the way back, and of an fr edge's read.
  Conflict cycle(size_t k, const Label& closing, EventId from, EventId to) const {
    Conflict conflict;
    conflict.axiom = shape_.orders[k].name;
    conflict.cycle.push_back({from, to, closing.relation});
    if (closing.relation[0] == 'f') add_rf(closing.read, closing.write, conflict.premises);
    const std::vector<OrderEdge> way = from == to ? std::vector<OrderEdge>{} : graphs_[k].path(to, from);
    for (size_t i = 0; i < way.size(); ++i) {
      if (way[i].label != OrderGraph::kFixed) {
        const Label& label = labels_[way[i].label];
        conflict.cycle.push_back({way[i].from, way[i].to, label.relation});
        explain(label, conflict.premises);
        continue;
      }
      // One step over as many fixed edges as the fixed part has in one: fewer events in the reason.
      size_t last = i;
      for (size_t j = i + 1; j < way.size() && way[j].label == OrderGraph::kFixed; ++j)
        if (fixed_.orders[k].test(way[i].from, way[j].to)) last = j;
      conflict.cycle.push_back({way[i].from, way[last].to, ""});
      conflict.premises.insert({Premise::Kind::fixed, static_cast<uint32_t>(k), way[i].from, way[last].to});
      i = last;
    }
    return conflict;
  }

  Conflict fixed_cycle(size_t k) const {
    Conflict conflict;
    conflict.axiom = shape_.orders[k].name;
    const std::vector<EventId> events = shortest_cycle(fixed_.orders[k]);
    for (size_t i = 0; i + 1 < events.size(); ++i) {
      conflict.cycle.push_back({events[i], events[i + 1], ""});
      conflict.premises.insert({Premise::Kind::fixed, static_cast<uint32_t>(k), events[i], events[i + 1]});
    }
    return conflict;
  }

  // source -co-> between -co-> write while the read of `source` and `write` are one read-modify-write.
  std::optional<Conflict> split(size_t k, EventId source, EventId read, EventId between, EventId write,
                                bool source_side_known) const {
    const cat::AtomicAxiom& axiom = shape_.atomic[k];
    if (read == between || between == write || source == between || source == write ||
        !covers(axiom.fr, internal_.test(read, between)) || !covers(axiom.co, internal_.test(between, write)))
      return std::nullopt;
    Conflict conflict;
    conflict.axiom = axiom.name;
    conflict.kind = cat::CheckKind::empty;
    conflict.cycle = {{read, between, "fr"}, {between, write, "co"}};
    conflict.premises.insert({Premise::Kind::rf, 0, source, read});
    conflict.premises.insert({Premise::Kind::pair, static_cast<uint32_t>(k), read, write});
    source_side_known ? add_co(source, between, conflict.premises) : add_co(between, write, conflict.premises);
    return conflict;
  }

  void explain(const Label& label, Premises& premises) const {
    switch (label.relation[0]) {
      case 'c':
        return add_co(label.read, label.write, premises);
      case 'f': {
        const EventId source = add_rf(label.read, label.write, premises);
        return add_co(source, label.write, premises);
      }
      default:
        premises.insert({Premise::Kind::rf, 0, label.write, label.read});
    }
  }

  // The reads-from edge behind fr(read, write); the source is the one in question, or the one already before the write.
  EventId add_rf(EventId read, EventId write, Premises& premises) const {
    EventId source = 0;
    for_each_source(read, [&](EventId w) {
      if (w != write) source = w;
    });
    premises.insert({Premise::Kind::rf, 0, source, read});
    return source;
  }

  void add_co(EventId a, EventId b, Premises& premises) const {
    for (const auto& [to, because] : premises_of_co_[a])
      if (to == b) premises.insert(because.begin(), because.end());
  }

  const cat::StoreOrderShape& shape_;
  const FixedPart& fixed_;
  const Relation& rf_;
  const Relation& internal_;
  Relation co_, sources_;
  std::vector<std::pair<EventId, EventId>> initial_, open_;
  std::vector<OrderGraph> graphs_;
  std::vector<Label> labels_;
  std::vector<std::pair<EventId, EventId>> trail_;
  std::vector<std::vector<std::pair<EventId, Premises>>> premises_of_co_;  // by the earlier write
  std::vector<Decision> decisions_;
};

Relation kept_rf(const Conflict& conflict, size_t n) {
  Relation rf(n);
  for (const Premise& p : conflict.premises)
    if (p.kind == Premise::Kind::rf) rf.set(p.from, p.to);
  return rf;
}

}  // namespace

StoreOrder::StoreOrder(std::shared_ptr<const Model> model, cat::StoreOrderShape shape)
    : model_(std::move(model)), shape_(std::move(shape)), evaluator_(model_->program) {}

std::optional<StoreOrder> StoreOrder::of(std::shared_ptr<const Model> model) {
  std::optional<cat::StoreOrderShape> shape = cat::store_order_shape(model->program);
  if (!shape) return std::nullopt;
  return StoreOrder(std::move(model), std::move(*shape));
}

std::optional<Reason> StoreOrder::violation(const ExecutionGraph& graph) {
  const size_t n = graph.size();
  if (const Relation* section = graph.find_relation("section"))
    FP_CHECK_MSG(section->none(), "store orders over atomic sections are not supported yet");
  evaluator_.bind(graph);
  FixedPart fixed;
  for (const cat::OrderAxiom& axiom : shape_.orders) {
    Relation r(n);
    for (const cat::Expr* e : axiom.fixed)
      if (const cat::Value v = evaluator_.evaluate(*e); v.kind() == cat::Value::Kind::relation) r |= v.as_relation();
    fixed.orders.push_back(std::move(r));
  }
  for (const cat::AtomicAxiom& axiom : shape_.atomic) {
    const cat::Value v = evaluator_.evaluate(*axiom.pairs);
    fixed.pairs.push_back(v.kind() == cat::Value::Kind::relation ? v.as_relation() : Relation(n));
  }

  Search search(shape_, graph, fixed, *graph.find_relation("rf"));
  std::optional<Conflict> conflict = search.run();
  if (!conflict) {
    co_ = search.co();
    return std::nullopt;
  }

  // Leave out one reads-from edge after another; a conflict without it brings its own, smaller reason.
  std::set<std::pair<EventId, EventId>> needed;
  for (bool smaller = true; smaller;) {
    smaller = false;
    const Relation rf = kept_rf(*conflict, n);
    rf.for_each([&](size_t w, size_t r) {
      const std::pair edge(static_cast<EventId>(w), static_cast<EventId>(r));
      if (smaller || needed.contains(edge)) return;
      Relation fewer = rf;
      fewer.reset(w, r);
      if (std::optional<Conflict> without = Search(shape_, graph, fixed, fewer).run()) {
        conflict = std::move(without);
        smaller = true;
      } else {
        needed.insert(edge);
      }
    });
  }

  Reason reason;
  reason.axiom = conflict->axiom;
  reason.kind = conflict->kind;
  cat::Explainer explainer(evaluator_);
  const auto fixed_expr = [&](uint32_t axiom, EventId from, EventId to) -> const cat::Expr* {
    for (const cat::Expr* e : shape_.orders[axiom].fixed)
      if (const cat::Value v = evaluator_.evaluate(*e);
          v.kind() == cat::Value::Kind::relation && v.as_relation().test(from, to))
        return e;
    return nullptr;
  };
  std::set<NamedEdge> edges;
  for (const Premise& p : conflict->premises) {
    if (p.kind == Premise::Kind::rf) edges.insert({p.from, p.to, "rf"});
    if (p.kind == Premise::Kind::initial) edges.insert({p.from, p.to, "co"});
    if (p.kind == Premise::Kind::pair) explainer.explain(*shape_.atomic[p.axiom].pairs, p.from, p.to);
    if (p.kind == Premise::Kind::fixed)
      if (const cat::Expr* e = fixed_expr(p.axiom, p.from, p.to)) explainer.explain(*e, p.from, p.to);
  }
  edges.insert(explainer.edges().begin(), explainer.edges().end());
  reason.edges.assign(edges.begin(), edges.end());
  for (NamedEdge& step : conflict->cycle) {
    const cat::Expr* e = nullptr;
    if (step.relation.empty())
      for (uint32_t k = 0; k < shape_.orders.size() && e == nullptr; ++k)
        if (shape_.orders[k].name == reason.axiom) e = fixed_expr(k, step.from, step.to);
    if (e == nullptr)
      reason.cycle.push_back(step);
    else
      for (NamedEdge& named : explainer.named_path(*e, step.from, step.to)) reason.cycle.push_back(std::move(named));
  }
  return reason;
}

}  // namespace fencepost::memory
