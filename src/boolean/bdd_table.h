// BuDDy's table of BDD nodes, from the beginning to the end of one exploration. There is one for the whole process: whoever is second waits for the
// first.
#pragma once

#include <cstddef>
#include <mutex>

namespace fencepost::boolean {

class BddTable {
 public:
  explicit BddTable(size_t variables);
  ~BddTable();
  BddTable(const BddTable&) = delete;
  BddTable& operator=(const BddTable&) = delete;

  // An operation for which there is no room answers something: no set is to be trusted afterwards. Throws Exhausted.
  static void check_room();

 private:
  std::lock_guard<std::mutex> lock_;
};

}  // namespace fencepost::boolean
