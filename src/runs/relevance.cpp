#include "runs/relevance.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "logic/variables.h"

namespace fencepost::runs {

using logic::Term;
using unroll::Event;

namespace {

class Relevance {
 public:
  explicit Relevance(const unroll::Unrolled& unrolled)
      : unrolled_(unrolled), relevant_(unrolled.events.size()), writes_(unrolled.cells.size()) {
    for (uint32_t i = 0; i < unrolled.events.size(); ++i) {
      const Event& event = unrolled.events[i];
      if (event.kind == Event::Kind::read && !event.implied) {
        for (Term variable :
             logic::variables_of({event.value.term, event.value.offset, event.value.unspecified, event.value.view}))
          reads_[variable].push_back(i);
      } else if (event.kind == Event::Kind::write || event.kind == Event::Kind::initial) {
        for (const Event::PossibleCell& possible : event.cells) writes_[possible.cell].push_back(i);
      }
    }
  }

  void add(Term root) {
    open_.push_back(root);
    while (!open_.empty() || !events_.empty()) {
      if (open_.empty()) {
        uint32_t event = events_.back();
        events_.pop_back();
        if (!relevant_[event]) open(event);
        continue;
      }
      Term next = open_.back();
      open_.pop_back();
      if (!seen_.insert(next).second) continue;
      open_.insert(open_.end(), next.args().begin(), next.args().end());
      if (auto known = reads_.find(next); known != reads_.end())
        events_.insert(events_.end(), known->second.begin(), known->second.end());
    }
  }

  bool is_relevant(uint32_t event) const { return relevant_[event]; }
  // Is the variable a part of what was added?
  bool has(Term variable) const { return seen_.contains(variable); }

 private:
  void open(uint32_t id) {
    relevant_[id] = true;
    const Event& event = unrolled_.events[id];
    open_.push_back(event.guard);
    for (const Event::PossibleCell& possible : event.cells)
      if (event.cells.size() > 1) open_.push_back(possible.when);
    if (event.partner != Event::kNone && event.is_access()) events_.push_back(event.partner);
    if (event.kind == Event::Kind::read) {
      for (const Event::PossibleCell& possible : event.cells)
        events_.insert(events_.end(), writes_[possible.cell].begin(), writes_[possible.cell].end());
      return;
    }
    for (Term part : {event.value.term, event.value.offset, event.value.unspecified, event.value.view})
      if (part) open_.push_back(part);
  }

  const unroll::Unrolled& unrolled_;
  std::vector<bool> relevant_;
  std::vector<std::vector<uint32_t>> writes_;              // by cell
  std::unordered_map<Term, std::vector<uint32_t>> reads_;  // by the variables of what they read
  std::vector<Term> open_;
  std::vector<uint32_t> events_;  // to be opened
  std::unordered_set<Term> seen_;
};

}  // namespace

bool events_may_be_left_out(const memory::Model& model) {
  using memory::cat::Op;
  return std::none_of(model.program.ops.begin(), model.program.ops.end(), [](const Op& op) {
    return op.kind == Op::Kind::with_from ||
           (op.kind == Op::Kind::check && op.check.role == memory::cat::CheckRole::require &&
            (op.dependence.down != 0 || op.check.negated));
  });
}

unroll::Unrolled only_relevant(const unroll::Unrolled& unrolled, const std::vector<Term>& roots, logic::Terms& terms) {
  Relevance relevance(unrolled);
  for (Term root : roots) relevance.add(root);
  for (const Event& event : unrolled.events)
    if (!event.is_access()) relevance.add(event.guard);
  // What is known of values goes with them: where objects lie rests on reads of which others are gone.
  std::vector<std::pair<Term, std::vector<Term>>> known;
  for (Term constraint : unrolled.constraints) known.emplace_back(constraint, logic::variables_of({constraint}));
  auto is_about_it = [&](const auto& one) {
    return std::ranges::any_of(one.second, [&](Term variable) { return relevance.has(variable); });
  };
  for (size_t before = 0; before != known.size();) {
    before = known.size();
    std::erase_if(known, [&](const auto& one) {
      if (!is_about_it(one)) return false;
      relevance.add(one.first);
      return true;
    });
  }
  unroll::Unrolled some = unrolled;
  for (uint32_t i = 0; i < some.events.size(); ++i) {
    bool can_go = some.events[i].kind == Event::Kind::read || some.events[i].kind == Event::Kind::write;
    if (can_go && !relevance.is_relevant(i)) some.events[i].guard = terms.boolean(false);
  }
  return some;
}

}  // namespace fencepost::runs
