#include "boolean/bdd_table.h"

#include <bdd.h>

#include <algorithm>

#include "base/budget.h"
#include "base/check.h"

namespace fencepost::boolean {

namespace {

bool& bdd_room_is_gone() {
  static bool one = false;
  return one;
}
std::mutex& bdd_mutex() {
  static std::mutex one;
  return one;
}

}  // namespace

BddTable::BddTable(size_t variables) : lock_(bdd_mutex()) {
  constexpr int kNodes = 100'000, kMostNodes = 20'000'000, kCache = 20'000;
  FP_CHECK(bdd_init(kNodes, kCache) == 0);
  bdd_gbc_hook(nullptr);  // it would print
  bdd_error_hook([](int) { bdd_room_is_gone() = true; });
  bdd_room_is_gone() = false;
  bdd_setmaxnodenum(kMostNodes);
  bdd_setmaxincrease(1'000'000);
  bdd_setcacheratio(8);
  bdd_setvarnum(static_cast<int>(std::max<size_t>(1, variables)));
}

BddTable::~BddTable() { bdd_done(); }

void BddTable::check_room() {
  if (bdd_room_is_gone())
    throw Exhausted(Resource::memory, "the states of a Boolean program need more BDD nodes than there is room for");
}

}  // namespace fencepost::boolean
