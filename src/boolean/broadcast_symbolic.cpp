#include "boolean/broadcast_symbolic.h"

#include <bdd.h>

#include <algorithm>
#include <deque>
#include <map>
#include <set>

#include "boolean/bdd_table.h"
#include "boolean/broadcast_compiled.h"

namespace fencepost::boolean {

namespace {

// Where threads stand. Those of templates with several instances are sorted, and their places in that order have variables in the table.
struct Places {
  std::vector<uint32_t> at;
  std::vector<std::pair<uint32_t, uint32_t>> threads;  // template and location
  auto operator<=>(const Places&) const = default;
};

class SymbolicBroadcastExplorer {
 public:
  SymbolicBroadcastExplorer(const BroadcastProgram& program, const SymbolicBroadcastOptions& options, Budget& budget)
      : program_(program), options_(options), budget_(budget), packed_(program) {}

  static size_t variables(const BroadcastProgram& program, uint32_t most_instances) {
    size_t replicated = 0;
    for (const BroadcastTemplate& of : program.templates) replicated += of.is_replicated ? 1 : 0;
    return 2 * (shared_of(program) + replicated * most_instances * most_own(program));
  }

  SymbolicallyExploredBroadcast operator()() {
    Places first{std::vector<uint32_t>(program_.templates.size(), SeenState::kNotBegun), {}};
    first.at[0] = program_.templates[0].entry;
    add(first, cube(packed_.initial, kShared) & allowed(first), 0);
    for (size_t next = 0; next < nodes_.size() && !is_done(); ++next) {
      budget_.check();
      const Node node = nodes_[next];
      for (uint32_t of = 0; of < node.at.at.size(); ++of)
        if (node.at.at[of] != SeenState::kNotBegun) steps_of(node, of, node.at.at[of], kNobody);
      for (uint32_t i = 0; i < node.at.threads.size(); ++i)
        steps_of(node, node.at.threads[i].first, node.at.threads[i].second, i);
      BddTable::check_room();
    }
    for (const auto& [at, set] : reached_) count(at, set);
    return std::move(result_);
  }

 private:
  static constexpr uint32_t kShared = ~0u;
  struct Node {
    Places at;
    bdd set;
    uint32_t depth = 0;
  };

  static size_t shared_of(const BroadcastProgram& program) {
    return static_cast<size_t>(
        std::ranges::count_if(program.variables, [](const BroadcastVariable& one) { return !one.owner; }));
  }
  static size_t most_own(const BroadcastProgram& program) {
    size_t most = 0;
    for (uint32_t of = 0; of < program.templates.size(); ++of)
      most = std::max(most, static_cast<size_t>(std::ranges::count_if(
                                program.variables, [&](const BroadcastVariable& one) { return one.owner == of; })));
    return most;
  }
  bool is_done() const { return options_.stops_at_failure && !result_.failures.empty(); }

  // The variable in the table before a step, of what is shared or of a thread; after the step it is the next one.
  int variable(uint32_t whose, unsigned bit) const {
    size_t at = whose == kShared ? bit : shared_ + whose * own_ + bit;
    return 2 * static_cast<int>(at);
  }
  bdd cube(const PackedValues& values, uint32_t whose, bool is_after = false) const {
    bdd all = bddtrue;
    for (unsigned i = 0; i < PackedValues::kWords; ++i)
      for (uint64_t left = values.known[i]; left != 0; left &= left - 1) {
        unsigned bit = 64 * i + static_cast<unsigned>(std::countr_zero(left));
        int id = variable(whose, bit) + (is_after ? 1 : 0);
        all &= values[bit] == Truth::holds ? bdd_ithvar(id) : bdd_nithvar(id);
      }
    return all;
  }
  // With this passive thread, or nobody.
  bdd set_of(const std::vector<PackedCube>& cubes, const Places& at, uint32_t active, uint32_t passive) const {
    bdd any = bddfalse;
    for (const PackedCube& one : cubes) {
      if (one.passive_of != kNobody && (passive == kNobody || at.threads[passive].first != one.passive_of)) continue;
      bdd all = cube(one.shared, kShared) & cube(one.shared_after, kShared, true);
      if (active != kNobody) all &= cube(one.active, active) & cube(one.active_after, active, true);
      if (passive != kNobody) all &= cube(one.passive, passive) & cube(one.passive_after, passive, true);
      any |= all;
    }
    return any;
  }
  bdd with_some(const std::vector<PackedCube>& cubes, const Places& at, uint32_t active) const {
    bdd any = set_of(cubes, at, active, kNobody);
    for (uint32_t i = 0; i < at.threads.size(); ++i)
      if (i != active) any |= set_of(cubes, at, active, i);
    return any;
  }
  bdd allowed(const Places& at) const {
    bdd none = bddfalse;
    for (const PackedNever& never : packed_.never) {
      const std::vector<PackedCube> one{never.cube};
      if (never.active_of == kNobody) none |= set_of(one, at, kNobody, kNobody);
      for (uint32_t i = 0; i < at.threads.size(); ++i)
        if (at.threads[i].first == never.active_of) none |= with_some(one, at, i);
    }
    return !none;
  }

  void steps_of(const Node& node, uint32_t of, uint32_t location, uint32_t active) {
    const BroadcastTemplate& in = program_.templates[of];
    for (uint32_t i = in.first_out[location]; i < in.first_out[location + 1] && !is_done(); ++i) {
      const BroadcastEdge& edge = in.edges[i];
      if (edge.kind == BroadcastEdge::Kind::check && !failed_.contains({of, i}) &&
          (node.set & !with_some(packed_.failing[of][i].blocked, node.at, active)) != bddfalse) {
        failed_.insert({of, i});
        result_.failures.push_back({of, i, node.depth});
      }
      Places after = node.at;
      if (!place_after(edge, of, active, after)) continue;
      ++result_.steps;
      bdd set = image(packed_.edges[of][i], node, active, after);
      put_in_order(after, set);
      add(after, set & allowed(after), node.depth + 1);
    }
  }

  bool place_after(const BroadcastEdge& edge, uint32_t of, uint32_t active, Places& at) const {
    const BroadcastTemplate& other = program_.templates[edge.other];
    auto is_end = [&](uint32_t location) { return other.first_out[location] == other.first_out[location + 1]; };
    auto is_instance = [&](const auto& one) { return one.first == edge.other; };
    if (edge.kind == BroadcastEdge::Kind::exit) return false;
    if (edge.kind == BroadcastEdge::Kind::join) {
      bool has_ended = std::ranges::count_if(at.threads, [&](const auto& one) {
                         return is_instance(one) && is_end(one.second);
                       }) >= edge.number;
      if (!other.is_replicated) has_ended = at.at[edge.other] != SeenState::kNotBegun && is_end(at.at[edge.other]);
      if (!has_ended) return false;
    }
    (active == kNobody ? at.at[of] : at.threads[active].second) = edge.to;
    if (edge.kind != BroadcastEdge::Kind::spawn) return true;
    if (other.is_replicated) {
      if (std::ranges::count_if(at.threads, is_instance) >= options_.most_instances) return false;
      at.threads.emplace_back(edge.other, other.entry);
      return true;
    }
    if (at.at[edge.other] != SeenState::kNotBegun) return false;
    at.at[edge.other] = other.entry;
    return true;
  }

  bdd image(const PackedEdge& edge, const Node& from, uint32_t active, const Places& after) const {
    bdd step = !with_some(edge.blocked, from.at, active);
    bdd old = bddtrue;
    bddPair* back = bdd_newpair();
    auto update = [&](uint32_t whose, unsigned bit, const bdd& pos, const bdd& neg) {
      int id = variable(whose, bit);
      bdd now = bdd_ithvar(id + 1);
      step &= (pos >> now) & (neg >> !now) & !(pos & neg);
      old &= bdd_ithvar(id);
      bdd_setpair(back, id + 1, id);
    };
    for (const PackedUpdate& one : edge.shared)
      update(kShared, one.bit, with_some(one.pos, from.at, active), with_some(one.neg, from.at, active));
    for (const PackedUpdate& one : edge.active)
      update(active, one.bit, with_some(one.pos, from.at, active), with_some(one.neg, from.at, active));
    for (uint32_t i = 0; i < from.at.threads.size(); ++i)
      if (i != active)
        for (const PackedUpdate& one : edge.passive[from.at.threads[i].first])
          update(i, one.bit, set_of(one.pos, from.at, active, i), set_of(one.neg, from.at, active, i));
    const uint32_t begun = static_cast<uint32_t>(from.at.threads.size());
    for (const PackedUpdate& one : edge.begins)
      if (after.threads.size() > begun)
        update(begun, one.bit, set_of(one.pos, from.at, active, kNobody), set_of(one.neg, from.at, active, kNobody));
    step &= !with_some(edge.excluded, from.at, active);
    bdd passed = bdd_relprod(from.set, step, old);
    passed = bdd_replace(passed, back);
    bdd_freepair(back);
    return passed;
  }

  void put_in_order(Places& at, bdd& set) const {
    std::vector<uint32_t> order(at.threads.size());
    for (uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    std::ranges::stable_sort(order, {}, [&](uint32_t one) { return at.threads[one]; });
    bddPair* moved = bdd_newpair();
    for (uint32_t to = 0; to < order.size(); ++to)
      for (unsigned bit = 0; bit < own_; ++bit)
        if (order[to] != to) bdd_setpair(moved, variable(order[to], bit), variable(to, bit));
    set = bdd_replace(set, moved);
    bdd_freepair(moved);
    std::ranges::sort(at.threads);
  }

  void add(const Places& at, const bdd& set, uint32_t depth) {
    bdd& there = reached_.try_emplace(at, bddfalse).first->second;
    bdd fresh = set & !there;
    if (fresh == bddfalse) return;
    there |= fresh;
    nodes_.push_back({at, fresh, depth});
  }

  void count(const Places& at, const bdd& set) {
    if (set == bddfalse) return;
    ++result_.places;
    // All other variables of the table are free.
    size_t used = shared_;
    for (const auto& [of, location] : at.threads) used += packed_.owners.of(of).size();
    double states = bdd_satcount(set);
    for (size_t i = used; i < static_cast<size_t>(bdd_varnum()); ++i) states /= 2;
    result_.states += states;
  }

  const BroadcastProgram& program_;
  const SymbolicBroadcastOptions& options_;
  Budget& budget_;
  const PackedProgram packed_;
  const size_t shared_ = shared_of(program_), own_ = most_own(program_);
  std::deque<Node> nodes_;
  std::map<Places, bdd> reached_;
  std::set<std::pair<uint32_t, uint32_t>> failed_;
  SymbolicallyExploredBroadcast result_;
};

}  // namespace

SymbolicallyExploredBroadcast explore_symbolically(const BroadcastProgram& program,
                                                   const SymbolicBroadcastOptions& options, Budget& budget) {
  BddTable table(SymbolicBroadcastExplorer::variables(program, options.most_instances));
  SymbolicallyExploredBroadcast found = SymbolicBroadcastExplorer(program, options, budget)();
  BddTable::check_room();
  return found;
}

}  // namespace fencepost::boolean
