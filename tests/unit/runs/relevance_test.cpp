// Leaving out what an assertion does not depend on must leave it failing: what fails in some enumerated run of the program fails in
// a run of the part that is relevant to it.
#include "runs/relevance.h"

#include <gtest/gtest.h>

#include "enumerated_runs.h"
#include "logic/evaluate.h"
#include "runs/search.h"

namespace fencepost::runs::testing {
namespace {

std::string asserted(const std::vector<std::string>& bodies, const std::string& condition) {
  return "#include <assert.h>\n" + threads(bodies, "assert(" + condition + ");");
}

TEST(Relevance, KeepsWhatFails) {
  std::vector<std::string> texts = {
      // By a value, a condition, a place, the other half of an update, a value of a value.
      asserted({"STORE(x, 1); STORE(z, 5);", "STORE(y, LOAD(x) + 1);"}, "LOAD(y) != 2"),
      asserted({"STORE(x, 1);", "if (LOAD(x) == 1) STORE(y, 3);"}, "LOAD(y) != 3"),
      asserted({"STORE(z, 1);", "atomic_int* at = LOAD(z) ? &x : &y; STORE(*at, 4);"}, "LOAD(x) != 4"),
      asserted({"SWAP(x, 3);", "if (SWAP(x, 4) == 3) STORE(y, 1);"}, "LOAD(y) != 1"),
      asserted({"STORE(x, 1);", "STORE(z, LOAD(x));", "if (CAS(z, 1, 7)) STORE(y, LOAD(z));"}, "LOAD(y) != 7"),
      asserted({"STORE(z, 1);", "STORE(y, 4);"}, "LOAD(*(LOAD(z) ? &y : &x)) != 4"),
      asserted({"ADD(x, 1);", "STORE(y, ADD(x, 1) + ADD(x, 1));"}, "LOAD(y) != 3"),
  };
  for (unsigned seed = 0; seed < 20; ++seed)
    texts.push_back(asserted(random_bodies(seed), seed % 2 ? "LOAD(x) < 33" : "LOAD(y) != 2"));
  size_t failing = 0, left_out = 0;
  for (const char* model : {"sc", "pso", "rc11"}) {
    for (const std::string& text : texts) {
      SCOPED_TRACE(model + text.substr(text.find("static void* t0")));
      Program program(text, model);
      ASSERT_TRUE(events_may_be_left_out(*program.model));
      std::vector<EnumeratedRun> runs = enumerate(program, program.unrolled);
      for (const unroll::Obligation& obligation : program.unrolled.obligations) {
        bool fails = false;
        for (const EnumeratedRun& run : runs) fails = fails || logic::evaluate(obligation.failure, run.values) != 0;
        unroll::Unrolled part = only_relevant(program.unrolled, {obligation.failure}, program.terms);
        for (size_t i = 0; i < part.events.size(); ++i)
          left_out += part.events[i].guard != program.unrolled.events[i].guard;
        Search search(part, program.model, program.terms, logic::SolverKind::cadical, program.budget,
                      program.statistics);
        // It is an abstraction: it might fail more often, and here it does not.
        EXPECT_EQ(search.ask({obligation.failure}).has_value(), fails);
        failing += fails;
      }
      if (HasFailure()) return;
    }
  }
  EXPECT_GT(failing, 15u);
  EXPECT_GT(left_out, 30u);
}

TEST(Relevance, IsNotAskedOfModelsThatNeedOtherEvents) {
  EXPECT_FALSE(events_may_be_left_out(*memory::load_model("lkmm")));
  EXPECT_FALSE(events_may_be_left_out(
      *memory::parse_model("needs", "\"needs\"\nlet all = (po \\ (po ; po)) | rf\nacyclic all as a\n")));
}

}  // namespace
}  // namespace fencepost::runs::testing
