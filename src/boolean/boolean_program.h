// Boolean programs (Ball, Majumdar, Millstein, Rajamani, PLDI 2001; seed 001, section 4.1): threads over Boolean variables, each of which says
// whether a predicate holds. They have more behaviours than the program that they abstract, never fewer.
//
//   cubes      conjunctions of literals; a formula is a disjunction of cubes (false without any)
//   updates    of a step, all at once: b := choose(pos, neg) is true where pos holds, false where only neg holds, and anything elsewhere;
//              choose(false, false), written *, is anything
//   guards     a step is not taken where one of the cubes of `blocked` holds: these imply that an assumption fails. It can be taken where
//              one of `passes` does, which imply that it holds; where neither does, perhaps it can, and perhaps the thread waits
//   checks     can fail unless one of the cubes of `passes` holds: these imply the condition
//
// Each thread has the locations and edges of a template of the flat program, in the same order, so that a run of one names a run of the other.
// Its meaning under interleaving is that of flat programs (flat_program.h): threads begin when they are spawned and have ended at a location
// without edges; between the beginning and the end of a section others go on only if the thread waits. Templates with several
// instances have no such form: which thread's variables would a predicate be about?
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/source.h"
#include "logic/abstraction.h"

namespace fencepost::boolean {

using logic::Term;
using logic::Truth;

enum class BoolVar : uint32_t {};
constexpr uint32_t index(BoolVar id) { return static_cast<uint32_t>(id); }

struct Literal {
  BoolVar variable{};
  bool positive = true;
  auto operator<=>(const Literal&) const = default;
};
using Cube = std::vector<Literal>;  // sorted, each variable once; the empty one is true
using Formula = std::vector<Cube>;  // none is part of another

struct Update {
  BoolVar target{};
  Formula pos, neg;
};

struct Edge {
  uint32_t from = 0, to = 0;
  enum class Kind : uint8_t { step, check, atomic_begin, atomic_end, spawn, join, exit } kind = Kind::step;
  Formula blocked;
  std::vector<Update> updates;  // by target
  Formula passes;               // without any, it is not known where the step can be taken
  uint32_t other = 0;           // the thread that is spawned or joined
  // Beyond a failing check nothing is modelled: it is no claim about the program (flat_program.h).
  bool is_claim = true;
  SourcePos pos;
};

struct Thread {
  std::string name;
  uint32_t locations = 0, entry = 0;
  std::vector<Edge> edges;          // sorted by `from`
  std::vector<uint32_t> first_out;  // edges of location l: [first_out[l], first_out[l+1])
  std::vector<bool> may_wait;       // by location: perhaps none of its edges can be taken
};

struct Variable {
  std::string name;  // the predicate, for people
  Term predicate;
  Truth initial = Truth::open;
};

struct BooleanProgram {
  std::vector<Variable> variables;
  std::vector<Thread> threads;  // the first exists from the start
  // Never true of predicates, whatever the state is: what the solver found to be contradictions.
  std::vector<Cube> never;
};

// Of a program that is well formed; golden tests pin it.
std::string to_string(const BooleanProgram& program);

// What is wrong with it, or nothing.
std::optional<std::string> problem_of(const BooleanProgram& program);
// Throws InternalError that names who made it.
void verify(const BooleanProgram& program, std::string_view after);

}  // namespace fencepost::boolean
