// Core: C with nothing left implicit (seed 003, chapter 3, after Cerberus' Core). A function is a flat list of statements
// over registers; every object is allocated explicitly and killed where its block ends, every conversion is an expression, every undefined
// behaviour is a `Check` before the action that it guards, and what ISO C leaves open is explicit:
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
// If, negative stores of its blocks stay pending in the Block around it; a SeqPoint settles what is pending in its own
// Block and, if it stands inside a strand, only what that strand did. A callee starts with nothing pending.
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
#include "core/undef.h"

namespace fencepost::core {

// C's own orders, then what the Linux kernel has beyond them (tools/memory-model of the kernel): full, for smp_mb and the
// updates that order like it; updates whose result is thrown away; locks; fences that order some accesses only, or mark
// the sections and grace periods of RCU. The kernel's READ_ONCE is relaxed here, smp_load_acquire is acquire.
enum class MemoryOrder : uint8_t {
#define ORDER(name) name,
#include "base/memory_orders.def"
#undef ORDER
};
inline constexpr size_t kMemoryOrders = static_cast<size_t>(MemoryOrder::after_srcu_unlock) + 1;
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
};  // copies the value and its unspecified mark
// Reads `type` at `ptr`. With a bit range the field's value, extended to `type` by its signedness. If any bit
// read is unspecified, the run chooses the value (Choice) and the register is marked.
struct Load {
  Reg reg;
  ExprPtr ptr;
  Type type;
  BitRange bits;
  MemoryOrder order = MemoryOrder::plain;
  bool is_volatile = false;
};
struct Store {
  ExprPtr ptr;
  ExprPtr value;
  Type type;
  BitRange bits;
  MemoryOrder order = MemoryOrder::plain;
  bool is_volatile = false;
  bool negative = false;
  bool initialises = false; /* may write const */
};
// Atomically: reg = old value; if condition (absent: always) then store value. Both may use reg.
struct Rmw {
  Reg reg;
  ExprPtr ptr;
  Type type;
  ExprPtr condition;
  ExprPtr value;
  MemoryOrder order = MemoryOrder::seq_cst;
  std::optional<MemoryOrder> failure = std::nullopt;  // of the read where the condition fails; absent: as `order`
};
struct Fence {
  MemoryOrder order = MemoryOrder::seq_cst;
  ExprPtr ptr = nullptr;  // of a grace period that concerns one object's readers (synchronize_srcu); else absent
};
// Where, in bytes, the scalars of an object begin and padding after them, without the first; empty: not known. Each is
// read and written by itself, in any order, and other threads may see some of them done and others not (C11 6.2.6.1p4,
// 7.24.2: as if byte by byte, in no order).
using Scalars = std::vector<uint64_t>;
// memmove of representation, marks and pointer provenance included. Towards its own thread it acts as one read and one
// write.
struct Copy {
  ExprPtr dst;
  ExprPtr src;
  ExprPtr bytes;
  bool negative = false;
  Scalars scalars = {};
};
// Every byte of [ptr, ptr+bytes) becomes the low byte of `value`; without value: unspecified (a declaration
// reached again).
struct Fill {
  ExprPtr ptr;
  ExprPtr value;
  ExprPtr bytes;
  Scalars scalars = {};
};
// The scalars of which an object was declared to consist (C11 6.5p6): `count` of them from byte `at` on, every `stride` bytes.
// Members of a union lie over each other. `type` is a name for all types that may be used for each other (6.5p7).
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
  std::shared_ptr<const DeclaredType> declared = nullptr;  // absent: none, or nobody asks
  ExprPtr shadow = nullptr;  // the object that ptr_shadow leads to from here; absent: none
};
struct Kill {
  ExprPtr ptr;
};  // ends the lifetime of the object that ptr designates
struct Check {
  Undef kind;
  ExprPtr condition;
  std::string detail;
};  // undefined (or failed) unless condition holds
struct Assume {
  ExprPtr condition;
};  // executions without it do not exist
struct Choose {
  Reg reg;
  Type type;
};  // any value of the type (integer, floating or Boolean): a Choice
// A call is one action towards the expression around it. `callee` is a function constant or a pointer value;
// checks for a bad pointer come before it. Parameters take the arguments' values and marks.
struct Call {
  std::optional<Reg> reg;
  ExprPtr callee;
  std::vector<ExprPtr> args;
};
struct Return {
  ExprPtr value;
};  // null: none; the caller's register is then unspecified
// The program ends here: by exit, quick_exit, _Exit (C11 7.22.4.4), or, `aborts`, by abort, a failed assertion or the like.
struct Exit {
  bool aborts = false;
};
// What standard output receives: `format` as of printf (7.21.6.1), or, if empty, the string at args[0] as format for the
// others. Only for who wants to see it (SourceOptions::shows_output): the value that such a function returns and the memory
// that it reads are spelled out beside it.
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
// Waits until the thread of that number has ended; all that it did is then done. reg = what its function returned or its
// EndThread gave (unspecified if nothing).
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
// The thread goes on only if the condition holds, otherwise it waits here for good. What could make the condition true
// later has already happened in the run that goes on: the loads before an Await read whatever lets it pass.
struct Await {
  ExprPtr condition;
};
// What a thread does between the two happens at one moment for all others. Begins inside do not count.
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
struct Mark {
  Label label;
};  // the place of a label; unique in its function
struct If {
  ExprPtr condition;
  Block then_block;
  Block else_block;
};
// Strands in source order. permute: the run chooses their order (a Choice: index into the lexicographically
// ordered permutations of strand numbers, 0 = source order); otherwise source order, which loses nothing
// (core/orders.h).
// interleave: other threads may see what several strands do, and so in which order. A run with threads may change between
// them after any statement; what they call is not interrupted (C11 6.5.2.2p10).
// indeterminate: one strand is done before the next begins (the expressions of an initialiser, 6.7.9p23): they never race with
// each other, but their order can matter.
struct Unseq {
  std::vector<Block> strands;
  bool permute = false;
  bool interleave = false;
  bool indeterminate = false;
};
struct SeqPoint {};
struct Unsupported {
  std::string what;
};  // reached: the verdict is UNKNOWN, for this reason

struct Stmt {
  using Kind = std::variant<Let, Load, Store, Rmw, Fence, Copy, Fill, Alloc, Kill, Check, Assume, Choose, Call, Return,
                            Exit, Spawn, Join, Self, EndThread, Await, AtomicBegin, AtomicEnd, Jump, Branch, Mark, If,
                            Unseq, SeqPoint, Print, Unsupported>;
  Kind kind;
  SourcePos pos;
  std::string text;  // for people: the lvalue of a load or store ("a[i]"), the callee, the checked expression
  // Part of a library call that was spelled out (memcpy, atomic_fetch_add): towards the expression around it the action
  // is indeterminately sequenced like a call, so it never races but its order can matter.
  bool as_call = false;
};

struct RegInfo {
  Type type;
  std::string name;
};

// What a library function does to the lock, or the like, that its first argument points to: who reasons about locks knows
// them by this, not by names. `lock_bits`: how much of that object, from its beginning, such functions alone write.
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

// What is known of an object from the start. Less than all: it is declared and defined nowhere.
//   type      its contents are values of its type, which `init` chooses
//   address   neither its size nor its contents: what depends on them is guarded by Unsupported
//   nothing   no object of the program, but whatever a pointer designates that such an object holds; it may be null. Who
//             reads the pointer does what is not modelled
// The addresses of the last two are no numbers either: asking for them is not modelled.
enum class Known : uint8_t { all, type, address, nothing };
inline bool has_number(Known known) { return known <= Known::type; }
std::string why_unknown(Known known, const std::string& name);

// With thread storage: what every thread's own object is made like, with the content that `init` left. Where a thread
// names such a global it means its own (6.2.4p4); threads have theirs from when they are spawned, the first one after `init`.
struct Global {
  std::string name;
  uint64_t bytes = 0;
  uint32_t align = 1;
  Storage storage = Storage::static_;
  bool is_const = false;
  SourcePos pos;
  Known known = Known::all;
  std::shared_ptr<const DeclaredType> declared = nullptr;
};

struct Program {
  unsigned pointer_bytes = 8;
  std::vector<Global> globals;  // zeroed before `init` runs; object of global g: see interpreter and unrolling
  std::vector<Function> functions;
  FunctionId init{};            // initialisers of static storage; always exists, runs first
  FunctionId entry{};           // takes no argument; its Return value is the program's result
  bool uses_addresses = false;  // some ptr_to_int, int_to_ptr or ptr_adjacent occurs: base addresses are Choices
  // Evaluation orders that permutations of strands do not cover (core/orders.h): no SAFE can be given.
  std::vector<std::pair<SourcePos, std::string>> gaps;

  const Function& function(FunctionId id) const { return functions[index(id)]; }
};

// The printed form behind `fencepost show --stage core`; golden tests pin it.
std::string to_string(const Program& program);
std::string to_string(const Function& function, const Program& program);

}  // namespace fencepost::core
