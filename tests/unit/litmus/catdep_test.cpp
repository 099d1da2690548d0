// Models that compute dependencies themselves from register events (catdep) see the same dependencies as those that take
// addr, data and ctrl as given, and chains of them: a load's value depends on what its address depends on.
#include <gtest/gtest.h>

#include "engine/litmus/simulate.h"
#include "frontend/litmus/parser.h"

namespace fencepost::litmus {
namespace {

constexpr const char* kDependencies =
    "\"register events\" catdep\n"
    "let flow = (rf-reg | iico_data)+\n"
    "let my-data = (([R] ; flow ; [DATA] ; iico_data+ ; [W]) \\ same-instance)\n"
    "let my-addr = (([R] ; flow ; [Rreg \\ DATA] ; iico_data+ ; [M]) \\ same-instance)\n"
    "let my-ctrl = (([R] ; flow ; [BCC] ; po) \\ same-instance) & (M * M)\n"
    "flag ~empty (my-data \\ (addr* ; data)) | (data \\ my-data) as data-differs\n"
    "flag ~empty (my-addr \\ addr+) | (addr \\ my-addr) as addr-differs\n"
    "flag ~empty (my-ctrl \\ (addr* ; ctrl)) | ((ctrl & (M * M)) \\ my-ctrl) as ctrl-differs\n"
    "flag ~empty data as has-data\nflag ~empty addr as has-addr\nflag ~empty ctrl as has-ctrl\n"
    "acyclic po-loc | rf | co | fr\n";

TEST(Catdep, RegisterEventsGiveTheSameDependencies) {
  const std::string t =
      "AArch64 deps\n{0:X1=x; 0:X3=y; 0:X5=z;}\nP0 ;\nLDR W0,[X1] ;\nEOR W2,W0,W0 ;\nLDR W4,[X3,W2,SXTW] ;\nADD "
      "W4,W4,#1 ;\nSTR W4,[X5] ;\n"
      "CBNZ W0,L ;\nL: ;\nMOV W6,#1 ;\nSTR W6,[X1] ;\nexists (0:X0=0)\n";
  const Outcome o = simulate(parse_test(t, "deps.litmus"), *memory::parse_model("deps.cat", kDependencies));
  EXPECT_GT(o.executions(), 0u);
  EXPECT_EQ(o.flags, (std::set<std::string>{"has-addr", "has-ctrl", "has-data"}));
}

TEST(Catdep, RegisterEventsAreAbsentOtherwise) {
  const std::string t = "AArch64 none\n{0:X1=x;}\nP0 ;\nLDR W0,[X1] ;\nSTR W0,[X1] ;\nexists (0:X0=0)\n";
  const Outcome o =
      simulate(parse_test(t, "none.litmus"),
               *memory::parse_model("m.cat", "flag ~empty Rreg | Wreg as registers\nacyclic po | rf | co | fr\n"));
  EXPECT_TRUE(o.flags.empty());
}

}  // namespace
}  // namespace fencepost::litmus
