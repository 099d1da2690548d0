// Boolean gates as clauses (Tseitin 1968), the layer between bit-vector circuits and the SAT solver. Constants and equal
// or opposite inputs vanish before a clause is written, and a gate with the same inputs is made once. Definitions are
// total, so they may stay after the assertion that needed them is popped. Rejected: polarity-dependent clauses
// (Plaisted-Greenbaum), which would have to be completed whenever a later query uses the other polarity.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace fencepost::logic {

// Where clauses go.
class ClauseSink {
 public:
  virtual ~ClauseSink() = default;
  virtual void clause(std::span<const int> literals) = 0;
};

class Gates {
 public:
  static constexpr int kTrue = 1, kFalse = -1;

  explicit Gates(ClauseSink& sink);

  int fresh() { return ++variables_; }
  int and_(int a, int b);
  int or_(int a, int b) { return -and_(-a, -b); }
  int xor_(int a, int b);
  int mux(int condition, int then_literal, int else_literal);
  int majority(int a, int b, int c);  // the carry of a full adder
  int all(std::vector<int> inputs);   // conjunction of any number
  int any(std::vector<int> inputs);

  void clause(std::initializer_list<int> literals) { sink_.clause({literals.begin(), literals.size()}); }
  int variables() const { return variables_; }

 private:
  enum Kind : int { and_gate = 1, xor_gate, mux_gate, majority_gate };

  struct Gate {
    int kind = 0, a = 0, b = 0, c = 0, output = 0;
  };

  // The slot of this gate; output is 0 if it is new, and the caller fills it.
  Gate& slot(int kind, int a, int b, int c);
  void grow();

  ClauseSink& sink_;
  int variables_ = 1;
  std::vector<Gate> table_;
  size_t used_ = 0;
};

}  // namespace fencepost::logic
