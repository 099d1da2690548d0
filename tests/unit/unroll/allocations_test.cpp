// Objects that executions make, and which of them end with a call or a thread.
#include "unroll/allocations.h"

#include "parts_fixture.h"

namespace fencepost::unroll {
namespace {

using core::Storage;

class AllocationsTest : public testing::PartsTest {
 protected:
  State sequential() {
    State made = state(0);
    made.concurrent = false;
    return made;
  }
  uint32_t make(State& state, Storage storage, Term size) {
    core::Alloc label{.reg = core::Reg{0}, .bytes = nullptr, .align = 4, .storage = storage, .name = "o"};
    return parts().allocations.make(step(state), state, label, size, 0);
  }
  uint32_t make(State& state, Storage storage) { return make(state, storage, terms.bv(8, 64)); }
  Term alive(const State& state, uint32_t object) { return state.memory.get(object)->alive; }
};

TEST_F(AllocationsTest, AreKnownByWhereTheyWereMade) {
  State state = sequential();
  Term branch = terms.fresh("branch", logic::bool_sort());
  state.path = parts().paths.extend(state.path, branch);
  uint32_t object = make(state, Storage::heap);
  const ObjectInfo& info = parts().objects[object];
  EXPECT_EQ(info.fixed_size, 8u);
  EXPECT_EQ(info.born, branch);
  EXPECT_FALSE(info.made_beside);
  EXPECT_TRUE(alive(state, object).is_true());
  ASSERT_EQ(parts().result.allocations.size(), 1u);
  EXPECT_EQ(parts().result.allocations[0].object, object);
  EXPECT_EQ(parts().result.allocations[0].guard, branch);
  EXPECT_EQ(frame.made.at(object), core::Reg{0});
}

TEST_F(AllocationsTest, AnUnknownSizeIsNotFixed) {
  State state = sequential();
  Term size = terms.fresh("size", logic::bv_sort(64));
  const ObjectInfo& info = parts().objects[make(state, Storage::heap, size)];
  EXPECT_FALSE(info.fixed_size);
  EXPECT_EQ(info.size, size);
}

TEST_F(AllocationsTest, HaveNumbersThatStayTheSame) {
  State state = sequential();
  uint32_t first = make(state, Storage::heap), second = make(state, Storage::heap);
  EXPECT_NE(first, second) << "the same statement, executed twice";
  start();
  State again = sequential();
  EXPECT_EQ(make(again, Storage::heap), first);
  EXPECT_EQ(make(again, Storage::heap), second);
}

TEST_F(AllocationsTest, OfACallEndWithIt) {
  State state = sequential();
  uint32_t local = make(state, Storage::automatic), temporary = make(state, Storage::temporary),
           heap = make(state, Storage::heap);
  parts().allocations.leave(step(state), state, frame);
  EXPECT_TRUE(alive(state, local).is_false());
  EXPECT_TRUE(alive(state, temporary).is_false());
  EXPECT_TRUE(alive(state, heap).is_true());
}

TEST_F(AllocationsTest, AThreadHasItsOwnOfThreadStorage) {
  m.program.globals[1].storage = Storage::thread;
  State one = state(1), two = state(2);
  store(one, 1, number(9));
  parts().allocations.begin_thread(step(one), one);
  parts().allocations.begin_thread(step(two), two);
  uint32_t mine = one.own->at(1), theirs = two.own->at(1);
  EXPECT_EQ(one.own->at(0), 0u) << "others have none";
  EXPECT_NE(mine, theirs);
  auto held = [&](State& state, uint32_t object) {
    return parts().access.load(state, parts().pointers.make(object), core::testing::kInt, {}).term;
  };
  EXPECT_EQ(held(one, mine), terms.bv(9, 32)) << "what the global holds when the thread begins";
  EXPECT_EQ(held(two, theirs), terms.bv(0, 32));
  parts().allocations.end_thread(step(one), one);
  EXPECT_TRUE(alive(one, mine).is_false());
}

TEST_F(AllocationsTest, OthersSeeTheEndWhereTheObjectWasMade) {
  State before = state(1);
  Term branch = terms.fresh("branch", logic::bool_sort());
  before.path = parts().paths.extend(before.path, branch);
  uint32_t local = make(before, Storage::automatic);
  sharing().written(local, kLifetimeAt, 1, true, 1, 0, {});
  sharing().read(local, kLifetimeAt, 1, 2);
  start();
  State state = this->state(1), joined = state;
  state.path = parts().paths.extend(state.path, branch);
  ASSERT_EQ(make(state, Storage::automatic), local);
  EXPECT_TRUE(parts().objects[local].made_beside);
  joined.memory = state.memory;  // paths have met since
  parts().allocations.leave(step(joined), joined, frame);
  ASSERT_EQ(parts().events.size(), 1u);
  EXPECT_EQ(parts().events[0].guard, branch);
}

}  // namespace
}  // namespace fencepost::unroll
