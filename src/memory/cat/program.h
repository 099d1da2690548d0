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
// Not a choice within a graph, but between graphs: a bit of Dependence that says that whether a pair is related
// depends on which other events there are.
inline constexpr uint32_t kOtherEvents = uint32_t{1} << 31;
// Likewise: the relation depends on addr, data or ctrl, which differ between the paths of a C program.
inline constexpr uint32_t kDataFlow = uint32_t{1} << 30;

struct Dependence {
  uint32_t up = 0, down = 0;  // by choice, a bit: the relation grows, or shrinks, with it

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
  bool partial = false;  // is evaluated when a partial choice of this level is judged
};

struct BaseSlot {
  std::string name;
  BaseKind kind = BaseKind::relation;
  uint32_t slot = 0;
  bool needed = true;    // some check depends on it
  bool required = true;  // a check of role `require` depends on it
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
  bool uses_co = false;  // some definition uses the coherence order of the graph
  // The differences and complements that may lose pairs when the graph gets more edges or events. All other
  // expressions only grow, unless has_unforeseen.
  std::set<const Expr*> shrinking;
  bool has_unforeseen = false;  // how some expression depends on its operands is not analysed

  bool requires_registers() const { return options.catdep; }
};

// How a base set or relation depends on the choices.
Dependence base_dependence(const std::string& name, bool with_co);

// `tags`: sets that events may have beyond the base names.
Program compile(const File& file, const std::set<std::string>& variants, const std::set<std::string>& tags = {});

}  // namespace fencepost::memory::cat
