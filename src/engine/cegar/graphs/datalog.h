// A small Datalog: facts and rules over pairs of events, evaluated bottom-up and semi-naively (Abiteboul, Hull, Vianu, "Foundations of
// Databases", chapters 13 and 15): in each round only what the last round found new is joined with the rest. A set is the pairs
// (x, x) of its members. Negation is stratified.
#pragma once

#include <cstdint>
#include <vector>

#include "base/bit_matrix.h"
#include "base/budget.h"

namespace fencepost::engine::cegar::graphs {

// predicate(first, second), of variables 0, 1 and 2 of its rule.
struct Atom {
  uint32_t predicate = 0;
  uint8_t first = 0, second = 1;
  bool negated = false;
};

struct Rule {
  Atom head;
  std::vector<Atom> body;  // negated atoms have no variables of their own
};

// The rules, without any facts. To some predicates facts are added little by little: these are open, and so is what follows from them.
class Rules {
 public:
  uint32_t predicate(bool open = false);
  void add(Rule rule) { rules_.push_back(std::move(rule)); }
  // Afterwards nothing is added. False: a predicate depends on its own negation.
  bool stratify();

  size_t predicates() const { return open_.size(); }
  const std::vector<Rule>& all() const { return rules_; }
  // By rule. One that negates what is open says nothing until all facts are there.
  bool waits(size_t rule) const { return waits_[rule]; }
  bool any_waits() const;
  uint32_t strata() const { return strata_; }
  uint32_t stratum(size_t rule) const { return stratum_[rules_[rule].head.predicate]; }

 private:
  std::vector<Rule> rules_;
  std::vector<char> open_;         // by predicate
  std::vector<char> waits_;        // by rule
  std::vector<uint32_t> stratum_;  // by predicate
  uint32_t strata_ = 0;
};

// Facts, and all that follows from them. A copy is a point to come back to.
class Database {
 public:
  // The rules outlive it.
  Database(const Rules& rules, size_t events);

  void add(uint32_t predicate, size_t from, size_t to);
  void add(uint32_t predicate, const BitMatrix& facts);
  // What follows from the facts so far, whatever facts of open predicates come later.
  void close(Budget& budget) { run(budget, false); }
  // What follows if these are all.
  void close_all(Budget& budget);
  const BitMatrix& operator[](uint32_t predicate) const { return total_[predicate]; }

 private:
  void run(Budget& budget, bool whole);
  void apply(const Rule& rule);
  void join(const Rule& rule, size_t atom, size_t newest, uint32_t bound, size_t (&values)[3]);

  const Rules* rules_;
  size_t events_;
  std::vector<BitMatrix> total_, fresh_, next_;
  std::vector<char> has_fresh_, has_next_;  // by predicate
};

}  // namespace fencepost::engine::cegar::graphs
