// The shared cells of a run, found by the objects that the run makes.
#pragma once

#include <map>
#include <optional>
#include <stdexcept>
#include <vector>

#include "core/memory_bytes.h"
#include "result/run.h"

namespace fencepost::check {

// The run is not one of the program on this machine; says why.
class Refused : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Cells {
 public:
  explicit Cells(const std::vector<result::Cell>& cells);
  void check() const;  // throws Refused if two cells overlap

  // From now on the cells of that name lie in `object`.
  void bind(const result::ObjectName& name, core::ObjectId object);

  size_t index(const result::Cell& cell) const;  // throws Refused if there is no such cell
  const result::Cell& operator[](size_t cell) const { return cells_[cell]; }
  // Those that share a bit with [begin, end), by address.
  std::vector<size_t> touched(core::ObjectId object, uint64_t begin, uint64_t end) const;
  bool any_in(core::ObjectId object) const { return by_object_.count(object) > 0; }
  // Is there a cell that begins there?
  bool has(const result::ObjectName& name, uint64_t at) const;
  bool has(core::ObjectId object, uint64_t at) const;
  std::optional<core::ObjectId> bound(const result::ObjectName& name) const;
  // The bits of byte `at` that belong to the cell and lie in [begin, end).
  uint8_t mask(size_t cell, uint64_t at, uint64_t begin = 0, uint64_t end = UINT64_MAX) const;

 private:
  const std::vector<result::Cell>& cells_;
  std::map<result::ObjectName, std::vector<size_t>> by_name_;  // by address
  std::map<core::ObjectId, std::vector<size_t>> by_object_;
  std::map<result::ObjectName, core::ObjectId> bound_;
  bool starts(const std::vector<size_t>& cells, uint64_t at) const;
};

}  // namespace fencepost::check
