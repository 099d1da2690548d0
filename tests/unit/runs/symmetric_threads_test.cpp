// Taking symmetric threads in the order in which they begin must lose no failed assertion: what fails in some enumerated run fails
// in a run that keeps their order. Programs in which threads only look alike fail in no such run, if they were taken for symmetric.
#include "runs/symmetric_threads.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "enumerated_runs.h"
#include "logic/evaluate.h"
#include "runs/search.h"

namespace fencepost::runs::testing {
namespace {

// Threads that run `body` with their numbers, made by main and left alone; then main does the rest.
std::string replicas(const std::string& body, const std::string& rest, unsigned count = 2) {
  std::string make;
  for (unsigned i = 1; i <= count; ++i)
    make += fmt::format("pthread_t id{0}; pthread_create(&id{0}, 0, work, (void*){0}L); ", i);
  std::string text = threads({}, make + rest);
  return text.insert(text.find("int main"),
                     "#include <assert.h>\nstatic void* work(void* arg) { int me = (int)(long)arg; (void)me; " + body +
                         " return 0; }\n");
}

struct Question {
  const char* what;
  std::string text;
  bool symmetric, fails;
};

const Question kQuestions[] = {
    {"tickets are unique", replicas("int n = ADD(x, 1); if (n == 1) assert(LOAD(y) == 1); STORE(y, 1);", ""), true,
     true},
    {"all read the same", replicas("if (LOAD(x) == 0) ADD(x, 1);", "assert(LOAD(x) < 2);"), true, true},
    {"nobody adds twice", replicas("ADD(x, 1);", "assert(LOAD(x) < 3);"), true, false},
    {"the second step remembers the first: a later ticket is written first",
     replicas("int n = ADD(x, 1); STORE(y, n + 1);", "int a = LOAD(y), b = LOAD(y); assert(!(a == 2 && b == 1));"),
     true, true},
    {"a step that only the first takes: the second overtakes it",
     replicas("if (ADD(x, 1) == 0) STORE(y, 1); ADD(z, 1);",
              "int c = LOAD(z), a = LOAD(y); assert(!(c == 1 && a == 0));"),
     true, true},
    {"three of them", replicas("int n = ADD(x, 1); STORE(y, n);", "assert(LOAD(y) != 2);", 3), true, true},
    {"they write their numbers",
     replicas("STORE(x, me);", "int a = LOAD(x), b = LOAD(x); assert(!(a == 2 && b == 1));"), false, true},
    {"they compare their numbers", replicas("if (me == 1) ADD(y, 1); if (ADD(x, 1) == 0) assert(me == 1);", ""), false,
     true},
    {"one is waited for", replicas("ADD(x, 1);", "pthread_join(id2, 0); assert(LOAD(x) == 2);"), false, true},
    {"main acts between", "", true, true},
};

class SymmetricThreads : public ::testing::TestWithParam<std::string> {};

TEST_P(SymmetricThreads, KeepWhatFails) {
  const auto model = memory::load_model(GetParam());
  const bool buffers = memory::coherence_source(*model) != memory::CoherenceSource::interleaving;
  for (Question question : kQuestions) {
    SCOPED_TRACE(question.what);
    if (question.text.empty()) {
      question.text = replicas("ADD(x, 1);", "");
      question.text.replace(question.text.find("pthread_t id2"), 0, "STORE(y, LOAD(x)); ");
      question.text.replace(question.text.find("  return 0;\n"), 0, "assert(LOAD(y) == 1); ");
    }
    Program program(question.text, GetParam());
    unroll::Unrolled sorted = program.unrolled;
    sorted.symmetric_threads = symmetric_threads(program.unrolled, buffers, program.budget);
    if (!buffers) {
      EXPECT_EQ(!sorted.symmetric_threads.empty(), question.symmetric);
    }
    Search search(sorted, program.model, program.terms, logic::SolverKind::cadical, program.budget, program.statistics);
    std::vector<EnumeratedRun> runs = enumerate(program, program.unrolled);
    std::map<uint32_t, logic::Term> failure;  // by place: any of the threads will do
    for (const unroll::Obligation& obligation : program.unrolled.obligations)
      if (obligation.kind == unroll::Obligation::Kind::check) {
        logic::Term& any = failure.try_emplace(obligation.site, program.terms.boolean(false)).first->second;
        any = program.terms.or_(any, obligation.failure);
      }
    bool fails = false;
    for (const auto& [site, term] : failure) {
      bool some = false;
      for (const EnumeratedRun& run : runs) some = some || logic::evaluate(term, run.values) != 0;
      EXPECT_EQ(search.ask({term}).has_value(), some);
      fails = fails || some;
    }
    EXPECT_EQ(fails, question.fails);
  }
}

// A write that waits in a buffer takes effect later than its thread's next steps.
TEST(SymmetricThreadsWithBuffers, AreOrderedByReadsAlone) {
  Program program(replicas("STORE(x, 1); LOAD(y);", "LOAD(x); STORE(y, 2);"), "tso");
  EXPECT_FALSE(symmetric_threads(program.unrolled, false, program.budget).empty());
  EXPECT_TRUE(symmetric_threads(program.unrolled, true, program.budget).empty());
}

INSTANTIATE_TEST_SUITE_P(Models, SymmetricThreads, ::testing::Values("sc", "tso"),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace fencepost::runs::testing
