// Proofs about any number of threads: those of the engine are accepted, and whatever is wrong with one is found and told.
#include "check/views.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "engine/cegar/views.h"
#include "flat/blocks.h"
#include "flat/instances.h"
#include "proof_subject.h"

namespace fencepost::check {
namespace {

using flat::Loc;
using logic::Term;
using result::ViewInvariants;
using testing::only;
using testing::Subject;

bool says(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

class Many {
 public:
  explicit Many(const std::string& thread, core::UndefSet checks = only({core::Undef::assertion}),
                const char* model = "sc")
      : subject(
            "int __VERIFIER_nondet_int(void); void __VERIFIER_assume(int);\n"
            "void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void);\n" +
                thread + R"(
int main(void) { pthread_t t; while (__VERIFIER_nondet_int()) pthread_create(&t, 0, worker, 0); }
)",
            checks, model) {}

  // By views, whatever simpler facts would say.
  result::Claims claims() {
    Budget budget;
    result::Claims found;
    auto decide_nothing = [](const flat::FlatProgram&, result::Claims&) -> std::optional<result::Invariants> {
      return std::nullopt;
    };
    engine::cegar::prove_by_views(subject.task(), {subject.program, false, flat::Obligation::About::runs},
                                  subject.terms, decide_nothing, {}, budget, found);
    return found;
  }
  ViewInvariants proof() {
    result::Claims found = claims();
    EXPECT_EQ(found.verdict, result::Verdict::safe) << found.reason;
    return std::get<ViewInvariants>(found.proof.value());
  }
  std::string problem(const ViewInvariants& proof) {
    Budget budget;
    Statistics statistics;
    return problem_of(proof, subject.task(), budget, statistics, summary).value_or("");
  }

  Subject subject;
  result::ProofSummary summary;
};

const char* kLock = R"(
atomic_int lock; int x;
void* worker(void* a) {
  while (atomic_exchange(&lock, 1)) {}
  x = 0; x = 1; assert(x == 1);
  atomic_store(&lock, 0);
  return a;
}
)";

const char* kSection = R"(
int odd, even;
void* worker(void* a) {
  __VERIFIER_atomic_begin(); assert(odd == even); odd = 1 - odd; even = 1 - even; __VERIFIER_atomic_end();
  return a;
}
)";

TEST(Views, ProofsOfTheEngineAreAccepted) {
  for (const char* text : {kLock, kSection}) {
    Many many(text);
    ViewInvariants proof = many.proof();
    EXPECT_EQ(proof.size, 2u);
    EXPECT_EQ(many.problem(proof), "");
    EXPECT_EQ(many.summary.kind, "invariants over views");
    EXPECT_EQ(many.summary.configurations, proof.views.size());
  }
}

TEST(Views, AProofThatForgetsAViewIsRejected) {
  for (const char* text : {kLock, kSection}) {
    Many many(text);
    ViewInvariants whole = many.proof();
    for (size_t i = 0; i < whole.views.size(); ++i) {
      ViewInvariants mutant = whole;
      bool is_start = mutant.views[i].members.empty();
      mutant.views.erase(mutant.views.begin() + static_cast<std::ptrdiff_t>(i));
      std::string problem = many.problem(mutant);
      EXPECT_TRUE(says(problem, "which is not listed") ||
                  (is_start && says(problem, "does not list the view at the start")))
          << i << ": " << problem;
    }
  }
}

TEST(Views, AFormulaThatIsTooStrongIsRejected) {
  Many many(kLock);
  ViewInvariants whole = many.proof();
  for (size_t i = 0; i < whole.views.size(); ++i) {
    ViewInvariants mutant = whole;
    mutant.views[i].holds = mutant.terms->boolean(false);
    std::string problem = many.problem(mutant);
    EXPECT_TRUE(says(problem, "not with values that satisfy its formula") ||
                says(problem, "first values do not satisfy"))
        << i << ": " << problem;
  }
}

TEST(Views, WithoutFormulasNothingIsProved) {
  Many many(kSection);
  ViewInvariants mutant = many.proof();
  for (ViewInvariants::View& view : mutant.views) view.holds = mutant.terms->boolean(true);
  EXPECT_TRUE(says(many.problem(mutant), "may fail (assertion)")) << many.problem(mutant);
}

TEST(Views, ForgedPlacesAndVariablesAreRejected) {
  Many many(kLock);
  const ViewInvariants whole = many.proof();
  size_t last = 0;  // of views of two threads at two places
  for (size_t i = 0; i < whole.views.size(); ++i)
    if (whole.views[i].members.size() == 2 && whole.views[i].members[0] != whole.views[i].members[1]) last = i;
  auto with = [&](const auto& change) {
    ViewInvariants mutant = whole;
    change(mutant);
    return many.problem(mutant);
  };
  const char* kNoView = "it lists a view that the program does not have";
  EXPECT_EQ(with([&](ViewInvariants& proof) { proof.views[last].members.push_back(proof.views[last].members[0]); }),
            kNoView);
  EXPECT_EQ(with([&](ViewInvariants& proof) { proof.views[last].members[0].at = Loc{1000}; }), kNoView);
  EXPECT_EQ(with([&](ViewInvariants& proof) { proof.views[last].members[0].of = flat::TemplateId{0}; }), kNoView);
  EXPECT_EQ(with([&](ViewInvariants& proof) { proof.views[last].members[0].of = flat::TemplateId{9}; }), kNoView);
  EXPECT_EQ(with([&](ViewInvariants& proof) { proof.views[last].singles.clear(); }), kNoView);
  EXPECT_EQ(with([&](ViewInvariants& proof) { proof.views[last].singles[0] = ~0u; }), kNoView);
  EXPECT_TRUE(says(with([&](ViewInvariants& proof) { proof.views.push_back(proof.views[last]); }), "twice"));
  EXPECT_TRUE(says(with([&](ViewInvariants& proof) {
                     std::swap(proof.views[last].members[0], proof.views[last].members[1]);
                     proof.views.push_back(whole.views[last]);
                   }),
                   "twice"));
  EXPECT_EQ(
      with([&](ViewInvariants& proof) { proof.views[last].holds = proof.terms->fresh("nobody", logic::bool_sort()); }),
      "it names nobody, which is no variable");
  EXPECT_EQ(
      with([&](ViewInvariants& proof) { proof.views[last].holds = proof.terms->fresh("lock", logic::bool_sort()); }),
      "lock has another sort");
  EXPECT_TRUE(says(with([&](ViewInvariants& proof) { proof.views[last].holds = {}; }), "has no formula"));
  EXPECT_EQ(with([&](ViewInvariants& proof) { proof.size = 0; }), "its views are of no size that is known here");
  EXPECT_EQ(with([&](ViewInvariants& proof) { proof.size = 9; }), "its views are of no size that is known here");
  EXPECT_NE(with([&](ViewInvariants& proof) { proof.size = 1; }), "");
}

TEST(Views, VariablesOfThreadsThatAreNotThereAreRejected) {
  Many many("atomic_int x; void* worker(void* a) { int r = x; x = r; assert(r == 0); return a; }");
  ViewInvariants proof = many.proof();
  auto variable = std::ranges::find_if(many.subject.program.variables,
                                       [](const flat::Variable& one) { return one.owner == flat::TemplateId{1}; });
  ASSERT_NE(variable, many.subject.program.variables.end());
  Term foreign = proof.terms->fresh(variable->name + "@1", variable->term.sort());
  for (ViewInvariants::View& view : proof.views)
    if (view.members.empty()) view.holds = proof.terms->eq(foreign, foreign);
  EXPECT_EQ(many.problem(proof), "");  // it is no longer there
  for (ViewInvariants::View& view : proof.views)
    if (view.members.empty())
      view.holds = proof.terms->eq(foreign, proof.terms->fresh(variable->name + "@2", variable->term.sort()));
  EXPECT_TRUE(says(many.problem(proof), "which is of no thread there")) << many.problem(proof);
}

// What a thread knows while it is alone, as views of one thread.
ViewInvariants alone(Many& many, const std::string& variable, unsigned value) {
  const flat::FlatProgram& program = many.subject.program;
  ViewInvariants proof{many.subject.terms, 1, {}};
  flat::Copies copies = flat::with_copies(program, *proof.terms, 2, flat::Copies::Spawning::open);
  flat::Blocks blocks(copies.program, *proof.terms);
  Term x = many.subject.variable(variable), always = proof.terms->boolean(true);
  for (const auto& [main_at, from_main] : blocks.of(flat::TemplateId{0})) {
    proof.views.push_back({{flat::index(main_at), ~0u}, {}, always});
    for (const auto& [at, from] : blocks.of(flat::TemplateId{1})) {
      bool reads = !from.empty() &&
                   std::holds_alternative<flat::Load>(copies.program.templates[1].edges[from[0].edges[0]].label);
      Term holds = reads ? proof.terms->eq(x, proof.terms->bv(value, x.sort().width)) : always;
      proof.views.push_back({{flat::index(main_at), ~0u}, {{flat::TemplateId{1}, at}}, holds});
    }
  }
  return proof;
}

TEST(Views, WhatOthersDoIsNotForgotten) {
  Many only_one("atomic_int x; void* worker(void* a) { x = 1; int r = x; assert(r == 1); return a; }");
  EXPECT_EQ(only_one.problem(alone(only_one, "x", 1)), "");
  Many other("atomic_int x; void* worker(void* a) { x = 1; int r = x; assert(r == 1); x = 0; return a; }");
  std::string problem = other.problem(alone(other, "x", 1));
  EXPECT_TRUE(says(problem, "not with values that satisfy its formula")) << problem;
}

TEST(Views, ASectionThatWaitsAfterItHasWrittenIsNoBlock) {
  Many many(R"(
int odd, even, stopped;
void* worker(void* a) {
  __VERIFIER_atomic_begin();
  odd = 1 - odd; __VERIFIER_assume(stopped == 0); even = 1 - even;
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_begin(); assert(odd == even); __VERIFIER_atomic_end();
  int n = __VERIFIER_nondet_int();
  if (n == 3) stopped = n - 3;
  return a;
}
)");
  ViewInvariants proof = many.proof();  // that nobody stops is told by it
  EXPECT_EQ(many.problem(proof), "");
  for (ViewInvariants::View& view : proof.views) view.holds = proof.terms->boolean(true);
  EXPECT_TRUE(says(many.problem(proof), "may wait after it has written")) << many.problem(proof);
}

TEST(Views, OtherModelsAndPropertiesAreNotTheirs) {
  ViewInvariants proof = Many(kLock).proof();
  std::string weak = Many(kLock, only({core::Undef::assertion}), "rc11").problem(proof);
  EXPECT_TRUE(says(weak, "it is about interleavings, and there may be other runs: any number of threads")) << weak;
  weak = Many(kLock, only({core::Undef::assertion}), "tso").problem(proof);
  EXPECT_TRUE(says(weak, "which is not listed") || says(weak, "does not have"))
      << "x is stored and then loaded: " << weak;
  EXPECT_EQ(Many(kLock, only({core::Undef::data_race})).problem(proof), "views say nothing about data-race");
  EXPECT_EQ(Many(kLock, only({core::Undef::deadlock})).problem(proof), "views say nothing about deadlock");
}

TEST(Views, AProofIsOfItsProgram) {
  ViewInvariants proof = Many(kLock).proof();
  Many broken(R"(
atomic_int lock; int x;
void* worker(void* a) {
  while (atomic_exchange(&lock, 1)) {}
  x = 0; x = 2; assert(x == 1);
  atomic_store(&lock, 0);
  return a;
}
)");
  EXPECT_TRUE(says(broken.problem(proof), "a view that the program does not have")) << broken.problem(proof);
}

}  // namespace
}  // namespace fencepost::check
