// What has to hold before a step so that something holds after it, evaluated.
#include "boolean/precondition.h"

#include <gtest/gtest.h>

#include "../flat/builder.h"
#include "logic/evaluate.h"

namespace fencepost::boolean {
namespace {

// One variable is the cell of two places, as where two pointers may point to one object.
TEST(Preconditions, OneCellOfSeveralPlaces) {
  flat::testing::Builder b;
  flat::TemplateId main = b.thread("main");
  flat::VarId x = b.shared("x"), y = b.shared("y"), place = b.own(main, "place", 2), old = b.own(main, "old");
  b.program.groups.push_back({"g", 2, {{0, x}, {1, y}, {2, x}}});
  const flat::Access access{flat::GroupId{0}, b(place)};
  b.edge(main, 0, 1, flat::Store{access, b.num(5), core::MemoryOrder::relaxed});
  b.edge(main, 1, 2, flat::Rmw{old, access, b.terms.eq(b(old), b.num(1)), b.plus(b(old), 4)});
  const flat::FlatProgram& program = b.done();
  Preconditions preconditions(program, b.terms);
  for (const flat::Edge& edge : program.templates[0].edges) {
    Preconditions::OfEdge before = preconditions.of(edge);
    logic::Term of_x = before(b.terms.eq(b(x), b.num(5))), of_y = before(b.terms.eq(b(y), b.num(5)));
    for (unsigned at = 0; at < 3; ++at) {
      // The register has a value that fails the condition of the update, which is about what it reads.
      const logic::Assignment state = {{b(x), 1}, {b(y), 1}, {b(place), at}, {b(old), 0}};
      EXPECT_EQ(logic::evaluate(of_x, state) != 0, at != 1) << at;
      EXPECT_EQ(logic::evaluate(of_y, state) != 0, at == 1) << at;
    }
  }
}

}  // namespace
}  // namespace fencepost::boolean
