#include "logic/resolution.h"

#include <algorithm>
#include <cstdlib>

#include "base/check.h"

namespace fencepost::logic {
namespace {

// 1 1 2 1 1 2 4 ... (Luby, Sinclair, Zuckerman 1993)
size_t luby(size_t i) {
  for (size_t power = 1;; ++power) {
    size_t length = (size_t(1) << power) - 1;
    if (i == length) return size_t(1) << (power - 1);
    if (i < length) return luby(i - (length >> 1));
  }
}

}  // namespace

void ResolutionProver::need(int variable) {
  while (variables_.size() <= static_cast<size_t>(variable)) {
    int made = static_cast<int>(variables_.size());
    variables_.emplace_back();
    watches_.resize(2 * variables_.size());
    enqueue(made);
  }
}

void ResolutionProver::clause(std::span<const int> literals) {
  std::vector<int> sorted(literals.begin(), literals.end());
  std::ranges::sort(sorted, [](int a, int b) { return index(a) < index(b); });
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  for (int literal : sorted) need(std::abs(literal));
  store(sorted, {});
  ++inputs_;
}

std::span<const int> ResolutionProver::literals(ClauseId id) const {
  return {literals_.data() + clauses_[id].literals, clauses_[id].size};
}

std::span<const ResolutionProver::Parent> ResolutionProver::parents(ClauseId id) const {
  return {parents_.data() + clauses_[id].parents, clauses_[id].steps};
}

ResolutionProver::ClauseId ResolutionProver::empty_clause() const {
  FP_CHECK(conflict_ != kNone && clauses_[conflict_].size == 0);
  return conflict_;
}

ResolutionProver::ClauseId ResolutionProver::store(std::span<const int> literals, std::span<const Parent> parents) {
  clauses_.push_back({literals_.size(), parents_.size(), static_cast<uint32_t>(literals.size()),
                      static_cast<uint32_t>(parents.size())});
  literals_.insert(literals_.end(), literals.begin(), literals.end());
  parents_.insert(parents_.end(), parents.begin(), parents.end());
  return static_cast<ClauseId>(clauses_.size() - 1);
}

void ResolutionProver::watch(ClauseId id) {
  for (int i : {0, 1}) watches_[index(literals_[clauses_[id].literals + static_cast<size_t>(i)])].push_back(id);
}

void ResolutionProver::assign(int literal, ClauseId reason) {
  Variable& variable = variables_[variable_of(literal)];
  variable.value = variable.phase = literal > 0 ? 1 : -1;
  variable.level = level();
  variable.reason = reason;
  trail_.push_back(literal);
}

// False if a clause without literals, or two opposite units, are among them.
bool ResolutionProver::attach_inputs() {
  for (ClauseId id = 0; id < inputs_; ++id) {
    std::span<const int> in = literals(id);
    if (in.size() >= 2) {
      watch(id);
    } else if (in.empty() || value(in[0]) < 0) {
      conflict_ = id;
      return false;
    } else if (value(in[0]) == 0) {
      assign(in[0], id);
    }
  }
  return true;
}

// The clause that became false, or none.
ResolutionProver::ClauseId ResolutionProver::propagate() {
  while (propagated_ < trail_.size()) {
    int falsified = -trail_[propagated_++];
    std::vector<ClauseId>& watching = watches_[index(falsified)];
    size_t kept = 0;
    for (size_t i = 0; i < watching.size(); ++i) {
      ClauseId id = watching[i];
      int* in = literals_.data() + clauses_[id].literals;
      if (in[0] == falsified) std::swap(in[0], in[1]);
      size_t other = 2, size = clauses_[id].size;
      if (value(in[0]) <= 0)
        while (other < size && value(in[other]) < 0) ++other;
      if (value(in[0]) <= 0 && other < size) {
        std::swap(in[1], in[other]);
        watches_[index(in[1])].push_back(id);
        continue;
      }
      watching[kept++] = id;
      if (value(in[0]) == 0) assign(in[0], id);
      if (value(in[0]) > 0) continue;
      while (++i < watching.size()) watching[kept++] = watching[i];
      watching.resize(kept);
      return id;
    }
    watching.resize(kept);
  }
  return kNone;
}

// Resolves backwards along the trail until one literal of the present level is left (the first unique implication point,
// Marques-Silva, Sakallah 1996). Without decisions nothing is left: that is the empty clause. Literals of level zero stay
// in learned clauses, so that their removal is a step of the proof as any other.
void ResolutionProver::analyze(ClauseId conflict) {
  learned_.assign(level() > 0 ? 1 : 0, 0);
  steps_.assign(1, Parent{0, conflict});
  std::vector<int> touched;
  size_t at = trail_.size(), open = 0;
  for (ClauseId id = conflict;;) {
    for (int literal : literals(id)) {
      Variable& variable = variables_[variable_of(literal)];
      if (variable.seen || value(literal) > 0) continue;  // the pivot is the true one
      variable.seen = true;
      touched.push_back(std::abs(literal));
      if (variable.level == level())
        ++open;
      else
        learned_.push_back(literal);
    }
    if (open == 0) break;
    while (!variables_[variable_of(trail_[at - 1])].seen) --at;
    int pivot = trail_[--at];
    if (--open == 0 && level() > 0) {
      learned_[0] = -pivot;
      break;
    }
    id = variables_[variable_of(pivot)].reason;
    steps_.push_back({std::abs(pivot), id});
  }
  std::ranges::sort(touched, {}, [&](int v) { return variables_[static_cast<size_t>(v)].bumped; });
  for (int v : touched) variables_[static_cast<size_t>(v)].seen = false;
  for (int v : touched) bump(v);
}

void ResolutionProver::learn() {
  uint32_t back = 0;
  for (size_t i = 1; i < learned_.size(); ++i) {
    uint32_t of = variables_[variable_of(learned_[i])].level;
    // The second watch is the last to become false, so that it is the first to be free again.
    if (i == 1 || of > back) {
      back = of;
      std::swap(learned_[1], learned_[i]);
    }
  }
  ClauseId id = store(learned_, steps_);
  backtrack(back);
  if (learned_.size() > 1) watch(id);
  assign(learned_[0], id);
}

void ResolutionProver::backtrack(uint32_t to) {
  if (to >= level()) return;
  while (trail_.size() > decisions_[to]) {
    size_t v = variable_of(trail_.back());
    trail_.pop_back();
    variables_[v].value = 0;
    variables_[v].reason = kNone;
    if (search_ == 0 || variables_[v].bumped > variables_[static_cast<size_t>(search_)].bumped)
      search_ = static_cast<int>(v);
  }
  decisions_.resize(to);
  propagated_ = trail_.size();
}

// The variable that was bumped last and has no value (Biere, Froehlich, SAT 2015). False if all have one.
bool ResolutionProver::decide() {
  while (search_ != 0 && variables_[static_cast<size_t>(search_)].value != 0)
    search_ = variables_[static_cast<size_t>(search_)].older;
  if (search_ == 0) return false;
  decisions_.push_back(trail_.size());
  assign(search_ * variables_[static_cast<size_t>(search_)].phase, kNone);
  return true;
}

void ResolutionProver::enqueue(int variable) {
  Variable& v = variables_[static_cast<size_t>(variable)];
  v.older = newest_;
  v.newer = 0;
  if (newest_ != 0) variables_[static_cast<size_t>(newest_)].newer = variable;
  newest_ = variable;
  v.bumped = ++bumps_;
  if (v.value == 0) search_ = variable;
}

void ResolutionProver::bump(int variable) {
  if (variable == newest_) return;
  Variable& v = variables_[static_cast<size_t>(variable)];
  variables_[static_cast<size_t>(v.newer)].older = v.older;
  if (v.older != 0) variables_[static_cast<size_t>(v.older)].newer = v.newer;
  if (search_ == variable) search_ = v.older != 0 ? v.older : v.newer;
  enqueue(variable);
}

Answer ResolutionProver::solve(size_t most_conflicts) {
  constexpr size_t kRestartUnit = 64;
  if (!attach_inputs()) {
    if (!literals(conflict_).empty()) {
      analyze(conflict_);
      conflict_ = store(learned_, steps_);
    }
    return Answer::unsat;
  }
  size_t restarts = 1, until_restart = kRestartUnit;
  for (size_t conflicts = 0;;) {
    budget_.check();
    ClauseId conflict = propagate();
    if (conflict == kNone) {
      if (until_restart == 0) {
        until_restart = kRestartUnit * luby(++restarts);
        backtrack(0);
      } else if (!decide()) {
        return Answer::sat;
      }
      continue;
    }
    bool refuted = level() == 0;
    analyze(conflict);
    if (refuted) {
      conflict_ = store(learned_, steps_);
      return Answer::unsat;
    }
    if (++conflicts > most_conflicts) return Answer::unknown;
    if (until_restart > 0) --until_restart;
    learn();
  }
}

}  // namespace fencepost::logic
