// A cat file made ready for evaluation: names resolved to slots, procedures inlined, dead definitions dropped, and every
// definition and check given a *level*: the last choice on which it depends (0: only the events and program order; then
// reads-from, final writes, coherence, and one level a `with ... from`). An evaluator therefore recomputes, when a
// choice changes, only what depends on it. A check is *monotone* at its level when more edges of that choice can only
// make a violation worse: such checks prune partial choices. Dependence comes from an abstract interpretation that
// tracks in which polarity each choice occurs.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "memory/base_names.h"
#include "memory/cat/ast.h"
#include "memory/cat/value.h"

namespace fencepost::memory::cat {

enum : uint32_t { kChoiceRf = 0, kChoiceFinals = 1, kChoiceCo = 2, kChoiceWith = 3 };
// No choice within a graph, but between graphs: whether a pair is related follows not from its two events alone, but also
// from which others happen.
inline constexpr uint32_t kOtherEvents = uint32_t{1} << 31;
// Likewise: dependencies of a C program go by the values that flow, and those by the path.
inline constexpr uint32_t kDataFlow = uint32_t{1} << 30;

struct Dependence {
  uint32_t up = 0, down = 0;  // bit per choice: grows with it, shrinks with it

  uint32_t all() const { return up | down; }
  uint32_t choices() const { return all() & ~(kOtherEvents | kDataFlow); }
  Dependence flipped() const { return {down, up}; }
  Dependence mixed() const { return {all(), all()}; }
  Dependence& operator|=(const Dependence& o) {
    up |= o.up;
    down |= o.down;
    return *this;
  }
  bool operator==(const Dependence&) const = default;
};

struct Op {
  enum class Kind { let, check, with_from, for_all } kind = Kind::let;
  SourcePos pos;
  bool recursive = false;
  std::vector<Binding> bindings;
  Check check;
  uint32_t check_index = 0;
  uint32_t choice = 0;   // of with_from
  ExprPtr over;          // of for_all
  uint32_t slot = 0;     // of for_all: the variable
  std::vector<Op> body;  // of for_all
  Dependence dependence;
  uint32_t level = 0;
  bool needed = true;
  bool partial = false;  // take part in judging a partial choice of this level
};

struct BaseSlot {
  std::string name;
  BaseKind kind = BaseKind::relation;
  uint32_t slot = 0;
  bool needed = true;    // by some check
  bool required = true;  // by one that decides what is allowed
};

struct Shown {
  std::string name;
  ExprPtr expr;
};

struct Program {
  std::string title;
  Options options;
  std::vector<Op> ops;
  std::vector<BaseSlot> base;
  std::vector<std::string> slot_names;
  std::vector<std::string> tags;  // id -> name
  std::vector<Shown> shown;
  std::vector<std::string> check_names;
  uint32_t choice_count = kChoiceWith;
  bool uses_finals = false;
  bool uses_co = false;  // the native coherence order is needed
  // Differences and complements that may lose pairs when the graph gets more edges or events; all else only grows, unless
  // something is computed in a way that cannot be foreseen.
  std::set<const Expr*> shrinking;
  bool has_unforeseen = false;

  bool requires_registers() const { return options.catdep; }
};

// How a base set or relation follows the choices.
Dependence base_dependence(const std::string& name, bool with_co);

// `tags`: sets that events may have beyond the base names.
Program compile(const File& file, const std::set<std::string>& variants, const std::set<std::string>& tags = {});

}  // namespace fencepost::memory::cat
