// What is known about objects apart from any path: the table behind object numbers. Numbered like the interpreter's
// (core/value.h): 0 is no object, then functions, globals, and everything that Alloc made.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/core.h"
#include "unroll/state.h"

namespace fencepost::unroll {

struct ObjectInfo {
  std::string name;
  Term size;  // bytes, of pointer width
  std::optional<uint64_t> fixed_size;
  std::optional<uint64_t> most_size;  // the largest that it may have: of a size that has one of a few values
  uint32_t align = 1;
  core::Storage storage = core::Storage::static_;
  bool is_const = false;
  bool zeroed = false;
  Shared<ObjectState> initial;  // of thread storage: what it holds at first; otherwise `zeroed` says it
  core::Known known = core::Known::all;
  std::shared_ptr<const core::DeclaredType> declared = nullptr;
  uint32_t shadow = 0;       // what ptr_shadow leads to
  uint32_t thread = 0;       // that made it
  bool made_beside = false;  // while there may have been others
  std::optional<core::FunctionId> function;
  SourcePos made_at;    // heap: where it was allocated, seen from outside the library (globals: declared) ...
  std::string made_in;  // ... and in which function
  // When it was allocated, for objects whose address matters: two that never live together may share an address.
  Term born;  // null: expected only
  Memory alive_before;
};

class Objects {
 public:
  Objects(const core::Program& program, Terms& terms);

  uint32_t of(core::FunctionId id) const { return 1 + core::index(id); }
  uint32_t of(core::GlobalId id) const { return 1 + functions_ + core::index(id); }
  bool is_data(uint32_t object) const { return object > functions_; }
  bool is_global(uint32_t object) const { return is_data(object) && object <= functions_ + globals_; }
  const ObjectInfo& operator[](uint32_t object) const { return table_[object]; }
  size_t size() const { return table_.size(); }
  // The first number that an Alloc can give.
  uint32_t first_made() const { return 1 + functions_ + globals_; }
  void define(uint32_t object, ObjectInfo info);
  const std::vector<ObjectInfo>& table() const { return table_; }
  // Objects that were seen in an earlier unrolling and may be met before their Alloc.
  void expect(const std::vector<ObjectInfo>& known, Terms& terms);
  // What was expected of their sizes, as far as those were variables; in the end.
  std::vector<Term> constraints(Terms& terms) const;
  // Objects of whose sizes other threads have taken too much for granted.
  const std::set<uint32_t>& varied() const { return varied_; }

 private:
  uint32_t functions_, globals_;
  std::vector<ObjectInfo> table_;
  std::map<uint32_t, ObjectInfo> expected_;
  std::set<uint32_t> varied_;
};

}  // namespace fencepost::unroll
