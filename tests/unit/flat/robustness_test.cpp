// Which programs are robust: the litmus tests of the trade, with all interleavings of their monitors.
#include "flat/robustness.h"

#include <gtest/gtest.h>

#include <sstream>

#include "builder.h"
#include "flat/interpreter.h"
#include "flat/reduction.h"
#include "flat/under_model.h"
#include "flat/verify.h"

namespace fencepost::flat {
namespace {

using core::MemoryOrder;
using testing::Builder;

// Threads by their accesses, with `|` between them, all made by a thread that takes no part, which then waits for them and does what
// comes after `;`, if anything. W, R, U: a store, a load, an update; C: a compare-and-exchange of 0 by 1, with the order of failure behind `-`;
// F: a fence. Then the variable and the order (none: plain): "Wx.rel Ry.acq | Cx.acq-rlx F.sc".
// `spawn` begins a thread that the one before it makes.
class Text {
 public:
  explicit Text(const std::string& text) {
    main_ = b.thread("main");
    std::string bodies = text.substr(0, text.find(';'));
    std::istringstream in(bodies);
    uint32_t at = 0, of_main = 0;
    TemplateId thread = begin(nullptr, of_main);
    for (std::string word; in >> word;) {
      if (word == "|") {
        at = 0;
        thread = begin(nullptr, of_main);
      } else if (word == "spawn") {
        TemplateId parent = thread;
        thread = begin(&parent, at);
        at = 0;
      } else {
        step(thread, at, word);
      }
    }
    if (size_t end = text.find(';'); end != std::string::npos) {
      for (uint32_t i = 1; i < b.program.templates.size(); ++i)
        b.edge(main_, of_main, of_main + 1, Join{TemplateId{i}}), ++of_main;
      std::istringstream last(text.substr(end + 1));
      for (std::string word; last >> word;) step(main_, of_main, word);
    }
    for (Template& of : b.program.templates) of.locations = std::max(of.locations, 1u);
    b.done();
  }

  // Why it is not robust: the lines of its reasons, or the empty text.
  std::string why_not() {
    EXPECT_EQ(problem_of(b.program), std::nullopt);
    auto made = robustness_monitors(b.program, b.terms);
    if (auto* refused = std::get_if<NotFlat>(&made)) return refused->reason;
    for (const FlatProgram& monitor : std::get<std::vector<FlatProgram>>(made)) {
      Explored all = explore(monitor, {});
      EXPECT_TRUE(all.complete);
      Reduction reduction(monitor, b.terms);
      ExploreOptions some;
      some.reduction = &reduction;
      EXPECT_EQ(explore(monitor, some).failures.empty(), all.failures.empty());
      if (all.failures.empty()) continue;
      const Step& failing = all.failures[0].check();
      return std::get<Check>(monitor[failing.of].edges[failing.edge].label).detail;
    }
    return "";
  }

  Builder b;

 private:
  TemplateId begin(const TemplateId* parent, uint32_t& at) {
    TemplateId thread = b.thread("t" + std::to_string(b.program.templates.size()));
    b.edge(parent ? *parent : main_, at, at + 1, Spawn{thread, {}});
    ++at;
    return thread;
  }

  VarId shared(char name) {
    for (uint32_t i = 0; i < b.program.variables.size(); ++i)
      if (b.program.variables[i].name == std::string(1, name)) return VarId{i};
    return b.shared(std::string(1, name), 2);
  }

  static MemoryOrder order(const std::string& name) {
    using enum MemoryOrder;
    return name == "rlx"   ? relaxed
           : name == "acq" ? acquire
           : name == "rel" ? release
           : name == "ar"  ? acq_rel
           : name == "sc"  ? seq_cst
                           : plain;
  }

  void step(TemplateId thread, uint32_t& at, const std::string& word) {
    size_t dot = word.find('.'), dash = word.find('-');
    std::string first = dot == std::string::npos ? "" : word.substr(dot + 1, dash - dot - 1);
    auto add = [&](Label label) { b.edge(thread, at, at + 1, std::move(label)), ++at; };
    if (word[0] == 'F') return add(Fence{order(first)});
    Access access{shared(word[1]), {}};
    if (word[0] == 'W') return add(Store{access, b.num(1 + index(thread) % 3, 2), order(first)});
    VarId read = b.own(thread, "r" + std::to_string(b.program.variables.size()), 2);
    if (word[0] == 'R') return add(Load{read, access, order(first)});
    Term value = b.num(1, 2), always = b.terms.boolean(true);
    if (word[0] == 'U') return add(Rmw{read, access, always, value, order(first)});
    add(Rmw{read, access, b.terms.eq(b(read), b.num(0, 2)), value, order(first), order(word.substr(dash + 1))});
  }

  TemplateId main_{};
};

bool robust(const std::string& text) { return Text(text).why_not().empty(); }
std::string why_not(const std::string& text) { return Text(text).why_not(); }

constexpr const char* kRead = "this may read an older value of x than the last one";
constexpr const char* kRace = "nothing orders this access to x with one of another thread";

TEST(Robustness, MessagePassing) {
  EXPECT_TRUE(robust("Wx.rlx Wy.rel | Ry.acq Rx.rlx"));
  EXPECT_EQ(why_not("Wx.rlx Wy.rlx | Ry.acq Rx.rlx"), kRead);
  EXPECT_EQ(why_not("Wx.rlx Wy.rel | Ry.rlx Rx.rlx"), kRead);
  EXPECT_TRUE(robust("Wx.rlx F.rel Wy.rlx | Ry.rlx F.acq Rx.rlx"));
  EXPECT_EQ(why_not("Wx.rlx F.acq Wy.rlx | Ry.rlx F.acq Rx.rlx"), kRead);
  EXPECT_EQ(why_not("Wx.rlx F.rel Wy.rlx | Ry.rlx F.rel Rx.rlx"), kRead);
  EXPECT_EQ(why_not("F.rel Wx.rlx Wy.rlx | Ry.rlx F.acq Rx.rlx"), kRead);
}

// A relaxed update goes on with a release sequence, a store of another thread ends it.
TEST(Robustness, ReleaseSequences) {
  EXPECT_TRUE(robust("Wx.rlx Uy.rel | Uy.rlx | Ry.acq Rx.rlx"));
  EXPECT_FALSE(robust("Wx.rlx Uy.rel | Wy.rlx | Ry.acq Rx.rlx"));
  EXPECT_TRUE(robust("Wx.rlx Uy.rel | Uy.acq Rx.rlx"));
  EXPECT_EQ(why_not("Wx.rlx Uy.rel | Uy.rel Rx.rlx"), kRead);
}

// The order of failure is that of what only reads.
TEST(Robustness, FailingUpdates) {
  EXPECT_TRUE(robust("Wx.rlx Uy.rel | Cy.acq-acq Rx.rlx"));
  EXPECT_EQ(why_not("Wx.rlx Uy.rel | Cy.acq-rlx Rx.rlx"), kRead);
}

TEST(Robustness, StoreBuffering) {
  EXPECT_FALSE(robust("Wx.rel Ry.acq | Wy.rel Rx.acq"));
  EXPECT_TRUE(robust("Wx.sc Ry.sc | Wy.sc Rx.sc"));
  EXPECT_FALSE(robust("Wx.sc Ry.sc | Wy.sc Rx.acq"));
  EXPECT_TRUE(robust("Wx.rlx F.sc Ry.rlx | Wy.rlx F.sc Rx.rlx"));
  EXPECT_FALSE(robust("Wx.rlx F.sc Ry.rlx | Wy.rlx F.ar Rx.rlx"));
  EXPECT_TRUE(robust("Ux.ar Uy.ar | Uy.ar Ux.ar"));
}

// Variables that are seq_cst throughout, beside others that are not.
TEST(Robustness, StrongVariables) {
  EXPECT_TRUE(robust("Wx.sc Ry.sc Wz.rel | Wy.sc Rx.sc Rz.acq"));
  EXPECT_TRUE(robust("Wx.sc Wz.rel | Rz.acq Ry.sc | Wy.sc Rx.sc"));  // W+RWC
  EXPECT_FALSE(robust("Wx.sc Wz.rel | Rz.rlx Ry.sc | Wy.sc Rx.sc"));
  EXPECT_FALSE(robust("Wx.sc Wy.rel | Uy.sc Ry.rlx | Wy.sc Rx.sc"));  // Z6.U
  EXPECT_FALSE(robust("Wx.sc Ry.acq | Wy.sc Rx.sc"));
  EXPECT_FALSE(robust("Wx.rlx Ry.sc | Wy.sc Rx.rlx"));  // the order of psc says nothing about x
}

// Fences in two threads, and between them a chain of relaxed accesses that rc11 does not count.
TEST(Robustness, FencesNeedMoreThanAChain) {
  EXPECT_FALSE(robust("Wx.rlx F.sc Wy.rlx | Ry.rlx Wz.rlx | Rz.rlx F.sc Rx.rlx"));
  EXPECT_TRUE(robust("Wx.rlx F.sc Wy.rlx | Ry.rlx F.sc Wz.rlx | Rz.rlx F.sc Rx.rlx"));
}

TEST(Robustness, Others) {
  EXPECT_FALSE(robust("Wx.rel | Wy.rel | Rx.acq Ry.acq | Ry.acq Rx.acq"));  // IRIW
  EXPECT_TRUE(robust("Wx.sc | Wy.sc | Rx.sc Ry.sc | Ry.sc Rx.sc"));
  EXPECT_TRUE(robust("Wx.rlx | Wy.rlx | Rx.rlx F.sc Ry.rlx | Ry.rlx F.sc Rx.rlx"));
  EXPECT_FALSE(robust("Wx.rel Wy.rel | Wy.rel Wx.rel"));          // 2+2W
  EXPECT_TRUE(robust("Wx.rel Uy.rel | Uy.acq Wx.rel"));           // S
  EXPECT_FALSE(robust("Wx.rel Wy.rel | Wy.rel Rx.acq"));          // R
  EXPECT_TRUE(robust("Wx.rlx Wx.rlx | Rx.rlx Rx.rlx | Ux.rlx"));  // one variable: coherence
}

TEST(Robustness, Races) {
  EXPECT_TRUE(robust("Wx Wy.rel"));
  EXPECT_EQ(why_not("Wx | Rx"), kRace);
  EXPECT_EQ(why_not("Wx Wy.rel | Ry.acq Rx"), kRace);  // it may be too early
  EXPECT_EQ(why_not("Rx | Wx"), kRace);
  EXPECT_TRUE(robust("Rx | Rx"));
  EXPECT_TRUE(robust("Wx ; Rx Wx"));
  EXPECT_TRUE(robust("Wx spawn Rx ; Wx"));
  EXPECT_EQ(why_not("Wx spawn Rx | Rx"), kRace);
  EXPECT_TRUE(robust("Rx | Rx ; Wx"));
  EXPECT_EQ(why_not("Wx.rlx | Rx"), kRace);
  EXPECT_TRUE(robust("Wx.rlx | Rx.rlx Wx.sc ; Wx"));
}

// A lock of exchange and store: who finds 0 goes in.
TEST(Robustness, Locks) {
  auto holds = [](MemoryOrder take, MemoryOrder give) {
    Builder b;
    TemplateId main = b.thread("main");
    VarId flag = b.shared("l", 1), x = b.shared("x", 2);
    for (uint32_t i = 0; i < 2; ++i) {
      TemplateId t = b.thread("t" + std::to_string(i));
      VarId old = b.own(t, "old" + std::to_string(i), 1), r = b.own(t, "r" + std::to_string(i), 2);
      b.edge(main, i, i + 1, Spawn{t, {}});
      b.edge(t, 0, 1, Rmw{old, {flag, {}}, b.terms.boolean(true), b.num(1, 1), take});
      b.edge(t, 1, 0, Assume{b.terms.ne(b(old), b.num(0, 1))});
      b.edge(t, 1, 2, Assume{b.terms.eq(b(old), b.num(0, 1))});
      b.edge(t, 2, 3, Load{r, {x, {}}});
      b.edge(t, 3, 4, Store{{x, {}}, b.plus(b(r), 1)});
      b.edge(t, 4, 0, Store{{flag, {}}, b.num(0, 1), give});
    }
    b.done();
    auto made = robustness_monitors(b.program, b.terms);
    bool all = true;
    for (const FlatProgram& monitor : std::get<std::vector<FlatProgram>>(made))
      all = all && explore(monitor, {}).failures.empty();
    return all;
  };
  EXPECT_TRUE(holds(MemoryOrder::acquire, MemoryOrder::release));
  EXPECT_TRUE(holds(MemoryOrder::seq_cst, MemoryOrder::seq_cst));
  EXPECT_FALSE(holds(MemoryOrder::relaxed, MemoryOrder::release));
  EXPECT_FALSE(holds(MemoryOrder::acquire, MemoryOrder::relaxed));
}

// Flags beside a lock: who finds the lock taken, and waits for ever, tells nobody what it has seen.
TEST(Robustness, WhoWaitsTellsNothing) {
  for (bool waits : {true, false}) {
    Text text("Wx.sc Ry.sc | Rx.sc Wy.sc");
    Builder& b = text.b;
    VarId lock = b.shared("l", 1);
    for (uint32_t i = 1; i < 3; ++i) {
      TemplateId t{i};
      VarId old = b.own(t, "old" + std::to_string(i), 1), copy = b.own(t, "copy" + std::to_string(i), 1);
      Term is_free = b.terms.eq(b(old), b.num(0, 1));
      b.edge(t, 2, 3, Rmw{old, {lock, {}}, is_free, b.num(1, 1), MemoryOrder::acquire});
      b.edge(t, 3, 4, Assign{copy, b(old)});
      b.edge(t, 4, 5, Assume{b.terms.eq(b(copy), b.num(0, 1))});
      if (!waits) b.edge(t, 4, 6, Assume{b.terms.ne(b(copy), b.num(0, 1))});
      b.edge(t, 5, 6, Rmw{old, {lock, {}}, b.terms.boolean(true), b.num(0, 1), MemoryOrder::release});
      b.edge(t, 6, 0, Assume{b.terms.boolean(true)});
    }
    b.done();
    EXPECT_EQ(text.why_not().empty(), waits);
  }
}

// The argument is about coherence by happens-before, without values out of thin air, and with undefined races.
TEST(Robustness, Models) {
  auto refused = [](const char* name) {
    return why_not_under(*memory::load_model(name), core::UndefSet::defaults()).value_or("");
  };
  EXPECT_EQ(refused("rc11"), "");
  for (const char* name : {"c11", "ra", "imm", "lkmm", "aarch64"})
    EXPECT_EQ(refused(name), std::string("does not prove anything under ") + name);
}

TEST(Robustness, Refusals) {
  Builder b;
  TemplateId main = b.thread("main"), many = b.thread("many", 0);
  b.edge(main, 0, 1, Spawn{many, {}});
  b.program.templates[1].locations = 1;
  b.done();
  auto made = robustness_monitors(b.program, b.terms);
  ASSERT_TRUE(std::holds_alternative<NotFlat>(made));
  EXPECT_EQ(std::get<NotFlat>(made).reason, "any number of threads may run many");
}

}  // namespace
}  // namespace fencepost::flat
