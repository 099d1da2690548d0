// What surrounds the models when they run on the host: who chooses where C leaves something open, and what becomes of a check.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace environment {

// The next answers to what is left open, in the order of the questions; behind them all are 0.
void answer(std::vector<long> answers);
// Answers at random, from now on.
void answer_at_random(unsigned seed);
// The id of the check that fails in `run`, which ends there; empty: none does. Outside, a check that fails fails the test.
std::string failed_check(const std::function<void()>& run);

}  // namespace environment

inline int sign(int value) { return (value > 0) - (value < 0); }
