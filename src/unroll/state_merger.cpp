#include "unroll/state_merger.h"

#include <algorithm>
#include <map>

namespace fencepost::unroll {

namespace {

struct Climber {
  State state;
  Path at;
  Term rest;  // what holds on this state below `at`
  uint64_t order;
};

bool is_literal(Term term) {
  logic::Op op = term.op() == logic::Op::not_ ? term.args()[0].op() : term.op();
  return op != logic::Op::and_ && op != logic::Op::or_;
}

}  // namespace

const char* StateMerger::why_sections_differ(State& mine, State& theirs) {
  if (mine.concurrent != theirs.concurrent) {
    initial_.go_concurrent(mine);
    initial_.go_concurrent(theirs);
  }
  if (mine.section == theirs.section) return nullptr;
  if (mine.section == 0 || theirs.section == 0) {
    // Before there are threads nobody can tell, and who makes the first one later does so in no section.
    if (mine.concurrent) return "a place that is in an atomic section on some paths only";
    mine.section = 0;
    return nullptr;
  }
  if (mine.concurrent && !sections_.may_join(mine.section, theirs.section))
    return "a place that is in one atomic section on some paths and, after that one has ended, in another on others";
  mine.section = sections_.join(mine.section, theirs.section);
  return nullptr;
}

State StateMerger::merge(std::vector<State> states, Frame& frame, program::Loc loc, const program::Edge* edge) {
  for (State& state : states) ControlDependencies::leave_scopes(state, frame.depth, loc);
  if (states.size() == 1) return std::move(states[0]);
  const char* why = nullptr;
  // By depth, deepest first; by arrival among equals. One climber stands at each node.
  using Key = std::pair<uint32_t, uint64_t>;
  std::map<Key, Climber, std::greater<>> by_depth;
  std::map<Path, Key> standing;
  auto stand = [&](Climber climber) {
    auto other = standing.find(climber.at);
    if (other != standing.end()) {
      Climber first = std::move(by_depth.at(other->second));
      by_depth.erase(other->second);
      standing.erase(other);
      if (first.order > climber.order) std::swap(first, climber);
      // Exactly one of the two holds on the merged path, so either can select; the simpler one does.
      Term mine_if = first.rest;
      if (!is_literal(mine_if) && is_literal(climber.rest)) mine_if = terms_.not_(climber.rest);
      if (const char* differ = why_sections_differ(first.state, climber.state)) why = differ;
      merge_into(first.state, climber.state, mine_if, frame, loc);
      first.rest = terms_.or_(first.rest, climber.rest);
      climber = std::move(first);
    }
    Key key{climber.at->depth, climber.order};
    standing.emplace(climber.at, key);
    by_depth.emplace(key, std::move(climber));
  };
  uint64_t order = 0;
  for (State& state : states) {
    Path at = state.path;
    stand({std::move(state), at, terms_.boolean(true), order++});
  }
  while (by_depth.size() > 1) {
    Climber climber = std::move(by_depth.begin()->second);
    by_depth.erase(by_depth.begin());
    standing.erase(climber.at);
    climber.rest = terms_.and_(climber.at->literal, climber.rest);
    climber.at = climber.at->parent;
    stand(std::move(climber));
  }
  Climber& last = by_depth.begin()->second;
  last.state.path = paths_.extend(last.at, last.rest);
  Step joined{frame.thread, last.state.path, &frame, edge};
  if (why != nullptr) records_.unsupported(joined, terms_.boolean(true), why);
  unmodelled_.report(joined);
  return std::move(last.state);
}

void StateMerger::merge_into(State& mine, const State& theirs, Term mine_if, const Frame& frame, program::Loc loc) {
  ++merges_;
  guarded_.merge(mine, theirs);
  control_.merge(mine, theirs, mine_if);
  mine.sequence = sequences_.common(mine.sequence, theirs.sequence);
  mine.regs.merge(theirs.regs, [&](uint64_t key, Value& a, const Value& b) {
    bool needed = key == frame.result_slot() || frame.shape->live(loc, core::Reg{static_cast<uint32_t>(key)});
    a = needed ? cells_.choose(mine_if, a, b) : Value{};
  });
  // Objects are compared as they were, while the merged memory is being made.
  State before;
  before.thread = mine.thread;
  before.path = mine.path;
  before.memory = mine.memory;
  before.exposed = mine.exposed;
  before.concurrent = mine.concurrent;
  Cells::Sides sides{before, theirs};
  mine.memory.merge(theirs.memory, [&](uint64_t key, Shared<ObjectState>& a, const Shared<ObjectState>& b) {
    auto object = static_cast<uint32_t>(key);
    // What another thread made is there on both paths, even if one of them has not used it.
    bool is_adopted = mine.concurrent && object >= objects_.first_made() && objects_[object].thread != mine.thread;
    if (!is_adopted && (!a || !b)) {
      if (!a) a = b;
      return;
    }
    if (!a) a = cells_.untouched(objects_[object]);
    cells_.merge(a.edit(), b ? *b : *cells_.untouched(objects_[object]), mine_if, objects_[object].fixed_size, sides);
  });
  mine.exposed.merge(theirs.exposed, [&](uint64_t, Term& a, const Term& b) {
    Term none = terms_.boolean(false);
    a = terms_.ite(mine_if, a ? a : none, b ? b : none);
  });
  cells_.expose(mine);
}

}  // namespace fencepost::unroll
