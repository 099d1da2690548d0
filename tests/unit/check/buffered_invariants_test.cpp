// Proofs over programs whose store buffers are variables: the reachable states of small ones are a proof, and what is wrong with one is told.
#include <gtest/gtest.h>

#include "../flat/random_text.h"
#include "flat/buffer_variables.h"
#include "flat/interpreter.h"
#include "proof_subject.h"

namespace fencepost::check {
namespace {

using result::BufferedInvariants;
using testing::Values;

// Store buffering with fences: each thread's first store has left before it loads.
constexpr const char* kFenced = R"(
  atomic_int x, y; int r;
  void* other(void* p) {
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    atomic_thread_fence(memory_order_seq_cst);
    r = !atomic_load_explicit(&x, memory_order_relaxed);
    return 0;
  }
  int main(void) {
    pthread_t t; pthread_create(&t, 0, other, 0);
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    atomic_thread_fence(memory_order_seq_cst);
    int s = !atomic_load_explicit(&y, memory_order_relaxed);
    pthread_join(t, 0);
    assert(!(r && s));
  })";

// Two stores may wait before the load.
constexpr const char* kTwoWait = R"(
  atomic_int x, y, z;
  void* other(void* p) {
    if (atomic_load_explicit(&y, memory_order_relaxed) == 1) {
      atomic_thread_fence(memory_order_seq_cst);
      assert(atomic_load_explicit(&x, memory_order_relaxed) == 1);
    }
    atomic_store_explicit(&z, 1, memory_order_relaxed);
    return 0;
  }
  int main(void) {
    pthread_t t; pthread_create(&t, 0, other, 0);
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    int s = atomic_load_explicit(&z, memory_order_relaxed);
    return s;
  })";

constexpr const char* kUnfenced = R"(
  atomic_int x, y; int r;
  void* other(void* p) {
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    r = !atomic_load_explicit(&x, memory_order_relaxed);
    return 0;
  }
  int main(void) {
    pthread_t t; pthread_create(&t, 0, other, 0);
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    int s = !atomic_load_explicit(&y, memory_order_relaxed);
    pthread_join(t, 0);
    assert(!(r && s));
  })";

class Buffered {
 public:
  explicit Buffered(const std::string& text, const char* model = "tso")
      : subject(text, testing::only({core::Undef::assertion}), model), plain_(subject.program) {}

  // The strongest proof: all states, by brute force.
  BufferedInvariants proof(uint32_t bound) {
    make(bound);
    testing::ExplicitStates states(subject.program, *subject.terms);
    EXPECT_TRUE(states.complete());
    return {bound, subject.strongest(states())};
  }
  void make(uint32_t bound) {
    Budget budget;
    auto made = flat::with_buffer_variables(plain_, *flat::buffer_facts(*subject.task().model), bound,
                                            flat::Waiting::needed, *subject.terms, budget);
    subject.program = std::get<flat::BufferVariables>(std::move(made)).program;
  }
  std::string problem(const BufferedInvariants& proof) {
    Budget budget;
    Statistics statistics;
    summary = {};
    return problem_of(proof, subject.task(), budget, statistics, summary).value_or("");
  }
  result::Result confirmed(const BufferedInvariants& proof) {
    Budget budget;
    result::Claims claims;
    claims.verdict = result::Verdict::safe;
    claims.proof = proof;
    return Checker(subject.task()).confirm(claims, budget);
  }

  testing::Subject subject;
  result::ProofSummary summary;

 private:
  flat::FlatProgram plain_;
};

bool says(const std::string& problem, std::string_view part) { return problem.find(part) != std::string::npos; }

TEST(BufferedInvariants, ReachableStatesAreAProof) {
  for (const char* model : {"tso", "pso"}) {
    Buffered buffered(kFenced, model);
    for (uint32_t bound : {1u, 2u}) {
      BufferedInvariants proof = buffered.proof(bound);
      EXPECT_EQ(buffered.problem(proof), "") << model << bound;
      EXPECT_EQ(buffered.summary.kind, "buffered invariants");
      EXPECT_EQ(buffered.summary.buffer_bound, bound);
      EXPECT_EQ(buffered.summary.configurations, proof.invariants.configurations.size());
      result::Result result = buffered.confirmed(proof);
      EXPECT_EQ(result.verdict, result::Verdict::safe);
      EXPECT_TRUE(result.proof.has_value());
    }
  }
}

TEST(BufferedInvariants, TheCheckThatThereIsRoomCounts) {
  Buffered buffered(kTwoWait);
  std::string problem = buffered.problem(buffered.proof(1));
  EXPECT_TRUE(says(problem, "more than 1 stores wait")) << problem;
  EXPECT_EQ(buffered.problem(buffered.proof(2)), "");
  EXPECT_EQ(buffered.confirmed(buffered.proof(1)).verdict, result::Verdict::unknown);
}

TEST(BufferedInvariants, OfAProgramThatFailsThereIsNone) {
  for (const char* model : {"tso", "pso"}) {
    Buffered buffered(kUnfenced, model);
    std::string problem = buffered.problem(buffered.proof(2));
    EXPECT_TRUE(says(problem, "may fail (assertion)")) << problem;
  }
}

TEST(BufferedInvariants, AnotherBoundIsAnotherProgram) {
  Buffered buffered(kTwoWait);
  BufferedInvariants proof = buffered.proof(2);
  for (uint32_t bound : {0u, 1u, 3u, ~0u}) {
    BufferedInvariants mutant = proof;
    mutant.bound = bound;
    EXPECT_NE(buffered.problem(mutant), "") << bound;
  }
}

TEST(BufferedInvariants, WeakerStrongerAndMissingOnesAreRejected) {
  Buffered buffered(kTwoWait);
  const BufferedInvariants proof = buffered.proof(2);
  size_t weaker = 0;
  size_t tried = 0;
  for (size_t i = 0; i < proof.invariants.configurations.size(); i += 4, ++tried) {
    BufferedInvariants mutant = proof;
    mutant.invariants.configurations.erase(mutant.invariants.configurations.begin() + static_cast<std::ptrdiff_t>(i));
    EXPECT_NE(buffered.problem(mutant), "") << "without " << i;
    mutant = proof;
    mutant.invariants.configurations[i].holds = mutant.invariants.terms->boolean(false);
    EXPECT_NE(buffered.problem(mutant), "") << "false at " << i;
    mutant.invariants.configurations[i].holds = mutant.invariants.terms->boolean(true);
    weaker += buffered.problem(mutant).empty() ? 0 : 1;
  }
  // Where nothing comes any more anything may hold.
  EXPECT_GT(weaker, tried / 2);
}

// One state less: some step comes to it, or the program begins there.
TEST(BufferedInvariants, EachStateIsNeeded) {
  Buffered buffered(kFenced, "pso");
  buffered.make(1);
  testing::ExplicitStates states(buffered.subject.program, *buffered.subject.terms);
  for (size_t i = 0; i < states().size(); ++i)
    for (const Values& values : states()[i].values) {
      std::deque<testing::ReachedConfiguration> fewer = states();
      fewer[i].values.erase(values);
      EXPECT_NE(buffered.problem({1, buffered.subject.strongest(fewer)}), "");
    }
}

TEST(BufferedInvariants, OtherModelsAndQuestionsAreRefused) {
  BufferedInvariants proof = Buffered(kFenced).proof(1);
  for (const char* model : {"sc", "rc11", "aarch64"})
    EXPECT_TRUE(says(Buffered(kFenced, model).problem(proof), "machine with store buffers")) << model;
  for (core::Undef kind : {core::Undef::data_race, core::Undef::memory_leak}) {
    testing::Subject subject(kFenced, testing::only({core::Undef::assertion, kind}), "tso");
    Budget budget;
    Statistics statistics;
    result::ProofSummary summary;
    EXPECT_TRUE(problem_of(proof, subject.task(), budget, statistics, summary).has_value());
  }
}

// Random programs: the reachable states are a proof exactly if no interleaving of the program with buffers fails, overflows among them.
TEST(BufferedInvariants, ReachableStatesOfRandomProgramsAreAProofOrSomethingFails) {
  unsigned safe = 0, unsafe = 0;
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    std::string text = flat::testing::RandomText(seed)();
    Buffered buffered(text, seed % 2 == 0 ? "tso" : "pso");
    buffered.make(1);
    flat::ExploreOptions limits;
    limits.most_states = 8000;
    flat::Explored explored = flat::explore(buffered.subject.program, limits);
    if (explored.failures.empty() && !explored.complete) continue;
    testing::ExplicitStates states(buffered.subject.program, *buffered.subject.terms, limits.most_states);
    if (!states.complete()) continue;
    std::string problem = buffered.problem({1, buffered.subject.strongest(states())});
    ++(explored.failures.empty() ? safe : unsafe);
    if (explored.failures.empty())
      EXPECT_EQ(problem, "") << "seed " << seed << "\n" << text;
    else
      EXPECT_TRUE(says(problem, "may fail")) << "seed " << seed << ": " << problem << "\n" << text;
  }
  EXPECT_GT(safe, 4u);
  EXPECT_GT(unsafe, 4u);
}

}  // namespace
}  // namespace fencepost::check
