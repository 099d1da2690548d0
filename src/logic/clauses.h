// Disjunctions, kept flat. The order of a program's accesses takes them by the million, and none is a part of another: to
// make a term of each would take longer than to solve them all.
#pragma once

#include <initializer_list>
#include <span>

#include "logic/term.h"

namespace fencepost::logic {

class Clauses {
 public:
  // What holds anyway is left out, and so is a disjunct that never holds.
  void add(std::initializer_list<Term> disjuncts) { add(std::span(disjuncts.begin(), disjuncts.size())); }
  void add(std::span<const Term> disjuncts) {
    size_t begin = disjuncts_.size();
    for (Term term : disjuncts) {
      if (term.is_true()) {
        disjuncts_.resize(begin);
        return;
      }
      if (!term.is_false()) disjuncts_.push_back(term);
    }
    ends_.push_back(disjuncts_.size());
  }
  size_t size() const { return ends_.size(); }
  bool empty() const { return ends_.empty(); }
  std::span<const Term> operator[](size_t index) const {
    size_t begin = index == 0 ? 0 : ends_[index - 1];
    return std::span(disjuncts_).subspan(begin, ends_[index] - begin);
  }
  const std::vector<Term>& disjuncts() const { return disjuncts_; }  // of all

 private:
  std::vector<Term> disjuncts_;
  std::vector<size_t> ends_;
};

}  // namespace fencepost::logic
