// What is known of sets of states, in small cases by hand.
#include "boolean/three_valued.h"

#include <gtest/gtest.h>

namespace fencepost::boolean {
namespace {

Literal is(uint32_t variable, bool positive = true) { return {BoolVar{variable}, positive}; }

ThreeValued known(size_t variables, std::initializer_list<Literal> literals) {
  ThreeValued state(variables);
  for (const Literal& one : literals) state.set(one.variable, one.positive ? Truth::holds : Truth::fails);
  return state;
}

VariableSet all(size_t variables) {
  VariableSet set(variables);
  for (uint32_t i = 0; i < variables; ++i) set.insert(BoolVar{i});
  return set;
}

TEST(ThreeValued, AFormulaMayHoldThoughNoCubeIsKnownTo) {
  const Formula either = {{is(0), is(1)}, {is(0), is(1, false)}};
  EXPECT_EQ(truth(either, known(2, {is(0)})), Truth::holds);
  EXPECT_EQ(truth(either, known(2, {})), Truth::open);
  EXPECT_EQ(truth(either, known(2, {is(0, false)})), Truth::fails);
}

// However many cubes are asked for, what is not found out stays open.
TEST(ThreeValued, WhatTakesTooManyQuestionsIsOpen) {
  Formula any;
  for (uint32_t i = 0; i < 20; ++i) any.push_back({is(i)});
  EXPECT_EQ(truth(any, ThreeValued(20)), Truth::open);
  ThreeValued none(20);
  for (uint32_t i = 0; i < 20; ++i) none.set(BoolVar{i}, Truth::fails);
  EXPECT_EQ(truth(any, none), Truth::fails);
}

// choose(pos, neg) has no states in which both hold (seed 001, section 2.2).
TEST(ThreeValued, BothOfChooseHoldNowhere) {
  const std::vector<Update> updates = {{BoolVar{2}, {{is(0)}}, {{is(1)}}}};
  const Transition step(updates, 3);
  EXPECT_FALSE(step.updated(known(3, {is(0), is(1)}), all(3)));
  std::vector<ThreeValued> sets = step.decided({}, known(3, {is(0)}), all(3), 8);
  ASSERT_EQ(sets.size(), 1u);
  EXPECT_EQ(sets[0][BoolVar{1}], Truth::fails);
  sets = step.decided({}, known(3, {is(1)}), all(3), 8);
  ASSERT_EQ(sets.size(), 1u);
  EXPECT_EQ(sets[0][BoolVar{0}], Truth::fails);
}

TEST(ThreeValued, UpdatesAreOfWhatTheStateWas) {
  const std::vector<Update> exchange = {{BoolVar{0}, {{is(1)}}, {{is(1, false)}}},
                                        {BoolVar{1}, {{is(0)}}, {{is(0, false)}}}};
  const Transition step(exchange, 2);
  std::optional<ThreeValued> after = step.updated(known(2, {is(0), is(1, false)}), all(2));
  ASSERT_TRUE(after);
  EXPECT_EQ(*after, known(2, {is(0, false), is(1)}));
  after = step.updated(known(2, {is(0)}), all(2));
  ASSERT_TRUE(after);
  EXPECT_EQ(*after, known(2, {is(1)}));
}

TEST(ThreeValued, WhatIsExcludedBecomesKnown) {
  ThreeValued state = known(3, {is(0)});
  EXPECT_TRUE(exclude({{is(0), is(1)}}, {{is(1, false), is(2, false)}}, state));
  EXPECT_EQ(state, known(3, {is(0), is(1, false), is(2)}));
  EXPECT_FALSE(exclude({{is(0), is(2)}}, {}, state));
}

}  // namespace
}  // namespace fencepost::boolean
