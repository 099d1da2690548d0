#include "engine/cegar/graphs/datalog.h"

#include <algorithm>

namespace fencepost::engine::cegar::graphs {

uint32_t Rules::predicate(bool open) {
  open_.push_back(open ? 1 : 0);
  return static_cast<uint32_t>(open_.size() - 1);
}

bool Rules::any_waits() const {
  return std::ranges::any_of(waits_, [](char waits) { return waits != 0; });
}

bool Rules::stratify() {
  stratum_.assign(open_.size(), 0);
  for (bool changed = true; changed;) {
    changed = false;
    for (const Rule& rule : rules_)
      for (const Atom& atom : rule.body) {
        uint32_t& head = stratum_[rule.head.predicate];
        uint32_t least = stratum_[atom.predicate] + (atom.negated ? 1 : 0);
        if (head < least) head = least, changed = true;
        if (head > open_.size()) return false;
        if (open_[atom.predicate] > open_[rule.head.predicate]) open_[rule.head.predicate] = 1, changed = true;
      }
  }
  for (uint32_t stratum : stratum_) strata_ = std::max(strata_, stratum + 1);
  auto waits = [&](const Atom& atom) { return atom.negated && open_[atom.predicate] != 0; };
  for (const Rule& rule : rules_) waits_.push_back(std::ranges::any_of(rule.body, waits) ? 1 : 0);
  return true;
}

Database::Database(const Rules& rules, size_t events)
    : rules_(&rules),
      events_(events),
      total_(rules.predicates(), BitMatrix(events)),
      fresh_(total_),
      next_(total_),
      has_fresh_(rules.predicates()),
      has_next_(rules.predicates()) {}

void Database::add(uint32_t predicate, size_t from, size_t to) {
  if (total_[predicate].test(from, to)) return;
  total_[predicate].set(from, to);
  fresh_[predicate].set(from, to);
  has_fresh_[predicate] = true;
}

void Database::add(uint32_t predicate, const BitMatrix& facts) {
  facts.for_each([&](size_t from, size_t to) { add(predicate, from, to); });
}

void Database::close_all(Budget& budget) {
  if (!rules_->any_waits()) return run(budget, false);
  fresh_ = total_;
  std::fill(has_fresh_.begin(), has_fresh_.end(), true);
  run(budget, true);
}

// What a stratum finds is new for those above it, too: `since` collects it.
void Database::run(Budget& budget, bool whole) {
  std::vector<BitMatrix> since = fresh_;
  std::vector<char> has_since = has_fresh_;
  for (uint32_t stratum = 0; stratum < rules_->strata(); ++stratum) {
    fresh_ = since;
    has_fresh_ = has_since;
    for (bool goes_on = true; goes_on;) {
      budget.check();
      for (size_t i = 0; i < rules_->all().size(); ++i)
        if (rules_->stratum(i) == stratum && (whole || !rules_->waits(i))) apply(rules_->all()[i]);
      goes_on = false;
      for (size_t predicate = 0; predicate < total_.size(); ++predicate) {
        if (has_fresh_[predicate]) fresh_[predicate] = BitMatrix(events_);
        has_fresh_[predicate] = has_next_[predicate];
        if (!has_next_[predicate]) continue;
        goes_on = true;
        total_[predicate] |= next_[predicate];
        since[predicate] |= next_[predicate];
        has_since[predicate] = true;
        std::swap(fresh_[predicate], next_[predicate]);
        next_[predicate] = BitMatrix(events_);
        has_next_[predicate] = false;
      }
    }
  }
  for (size_t predicate = 0; predicate < total_.size(); ++predicate)
    if (has_since[predicate]) fresh_[predicate] = BitMatrix(events_);
  std::fill(has_fresh_.begin(), has_fresh_.end(), false);
}

void Database::apply(const Rule& rule) {
  for (size_t newest = 0; newest < rule.body.size(); ++newest) {
    if (rule.body[newest].negated || !has_fresh_[rule.body[newest].predicate]) continue;
    size_t values[3] = {};
    join(rule, rule.body.size(), newest, 0, values);
  }
}

// `atom` counts from the number of atoms, which stands for the newest one and comes first. bound: a bit for each variable.
void Database::join(const Rule& rule, size_t atom, size_t newest, uint32_t bound, size_t (&values)[3]) {
  if (atom == newest) return join(rule, atom + 1, newest, bound, values);
  bool is_first = atom == rule.body.size() && bound == 0;
  if (!is_first && atom >= rule.body.size()) {
    size_t from = values[rule.head.first], to = values[rule.head.second];
    if (total_[rule.head.predicate].test(from, to)) return;
    next_[rule.head.predicate].set(from, to);
    has_next_[rule.head.predicate] = true;
    return;
  }
  const Atom& here = rule.body[is_first ? newest : atom];
  const BitMatrix& facts = is_first ? fresh_[here.predicate] : total_[here.predicate];
  size_t following = is_first ? 0 : atom + 1;
  uint32_t now = bound | 1u << here.first | 1u << here.second;
  bool knows_first = (bound >> here.first & 1) != 0, knows_second = (bound >> here.second & 1) != 0;
  if (knows_first && knows_second) {
    if (facts.test(values[here.first], values[here.second]) != here.negated) join(rule, following, newest, now, values);
    return;
  }
  auto row = [&](size_t from) {
    facts.for_each_in_row(from, [&](size_t to) {
      if ((here.first == here.second && from != to) || (knows_second && values[here.second] != to)) return;
      size_t kept_first = values[here.first], kept_second = values[here.second];
      values[here.first] = from;
      values[here.second] = to;
      join(rule, following, newest, now, values);
      values[here.first] = kept_first;
      values[here.second] = kept_second;
    });
  };
  if (knows_first) return row(values[here.first]);
  for (size_t from = 0; from < events_; ++from) row(from);
}

}  // namespace fencepost::engine::cegar::graphs
