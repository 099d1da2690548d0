// Bounds on the values of bit-vector terms, read as signed numbers, from bounds on their variables. Conditions are not looked
// at: a choice may come out either way.
#pragma once

#include <functional>
#include <span>
#include <unordered_map>
#include <vector>

#include "logic/term.h"

namespace fencepost::logic {

struct Interval {
  SignedBits low = 1, high = 0;

  bool is_empty() const { return low > high; }
  void join(const Interval& other);
  bool operator==(const Interval&) const = default;
  static Interval all(unsigned width);
};

// The values of the term, given those of its arguments, one interval for each. Booleans, and what is no number, may be anything.
Interval applied(Term term, std::span<const Interval> arguments);

// That the term has one of these values.
Term lies_in(Term term, const Interval& interval, Terms& terms);

class Intervals {
 public:
  // Of these terms, and all that their values are computed from.
  explicit Intervals(std::span<const Term> roots);

  size_t size() const { return nodes_.size(); }
  std::vector<Term> variables() const;
  // An empty interval of a variable means that it has no value yet; what is computed from it has none either.
  void compute(const std::function<Interval(Term variable)>& of_variable);
  const Interval& operator[](Term term) const { return known_[place_.at(term)]; }

 private:
  Interval apply(Term term) const;

  std::vector<Term> nodes_;  // arguments first
  std::unordered_map<Term, size_t> place_;
  std::vector<Interval> known_;
};

}  // namespace fencepost::logic
