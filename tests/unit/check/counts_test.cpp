// Proofs by counting threads: those of the engine are accepted, and whatever is wrong with one is found and told.
#include "check/counts.h"

#include <gtest/gtest.h>

#include <map>

#include "engine/symmetric/symmetric.h"
#include "proof_subject.h"

namespace fencepost::check {
namespace {

using logic::Truth;
using result::CountInvariants;
using testing::Subject;

bool says(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

// Which of the waiting threads is next no two of them know together: only all that there are do.
const char* kTickets = R"(
int __VERIFIER_nondet_int(void); void __VERIFIER_assume(int);
void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void);
atomic_uint next, served; atomic_int inside;
void* worker(void* a) {
  __VERIFIER_atomic_begin(); unsigned ticket = next; __VERIFIER_assume(ticket != 100); next = ticket + 1; __VERIFIER_atomic_end();
  while (served != ticket) {}
  inside = 1; assert(inside == 1); inside = 0;
  served = ticket + 1;
  return a;
}
int main(void) { pthread_t t; while (__VERIFIER_nondet_int()) pthread_create(&t, 0, worker, 0); }
)";

// What holds when all are joined holds of no state in which one of them goes on.
const char* kJoined = R"(
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER; unsigned counter;
void* worker(void* a) { pthread_mutex_lock(&mutex); counter++; pthread_mutex_unlock(&mutex); return a; }
int main(void) {
  pthread_t t[4];
  for (int i = 0; i < 4; i++) pthread_create(&t[i], 0, worker, 0);
  for (int i = 0; i < 4; i++) pthread_join(t[i], 0);
  assert(counter == 4);
}
)";

class Counted {
 public:
  explicit Counted(const char* text, uint32_t threads) : subject_(text), task_(subject_.task()) {
    task_.threads = threads;
  }

  result::Claims claims() {
    Budget budget;
    return engine::symmetric::SymmetricEngine({}, engine::symmetric::Asked::by_name, {}).run(task_, budget);
  }
  CountInvariants proof() {
    result::Claims found = claims();
    EXPECT_EQ(found.verdict, result::Verdict::safe) << found.reason;
    return std::get<CountInvariants>(found.proof.value());
  }
  std::string problem(const CountInvariants& proof) {
    Budget budget;
    Statistics statistics;
    return problem_of(proof, task_, budget, statistics, summary).value_or("");
  }
  result::Task& task() { return task_; }

  result::ProofSummary summary;

 private:
  Subject subject_;
  result::Task task_;
};

TEST(Counts, ProofsOfTheEngineHold) {
  Counted tickets(kTickets, 2);
  CountInvariants proof = tickets.proof();
  EXPECT_EQ(proof.most, 2u);
  EXPECT_EQ(tickets.problem(proof), "");
  EXPECT_EQ(tickets.summary.kind, "counts of threads");
}

TEST(Counts, MoreThreadsThanItIsAboutAreNotProved) {
  Counted tickets(kTickets, 2);
  CountInvariants proof = tickets.proof();
  tickets.task().threads = 3;
  EXPECT_TRUE(says(tickets.problem(proof), "fewer threads"));
  tickets.task().threads = 0;
  EXPECT_TRUE(says(tickets.problem(proof), "fewer threads"));
  tickets.task().threads = 3;
  proof.most = 3;
  EXPECT_TRUE(says(tickets.problem(proof), "leads to a state")) << tickets.problem(proof);
}

TEST(Counts, EveryStateIsNeeded) {
  Counted tickets(kTickets, 2);
  const CountInvariants proof = tickets.proof();
  size_t missed = 0;
  for (size_t i = 0; i < proof.states.size(); i += 1 + proof.states.size() / 40) {
    CountInvariants broken = proof;
    broken.states.erase(broken.states.begin() + static_cast<std::ptrdiff_t>(i));
    if (tickets.problem(broken).empty()) ++missed;
  }
  // Some states are among others.
  EXPECT_LE(missed, 4u);
}

TEST(Counts, WhoHasWaitedForAllIsAlone) {
  Counted joined(kJoined, 0);
  const CountInvariants proof = joined.proof();
  EXPECT_EQ(joined.problem(proof), "");
  // Where main stands last, nobody goes on.
  std::map<uint32_t, size_t> by_place;
  for (const CountInvariants::State& state : proof.states) ++by_place[state.singles[0]];
  EXPECT_EQ(by_place.rbegin()->second, 1u);
  for (const auto& [place, states] : by_place) {
    CountInvariants broken = proof;
    std::erase_if(broken.states, [&](const CountInvariants::State& state) { return state.singles[0] == place; });
    EXPECT_NE(joined.problem(broken), "") << "without main at " << place;
  }
}

TEST(Counts, WhatIsSaidOfTheSharedVariablesIsAsked) {
  Counted tickets(kTickets, 2);
  const CountInvariants proof = tickets.proof();
  size_t tried = 0, missed = 0;
  for (size_t i = 0; i < proof.states.size(); i += 1 + proof.states.size() / 30)
    for (size_t predicate = 0; predicate < proof.predicates.size(); ++predicate) {
      Truth known = proof.states[i].shared[predicate];
      if (known == Truth::open) continue;
      CountInvariants broken = proof;
      broken.states[i].shared[predicate] = known == Truth::holds ? Truth::fails : Truth::holds;
      ++tried;
      if (tickets.problem(broken).empty()) ++missed;
    }
  EXPECT_GT(tried, 20u);
  EXPECT_LE(missed, tried / 10);
}

TEST(Counts, AStateMoreThatFailsIsFound) {
  Counted tickets(kTickets, 2);
  CountInvariants proof = tickets.proof();
  // As if nothing were known anywhere: then the check may fail.
  for (CountInvariants::State& state : proof.states) {
    state.shared.assign(state.shared.size(), Truth::open);
    for (CountInvariants::Class& one : state.threads) one.values.assign(one.values.size(), Truth::open);
  }
  EXPECT_TRUE(says(tickets.problem(proof), "may fail")) << tickets.problem(proof);
}

TEST(Counts, StatesThatAreNoneAreTold) {
  Counted tickets(kTickets, 2);
  const CountInvariants proof = tickets.proof();
  auto last = [](CountInvariants& of) -> CountInvariants::State& { return of.states.back(); };
  CountInvariants broken = proof;
  last(broken).singles[0] = flat::Configuration::kNotBegun;
  EXPECT_TRUE(says(tickets.problem(broken), "does not have"));
  broken = proof;
  last(broken).shared.pop_back();
  EXPECT_TRUE(says(tickets.problem(broken), "does not have"));
  broken = proof;
  last(broken).threads.front().count = 0;
  EXPECT_TRUE(says(tickets.problem(broken), "does not have"));
  broken = proof;
  last(broken).threads.front().member.at = flat::Loc{9999};
  EXPECT_TRUE(says(tickets.problem(broken), "does not have"));
  broken = proof;
  last(broken).threads.front().member.of = flat::TemplateId{0};
  EXPECT_TRUE(says(tickets.problem(broken), "does not have"));
}

TEST(Counts, OtherRunsOfAModelAreNotForgotten) {
  Counted tickets(kTickets, 2);
  CountInvariants proof = tickets.proof();
  tickets.task().model = memory::load_model("tso");
  EXPECT_TRUE(says(tickets.problem(proof), "other runs"));
  tickets.task().model = memory::load_model("sc");
  proof.buffer_bound = 1;
  EXPECT_TRUE(says(tickets.problem(proof), "store buffers"));
}

}  // namespace
}  // namespace fencepost::check
