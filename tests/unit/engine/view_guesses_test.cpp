// What the text of a program suggests to those who tell what any number of threads do.
#include "engine/cegar/view_guesses.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "../flat/builder.h"
#include "engine/cegar/few_values.h"

namespace fencepost::engine::cegar {
namespace {

using flat::TemplateId;
using flat::VarId;
using logic::Bits;

struct GuessedProgram : flat::testing::Builder {
  VarId next = shared("next", 8), served = shared("served", 8);
  TemplateId main = thread("main"), of = thread("worker");
  VarId mine = own(of, "mine", 8), seen = own(of, "seen", 8), last = own(of, "last", 8);

  const flat::FlatProgram& spawned() {
    edge(main, 0, 1, flat::Spawn{of, {}});
    return done();
  }
};

bool has(const std::vector<Term>& all, Term one) { return std::ranges::find(all, one) != all.end(); }

// A ticket is taken once, and compared with what is shown again and again.
TEST(ViewGuesses, KnowLocksOfTickets) {
  GuessedProgram b;
  b.edge(b.of, 0, 1, flat::Load{b.mine, {b.next, {}}});
  b.edge(b.of, 1, 2, flat::Store{{b.next, {}}, b.plus(b(b.mine), 1)});
  b.edge(b.of, 2, 3, flat::Load{b.seen, {b.served, {}}});
  b.edge(b.of, 3, 2, flat::Assume{b.terms.ne(b(b.seen), b(b.mine))});
  b.edge(b.of, 3, 4, flat::Assume{b.terms.eq(b(b.seen), b(b.mine))});
  b.edge(b.of, 4, 5, flat::Load{b.last, {b.served, {}}});
  b.edge(b.of, 5, 0, flat::Store{{b.served, {}}, b.plus(b(b.last), 1)});
  ViewGuesses guesses(b.spawned(), b.terms);
  ViewGuesses::Tickets tickets = guesses.tickets();
  auto before = [&](VarId one, VarId two) { return b.terms.binary(logic::Op::bv_ult, b(one), b(two)); };
  for (Term known : {b.terms.eq(b(b.mine), b(b.served)), before(b.mine, b.next), before(b.served, b.next),
                     b.terms.eq(b(b.last), b(b.served))})
    EXPECT_TRUE(has(tickets.predicates, known)) << logic::to_string(known);
  EXPECT_FALSE(has(tickets.predicates, before(b.seen, b.served)));
  ASSERT_FALSE(tickets.held.empty());
  for (const auto& [ticket, display] : tickets.held) {
    EXPECT_EQ(ticket, b(b.mine));
    EXPECT_EQ(display, b(b.served));
  }
}

// Nobody counts what is shown: it is no lock of tickets.
TEST(ViewGuesses, AComparisonAloneIsNoLock) {
  GuessedProgram b;
  b.edge(b.of, 0, 1, flat::Load{b.mine, {b.next, {}}});
  b.edge(b.of, 1, 2, flat::Store{{b.next, {}}, b.plus(b(b.mine), 1)});
  b.edge(b.of, 2, 3, flat::Load{b.seen, {b.served, {}}});
  b.edge(b.of, 3, 0, flat::Assume{b.terms.eq(b(b.seen), b(b.mine))});
  ViewGuesses guesses(b.spawned(), b.terms);
  EXPECT_TRUE(guesses.tickets().predicates.empty());
}

TEST(FewValues, ConstantsLeadToOthers) {
  GuessedProgram b;
  b.edge(b.of, 0, 1, flat::Load{b.mine, {b.next, {}}});
  b.edge(b.of, 1, 2, flat::Store{{b.next, {}}, b.terms.binary(logic::Op::bv_urem, b.plus(b(b.mine), 1), b.num(3, 8))});
  b.edge(b.of, 2, 3, flat::Load{b.last, {b.served, {}}});
  b.edge(b.of, 3, 4, flat::Store{{b.served, {}}, b.plus(b(b.last), 1)});
  b.edge(b.of, 4, 0, flat::Havoc{b.seen});
  std::vector<FewValues> found = few_values(b.spawned());
  auto of = [&](VarId variable) {
    auto one = std::ranges::find(found, b(variable), &FewValues::variable);
    return one == found.end() ? std::vector<Bits>{} : one->values;
  };
  EXPECT_EQ(of(b.next), (std::vector<Bits>{0, 1, 2}));
  EXPECT_EQ(of(b.mine), (std::vector<Bits>{0, 1, 2}));
  EXPECT_EQ(of(b.served), (std::vector<Bits>{0, 1, 2, 3, 4, 5}));  // the first of many
  EXPECT_EQ(of(b.seen), (std::vector<Bits>{0}));                   // what is unknown leads nowhere
}

}  // namespace
}  // namespace fencepost::engine::cegar
