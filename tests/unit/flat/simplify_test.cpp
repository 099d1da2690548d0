// Copies go, and nothing that another thread or a check could tell.
#include "flat/simplify.h"

#include <gtest/gtest.h>

#include "builder.h"
#include "flat/interpreter.h"
#include "flat/verify.h"

namespace fencepost::flat {
namespace {

using testing::Builder;

// x = 0; loop { a = x; b = a + 1; c = b < 5; assume c; x = b; } else check a == 5
struct Counter : Builder {
  TemplateId main = thread("main");
  VarId x = own(main, "x"), a = own(main, "a"), b = own(main, "b");
  Counter() {
    auto less = [&](Term term) { return terms.binary(logic::Op::bv_ult, term, num(5)); };
    edge(main, 0, 1, Assign{x, num(0)});
    edge(main, 1, 2, Assign{a, (*this)(x)});
    edge(main, 2, 3, Assume{less((*this)(a))});
    edge(main, 2, 5, Assume{terms.not_(less((*this)(a)))});
    edge(main, 3, 4, Assign{b, plus((*this)(a), 1)});
    edge(main, 4, 1, Assign{x, (*this)(b)});
    edge(main, 5, 6, Check{core::Undef::assertion, terms.eq((*this)(a), num(5)), "five"});
    done();
  }
};

TEST(Simplify, CopiesTakeTheirPlaces) {
  Counter counter;
  simplify(counter.program, counter.terms);
  ASSERT_EQ(counter.program.variables.size(), 1u);
  EXPECT_EQ(counter.program.variables[0].name, "x");
  EXPECT_EQ(counter.program.templates[0].edges.size(), 5u);
  EXPECT_TRUE(explore(counter.program).failures.empty());
}

TEST(Simplify, WhatIsOverwrittenIsNoCopyAnyMore) {
  Builder made;
  TemplateId main = made.thread("main");
  VarId x = made.own(main, "x"), a = made.own(main, "a");
  made.edge(main, 0, 1, Havoc{x});
  made.edge(main, 1, 2, Assign{a, made(x)});
  made.edge(main, 2, 3, Assign{x, made.plus(made(x), 1)});
  made.edge(main, 3, 4, Check{core::Undef::assertion, made.terms.ne(made(a), made(x)), "differ"});
  made.done();
  simplify(made.program, made.terms);
  EXPECT_EQ(made.program.variables.size(), 2u);
  EXPECT_TRUE(explore(made.program).failures.empty());
}

// An update's condition names its target, and means what it reads; what was known of the target before is another value.
TEST(Simplify, AnUpdateReadsItsTargetAnew) {
  Builder made;
  TemplateId main = made.thread("main");
  VarId shared = made.shared("shared", 8, 3), old = made.own(main, "old"), copy = made.own(main, "copy");
  made.edge(main, 0, 1, Assign{old, made.num(7)});
  made.edge(main, 1, 2, Assign{copy, made(old)});
  made.edge(main, 2, 3, Rmw{old, Access{shared, {}}, made.terms.eq(made(old), made.num(3)), made.plus(made(copy), 1)});
  made.edge(main, 3, 4, Load{copy, Access{shared, {}}});
  made.edge(main, 4, 5, Check{core::Undef::assertion, made.terms.eq(made(copy), made.num(8)), "eight"});
  made.edge(main, 5, 6, Check{core::Undef::assertion, made.terms.eq(made(old), made.num(3)), "three"});
  made.done();
  simplify(made.program, made.terms);
  EXPECT_TRUE(explore(made.program).failures.empty());
}

TEST(Simplify, WaysThatMeetKeepWhatTheyAgreeAbout) {
  Builder made;
  TemplateId main = made.thread("main");
  VarId x = made.own(main, "x"), a = made.own(main, "a");
  Term is_zero = made.terms.eq(made(x), made.num(0));
  made.edge(main, 0, 1, Havoc{x});
  made.edge(main, 1, 2, Assume{is_zero});
  made.edge(main, 1, 3, Assume{made.terms.not_(is_zero)});
  made.edge(main, 2, 4, Assign{a, made.num(1)});
  made.edge(main, 3, 4, Assign{a, made.num(2)});
  made.edge(main, 4, 5, Check{core::Undef::assertion, made.terms.eq(made(a), made.num(1)), "one"});
  made.done();
  simplify(made.program, made.terms);
  EXPECT_EQ(explore(made.program).failures.size(), 1u);
}

}  // namespace
}  // namespace fencepost::flat
