// Proofs that rest on facts of threads, as the engine makes them of C programs: they are accepted, and mutants are not.
#include "check/thread_facts.h"

#include <gtest/gtest.h>

#include "engine/cegar/cegar.h"
#include "proof_subject.h"

namespace fencepost::check {
namespace {

using result::Invariants;
using testing::Subject;

Invariants proof_of(Subject& subject) {
  Budget budget;
  result::Claims found = engine::cegar::CegarEngine({}, {}).run(subject.task(), budget);
  EXPECT_EQ(found.verdict, result::Verdict::safe) << found.reason;
  return std::get<std::vector<Invariants>>(found.proof.value()).at(0);
}

// Facts alone: an endless ring of indices.
const char* kRing = R"(
int next;
void* worker(void* a) {
  for (;;) { int here = next; assert(here >= 0 && here < 8); if (here < 7) next = here + 1; else next = 0; }
}
int main(void) { pthread_t t; pthread_create(&t, 0, worker, 0); worker(0); }
)";
// Facts and invariants: indices by intervals, equality by refinement.
const char* kBoth = R"(
int cells[8]; unsigned x, y;
void* worker(void* a) {
  int here = 0;
  for (;;) { assert(here >= 0 && here < 8); here = here == 7 ? 0 : here + 1; x++; y++; assert(x == y); }
}
int main(void) { pthread_t t; pthread_create(&t, 0, worker, 0); pthread_join(t, 0); }
)";

TEST(ThreadFactsOfPrograms, AloneTheyAreAProof) {
  Subject subject(kRing);
  Invariants proof = proof_of(subject);
  ASSERT_TRUE(proof.facts.has_value());
  EXPECT_TRUE(proof.configurations.empty());
  EXPECT_EQ(subject.problem(proof), "");
  EXPECT_EQ(subject.summary.kind, "facts of threads");
  EXPECT_GT(subject.summary.configurations, 4u);
}

TEST(ThreadFactsOfPrograms, InvariantsRestOnThem) {
  Subject subject(kBoth);
  Invariants proof = proof_of(subject);
  ASSERT_TRUE(proof.facts.has_value());
  EXPECT_FALSE(proof.configurations.empty());
  EXPECT_EQ(subject.problem(proof), "");
  EXPECT_EQ(subject.summary.kind, "invariants");
  proof.facts.reset();
  EXPECT_NE(subject.problem(proof), "");
}

// Each location's fact is forgotten, and said too strongly, in turn.
TEST(ThreadFactsOfPrograms, MutantsAreRejected) {
  for (const char* text : {kRing, kBoth}) {
    Subject subject(text);
    const Invariants whole = proof_of(subject);
    size_t forgotten = 0;
    for (size_t of = 0; of < whole.facts->at.size(); ++of)
      for (size_t at = 0; at < whole.facts->at[of].size(); ++at) {
        if (whole.facts->at[of][at].holds.is_const()) continue;
        Invariants mutant = whole;
        mutant.facts->at[of][at].holds = whole.terms->boolean(false);
        EXPECT_NE(subject.problem(mutant), "") << text << ": " << of << ", " << at;
        mutant = whole;
        mutant.facts->at[of][at].holds = whole.terms->boolean(true);
        forgotten += !subject.problem(mutant).empty();
      }
    EXPECT_GT(forgotten, 3u) << text;
  }
}

}  // namespace
}  // namespace fencepost::check
