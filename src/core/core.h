// Core: C with nothing left implicit (seed 003, chapter 3, after Cerberus' Core). A function is a flat list of statements
// over registers; every object is allocated explicitly and killed where its block ends, every conversion is an
// expression, every undefined behaviour is a `Check` before the action that it guards, and what ISO C leaves open is
// explicit:
//
//   strong sequencing   a later statement of a Block (the function body included) with a SeqPoint between: everything
//                       before is complete. Elaboration puts a SeqPoint at the end of every full expression
//   weak sequencing     a later statement of the same Block (the function body included) with no SeqPoint between: the
//                       *value computations* before are complete, stores marked `negative` (the side effect of an
//                       assignment, ++ or --) are still pending
//   unseq               the strands of an Unseq: their actions are unsequenced (C11 6.5p2), so a conflict is a race
//   indet               calls inside strands: whole bodies are indeterminately sequenced (6.5.2.2p10) with the rest, so
//                       they never race, but their order can matter: Unseq::permute
//
// Races: two actions of different strands of one Unseq, or a negative store and a later action of the same Block with no
// SeqPoint between (also inside nested strands and Ifs of later statements), touch a common byte, one is a write, and
// neither lies inside a called function. The run is then undefined (Undef::unsequenced_race). At the end of an Unseq or
// If, negative stores of its blocks stay pending in the Block around it; a SeqPoint completes the stores pending in its
// own Block and, if it stands inside a strand, only those of that strand. A callee starts with nothing pending.
//
// Rejected: a tree of let-bindings as in Cerberus. Loops, goto and switch are jumps in every consumer anyway, and a
// flat list makes lowering and the interpreter one loop each.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/source.h"
#include "core/expr.h"
#include "core/part_names.h"
#include "core/undef.h"

namespace fencepost::core {

// C's own orders, then what the Linux kernel has beyond them (tools/memory-model of the kernel): full, for smp_mb and the
// updates that order like it; updates whose result is thrown away; locks; fences that order some accesses only, or mark
// the sections and grace periods of RCU. The kernel's READ_ONCE is relaxed here, smp_load_acquire is acquire. At last what only
// instructions have (frontend/clang/assembly.h): isync is isb on Arm and isync on Power, eieio Power's, acquire_pc Arm's ldapr, and
// the others are fences between some kinds of accesses: write_any keeps writes before whatever follows.
enum class MemoryOrder : uint8_t {
#define ORDER(name) name,
#include "base/memory_orders.def"
#undef ORDER
};
inline constexpr size_t kMemoryOrders = static_cast<size_t>(MemoryOrder::any_read) + 1;
inline bool is_of_c(MemoryOrder order) { return order <= MemoryOrder::seq_cst; }

struct Stmt;
using Block = std::vector<Stmt>;

enum class Label : uint32_t {};
inline uint32_t index(Label label) { return static_cast<uint32_t>(label); }

// A bit-field inside the storage unit that `ptr` and `type` name; width 0: the whole unit. Adjacent bit-fields are one memory
// location (C11 3.14p3): `location_bits` from bit `location` of the unit on, which may lie before it. A load reads all of
// it, a store reads it and writes it back; what other threads do to the neighbours in between is lost. 0: the field alone.
struct BitRange {
  uint8_t offset = 0;
  uint8_t width = 0;
  int64_t location = 0;
  uint64_t location_bits = 0;
  bool operator==(const BitRange&) const = default;
};

// Objects of automatic and temporary storage that are still alive when their activation is left, however it is left, end
// then (C11 6.2.4p6); objects of thread storage end with their thread (6.2.4p4).
enum class Storage : uint8_t { automatic, static_, heap, literal, temporary, thread };

// Registers are mutable, local to one activation of a function, and start unspecified.
struct Let {
  Reg reg;
  ExprPtr value;
};  // copies the value, and whether it is unspecified
// Reads `type` at `ptr`. With a bit range the field's value, extended to `type` by its signedness. If any bit
// read is unspecified, the run chooses the value (Choice) and the register is unspecified.
struct Load {
  Reg reg;
  ExprPtr ptr;
  Type type;
  BitRange bits;
  MemoryOrder order = MemoryOrder::plain;
  bool is_volatile = false;
  uint32_t site = 0;  // of the text that names the order (core/place.h), from 1 on; 0: not known
};
struct Store {
  ExprPtr ptr;
  ExprPtr value;
  Type type;
  BitRange bits;
  MemoryOrder order = MemoryOrder::plain;
  bool is_volatile = false;
  bool negative = false;
  bool initialises = false;  // an initialiser, which may write a const object
  uint32_t site = 0;         // as of Load
};
// Atomically: reg = old value; if condition (absent: always) then store value. Both may use reg.
struct Rmw {
  Reg reg;
  ExprPtr ptr;
  Type type;
  ExprPtr condition;
  ExprPtr value;
  MemoryOrder order = MemoryOrder::seq_cst;
  // The order of the read when nothing is stored (C11 7.17.7.4p2); absent: as `order`.
  std::optional<MemoryOrder> failure = std::nullopt;
  uint32_t site = 0;  // as of Load
  // A choice before has said that the condition holds, and an Assume behind ends the other runs: no dependency rests on it.
  bool is_foretold = false;
};
struct Fence {
  MemoryOrder order = MemoryOrder::seq_cst;
  // The srcu_struct whose readers a grace period waits for (synchronize_srcu); absent for all other fences.
  ExprPtr ptr = nullptr;
  uint32_t site = 0;  // as of Load
};
// The byte offsets at which the scalars of an object, and the padding after them, begin; the first, 0, is left out.
// Empty: the scalars are not known. A Copy or Fill accesses each scalar by itself, in any order, and other threads
// may see some of them written and others not yet (C11 6.2.6.1p4, 7.24.2).
using Scalars = std::vector<uint64_t>;
// memmove of the representation: unspecified bits and pointer provenance are copied, too. To its own thread a Copy is
// one read and one write.
struct Copy {
  ExprPtr dst;
  ExprPtr src;
  ExprPtr bytes;
  bool negative = false;
  Scalars scalars = {};
  MemoryOrder order = MemoryOrder::plain;  // of each scalar's accesses: plain or relaxed
};
// Every byte of [ptr, ptr+bytes) becomes the low byte of `value`. Without a value they become unspecified, as an
// object does when its declaration without initialiser is reached again (C11 6.2.4p6).
struct Fill {
  ExprPtr ptr;
  ExprPtr value;
  ExprPtr bytes;
  Scalars scalars = {};
  MemoryOrder order = MemoryOrder::plain;  // likewise
};
// The declared type of an object (C11 6.5p6) as its scalars: `count` of them from byte `at` on, one every `stride`
// bytes. The scalars of a union's members overlap. `type` names a class of types of which each may access objects of
// the others (6.5p7).
struct DeclaredType {
  struct Scalars {
    uint64_t at = 0, stride = 1, count = 1;
    std::string type;
  };
  std::vector<Scalars> scalars;

  bool holds(SignedBits offset, std::string_view type) const;
};

// reg = a new object. Its content is zero if `zeroed`, else unspecified.
struct Alloc {
  Reg reg;
  ExprPtr bytes;
  uint32_t align = 1;
  Storage storage = Storage::automatic;
  bool zeroed = false;
  bool is_const = false;
  std::string name;
  std::shared_ptr<const DeclaredType> declared = nullptr;  // absent: the object has none, or no check needs it
  ExprPtr shadow = nullptr;  // the object that the operator ptr_shadow maps this one to; absent: none
  std::shared_ptr<const PartNames> parts = nullptr;  // of allocated storage: of what it is used as, or an array of that
};
struct Kill {
  ExprPtr ptr;
};  // ends the lifetime of the object that ptr designates
struct Check {
  Undef kind;
  ExprPtr condition;
  std::string detail;
};  // the run fails, with this kind of undefined behaviour or failure, unless the condition holds
struct Assume {
  ExprPtr condition;
};  // executions in which the condition is false are not considered
struct Choose {
  Reg reg;
  Type type;
};  // any value of the type (integer, floating or Boolean): a Choice
// To the expression around it a call is one action. `callee` is a function constant or a pointer value; the checks of
// that pointer come before the call. A parameter takes the value of its argument, and whether that is unspecified.
struct Call {
  std::optional<Reg> reg;
  ExprPtr callee;
  std::vector<ExprPtr> args;
  // For people: of a pointer to void, what the caller uses it as; where nothing is told, it may hand it on.
  bool gives_storage = false;
  std::shared_ptr<const PartNames> parts = nullptr;
};
struct Return {
  ExprPtr value;
};  // null: none; the caller's register is then unspecified
// The program ends here: by exit, quick_exit, _Exit (C11 7.22.4.4), or, `aborts`, by abort, a failed assertion or the like.
struct Exit {
  bool aborts = false;
};
// Text for standard output: `format` is a format of printf (7.21.6.1); if it is empty, the format is the string that
// args[0] points to. A Print has no other effect and is emitted only where output is shown
// (SourceOptions::shows_output): the result of the C function and its reads of memory are statements of their own.
struct Print {
  std::string format;
  std::vector<ExprPtr> args;
};
// Threads. The one that runs init and entry has number 0; the others get numbers that the environment chooses, all
// different. reg (of an unsigned integer type) = the number of a new thread, which calls `callee` with `args` as a Call would.
// Everything before the Spawn in its thread is done before the new thread begins.
struct Spawn {
  Reg reg;
  ExprPtr callee;
  std::vector<ExprPtr> args;
};
// Waits until the thread of that number has ended; everything that it did happens before what follows the Join. reg =
// the value that its function returned or that its EndThread gave (unspecified if there is none).
struct Join {
  std::optional<Reg> reg;
  ExprPtr thread;
};
struct Self {
  Reg reg;
};  // reg = the number of the running thread
struct EndThread {
  ExprPtr value;
};  // pthread_exit, thrd_exit: the thread ends here and leaves all its activations; value may be null
// The thread continues only if the condition holds; otherwise it blocks here for ever. That loses no behaviour: if
// another thread can make the condition true later, there is also a run in which the loads before the Await read
// that.
struct Await {
  ExprPtr condition;
};
// An atomic section: to other threads, all that a thread does between AtomicBegin and AtomicEnd happens at one
// moment. Sections do not nest: an AtomicBegin inside a section has no effect (frontend/clang/nested_sections.h).
struct AtomicBegin {};
struct AtomicEnd {};
struct Jump {
  Label target;
};
struct Branch {
  ExprPtr condition;
  Label then_target;
  Label else_target;
};
struct DefineLabel {
  Label label;
};  // the position of a label, one in each function that has the label
struct If {
  ExprPtr condition;
  Block then_block;
  Block else_block;
};
// Strands in source order. permute: the run chooses their order (a Choice: index into the lexicographically
// ordered permutations of strand numbers, 0 = source order); otherwise source order, which loses nothing
// (core/evaluation_order.h).
// interleave: other threads may observe the accesses of several strands, and so their order. In a program with threads a run
// may switch between these strands after any statement, but not inside a function that they call (C11 6.5.2.2p10).
// indeterminate: the strands are indeterminately sequenced, one complete before the next begins (the expressions of an
// initialiser, 6.7.9p23): they never race with each other, but their order can matter.
struct Unseq {
  std::vector<Block> strands;
  bool permute = false;
  bool interleave = false;
  bool indeterminate = false;
};
// is_place: a core::Place, whose position it has; otherwise like any other.
struct SeqPoint {
  bool is_place = false;
};
struct Unsupported {
  std::string what;
};  // a run that reaches it makes the verdict UNKNOWN, with `what` as the reason

struct Stmt {
  using Kind = std::variant<Let, Load, Store, Rmw, Fence, Copy, Fill, Alloc, Kill, Check, Assume, Choose, Call, Return,
                            Exit, Spawn, Join, Self, EndThread, Await, AtomicBegin, AtomicEnd, Jump, Branch,
                            DefineLabel, If, Unseq, SeqPoint, Print, Unsupported>;
  Kind kind;
  SourcePos pos;
  std::string text;  // for people: the lvalue of a load or store ("a[i]"), the callee, the checked expression
  // The statement is part of a library call that the front end expanded in place (memcpy, atomic_fetch_add). Like a
  // call it is indeterminately sequenced with the expression around it: it never races, but its order can matter.
  bool as_call = false;
};

struct RegInfo {
  Type type;
  std::string name;
};

// What a library function does to the lock, condition variable or barrier that its first argument points to. Engines
// recognise locks by their roles, not by the names of functions. `lock_bits`: the number of bits, from the beginning
// of that object, that only functions with a role write.
struct Role {
  enum class Kind : uint8_t { none, lock, unlock, try_lock, destroy_lock, wait, barrier };
  Kind kind = Kind::none;
  uint64_t lock_bits = 0;

  bool is_of_locks() const { return kind >= Kind::lock && kind <= Kind::destroy_lock; }
};

struct Function {
  std::string name;
  std::vector<Reg> params;
  std::optional<Type> result;  // absent: void, or an aggregate returned through a hidden first parameter
  std::vector<RegInfo> regs;
  uint32_t labels = 0;  // labels are 0 .. labels-1
  Block body;
  bool defined = false;
  bool variadic = false;
  bool library = false;   // our own model of a library function: positions are reported at its caller
  Role role;              // of such a model
  std::string signature;  // canonical C type; "*" in place of the parameters when there was no prototype
  SourcePos pos;
};

// What is known of a global at program start. An object of which less than all is known is declared, but defined nowhere.
//   type      its contents are values of its type, which `init` chooses
//   address   neither its size nor its contents are known: an Unsupported guards every statement that depends on them
//   nothing   a stand-in for whatever a pointer in such an object designates, null included; reading that pointer is not
//             modelled
// Converting the addresses of the last two to integers is not modelled either.
enum class Known : uint8_t { all, type, address, nothing };
inline bool has_number(Known known) { return known <= Known::type; }
std::string why_unknown(Known known, const std::string& name);

// A global of thread storage is the template of one object a thread (C11 6.2.4p4), with the content that `init` left
// there. A thread that names the global means its own object. A thread gets its objects when it is spawned, the first
// thread after `init`.
struct Global {
  std::string name;
  uint64_t bytes = 0;
  uint32_t align = 1;
  Storage storage = Storage::static_;
  bool is_const = false;
  SourcePos pos;
  Known known = Known::all;
  std::shared_ptr<const DeclaredType> declared = nullptr;
  std::shared_ptr<const PartNames> parts = nullptr;
};

struct Program {
  unsigned pointer_bytes = 8;
  std::vector<Global> globals;  // zeroed before `init` runs
  std::vector<Function> functions;
  FunctionId init{};   // initialisers of static storage; always exists, runs first
  FunctionId entry{};  // takes no argument; its Return value is the program's result
  const std::string* main_file =
      nullptr;  // interned; of the function that `entry` calls: people are told of all others
  // Some ptr_to_int, int_to_ptr or ptr_adjacent occurs, so that base addresses are Choices.
  bool uses_addresses = false;
  // Evaluation orders that permutations of strands do not cover (core/evaluation_order.h). A program with such gaps is never
  // SAFE.
  std::vector<std::pair<SourcePos, std::string>> gaps;

  const Function& function(FunctionId id) const { return functions[index(id)]; }
};

// The printed form behind `fencepost show --stage core`; golden tests pin it.
std::string to_string(const Program& program);
std::string to_string(const Function& function, const Program& program);

}  // namespace fencepost::core
