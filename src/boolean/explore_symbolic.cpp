#include "boolean/explore_symbolic.h"

#include <bdd.h>

#include <algorithm>
#include <deque>
#include <set>
#include <unordered_map>

#include "base/check.h"
#include "boolean/bdd_table.h"
#include "boolean/configuration_after.h"

namespace fencepost::boolean {

namespace {

// In the table.
int before(BoolVar id) { return 2 * static_cast<int>(index(id)); }
int after(BoolVar id) { return before(id) + 1; }

bdd literal(const Literal& one) {
  return one.positive ? bdd_ithvar(before(one.variable)) : bdd_nithvar(before(one.variable));
}

bdd set_of(const Cube& cube) {
  bdd all = bddtrue;
  for (const Literal& one : cube) all &= literal(one);
  return all;
}
bdd set_of(const Formula& formula) {
  bdd any = bddfalse;
  for (const Cube& cube : formula) any |= set_of(cube);
  return any;
}
bdd set_of(const ThreeValued& values, size_t variables) {
  bdd all = bddtrue;
  for (uint32_t i = 0; i < variables; ++i)
    if (Truth truth = values[BoolVar{i}]; truth != Truth::open) all &= literal({BoolVar{i}, truth == Truth::holds});
  return all;
}

// A step as a relation of what is before it and the new values of what it updates.
struct Relation {
  bdd guard = bddtrue, step = bddtrue, updated = bddtrue;
  bdd passes = bddfalse;
  bddPair* back = nullptr;  // of what is updated, from after to before
};

class SymbolicExplorer {
 public:
  SymbolicExplorer(const BooleanProgram& program, const SymbolicOptions& options, Budget& budget)
      : program_(program), options_(options), budget_(budget) {
    allowed_ = !set_of(program.never);
    for (const Thread& thread : program.threads)
      for (const Edge& edge : thread.edges) relations_[&edge] = relation(edge);
  }
  ~SymbolicExplorer() {
    for (auto& [edge, made] : relations_) bdd_freepair(made.back);
  }
  SymbolicExplorer(const SymbolicExplorer&) = delete;
  SymbolicExplorer& operator=(const SymbolicExplorer&) = delete;

  SymbolicallyExplored operator()() {
    ThreeValued values(program_.variables.size());
    for (uint32_t i = 0; i < program_.variables.size(); ++i) values.set(BoolVar{i}, program_.variables[i].initial);
    add(first_configuration(program_), set_of(values, program_.variables.size()) & allowed_, kNone, {});
    for (uint32_t next = 0; next < nodes_.size() && !is_done(); ++next) {
      budget_.check();
      expand(next);
      BddTable::check_room();
    }
    for (const auto& [at, set] : reached_) {
      ++result_.configurations;
      // Each variable after a step is in the table as well, and free.
      double copies = 1;
      for (size_t i = 0; i < program_.variables.size(); ++i) copies *= 2;
      result_.states += bdd_satcount(set) / copies;
      if (!options_.visit) continue;
      const bdd& there = set;
      options_.visit(
          at, [&](const ThreeValued& some) { return (there & set_of(some, program_.variables.size())) != bddfalse; });
    }
    return std::move(result_);
  }

 private:
  static constexpr uint32_t kNone = ~0u;
  // States that were new, all by one step of states of one node.
  struct Node {
    Configuration at;
    bdd set;
    uint32_t from = kNone;
    Step step;
  };

  bool is_done() const { return options_.stops_at_failure && !result_.failures.empty(); }
  const Edge& edge(const Step& step) const { return program_.threads[step.thread].edges[step.edge]; }

  Relation relation(const Edge& edge) const {
    Relation made;
    made.guard = !set_of(edge.blocked);
    made.passes = set_of(edge.passes);
    made.back = bdd_newpair();
    for (const Update& update : edge.updates) {
      bdd pos = set_of(update.pos), neg = set_of(update.neg), now = bdd_ithvar(after(update.target));
      // Where both hold there is no state of the abstracted program.
      made.step &= (pos >> now) & (neg >> !now) & !(pos & neg);
      made.updated &= bdd_ithvar(before(update.target));
      bdd_setpair(made.back, after(update.target), before(update.target));
    }
    return made;
  }

  void add(const Configuration& at, const bdd& set, uint32_t from, Step step) {
    bdd& there = reached_.try_emplace(at, bddfalse).first->second;
    bdd fresh = set & !there;
    if (fresh == bddfalse) return;
    there |= fresh;
    nodes_.push_back({at, fresh, from, step});
  }

  void expand(uint32_t number) {
    const uint32_t alone = nodes_[number].at.atomic;
    bdd waiting = nodes_[number].set;
    if (alone != Configuration::kNobody) waiting = steps_of(number, alone, waiting);
    for (uint32_t thread = 0; thread < program_.threads.size() && !is_done() && waiting != bddfalse; ++thread)
      if (thread != alone) steps_of(number, thread, waiting);
  }

  // Those of the states in which the thread perhaps can take no step.
  bdd steps_of(uint32_t number, uint32_t thread, const bdd& from) {
    const Configuration at = nodes_[number].at;
    if (!flat::has_begun(at, thread)) return from;
    const Thread& of = program_.threads[thread];
    uint32_t location = at.at[thread];
    bdd waits = of.may_wait[location] ? from : bdd(bddfalse);
    for (uint32_t i = of.first_out[location]; i < of.first_out[location + 1]; ++i) {
      const Edge& one = of.edges[i];
      std::optional<Configuration> next = configuration_after(program_, at, thread, one);
      if (!next) continue;
      const Relation& step = relations_.at(&one);
      waits &= one.kind == Edge::Kind::check ? bdd(bddfalse) : !step.passes;
      if (one.kind == Edge::Kind::check) check(number, {thread, i}, from & !step.passes);
      if (one.kind != Edge::Kind::exit) add(*next, image(step, from), number, {thread, i});
    }
    return waits;
  }

  bdd image(const Relation& step, const bdd& from) const {
    bdd passed = bdd_relprod(from & step.guard, step.step, step.updated);
    return bdd_replace(passed, step.back) & allowed_;
  }

  void check(uint32_t number, Step step, const bdd& failing) {
    if (failing == bddfalse || !failed_.insert({step.thread, step.edge}).second) return;
    Failure failure{{step}, true};
    // One state of each node, from the last to the first.
    bdd state = one_of(failing & nodes_[number].set);
    for (uint32_t at = number; nodes_[at].from != kNone; at = nodes_[at].from) {
      const Node& node = nodes_[at];
      failure.schedule.push_back(node.step);
      state = one_of(nodes_[node.from].set & before_step(relations_.at(&edge(node.step)), edge(node.step), state));
    }
    std::ranges::reverse(failure.schedule);
    result_.failures.push_back(std::move(failure));
  }

  bdd one_of(const bdd& set) const {
    FP_CHECK(set != bddfalse);
    bdd all = bddtrue;
    for (uint32_t i = 0; i < program_.variables.size(); ++i) all &= bdd_ithvar(before(BoolVar{i}));
    return bdd_satoneset(set, all, bddfalse);
  }

  // The states that the step may lead to this one.
  bdd before_step(const Relation& step, const Edge& of, const bdd& state) const {
    bddPair* forth = bdd_newpair();
    bdd news = bddtrue;
    for (const Update& update : of.updates) {
      bdd_setpair(forth, before(update.target), after(update.target));
      news &= bdd_ithvar(after(update.target));
    }
    bdd later = bdd_replace(state, forth);
    bdd_freepair(forth);
    return bdd_relprod(later, step.guard & step.step, news);
  }

  const BooleanProgram& program_;
  const SymbolicOptions& options_;
  Budget& budget_;
  bdd allowed_;
  std::unordered_map<const Edge*, Relation> relations_;
  std::deque<Node> nodes_;
  std::unordered_map<Configuration, bdd> reached_;
  std::set<std::pair<uint32_t, uint32_t>> failed_;
  SymbolicallyExplored result_;
};

}  // namespace

SymbolicallyExplored explore_symbolically(const BooleanProgram& program, const SymbolicOptions& options,
                                          Budget& budget) {
  BddTable table(2 * program.variables.size());
  SymbolicallyExplored found = SymbolicExplorer(program, options, budget)();
  BddTable::check_room();
  return found;
}

}  // namespace fencepost::boolean
