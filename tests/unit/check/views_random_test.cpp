// Random functions that any number of threads run: what is proved by views does not fail in any run of one, two or three of them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

#include "check/views.h"
#include "engine/cegar/views.h"
#include "flat/interpreter.h"
#include "proof_subject.h"

namespace fencepost::check {
namespace {

class RandomThread {
 public:
  explicit RandomThread(uint64_t seed) : random_(seed) {}

  std::string operator()() {
    std::string body = "  int r = 0, s = 0;\n";
    if (chance(3)) body += "  while (atomic_exchange(&lock, 1)) {}\n", locked_ = true;
    unsigned statements = 2 + below(4);
    for (unsigned i = 0; i < statements; ++i) body += statement(2);
    body += fmt::format("  assert({} != {});\n", own(), 1 + below(2));
    if (locked_ && !chance(8)) body += "  atomic_store(&lock, 0);\n";
    if (chance(4)) body = "  for (;;) {\n" + body + "  }\n";
    std::string main = chance(4) ? "  atomic_store(&x, 1);\n" : "";
    return "int __VERIFIER_nondet_int(void); void __VERIFIER_assume(int);\n"
           "void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void);\n"
           "atomic_int lock, x; int y;\n"
           "void* worker(void* a) {\n" +
           body + "  return a;\n}\nint main(void) {\n  pthread_t t;\n" + main +
           "  while (__VERIFIER_nondet_int()) pthread_create(&t, 0, worker, 0);\n" + (chance(4) ? "  y = 2;\n" : "") +
           "}\n";
  }

 private:
  unsigned below(unsigned limit) { return static_cast<unsigned>(random_() % limit); }
  bool chance(unsigned of) { return below(of) == 0; }
  const char* shared() { return chance(2) ? "x" : "y"; }
  const char* own() { return chance(2) ? "r" : "s"; }

  std::string statement(unsigned depth) {
    switch (below(depth > 0 ? 9 : 6)) {
      case 0:
        return fmt::format("  {} = {};\n", shared(), below(2));
      case 1:
        return fmt::format("  {} = {};\n", own(), shared());
      case 2:
        return fmt::format("  {} = {};\n", shared(), own());
      case 3:
        return fmt::format("  assert({} != {});\n", own(), 1 + below(2));
      case 4:
        return fmt::format("  {} = 0; if (atomic_compare_exchange_strong(&x, &{}, 1)) {} = 1;\n", "r", "r", shared());
      case 5:
        return fmt::format("  {} = 1 - {};\n", own(), own());
      case 6:
        return fmt::format("  if ({} == {}) {{\n{}  }}\n", own(), below(2), statement(depth - 1));
      case 7:
        return fmt::format("  __VERIFIER_atomic_begin();\n{}{}{}  __VERIFIER_atomic_end();\n", statement(0),
                           chance(3) ? fmt::format("  __VERIFIER_assume({} == 0);\n", own()) : "", statement(0));
      default:
        return fmt::format("  while (__VERIFIER_nondet_int()) {{\n{}  }}\n", statement(depth - 1));
    }
  }

  std::mt19937_64 random_;
  bool locked_ = false;
};

TEST(ViewsRandom, WhatTheyProveDoesNotFailInSmallInstances) {
  unsigned safe = 0, failing = 0;
  for (uint64_t seed = 1; seed <= 300; ++seed) {
    std::string text = RandomThread(seed)();
    testing::Subject subject(text);
    if (!flat::why_not_single(subject.program)) continue;
    Budget budget;
    result::Claims claims;
    auto nothing_from_small_ones = [](const flat::FlatProgram&, result::Claims&) { return std::nullopt; };
    engine::cegar::prove_by_views(subject.task(), {subject.program, false}, subject.terms, nothing_from_small_ones, {},
                                  budget, claims);
    flat::ExploreOptions limits;
    limits.most_states = 3000;
    bool fails = false;
    for (limits.most_instances = 1; limits.most_instances <= 3 && !fails; ++limits.most_instances)
      fails = !flat::explore(subject.program, limits).failures.empty();
    failing += fails ? 1 : 0;
    if (claims.verdict != result::Verdict::safe) continue;
    ++safe;
    EXPECT_FALSE(fails) << "seed " << seed << "\n" << text;
    Statistics statistics;
    result::ProofSummary summary;
    EXPECT_EQ(problem_of(std::get<result::ViewInvariants>(*claims.proof), subject.task(), budget, statistics, summary)
                  .value_or(""),
              "")
        << "seed " << seed << "\n"
        << text;
  }
  EXPECT_GT(safe, 50u);
  EXPECT_GT(failing, 50u);
}

}  // namespace
}  // namespace fencepost::check
