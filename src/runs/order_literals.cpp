#include "runs/order_literals.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>

namespace fencepost::runs {

using logic::Term;
using unroll::Event;
using unroll::Unrolled;

namespace {

constexpr size_t kMostClauses = 3'000'000;
constexpr size_t kMostWithBuffers = 500'000;  // they come late, when much has been tried

class Maker {
 public:
  Maker(const Unrolled& unrolled, const StaticOrder& order, const ReadsFrom& reads_from,
        const memory::Relaxations& relaxations, logic::Terms& terms, Budget& budget)
      : unrolled_(unrolled),
        static_(order),
        reads_from_(reads_from),
        relaxations_(relaxations),
        terms_(terms),
        budget_(budget),
        threads_(unrolled.threads.size()),
        node_(unrolled.events.size(), Event::kNone) {
    std::vector<std::vector<uint32_t>> all(unrolled.threads.size());
    for (uint32_t i = 0; i < unrolled.events.size(); ++i)
      if (takes_part(event(i))) all[event(i).thread].push_back(i);
    for (const std::vector<uint32_t>& events : all) make_nodes(events);
    make_chains();
  }

  logic::Clauses make() {
    if (!fits_ || cost() > static_cast<double>(buffers() ? kMostWithBuffers : kMostClauses)) return {};
    rank_nodes();
    for (uint32_t s = 0; s < chains_.size(); ++s)
      for (uint32_t t = s + 1; t < chains_.size(); ++t) {
        monotone(s, t);
        monotone(t, s);
        for (uint32_t u = t + 1; u < chains_.size(); ++u) transitive(s, t, u);
      }
    for (uint32_t i = 0; i < unrolled_.events.size(); ++i)
      if (event(i).kind == Event::Kind::join && takes_part(event(i)) && event(i).partner != Event::kNone &&
          takes_part(event(event(i).partner)))
        require({terms_.not_(event(i).guard), before(event(i).partner, i)});
    one_step_each();
    stores_leave_in_time();
    symmetric_threads_in_order();
    for (uint32_t read : reads_from_.reads()) reads(read);
    return std::move(clauses_);
  }

  double cost() const {
    double pairs = 0, triples = 0, all = 0;
    for (const auto& nodes : chains_) {
      auto n = static_cast<double>(nodes.size());
      triples += pairs * n;
      pairs += all * n;
      all += n;
    }
    double communication = 0;
    for (uint32_t read : reads_from_.reads())
      for (const Event::PossibleCell& possible : event(read).cells)
        communication +=
            static_cast<double>(reads_from_.sources(read).size() * reads_from_.writes_by_cell()[possible.cell].size());
    return 2 * pairs + 2 * triples + communication;
  }

 private:
  const Event& event(uint32_t id) const { return unrolled_.events[id]; }
  bool buffers() const { return relaxations_.store_load; }

  // What is one step and stands together is one node, named by its first event: a section, an update, the parts of one
  // access (not with buffers, where it would be in several chains). A section that makes a thread is not, since some of it
  // comes before that thread. With buffers an exchange that may fail is not: only if it succeeds it waits for what is in
  // the buffer.
  void make_nodes(const std::vector<uint32_t>& events) {
    std::set<uint32_t> apart, seen;
    uint32_t last = 0;
    for (uint32_t i : events) {
      if (event(i).section != last && !seen.insert(event(i).section).second) apart.insert(event(i).section);
      last = event(i).section;
    }
    for (const Event& other : unrolled_.events)
      if (other.kind == Event::Kind::spawn) apart.insert(other.section);
    for (size_t k = 0; k < events.size(); ++k) {
      uint32_t i = events[k];
      const Event& here = event(i);
      bool in_section = here.section != 0 && !apart.contains(here.section);
      bool of_update = here.kind == Event::Kind::write && k > 0 && here.partner == events[k - 1] &&
                       (!buffers() || here.guard == event(events[k - 1]).guard);
      bool is_part = k > 0 && here.whole != 0 && here.whole == event(events[k - 1]).whole;
      bool with_last = k > 0 && ((in_section && here.section == event(events[k - 1]).section) || of_update || is_part);
      node_[i] = with_last ? node_[events[k - 1]] : i;
      if (!with_last) threads_[here.thread].push_back(i);
      if (in_section || of_update || !here.is_access()) strong_.insert(node_[i]);
      fits_ = fits_ && (!buffers() || ((here.section == 0 || in_section) && here.whole == 0));
    }
  }

  // What is unsequenced with an event of the chain goes to another. With buffers, the stores of a thread are in chains of
  // their own: one, or one for each cell.
  void make_chains() {
    auto add = [&](const std::vector<uint32_t>& nodes) {
      const size_t first = chains_.size();
      chains_.emplace_back();
      for (uint32_t node : nodes) {
        auto fits = [&](const std::vector<uint32_t>& chain) {
          return event(node).sequence == 0 ||
                 std::all_of(chain.rbegin(), chain.rend(), [&](uint32_t other) { return is_sequenced(other, node); });
        };
        auto chain = std::find_if(chains_.begin() + static_cast<std::ptrdiff_t>(first), chains_.end(), fits);
        if (chain == chains_.end()) chain = chains_.emplace(chains_.end());
        chain->push_back(node);
      }
    };
    for (const std::vector<uint32_t>& nodes : threads_) {
      std::vector<uint32_t> others;
      std::map<uint32_t, std::vector<uint32_t>> stores;
      for (uint32_t node : nodes) {
        if (!is_delayed(node)) {
          others.push_back(node);
          continue;
        }
        fits_ = fits_ && (!relaxations_.store_store || event(node).cells.size() == 1);
        stores[relaxations_.store_store ? event(node).cells[0].cell : 0].push_back(node);
      }
      add(others);
      for (auto& [cell, chain] : stores) add(chain);
    }
  }

  // Nodes are sections and updates, too: these are in one strand.
  bool is_sequenced(uint32_t first, uint32_t second) const {
    return !unrolled_.sequences.unsequenced(event(first).sequence, event(second).sequence);
  }

  void rank_nodes() {
    rank_.resize(unrolled_.events.size());
    for (const std::vector<uint32_t>& nodes : threads_)
      for (uint32_t node : nodes) rank_[node] = static_cast<uint32_t>(nodes_++);
    order_.resize(nodes_ * nodes_);
  }

  bool is_delayed(uint32_t node) const {
    return buffers() && event(node).kind == Event::Kind::write && !strong_.contains(node);
  }

  // Is the program order of two nodes kept whatever else happens?
  bool is_kept(uint32_t first, uint32_t second) const {
    if (!is_sequenced(first, second)) return false;
    if (!is_delayed(first)) return true;
    if (!is_delayed(second)) return false;
    return !relaxations_.store_store || event(first).cells[0].cell == event(second).cells[0].cell;
  }

  static bool takes_part(const Event& event) {
    if (event.guard.is_false()) return false;
    return (event.kind == Event::Kind::read && !event.implied) || event.kind == Event::Kind::write ||
           event.kind == Event::Kind::end || event.kind == Event::Kind::join;
  }
  void require(std::initializer_list<Term> disjuncts) { clauses_.add(disjuncts); }
  void require_same_if(Term condition, Term a, Term b) {
    require({terms_.not_(condition), terms_.not_(a), b});
    require({terms_.not_(condition), a, terms_.not_(b)});
  }

  // Made before all of the thread's events by a Spawn.
  bool before_thread(uint32_t a, uint32_t thread) const {
    for (uint32_t t = thread; t != 0; t = unrolled_.threads[t].parent)
      if (unrolled_.threads[t].parent == event(a).thread)
        return unrolled_.in_program_order(a, unrolled_.threads[t].spawn);
    return false;
  }

  Term before(uint32_t a, uint32_t b) {
    if (node_[a] == node_[b]) return terms_.boolean(a < b);
    return before_node(node_[a], node_[b]);
  }
  // Of different nodes.
  Term before_node(uint32_t a, uint32_t b) {
    size_t first = rank_[a], second = rank_[b];
    Term& known = order_[first * nodes_ + second];
    if (!known) {
      known = new_order(std::min(a, b), std::max(a, b));
      Term reversed = terms_.not_(known);
      if (a > b) std::swap(known, reversed);
      order_[second * nodes_ + first] = reversed;
    }
    return known;
  }
  Term new_order(uint32_t a, uint32_t b) {
    if (event(a).thread == event(b).thread) {
      if (is_kept(a, b)) return terms_.boolean(true);
    } else {
      if (before_thread(a, event(b).thread)) return terms_.boolean(true);
      if (before_thread(b, event(a).thread)) return terms_.boolean(false);
      if (static_.symmetric_precedes(a, b)) return terms_.boolean(true);
      if (static_.symmetric_precedes(b, a)) return terms_.boolean(false);
    }
    return terms_.fresh("order", logic::bool_sort());
  }

  // What is before an event is before all later ones of its chain.
  void monotone(uint32_t s, uint32_t t) {
    const std::vector<uint32_t>& later = chains_[t];
    for (uint32_t a : chains_[s]) {
      budget_.check();
      for (size_t i = 0; i + 1 < later.size(); ++i) require({before_node(later[i], a), before_node(a, later[i + 1])});
    }
  }

  void transitive(uint32_t s, uint32_t t, uint32_t u) {
    for (uint32_t a : chains_[s])
      for (uint32_t b : chains_[t]) {
        budget_.check();
        Term ab = before_node(a, b), ba = before_node(b, a);
        for (uint32_t c : chains_[u]) {
          require({ba, before_node(c, b), before_node(a, c)});
          require({ab, before_node(b, c), before_node(c, a)});
        }
      }
  }

  // Sections, updates, the end of a thread and a wait for one come after all that is in the buffer.
  void stores_leave_in_time() {
    if (!buffers()) return;
    for (const std::vector<uint32_t>& nodes : threads_)
      for (size_t i = 0; i < nodes.size(); ++i) {
        if (!is_delayed(nodes[i])) continue;
        budget_.check();
        for (size_t k = i + 1; k < nodes.size(); ++k)
          if (strong_.contains(nodes[k])) require({terms_.not_(event(nodes[k]).guard), before(nodes[i], nodes[k])});
        // An exchange that succeeds; of one that may fail.
        uint32_t read = event(nodes[i]).partner;
        if (read == Event::kNone || !takes_part(event(read))) continue;
        for (size_t k = 0; k < nodes.size(); ++k)
          if (k < i && is_delayed(nodes[k]))
            require({terms_.not_(event(nodes[i]).guard), before(nodes[k], read)});
          else if (k > i)
            require({terms_.not_(event(nodes[i]).guard), before(nodes[i], nodes[k])});
      }
  }

  // Nothing of another thread comes between the events of a section, or between the halves of an update.
  void one_step_each() {
    std::unordered_map<uint32_t, std::vector<uint32_t>> sections;
    for (uint32_t i = 0; i < unrolled_.events.size(); ++i) {
      if (!takes_part(event(i))) continue;
      if (event(i).section != 0) sections[event(i).section].push_back(i);
    }
    for (uint32_t i = 0; i < unrolled_.events.size(); ++i) {
      budget_.check();
      if (!takes_part(event(i))) continue;
      bool updates = event(i).kind == Event::Kind::write && event(i).partner != Event::kNone &&
                     takes_part(event(event(i).partner)) && node_[i] != node_[event(i).partner];
      const std::vector<uint32_t>* section = event(i).section != 0 ? &sections[event(i).section] : nullptr;
      if (section != nullptr && (section->front() != i || node_[section->back()] == node_[i])) section = nullptr;
      if (!updates && section == nullptr) continue;
      for (uint32_t thread = 0; thread < threads_.size(); ++thread) {
        if (thread == event(i).thread) continue;
        for (uint32_t other : threads_[thread]) {
          if (updates) require_same_if(event(i).guard, before(other, i), before(other, event(i).partner));
          if (section == nullptr) continue;
          Term step = terms_.fresh("order", logic::bool_sort());
          for (uint32_t part : *section) require_same_if(event(part).guard, before(other, part), step);
        }
      }
    }
  }

  void symmetric_threads_in_order() {
    for (const std::vector<unroll::SymmetricThread>& group : unrolled_.symmetric_threads)
      for (size_t i = 0; i + 1 < group.size(); ++i)
        for (size_t step = 0; step < group[i].breaking.size(); ++step) {
          uint32_t a = group[i].breaking[step], b = group[i + 1].breaking[step];
          if (!takes_part(event(a)) || !takes_part(event(b))) continue;
          require({terms_.not_(event(a).guard), terms_.not_(event(b).guard), before(a, b)});
        }
  }

  void reads(uint32_t read) {
    const Event& to = event(read);
    if (!takes_part(to)) return;
    std::vector<uint32_t> others;
    for (const Event::PossibleCell& possible : to.cells) {
      const std::vector<uint32_t>& there = reads_from_.writes_by_cell()[possible.cell];
      others.insert(others.end(), there.begin(), there.end());
    }
    std::sort(others.begin(), others.end());
    others.erase(std::unique(others.begin(), others.end()), others.end());
    for (const Source& source : reads_from_.sources(read)) {
      budget_.check();
      bool initial = event(source.write).kind == Event::Kind::initial;
      // A thread may read from its own buffer.
      bool forwarded = !initial && event(source.write).thread == to.thread && is_delayed(node_[source.write]);
      Term not_taken = terms_.not_(source.taken);
      if (!initial && !forwarded) require({not_taken, before(source.write, read)});
      for (uint32_t other : others) {
        if (other == source.write || !takes_part(event(other)) || other == to.partner) continue;
        if (reads_from_.unseen(other, read)) continue;
        // What the thread itself has overwritten it does not see, wherever the new value is.
        bool overwritten = event(other).thread == to.thread && event(other).kind != Event::Kind::initial &&
                           unrolled_.in_program_order(other, read);
        Term never = terms_.boolean(false);
        Term later = overwritten ? never : before(read, other);
        Term earlier = initial ? never : before(other, source.write);
        Term elsewhere = terms_.not_(same_cell(event(other), to, terms_));
        require({not_taken, terms_.not_(event(other).guard), elsewhere, later, earlier});
      }
    }
  }

  const Unrolled& unrolled_;
  const StaticOrder& static_;
  const ReadsFrom& reads_from_;
  const memory::Relaxations& relaxations_;
  logic::Terms& terms_;
  Budget& budget_;
  std::vector<std::vector<uint32_t>> threads_;  // their nodes, in order
  std::vector<std::vector<uint32_t>> chains_;   // of nodes whose order is kept
  std::vector<uint32_t> node_;                  // by event
  std::unordered_set<uint32_t> strong_;         // nodes that wait for what is in the buffer
  bool fits_ = true;
  size_t nodes_ = 0;
  std::vector<uint32_t> rank_;  // by node: its number among the nodes
  std::vector<Term> order_;     // by two ranks, made when asked for
  logic::Clauses clauses_;
};

}  // namespace

double order_cost(const Unrolled& unrolled, const StaticOrder& order, const ReadsFrom& reads_from,
                  const memory::Relaxations& relaxations, logic::Terms& terms, Budget& budget) {
  return Maker(unrolled, order, reads_from, relaxations, terms, budget).cost();
}

logic::Clauses order_literals(const Unrolled& unrolled, const StaticOrder& order, const ReadsFrom& reads_from,
                              const memory::Relaxations& relaxations, logic::Terms& terms, Budget& budget) {
  return Maker(unrolled, order, reads_from, relaxations, terms, budget).make();
}

}  // namespace fencepost::runs
