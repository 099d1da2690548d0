// The printed form of a Boolean broadcast program, and what the verifier refuses.
#include <gtest/gtest.h>

#include "broadcast_builder.h"

namespace fencepost::boolean {
namespace {

TEST(Broadcast, Printed) {
  testing::BroadcastBuilder b;
  uint32_t main = b.thread("main"), t = b.thread("t", true);
  BoolVar s = b.shared("s", Truth::holds), l = b.own(t, "l");
  b.program.never = {{b.is(l), b.passive(l)}};
  b.edge(main, 0, 0, b.spawn(t, {b.all(l, {{b.is(s)}}, {})}));
  b.edge(main, 0, 1, {.kind = BroadcastEdge::Kind::join, .other = t});
  BroadcastEdge& step = b.edge(t, 0, 1);
  step.blocked = {{b.is(s, false)}, {b.passive(l)}};
  step.updates = {b.set(s, false), {l, {}, {}}, b.all(l, {{b.is(l), b.passive(l)}}, {{b.is(l, false)}})};
  step.excluded = {{b.is(s), b.passive(l, false), b.after(l), b.passive_after(l)}};
  b.edge(t, 1, 2, b.check({{b.is(l)}}));
  EXPECT_EQ(
      to_string(b.done()),
      "b0 = T ; s\n"
      "b1 of t ; l\n"
      "never a.b1 & p.b1\n"
      "\n"
      "thread main: entry 0\n"
      "  0 -> 0: spawn t, new.b1 := choose(b0, F)\n"
      "  0 -> 1: join t\n"
      "\n"
      "threads t: entry 0\n"
      "  0 -> 1: assume !(!b0 | p.b1), b0 := choose(F, T), a.b1 := *, p.b1 := choose(a.b1 & p.b1, !a.b1), unless b0 & "
      "!p.b1 & a.b1' & p.b1'\n"
      "  1 -> 2: check a.b1\n");
}

TEST(Broadcast, TheVerifierRefuses) {
  testing::BroadcastBuilder b;
  uint32_t main = b.thread("main"), t = b.thread("t", true), u = b.thread("u", true);
  BoolVar s = b.shared("s"), l = b.own(t, "l"), k = b.own(u, "k");
  b.edge(main, 0, 1);
  b.edge(t, 0, 1);
  b.edge(u, 0, 1);
  BroadcastProgram& program = b.done();
  BroadcastEdge &of_main = program.templates[main].edges[0], &of_t = program.templates[t].edges[0];
  auto refused = [&](auto& where, auto what) {
    auto before = where;
    where = std::move(what);
    bool is_refused = problem_of(program).has_value();
    where = before;
    return is_refused;
  };
  EXPECT_FALSE(refused(of_t.blocked, Formula{{b.is(s), b.is(l), b.passive(k)}}));
  EXPECT_TRUE(refused(of_main.blocked, Formula{{b.is(l)}}));  // main has no such variable
  EXPECT_FALSE(refused(of_main.blocked, Formula{{b.passive(l)}}));
  EXPECT_TRUE(refused(of_t.blocked, Formula{{b.passive(s)}}));                // shared ones are nobody's
  EXPECT_TRUE(refused(of_t.blocked, Formula{{b.passive(l), b.passive(k)}}));  // of two threads
  EXPECT_TRUE(refused(of_t.blocked, Formula{{b.after(s)}}));
  EXPECT_FALSE(refused(of_t.excluded, std::vector<Cube>{{b.after(s)}}));
  EXPECT_TRUE(refused(of_t.updates, std::vector<Update>{{k, {}, {}}}));  // of another template
  EXPECT_FALSE(refused(of_t.updates, std::vector<Update>{b.all(k, {}, {{b.passive(k)}})}));
  EXPECT_TRUE(refused(of_t.updates, std::vector<Update>{b.all(k, {}, {{b.passive(l)}})}));
  EXPECT_TRUE(refused(of_t.begins, std::vector<Update>{b.all(l, {}, {})}));  // nobody begins
  EXPECT_FALSE(refused(program.never, std::vector<Cube>{{b.is(l), b.passive(k)}}));
  EXPECT_TRUE(refused(program.never, std::vector<Cube>{{b.is(l), b.is(k)}}));
  EXPECT_TRUE(refused(program.templates[0].is_replicated, true));
}

}  // namespace
}  // namespace fencepost::boolean
