// The control-flow automaton that every engine works on: one Procedure a Core function, locations joined by
// edges, each edge with one label. Lowering (lower.h) has flattened Core's expression structure: Ifs became
// branches, Unseqs became their strands in order (or a choice of order) followed by explicit race checks, so
// nothing structured is left.
//
// Invariants (verify.h): edges leave existing locations; the out-edges of a location are either one edge of
// any label or two Assume edges with complementary conditions; `exit` has no out-edge; location numbers
// follow source order, so an edge to a location not greater than its source closes a loop.
//
// Labels are Core's own statement types where the meaning is the same: Let (assign), Choose (havoc), Load,
// Store, Rmw, Fence, Copy, Fill, Alloc, Kill, Check, Call, Return, Exit, Spawn, Join, Self, EndThread, Await,
// AtomicBegin, AtomicEnd, Unsupported. Assume filters *paths* here: it is a branch's condition. Core's Assume statement
// became Restrict, which filters *executions*.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "core/core.h"

namespace fencepost::program {

enum class Loc : uint32_t {};
inline uint32_t index(Loc loc) { return static_cast<uint32_t>(loc); }

struct Skip {};
struct Assume {
  core::ExprPtr condition;
};
struct Restrict {
  core::ExprPtr condition;
};
// reg = the number of an order of `strands` strands, below their number of permutations (a Choice of kind
// `order`).
struct ChooseOrder {
  core::Reg reg;
  unsigned strands;
};

// Delimits the strands of an Unseq whose interleavings other threads may observe (C11 6.5p3): begin, next between two
// strands, end. has_calls: strands call functions whose effects other threads may observe. A called function is not
// interrupted, so these strands do not interleave, and their order is not known.
struct Sequencing {
  enum class Kind : uint8_t { begin, next, end } kind = Kind::begin;
  bool has_calls = false;
};

using EdgeLabel = std::variant<Skip, Assume, Restrict, ChooseOrder, Sequencing, core::Let, core::Choose, core::Load,
                               core::Store, core::Rmw, core::Fence, core::Copy, core::Fill, core::Alloc, core::Kill,
                               core::Check, core::Call, core::Return, core::Exit, core::Spawn, core::Join, core::Self,
                               core::EndThread, core::Await, core::AtomicBegin, core::AtomicEnd, core::Unsupported>;

struct Edge {
  Loc from, to;
  EdgeLabel label;
  SourcePos pos;
  std::string text;
};

struct Procedure {
  std::string name;
  core::FunctionId function;
  std::vector<core::RegInfo> regs;  // Core's, then those that lowering added
  uint32_t locations = 0;
  Loc entry{}, exit{};
  std::vector<Edge> edges;          // sorted by `from`
  std::vector<uint32_t> first_out;  // edges of location l: [first_out[l], first_out[l+1])
};

struct Cfa {
  const core::Program* program = nullptr;  // globals, signatures, init and entry; outlives the Cfa
  std::vector<Procedure> procedures;       // indexed by FunctionId

  const Procedure& procedure(core::FunctionId id) const { return procedures[core::index(id)]; }
};

std::string to_string(const Cfa& cfa);

}  // namespace fencepost::program
