// Lowering: structure, orders and race checks, on Core written by hand.
#include "program/lower.h"

#include <gtest/gtest.h>

#include "../core/builder.h"
#include "base/check.h"
#include "program/passes.h"
#include "program/verify.h"

namespace fencepost::program {
namespace {

using namespace core;
using namespace core::testing;

std::string lowered(Main& m, Block body) {
  m.body(std::move(body));
  Cfa cfa = lower(m.program);
  std::string text = to_string(cfa);
  return text.substr(text.find("procedure main"));
}

unsigned count(const std::string& text, const std::string& what) {
  unsigned found = 0;
  for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++found;
  return found;
}

TEST(Lower, IfBecomesTwoBranchesThatJoin) {
  Main m({kBool, kInt});
  EXPECT_EQ(lowered(m, {if_(m.r(0), {let(Reg{1}, num(1))}, {let(Reg{1}, num(2))}), ret(m.r(1))}),
            "procedure main: entry 0, exit 4\n"
            "  0 -> 1: assume %0\n"
            "  0 -> 2: assume !%0\n"
            "  1 -> 3: %1 = 1\n"
            "  2 -> 3: %1 = 2\n"
            "  3 -> 4: return %1\n");
}

TEST(Lower, LoopIsAnEdgeBack) {
  Main m({kInt});
  m.at(m.main).labels = 3;
  EXPECT_EQ(
      lowered(m, {stmt(DefineLabel{Label{0}}), stmt(Branch{pred(ExprOp::lt, {m.r(0), num(3)}), Label{1}, Label{2}}),
                  stmt(DefineLabel{Label{1}}), let(Reg{0}, op(ExprOp::add, m.r(0), num(1))), stmt(Jump{Label{0}}),
                  stmt(DefineLabel{Label{2}}), ret()}),
      "procedure main: entry 0, exit 3\n"
      "  0 -> 1: assume (%0 < 3)\n"
      "  0 -> 2: assume !(%0 < 3)\n"
      "  1 -> 0 (loop): %0 = (%0 + 1)\n"
      "  2 -> 3: return\n");
}

TEST(Lower, LoopOfNothingStays) {
  Main m;
  m.at(m.main).labels = 1;
  EXPECT_EQ(lowered(m, {stmt(DefineLabel{Label{0}}), stmt(Jump{Label{0}})}),
            "procedure main: entry 0, exit 1\n"
            "  0 -> 0 (loop): skip\n");
}

TEST(Lower, FallingOffTheEndReturns) {
  Main m({kInt});
  EXPECT_EQ(lowered(m, {let(Reg{0}, num(1))}),
            "procedure main: entry 0, exit 2\n"
            "  0 -> 1: %0 = 1\n"
            "  1 -> 2: return\n");
}

TEST(Lower, UnreachableCodeIsGone) {
  Main m({kInt});
  EXPECT_EQ(lowered(m, {ret(num(0)), let(Reg{0}, num(1)), ret(num(1))}),
            "procedure main: entry 0, exit 1\n"
            "  0 -> 1: return 0\n");
}

TEST(Lower, EveryOrderOfThreeStrands) {
  Main m({kInt, kInt, kInt});
  Block body = {unseq({{let(Reg{0}, num(7))}, {let(Reg{1}, num(8))}, {let(Reg{2}, num(9))}}, 0, true), ret()};
  std::string text = lowered(m, body);
  EXPECT_EQ(count(text, "= order of 3 strands"), 1u) << text;
  EXPECT_EQ(count(text, "%0 = 7"), 6u) << text;
  EXPECT_EQ(count(text, "assume (%order.3 == 4)"), 1u) << text;
  EXPECT_EQ(count(text, "assume (%order.3 == 5)"), 0u) << "the last order needs no test\n" << text;
}

TEST(Lower, LabelsInsideReorderedStrandsAreCopied) {
  Main m({kInt});
  m.at(m.main).labels = 1;
  Block jump = {stmt(Jump{Label{0}}), stmt(DefineLabel{Label{0}}), let(Reg{0}, num(1))};
  EXPECT_NO_THROW(lowered(m, {unseq({jump, {let(Reg{0}, num(2))}}, 0, true), ret()}));
}

class RaceChecks : public ::testing::Test {
 protected:
  Main m{{kInt, kInt, kPtr, kPtr, kBool}};
  ExprPtr x = m.global("x");
  ExprPtr y = m.global("y");
  ExprPtr p = m.r(2), q = m.r(3);

  // The conditions of all race checks, in order.
  std::vector<std::string> checks(Block body) {
    body.push_back(seq_point());
    body.push_back(ret());
    m.body(std::move(body));
    Cfa cfa = lower(m.program);
    std::vector<std::string> found;
    for (const Edge& edge : cfa.procedure(m.main).edges)
      if (auto* check = std::get_if<Check>(&edge.label)) found.push_back(to_string(*check->condition));
    return found;
  }
};

using Strings = std::vector<std::string>;

TEST_F(RaceChecks, DifferentGlobalsNeedNone) {
  EXPECT_EQ(checks({unseq({{assign(x, num(1))}, {load(Reg{0}, y)}})}), Strings{});
}

TEST_F(RaceChecks, TheSameGlobalIsARaceForSure) {
  EXPECT_EQ(checks({unseq({{assign(x, num(1))}, {load(Reg{0}, x)}})}), Strings{"false"});
}

TEST_F(RaceChecks, ReadsDoNotConflict) {
  EXPECT_EQ(checks({unseq({{load(Reg{0}, x)}, {load(Reg{1}, x)}})}), Strings{});
}

TEST_F(RaceChecks, PointersAreCompared) {
  EXPECT_EQ(checks({unseq({{assign(p, num(1))}, {assign(q, num(2))}})}), Strings{"!ptr_overlap(%2, 4, %3, 4)"});
}

TEST_F(RaceChecks, AllocationsDifferFromEachOtherAndFromGlobals) {
  Block body = {stmt(Alloc{Reg{2}, size(4), 4, Storage::automatic, false, false, "a"}),
                stmt(Alloc{Reg{3}, size(4), 4, Storage::automatic, false, false, "b"}),
                unseq({{assign(p, num(1))}, {assign(q, num(2))}, {assign(x, num(3))}})};
  EXPECT_EQ(checks(body), Strings{});
}

TEST_F(RaceChecks, PartsOfOneObject) {
  EXPECT_EQ(checks({unseq({{assign(p, num(1))}, {load(Reg{0}, plus(p, 4))}})}), Strings{});
  EXPECT_EQ(checks({unseq({{assign(p, num(1))}, {load(Reg{0}, plus(p, 2))}})}), Strings{"false"});
}

TEST_F(RaceChecks, BitFieldsOfOneUnit) {
  auto field = [&](uint8_t offset, uint8_t width, bool write) {
    if (write) {
      Stmt s = assign(x, num(1));
      std::get<Store>(s.kind).bits = {offset, width};
      return s;
    }
    Stmt s = load(Reg{0}, x);
    std::get<Load>(s.kind).bits = {offset, width};
    return s;
  };
  EXPECT_EQ(checks({unseq({{field(0, 3, true)}, {field(3, 5, false)}})}), Strings{});
  EXPECT_EQ(checks({unseq({{field(0, 4, true)}, {field(3, 5, false)}})}), Strings{"false"});
}

TEST_F(RaceChecks, AnAccessUnderAnIfCountsWhereItHappened) {
  EXPECT_EQ(checks({unseq({{if_(m.r(4), {assign(x, num(1))})}, {load(Reg{0}, x)}})}), Strings{"!%4"});
}

TEST_F(RaceChecks, APendingStoreMeetsWhatFollows) {
  EXPECT_EQ(checks({assign(x, num(1)), load(Reg{0}, x)}), Strings{"false"});
  EXPECT_EQ(checks({assign(x, num(1)), seq_point(), load(Reg{0}, x)}), Strings{});
  EXPECT_EQ(checks({store(x, num(1)), load(Reg{0}, x)}), Strings{}) << "not the side effect of an assignment";
}

TEST_F(RaceChecks, StoresOfStrandsStayPendingBehindThem) {
  EXPECT_EQ(checks({unseq({{assign(x, num(1))}}), load(Reg{0}, x)}), Strings{"false"});
  EXPECT_EQ(checks({unseq({{assign(x, num(1)), seq_point()}}), load(Reg{0}, x)}), Strings{});
}

TEST_F(RaceChecks, ASequencePointInAStrandDoesNotOrderOtherStrands) {
  EXPECT_EQ(checks({unseq({{assign(x, num(1)), seq_point(), load(Reg{0}, x)}, {load(Reg{1}, x)}})}), Strings{"false"});
}

TEST_F(RaceChecks, AnAddressThatChangesIsKept) {
  // p is assigned twice, so the check cannot use it.
  Block body = {let(Reg{2}, x), unseq({{assign(p, num(1)), let(Reg{2}, y)}, {load(Reg{0}, q)}})};
  EXPECT_EQ(checks(body), Strings{"!ptr_overlap(%5, 4, %3, 4)"});
}

TEST_F(RaceChecks, CopiesReadAndWrite) {
  Block body = {unseq({{stmt(Copy{x, y, size(4), true})}, {load(Reg{0}, y)}, {load(Reg{1}, x)}})};
  EXPECT_EQ(checks(body), Strings{"false"}) << "x is written, y is only read";
}

TEST_F(RaceChecks, TheCheckFollowsTheLaterAccessAtOnce) {
  m.body({unseq({{assign(x, num(1))}, {load(Reg{0}, x), check(Undef::assertion, truth(false))}}), ret()});
  Cfa cfa = lower(m.program);
  std::vector<Undef> order;
  for (const Edge& edge : cfa.procedure(m.main).edges)
    if (auto* check = std::get_if<Check>(&edge.label)) order.push_back(check->kind);
  EXPECT_EQ(order, (std::vector<Undef>{Undef::unsequenced_race, Undef::assertion}));
}

TEST(Verify, NamesThePassAndTheLocation) {
  Main m({kInt});
  m.body({let(Reg{0}, num(1)), ret()});
  Cfa cfa = lower(m.program);
  Procedure broken = cfa.procedure(m.main);
  broken.edges[0].label = Let{Reg{9}, num(1)};
  try {
    verify(broken, "a pass");
    FAIL() << "not noticed";
  } catch (const InternalError& error) {
    EXPECT_NE(std::string(error.what()).find("after a pass: main: location 0: a register does not exist"),
              std::string::npos)
        << error.what();
  }
}

TEST(Verify, TwoEdgesMustBeComplementary) {
  Main m({kBool});
  m.body({if_(m.r(0), {let(Reg{0}, truth(true))}), ret()});
  Cfa cfa = lower(m.program);
  Procedure broken = cfa.procedure(m.main);
  broken.edges[1].label = Assume{truth(true)};
  EXPECT_THROW(verify(broken, "a pass"), InternalError);
}

}  // namespace
}  // namespace fencepost::program
