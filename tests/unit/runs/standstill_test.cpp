// Runs in which no thread can go on, on programs whose answer is known. A standstill that is not found would be a wrong SAFE.
#include "runs/standstill.h"

#include <gtest/gtest.h>

#include "enumerated_runs.h"
#include "runs/search.h"

namespace fencepost::runs::testing {
namespace {

using core::Undef;

struct Question {
  const char* what;
  Undef kind;
  bool expected;
  std::vector<std::string> bodies;
};

const Question kQuestions[] = {
    {"two locks in two orders",
     Undef::deadlock,
     true,
     {"LOCK(m); LOCK(n); UNLOCK(n); UNLOCK(m);", "LOCK(n); LOCK(m); UNLOCK(m); UNLOCK(n);"}},
    {"two locks in one order",
     Undef::deadlock,
     false,
     {"LOCK(m); LOCK(n); UNLOCK(n); UNLOCK(m);", "LOCK(m); LOCK(n); UNLOCK(n); UNLOCK(m);"}},
    {"a lock that is kept", Undef::deadlock, true, {"LOCK(m);", "LOCK(m); UNLOCK(m);"}},
    {"a lock that is kept on one branch",
     Undef::deadlock,
     true,
     {"LOCK(m); if (LOAD(x) == 0) UNLOCK(m);", "STORE(x, 1); LOCK(m); UNLOCK(m);"}},
    {"a lock that is kept on no branch",
     Undef::deadlock,
     false,
     {"LOCK(m); if (LOAD(x) < 2) UNLOCK(m);", "STORE(x, 1); LOCK(m); UNLOCK(m);"}},
    {"a flag that is set", Undef::liveness, false, {"while (LOAD(x) == 0) {}", "STORE(x, 1);"}},
    {"a flag that stays as it was", Undef::liveness, true, {"while (LOAD(x) == 0) {}", "STORE(x, 0);"}},
    {"a flag that may be missed", Undef::liveness, true, {"while (LOAD(x) != 1) {}", "STORE(x, 1); STORE(x, 2);"}},
    {"two flags, each set after the other",
     Undef::liveness,
     true,
     {"STORE(y, 0); while (LOAD(x) == 0) {} STORE(y, 1);", "STORE(x, 0); while (LOAD(y) == 0) {} STORE(x, 1);"}},
    {"a flag set by whoever waits for another",
     Undef::liveness,
     false,
     {"STORE(y, 1); while (LOAD(x) == 0) {}", "while (LOAD(y) == 0) {} STORE(x, 1);"}},
    {"a variable that only the waiting thread has", Undef::liveness, true, {"int mine = 0; while (!mine) {}", ""}},
    {"a loop that nothing ends", Undef::liveness, false, {"for (;;) {}", "STORE(x, 1);"}},
    {"a wait while a lock is held",
     Undef::liveness,
     true,
     {"LOCK(m); while (LOAD(x) == 0) {} UNLOCK(m);", "LOCK(m); STORE(x, 1); UNLOCK(m);"}},
};

TEST(Standstills, AreFoundWhereTheyAre) {
  for (const char* model : {"sc", "tso"})
    for (const Question& question : kQuestions) {
      SCOPED_TRACE(std::string(model) + ": " + question.what);
      Program program(threads(question.bodies), model, question.kind);
      Standstill standstill(program.unrolled, program.terms);
      Search search(standstill.watched(), program.model, program.terms, logic::SolverKind::cadical, program.budget,
                    program.statistics);
      EXPECT_EQ(search.ask({standstill.question(question.kind, {})}).has_value(), question.expected);
    }
}

}  // namespace
}  // namespace fencepost::runs::testing
