// What is known of variables one by one: an interval of each, and which variables of a thread are copies of shared ones. Bit-precise:
// what may wrap around may be anything. Booleans are 0 and 1.
#pragma once

#include <functional>
#include <unordered_map>
#include <vector>

#include "flat/flat_program.h"
#include "logic/intervals.h"

namespace fencepost::engine::cegar {

using logic::Interval;
using logic::Term;

// All that variables of the sort can be. What has none of its own (floats, wide words) is never known.
Interval all_of(logic::Sort sort);
bool is_ranged(logic::Sort sort);
Interval met(const Interval& one, const Interval& other);
bool includes(const Interval& large, const Interval& small);

// Of the variables that a thread can name, by number.
struct Ranges {
  static constexpr uint32_t kNoCopy = ~0u;

  bool is_reached = false;
  std::vector<Interval> values;
  std::vector<uint32_t> copies;  // of which it is a copy

  bool operator==(const Ranges&) const = default;
  // Least upper bound.
  void join(const Ranges& other);
  void forget_copies_of(uint32_t number);
  // A new value, which nothing else is known of.
  void set(uint32_t number, const Interval& value);
};
bool includes(const Ranges& large, const Ranges& small);

// Reads terms with the ranges of a thread, and learns from conditions.
class RangeReader {
 public:
  using Numbers = std::unordered_map<Term, uint32_t>;
  using Elsewhere = std::function<Interval(Term variable)>;
  // All outlive it. elsewhere: of variables that have no number.
  RangeReader(Ranges& ranges, const Numbers& numbers, const Elsewhere& elsewhere)
      : ranges_(ranges), numbers_(numbers), elsewhere_(elsewhere) {}

  Interval operator()(Term term);
  // The term is true, or false; does that contradict what is known?
  bool learn(Term condition, bool is_true);
  // The number of a variable; kNoCopy if it has none, or the term is none.
  uint32_t number_of(Term term) const;

 private:
  using Seen = std::unordered_map<Term, Interval>;
  Interval read(Term term, Seen& seen);
  Interval read_truth(Term term, Seen& seen);
  bool learn_order(Term left, Term right, bool is_strict, bool is_signed);
  bool narrow(Term term, const Interval& to);
  bool narrow(uint32_t number, const Interval& to);

  Ranges& ranges_;
  const Numbers& numbers_;
  const Elsewhere& elsewhere_;
};

}  // namespace fencepost::engine::cegar
