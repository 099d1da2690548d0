#include "flat/triangular_races.h"

#include <deque>
#include <map>
#include <optional>
#include <set>

#include "flat/automaton_shape.h"
#include "flat/operands.h"
#include "flat/simplify.h"
#include "flat/verify.h"

namespace fencepost::flat {

namespace {

// The locations of one template, told apart by whether stores may wait.
class WaitingStores {
 public:
  enum class Asked : uint8_t { triangular, all };  // races

  WaitingStores(const FlatProgram& program, const BufferFacts& facts, const Delays& delays, uint32_t thread,
                Asked asked)
      : program_(program),
        facts_(facts),
        delays_(delays),
        thread_(thread),
        of_(program.templates[thread]),
        asked_(asked) {}

  Template operator()() {
    Template made{of_.name, of_.instances, 0, Loc{0}, {}, {}};
    loc(made, {of_.entry, false, false, {}});
    while (!waiting_.empty()) {
      Node node = waiting_.front();
      waiting_.pop_front();
      Loc from = locs_.at(node);
      for (const Edge& edge : edges_of(of_, index(node.at))) {
        auto [label, to] = step(node, edge);
        made.edges.push_back({from, loc(made, to), std::move(label), edge.origin, edge.pos, edge.role});
      }
    }
    index_edges(made);
    return made;
  }

 private:
  struct Node {
    Loc at{};
    bool may_wait = false;
    bool may_be_passed = false;              // one of those that may wait, by the next store
    std::optional<std::set<VarId>> section;  // what it has accessed
    auto operator<=>(const Node&) const = default;
  };

  Loc loc(Template& made, const Node& node) {
    auto [found, is_new] = locs_.try_emplace(node, Loc{made.locations});
    if (is_new) {
      ++made.locations;
      waiting_.push_back(node);
    }
    return found->second;
  }

  static void pass(Barrier barrier, Node& node) {
    if (barrier == Barrier::full) node.may_wait = false;
    if (barrier != Barrier::none) node.may_be_passed = false;
  }

  std::pair<Label, Node> step(const Node& node, const Edge& edge) const {
    Node to{edge.to, node.may_wait, node.may_be_passed, node.section};
    Label label = edge.label;
    if (auto* load = std::get_if<Load>(&label)) {
      bool comes_before = node.may_wait && facts_.before(label) != Barrier::full;
      load->order = comes_before ? core::MemoryOrder::plain : core::MemoryOrder::relaxed;
    }
    pass(facts_.before(edge.label), to);
    if (auto* store = std::get_if<Store>(&label)) {
      store->order = core::MemoryOrder::relaxed;
      if (!node.section && delays_.is_buffered(thread_, store->to)) {
        bool waits = !delays_.is_at_once(thread_, edge);
        if (!waits && !to.may_be_passed) to.may_wait = false;  // it has waited until the buffer was empty
        if (waits) to.may_wait = true;
        if (waits && facts_.per_variable) to.may_be_passed = true;
        if (asked_ == Asked::all && to.may_wait) store->order = core::MemoryOrder::plain;
      }
    }
    pass(facts_.after(edge.label), to);
    if (node.section && (std::holds_alternative<Spawn>(label) || std::holds_alternative<Join>(label)))
      throw NotFlat{edge.pos, "an atomic section makes or joins threads, and stores may wait for ever in buffers"};
    if (std::holds_alternative<AtomicBegin>(label)) to.section.emplace();
    if (std::holds_alternative<AtomicEnd>(label)) to.section.reset();
    if (const Access* touched = access(label); touched && to.section) {
      each_cell(*touched, program_, [&](VarId id) {
        if (delays_.is_buffered(thread_, {id, {}})) to.section->insert(id);
      });
      if (asked_ == Asked::triangular && to.section->size() > 1)
        throw NotFlat{edge.pos,
                      "an atomic section accesses more than one variable, and stores may wait for ever in buffers"};
    }
    return {std::move(label), std::move(to)};
  }

  const FlatProgram& program_;
  const BufferFacts& facts_;
  const Delays& delays_;
  uint32_t thread_;
  const Template& of_;
  Asked asked_;
  std::map<Node, Loc> locs_;
  std::deque<Node> waiting_;
};

std::variant<FlatProgram, NotFlat> with_races(const FlatProgram& program, const BufferFacts& facts,
                                              const Delays& delays, logic::Terms& terms, WaitingStores::Asked asked) {
  try {
    FlatProgram made{program.variables, program.groups, {}, program.loosened};
    for (uint32_t thread = 0; thread < program.templates.size(); ++thread)
      made.templates.push_back(WaitingStores(program, facts, delays, thread, asked)());
    verify(made, "telling apart where stores may wait");
    simplify(made, terms);
    return made;
  } catch (const NotFlat& why) {
    return why;
  }
}

}  // namespace

std::variant<FlatProgram, NotFlat> with_triangular_races(const FlatProgram& program, const BufferFacts& facts,
                                                         const Delays& delays, logic::Terms& terms) {
  return with_races(program, facts, delays, terms, WaitingStores::Asked::triangular);
}

std::variant<FlatProgram, NotFlat> with_races_of_waiting(const FlatProgram& program, const BufferFacts& facts,
                                                         const Delays& delays, logic::Terms& terms) {
  return with_races(program, facts, delays, terms, WaitingStores::Asked::all);
}

}  // namespace fencepost::flat
