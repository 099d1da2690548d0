// Where a run's choices come from (choice.h says which there are and when they are consumed).
#pragma once

#include <random>
#include <span>
#include <stdexcept>

#include "core/choice.h"

namespace fencepost::core {

struct ChoiceRequest {
  Choice::Kind kind = Choice::Kind::value;
  Type type;             // of a value
  unsigned strands = 0;  // of an order: how many strands it permutes
};

// The given choices do not describe a run of this program.
class BadChoice : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class ChoiceSource {
 public:
  virtual ~ChoiceSource() = default;
  // A value fits its type, an order is below the number of permutations, an address may be unknown.
  virtual Choice next(const ChoiceRequest& request) = 0;
};

class ReplayChoices : public ChoiceSource {
 public:
  explicit ReplayChoices(Choices choices) : choices_(std::move(choices)) {}
  Choice next(const ChoiceRequest& request) override;  // throws BadChoice
  size_t consumed() const { return next_; }

 private:
  Choices choices_;
  size_t next_ = 0;
};

// Every value is zero, every order is source order, and no address is known.
class DefaultChoices : public ChoiceSource {
 public:
  Choice next(const ChoiceRequest& request) override;
};

// Random values, with those near zero and near the limits of the type more often; a seed gives the same run on every
// host.
class RandomChoices : public ChoiceSource {
 public:
  explicit RandomChoices(uint64_t seed) : random_(seed) {}
  Choice next(const ChoiceRequest& request) override;

 private:
  std::mt19937_64 random_;
};

// All runs of a tiny program: values are drawn from a given set (cut to the type, duplicates dropped), orders are all
// permutations. Usage: do { run } while (choices.advance());
class EnumerateChoices : public ChoiceSource {
 public:
  explicit EnumerateChoices(std::vector<SignedBits> values) : values_(std::move(values)) {}
  Choice next(const ChoiceRequest& request) override;
  // Prepares the next run; false once all have been given.
  bool advance();

 private:
  struct Digit {
    std::vector<Choice> options;
    size_t chosen = 0;
  };
  std::vector<SignedBits> values_;
  std::vector<Digit> digits_;
  size_t next_ = 0;
};

Bits permutations(unsigned strands);
// The permutation of 0 .. strands-1 with that number in lexicographic order.
std::vector<unsigned> permutation(unsigned strands, Bits number);

}  // namespace fencepost::core
