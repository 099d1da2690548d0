// The printed form of a Boolean program, and what the verifier refuses.
#include <gtest/gtest.h>

#include "../flat/builder.h"
#include "boolean/abstract.h"

namespace fencepost::boolean {
namespace {

TEST(Boolean, Printed) {
  flat::testing::Builder b;
  flat::TemplateId main = b.thread("main"), t = b.thread("t");
  flat::VarId x = b.shared("x"), u = b.own(main, "u");
  b.edge(main, 0, 1, flat::Spawn{t, {}});
  b.edge(main, 1, 2, flat::Load{u, {x, {}}});
  b.edge(main, 2, 3, flat::Assume{b.terms.eq(b(u), b.num(0))});
  b.edge(main, 3, 4, flat::Check{core::Undef::assertion, b.terms.ne(b(u), b.num(1)), ""});
  b.edge(main, 4, 5, flat::Join{t});
  b.edge(t, 0, 1, flat::Store{{x, {}}, b.num(1)});
  b.edge(t, 1, 1, flat::Assume{b.terms.boolean(true)});
  b.done();
  std::vector<Term> predicates = {b.terms.eq(b(x), b.num(0)), b.terms.eq(b(u), b.num(0)), b.terms.eq(b(u), b.num(1))};
  Budget budget;
  Statistics statistics;
  auto made = abstracted(b.program, predicates, {}, b.terms, budget, statistics);
  EXPECT_EQ(to_string(std::get<Abstraction>(made).program),
            "b0 = T ; (= x #x00)\n"
            "b1 = T ; (= u #x00)\n"
            "b2 = F ; (= u #x01)\n"
            "never b1 & b2\n"
            "\n"
            "thread main: entry 0\n"
            "  0 -> 1: spawn t\n"
            "  1 -> 2: b1 := choose(b0, !b0), b2 := choose(F, b0)\n"
            "  2 -> 3: assume !(!b1)\n"
            "  3 -> 4: check !b2, assume !(b2)\n"
            "  4 -> 5: join t\n"
            "\n"
            "thread t: entry 0\n"
            "  0 -> 1: b0 := choose(F, T)\n"
            "  1 -> 1: skip\n");
}

TEST(Boolean, TheVerifierRefuses) {
  BooleanProgram program;
  program.variables.resize(2);
  program.threads.push_back({"main", 2, 0, {{0, 1}}, {0, 1, 1}, {false, true}});
  EXPECT_EQ(problem_of(program), std::nullopt);
  Edge& edge = program.threads[0].edges[0];
  edge.blocked = {{{BoolVar{0}, true}}, {{BoolVar{0}, true}, {BoolVar{1}, false}}};
  EXPECT_NE(problem_of(program), std::nullopt);  // one cube is a part of the other
  edge.blocked = {{{BoolVar{1}, true}, {BoolVar{0}, false}}};
  EXPECT_NE(problem_of(program), std::nullopt);  // not in order
  edge.blocked = {};
  edge.updates = {{BoolVar{2}, {}, {}}};
  EXPECT_NE(problem_of(program), std::nullopt);
  edge.updates = {{BoolVar{1}, {}, {}}};
  EXPECT_EQ(problem_of(program), std::nullopt);
  edge.to = 2;
  EXPECT_NE(problem_of(program), std::nullopt);
}

}  // namespace
}  // namespace fencepost::boolean
