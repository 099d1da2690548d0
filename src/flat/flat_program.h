// The flat program: what engines that abstract work on (DESIGN: "The words"). A concurrent program over a fixed set of named
// scalars, with nothing left of C: no call, no pointer arithmetic, no memory but variables.
//
//   templates   automata, each run by one, n or any number of threads
//   variables   bit-vectors, Booleans and floats, shared by all threads or of one template: then every instance has its own
//   groups      cells that an access chooses among by a number: an array with a computed index, the targets of a pointer
//   labels      over terms. Terms name variables of the thread alone; what is shared is read and written by Load, Store and Rmw,
//               one access an edge, so that every memory model has its say
//   notes       what a monitor keeps about a run (monitor.h): shared variables that no access touches. An edge writes them in its own
//               step, and checks may ask for them; they never change what the program does
//
// Its meaning under interleaving: a state is the values of the shared variables and, for every thread, its location and the
// values of its own. Thread 0 is the one instance of template 0, which exists from the start; the others begin when they
// are spawned. A step takes one edge of one thread. A thread at a location without edges has ended.
//
// Between AtomicBegin and AtomicEnd only that thread takes steps, unless it cannot. Assume lets nobody pass while its condition is false.
// A failing Check ends the run. One without a kind is no claim about the program: what would happen there is not modelled, so no
// verdict may rest on a run that fails it, and no SAFE on its being forgotten.
//
// A value type. Built once (flatten.h), verified (verify.h) after every pass, printed by `fencepost show --stage flat`.
// The factory of its terms outlives it.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/source.h"
#include "core/core.h"
#include "logic/term.h"

namespace fencepost::flat {

using logic::Bits;
using logic::Term;

enum class Loc : uint32_t {};
enum class VarId : uint32_t {};
enum class GroupId : uint32_t {};
enum class TemplateId : uint32_t {};
template <typename Id>
constexpr uint32_t index(Id id) {
  return static_cast<uint32_t>(id);
}

// The part of a C object that a variable stands for; registers stand for none.
struct Part {
  std::string object;
  uint64_t at = 0, bits = 0;
  std::string shown = {};  // as C names it; empty where it does not, as inside of a mutex
};

struct Variable {
  std::string name;                 // unique in the program
  Term term;                        // its value, in labels
  std::optional<TemplateId> owner;  // absent: shared
  // The value at the start of the program, or of its thread. Absent: any, another one for every instance.
  std::optional<Bits> initial;
  std::optional<Part> part;
  // Every instance has another number here, none has 0, and nobody writes it: what pthread_self tells.
  bool is_instance_number = false;
  // The name of the object of which it tells whether it lives: no access of C's touches it. Empty: of none.
  std::string life_of = {};
  bool is_life() const { return !life_of.empty(); }
  // Of a monitor: written by Edge::notes alone.
  bool is_note = false;
};

// The cell of which `place` is the number. All cells are shared, or all are of one template; all have one sort.
struct Group {
  struct Cell {
    Bits place = 0;
    VarId variable{};
  };
  std::string name;         // unique in the program
  unsigned place_bits = 0;  // the sort of places
  std::vector<Cell> cells;  // sorted by place, all different
};

// One variable, or the cell of a group at `place`. An edge whose place is no cell's cannot be taken: flatten puts a Check
// before it that fails there.
struct Access {
  std::variant<VarId, GroupId> to;
  Term place;  // of a group
};

// target = value.
struct Assign {
  VarId target{};
  Term value;
};
// target = any value of its sort.
struct Havoc {
  VarId target{};
};
struct Assume {
  Term condition;
};
struct Load {
  VarId target{};
  Access from;
  core::MemoryOrder order = core::MemoryOrder::plain;
};
struct Store {
  Access to;
  Term value;
  core::MemoryOrder order = core::MemoryOrder::plain;
};
// In one step: target = old value; if condition then store value. Both may name the target.
struct Rmw {
  VarId target{};
  Access at;
  Term condition;
  Term value;
  core::MemoryOrder order = core::MemoryOrder::seq_cst;
  std::optional<core::MemoryOrder> failure = std::nullopt;
};
struct Fence {
  core::MemoryOrder order = core::MemoryOrder::seq_cst;
};
struct AtomicBegin {};
struct AtomicEnd {};
// kind absent: beyond this the program is not modelled.
struct Check {
  std::optional<core::Undef> kind;
  Term condition;
  std::string detail;
};
// A new instance of the template begins; its variables take what `arguments` say, each evaluated by the spawning thread.
struct Spawn {
  TemplateId spawned{};
  std::vector<Assign> arguments;
};
// Waits until so many instances of the template have ended: of a template with one instance, that one.
struct Join {
  TemplateId joined{};
  uint32_t number = 1;
  // Of a program with copies (instances.h) that begin in any order: of the template of which `joined` is the first copy.
  bool is_of_copies = false;
};
// The program ends, whatever other threads are about to do.
struct Exit {};

using Label =
    std::variant<Assign, Havoc, Assume, Load, Store, Rmw, Fence, AtomicBegin, AtomicEnd, Check, Spawn, Join, Exit>;

// What an edge was made of: the way back to Core. `chooses`: its Havoc stands for a choice that Core makes there
// (core/choice.h); other Havocs lose a value on purpose.
struct Origin {
  core::FunctionId function{};
  uint32_t edge = 0;  // of the function's program::Procedure
  bool chooses = false;
  // In a program that has store buffers (store_buffers.h, buffer_variables.h): what its access has to do with one. leaves: a Store that has
  // waited there, made of one that Core made earlier; searches: a Load after which the thread takes what waits for the same cell, if anything;
  // answers: no access, but stands for one, a load that has found what waits. When it does so is a part of the run, even where nobody
  // needs the value any more.
  enum class Buffer : uint8_t { none, leaves, searches, answers } buffer = Buffer::none;
};

struct Edge {
  Loc from{}, to{};
  Label label;
  Origin origin;
  SourcePos pos;
  // Of the update by which a library function takes or gives a lock, or the like; its meaning is that of the label.
  core::Role::Kind role = core::Role::Kind::none;
  // In the same step, after what the label does: these notes take new values, all at once. Terms may name notes, too.
  std::vector<Assign> notes = {};
};

// How many threads run a template: 0 is any number.
struct Instances {
  uint32_t number = 1;
  bool any() const { return number == 0; }
  bool operator==(const Instances&) const = default;
};

struct Template {
  std::string name;
  Instances instances;
  uint32_t locations = 0;
  Loc entry{};
  std::vector<Edge> edges;          // sorted by `from`
  std::vector<uint32_t> first_out;  // edges of location l: [first_out[l], first_out[l+1])
};

// Where the program has behaviours that the C program lacks, and why: a failing run that goes through it may not exist.
struct Loosening {
  SourcePos pos;
  std::string reason;
};

// Where a thread uses an object that another one makes while there may be other threads: to make it is to write all of it, of which
// no label tells.
struct HandedOver {
  SourcePos pos;
  std::string object;
};

struct FlatProgram {
  std::vector<Variable> variables;
  std::vector<Group> groups;
  std::vector<Template> templates;  // the first is run by thread 0
  std::vector<Loosening> loosened;
  std::vector<HandedOver> handed_over;

  const Variable& operator[](VarId id) const { return variables[index(id)]; }
  const Group& operator[](GroupId id) const { return groups[index(id)]; }
  const Template& operator[](TemplateId id) const { return templates[index(id)]; }
};

// Sorts the edges and fills first_out.
void index_edges(Template& of);

// The printed form behind `fencepost show --stage flat`; golden tests pin it.
std::string to_string(const FlatProgram& program);

}  // namespace fencepost::flat
