// Elaboration of one function from Clang's AST to Core (seed 003, section 3.2: every implicit step made explicit). One
// class, one file an idea: lvalues.cpp (lvalues and their checks), conversions.cpp, operators.cpp, expressions.cpp,
// overlap.cpp, calls.cpp, known_calls.cpp, known_threads.cpp, atomics.cpp, initialisers.cpp, statements.cpp, parallel.cpp,
// computed_gotos.cpp, arbitrary.cpp, effective_types.cpp, padding.cpp, restricted.cpp, vectors.cpp.
//
// The caller's contract for rvalue(): statements go to the builder's current block, the value is a constant, a
// register or the 0/1 of a Boolean register (never a large tree), and all undefined behaviours of its evaluation are checked.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>
#include <clang/AST/Type.h>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "frontend/clang/builder.h"
#include "frontend/clang/layout.h"
#include "frontend/clang/linker.h"
#include "frontend/clang/opaque_objects.h"
#include "frontend/clang/scopes.h"
#include "frontend/clang/shared_literals.h"

namespace fencepost::frontend {

// A compound literal that may share storage (compound_literals.cpp).
struct PooledLiteral {
  core::GlobalId object;
  core::GlobalId is_used;
};

// The state that the elaborations of all functions share.
struct ProgramContext {
  const SourceOptions& options;
  core::Program& program;
  Linker& linker;
  // Wrappers around functions whose type is not that of a thread's start function (known_threads.cpp), by the wrapped
  // function and whether the wrapper returns int, as in C11, or void*.
  std::map<std::pair<core::FunctionId, bool>, core::FunctionId> thread_starts = {};
  // By file: the offsets at which parallel compositions begin (parallel_notation.h).
  std::map<const clang::ASTContext*, const std::set<unsigned>*> parallel = {};
  std::optional<WeakOrder> weak_order = {};
  std::vector<core::Place> places = {};
  std::vector<core::OrderSite> sites = {};
  // By site and function: what else than an order of the site's accesses the same text is there, as an argument of a macro that uses it more
  // than once (order_sites.cpp).
  std::map<std::pair<uint32_t, const clang::FunctionDecl*>, std::set<const clang::Expr*>> other_uses = {};
  std::map<llvm::sys::fs::UniqueID, std::string> file_names = {};  // the first one of each file
  std::vector<OpaqueObject> opaque_objects = {};
  std::map<core::GlobalId, LiteralText> literals = {};
  std::optional<core::FunctionId> destructors = {};  // calls those of attribute `destructor`
  bool has_threads = false;                          // the program may start threads
  // Checks of --strict that are not done in programs with threads, with the first position of each.
  std::map<std::string, SourcePos> not_followed = {};
  std::map<std::string, size_t> shadowed_types = {};  // numbers of scalar types in shadows (effective_types.cpp)
  unsigned restricted = 0;                            // the number of restricted pointers so far (restricted.cpp)
  bool observes_literal_addresses = false;  // pointers to characters or void are compared or converted to integers
  std::map<const clang::CompoundLiteralExpr*, PooledLiteral> pooled_literals = {};
  UnknownExtensions unknown_extensions = {};
  std::vector<UndefinedCall> undefined_calls = {};
  std::map<std::string, uint64_t> argument_types = {};  // numbers of the types of variable arguments (variadic.cpp)
};

// Does the program end by the library's model of exit (library/exit.c)? It is needed for functions registered with
// atexit, and if several threads may exit.
bool ends_by_model(const ProgramContext& program);

struct Conversion;
struct Format;
const clang::StringLiteral* literal_behind(const clang::Expr* format);  // known_io.cpp

struct Value {
  core::ExprPtr expr;                       // null: no value (void)
  std::optional<core::Reg> unspecified_if;  // the value is unspecified if this register is; absent: it is specified
  core::ExprPtr root;           // of pointers: the pointer from which arithmetic started, to report null dereferences
  bool may_be_missing = false;  // a call's result whose function may end without return (6.9.1p12)
};

// A range of bytes.
struct Extent {
  core::ExprPtr start;  // null: there is no range
  uint64_t bytes = 0;
};

// A struct or union at an address, and one of its members.
struct Padded {
  core::ExprPtr start;
  const clang::FieldDecl* member;
};

// An lvalue (C11 6.3.2.1p1) after evaluation. A named lvalue designates a declared object or a fixed part of one,
// which is alive and within bounds. Any other lvalue came through a pointer, and accesses to it are checked.
struct Lvalue {
  core::ExprPtr ptr;
  clang::QualType type;
  core::BitRange bits;
  core::Type unit;                           // bit-fields: the storage unit
  core::ExprPtr root;                        // the dereferenced pointer; null for named lvalues
  std::vector<core::ExprPtr> in_range;       // bounds of subscripts of named arrays, checked at the access
  const clang::VarDecl* variable = nullptr;  // named automatic object (C11 6.3.2.1p2)
  const clang::VarDecl* whole = nullptr;     // the variable, if the lvalue designates all of it
  bool temporary = false;                    // part of an object with temporary lifetime (6.2.4p8)
  bool is_copied = false;                    // once it is initialised: part of a compound literal, or of thread storage
  bool is_part = false;                      // a part of a declared object, or of the object that a pointer designates
  bool has_open_end = false;                 // an array at the end of a struct that may be longer than its type says
  Extent within;               // the bytes in which pointers to it may move; without a start: its whole object
  std::vector<Padded> around;  // the structs and unions that it is a member of, outermost first
  std::string text;
};

// A memory order that an argument may name, and when it does.
struct OrderCase {
  core::MemoryOrder order;
  core::ExprPtr when;
};

// Of a compare-exchange: do the two values look the same in memory (atomics.cpp)?
core::ExprPtr same_representation(const core::ExprPtr& a, const core::ExprPtr& b);

class Elaborator {
  friend class Assembly;

 public:
  Elaborator(ProgramContext& program, core::Function& function, const clang::ASTContext& context)
      : program_(program), build_(function), context_(context), is_library_(function.library) {}

  void define(const clang::FunctionDecl* definition);
  // Initialises static storage, in the `init` function.
  void initialise_global(const clang::VarDecl* variable, core::GlobalId id);
  void initialise_literal(const clang::StringLiteral* literal, core::GlobalId id);
  // Fills an object that is defined nowhere with arbitrary values of its type, and with `unknown` for pointers
  // (undefined_objects.cpp).
  void fill_undefined(const clang::VarDecl* variable, core::GlobalId id, core::GlobalId unknown);

  Builder& builder() { return build_; }

  // Arbitrary values for the parameters, as any caller could pass them (arbitrary.cpp).
  std::vector<core::ExprPtr> arbitrary_arguments(const clang::FunctionDecl* function);

  // types.cpp
  core::Type type_of(clang::QualType type);
  bool is_scalar(clang::QualType type) const;
  uint64_t size_of(clang::QualType type) const;
  core::ExprPtr size_expr(clang::QualType type);  // also variable length arrays; integer of pointer width
  core::ExprPtr array_count(const clang::VariableArrayType* vla);
  void fix_array_sizes(clang::QualType type);
  core::Type pointer() const { return core::pointer_type(program_.program.pointer_bytes); }
  core::Type offset_type() const { return core::int_type(8 * program_.program.pointer_bytes, true); }
  core::Type size_type() const { return core::int_type(8 * program_.program.pointer_bytes, false); }

 private:
  using Expr = clang::Expr;

  // Positions and text for people.
  SourcePos position(clang::SourceLocation location) const;
  std::string text_of(const Expr* expr) const;
  std::string pointed_text(const clang::Expr* pointer) const;
  void at(const clang::Stmt* stmt);

  // Checks (places.cpp).
  bool checks(core::Undef kind) const { return program_.options.checks.has(kind); }
  void check(core::Undef kind, core::ExprPtr condition, std::string detail = {});
  core::ExprPtr use(Value value,
                    const char* what = "value");  // the value as an operand, with a check that it is specified
  void unsupported(const clang::Stmt* at, std::string what);
  Value unsupported_value(const Expr* expr, std::string what);
  // Emits an Unsupported if the declaration has an unknown extension (understood.h).
  void understand(const clang::DeclaratorDecl* decl);
  void stop_at(const std::optional<UnknownExtension>& unknown);
  void stop_if(core::ExprPtr condition, std::string what);
  void check_agreement(const clang::ValueDecl* decl);

  // Places (places.cpp).
  Lvalue lvalue(const Expr* expr);
  Lvalue dereference(Value pointer, clang::QualType type, std::string text);
  Lvalue element(Lvalue array, core::ExprPtr index, clang::QualType element, std::string text);
  Lvalue element_at(const Lvalue& array, uint64_t index, clang::QualType element);  // an index that is within bounds
  Lvalue member(Lvalue base, const clang::FieldDecl* field, std::string text);
  Lvalue variable(const clang::VarDecl* variable);
  Lvalue materialised(const Expr* value, bool address_matters);
  core::ExprPtr scaled(core::ExprPtr index, clang::QualType element);
  void check_access(const Lvalue& lvalue, core::ExprPtr bytes, uint64_t align, bool write, bool initialises = false);
  void check_pointer_access(core::ExprPtr ptr, core::ExprPtr root, core::ExprPtr bytes, uint64_t align, bool write);
  void check_region(const Value& pointer, const core::ExprPtr& bytes, bool write);
  core::MemoryOrder order_of(clang::QualType type);  // of an access to an object of that type
  Value load(const Lvalue& lvalue);
  core::ExprPtr what_was_read(core::Reg reg, clang::QualType value_type);
  void check_bool(const Value& value, const std::string& text);
  core::ExprPtr any_of_width(core::Type unit, unsigned width);
  core::ExprPtr low_bits(const core::ExprPtr& value, unsigned width);
  Value store(const Lvalue& lvalue, Value value, bool negative, bool initialises = false);  // returns the stored value
  core::ExprPtr read_volatile(const Lvalue& from);
  void copy(const Lvalue& to, core::ExprPtr from, bool negative);
  Value address_of(const Lvalue& lvalue);
  Value array_to_pointer(const Lvalue& array);
  Value viewed(const Lvalue& lvalue, const Extent& extent);
  // Padding (padding.cpp).
  void change_padding(const Lvalue& lvalue);
  void with_later_padding(const std::function<void()>& around);
  void choose_bytes(const core::ExprPtr& start, uint64_t at, uint64_t bytes, bool may_be_outside);
  // Effective types (effective_types.cpp).
  void check_effective_type(const Lvalue& lvalue, const core::ExprPtr& bytes, bool write);
  Value check_retyping(Value value, clang::QualType from, clang::QualType to);
  std::shared_ptr<const core::DeclaredType> declared_scalars(clang::QualType type) const;
  // Names of parts (part_names.cpp); null: there are none.
  std::shared_ptr<const core::PartNames> part_names(clang::QualType type);
  std::shared_ptr<const core::PartNames> named_parts(clang::QualType type);
  bool is_of_c_library(const clang::RecordDecl* decl) const;
  std::shared_ptr<const core::PartNames> allocated_parts(const clang::CallExpr* call);
  bool has_shadows() const;
  core::ExprPtr new_shadow(const core::ExprPtr& bytes);  // the shadow for a new object; null: none is needed
  void in_shadow(const core::ExprPtr& ptr, const std::function<void(core::ExprPtr)>& body);
  void each_word(const core::ExprPtr& shadow, const std::vector<uint8_t>& tags,
                 const std::function<void(core::ExprPtr, core::Type, core::Bits)>& visit);
  std::vector<uint8_t> tags_of(clang::QualType type);
  bool tag(clang::QualType type, uint64_t at, std::vector<uint8_t>& tags);
  void store_types(const core::ExprPtr& ptr, const std::vector<uint8_t>& tags, const core::ExprPtr& bytes);
  void check_types(const core::ExprPtr& ptr, const std::vector<uint8_t>& tags, const std::string& what);
  void copy_types(const core::ExprPtr& to, const core::ExprPtr& from, const core::ExprPtr& bytes, clang::QualType of);

  // Vectors (vectors.cpp).
  bool is_vector(clang::QualType type) const;
  clang::QualType as_array(clang::QualType vector) const;
  core::ExprPtr each_element(clang::QualType vector, const std::function<Value(uint64_t)>& of);
  Value element_of(const core::ExprPtr& vector, clang::QualType type, uint64_t index);
  core::ExprPtr vector_operation(clang::BinaryOperatorKind op, const core::ExprPtr& left, clang::QualType left_type,
                                 const core::ExprPtr& right, clang::QualType right_type, clang::QualType result,
                                 const Expr* at_expr);
  core::ExprPtr vector_value(const Expr* expr);
  static core::ExprPtr relation(clang::BinaryOperatorKind op, core::ExprPtr a, core::ExprPtr b);

  // Restricted pointers (restricted.cpp).
  struct Restricted {
    const clang::VarDecl* decl;
    unsigned number;
    core::Reg witness{}, by_it{}, by_others{}, modified{}, by_library{}, library_writes{};
  };
  void find_restricted_pointers();
  const Restricted* restricted(const clang::VarDecl* decl) const;
  void begin_restricted(const clang::VarDecl* decl, const core::ExprPtr& value);
  void end_restricted(const clang::VarDecl* decl);
  Value based_on(const clang::VarDecl* decl, Value value);
  void check_restricted_assignment(const clang::VarDecl* decl, const core::ExprPtr& value);
  void note_restricted_access(const core::ExprPtr& ptr, const core::ExprPtr& bytes, bool write);
  void stop_at_library_use(const Restricted& one);
  void note_library_access(const clang::CallExpr* call, const std::vector<Value>& given);
  void also(core::Reg flag, const core::ExprPtr& condition);
  void stop_while_restricted(std::string what);
  void stop_at_unfollowed(const clang::FunctionDecl* callee);
  void stop_at_unfollowed(const Lvalue& lvalue);
  bool may_access(const clang::FunctionDecl* callee, unsigned depth);
  bool only_computes(const clang::Stmt* stmt, unsigned depth);

  // Conversions (conversions.cpp).
  Value convert(Value value, clang::QualType from, clang::QualType to);
  core::ExprPtr truth_of(Value value, clang::QualType type);
  Value cast(const clang::CastExpr* cast);
  Value bool_value(core::ExprPtr truth, clang::QualType type);
  core::ExprPtr to_offset(core::ExprPtr integer);  // integer to the signed type of pointer width

  // Expressions (expressions.cpp, operators.cpp).
  Value rvalue(const Expr* expr);
  core::ExprPtr aggregate(const Expr* expr);  // address of an object that holds the struct or union value
  void effect(const Expr* expr);
  // A full expression or a full declarator (C11 6.8p4, 6.7.6p3): its temporary objects end with it, and a sequence
  // point follows.
  void whole(const std::function<void()>& body);
  void full_expression(const Expr* expr);
  core::ExprPtr full_condition(const Expr* expr);
  core::ExprPtr loop_condition(const Expr* expr);
  core::ExprPtr condition(const Expr* expr);
  void end_full_expression();
  // Evaluates the strands unsequenced to each other.
  void unsequenced(std::vector<std::function<void()>> strands);
  Value unary(const clang::UnaryOperator* op);
  Value binary(const clang::BinaryOperator* op);
  core::ExprPtr unspecified_operand(std::vector<Value> values);
  Value arithmetic(clang::BinaryOperatorKind op, Value left, Value right, clang::QualType type,
                   clang::QualType right_type, const Expr* at);
  Value pointer_add(Value pointer, core::ExprPtr index, clang::QualType pointee, bool negate);
  Value pointer_compare(clang::BinaryOperatorKind op, const Expr* left_expr, Value left, const Expr* right_expr,
                        Value right);
  Value pointer_subtract(Value left, Value right, clang::QualType pointee, clang::QualType result);
  Value assign(const clang::BinaryOperator* op, bool is_used);
  void check_apart(const clang::BinaryOperator* assignment, const Lvalue& target, const Lvalue& source);
  Value compound_assign(const clang::CompoundAssignOperator* op);
  Value increment(const clang::UnaryOperator* op);
  void check_dangling(const core::ExprPtr& pointer);
  struct Update {
    Value before, after;
  };
  Update update(const Lvalue& target, const std::function<Value(Value)>& next);
  Value short_circuit(const clang::BinaryOperator* op);
  Value conditional(const clang::AbstractConditionalOperator* op);
  Value statement_expression(const clang::StmtExpr* expr);
  core::ExprPtr temporary(clang::QualType type, std::string name);
  core::ExprPtr temporary(core::ExprPtr bytes, uint32_t align, std::string name);
  Value choose(clang::QualType type, std::string what);
  core::ExprPtr string_literal(const clang::StringLiteral* literal);
  Lvalue compound_literal(const clang::CompoundLiteralExpr* literal);
  void pool(PooledLiteral& pooled, const std::string& bytes);

  // Calls (calls.cpp, known_calls.cpp, atomics.cpp).
  Value call(const clang::CallExpr* call, core::ExprPtr result_object = nullptr);
  void check_promoted(const clang::CallExpr* call, const clang::FunctionDecl* definition, unsigned i,
                      const core::ExprPtr& value);
  void keep_promises(const clang::FunctionDecl* callee, const std::vector<core::ExprPtr>& args, size_t first);
  std::optional<Value> known_call(const clang::CallExpr* call, const clang::FunctionDecl* callee);
  Value atomic(const clang::AtomicExpr* expr);
  // Atomic structs (atomic_records.cpp): the integer that stands for the value, if there is one.
  std::optional<core::Type> whole_type(clang::QualType type) const;
  bool has_padding(clang::QualType type) const;
  core::ExprPtr packed(const core::ExprPtr& object, clang::QualType type);
  core::ExprPtr unpacked(const core::ExprPtr& value,
                         clang::QualType type);  // returns the address of an object that holds the value
  core::ExprPtr same_members(const core::ExprPtr& a, const core::ExprPtr& b, clang::QualType type);
  core::ExprPtr load_record(const Lvalue& from, const Expr* at);
  void store_record(const Lvalue& to, const core::ExprPtr& source, const Expr* at, bool initialises = false);
  std::optional<Value> sync_builtin(const clang::CallExpr* call, const std::string& name);
  core::MemoryOrder memory_order(const Expr* expr);
  core::ExprPtr order_value(const Expr* expr);  // the value of an order that is no constant; else null
  std::vector<OrderCase> orders(const Expr* expr, const core::ExprPtr& value);
  void check_orders(const std::vector<OrderCase>& cases, std::initializer_list<core::MemoryOrder> wrong);
  void emit_in_order(const std::vector<OrderCase>& cases, const std::string& text, uint32_t site,
                     const std::function<core::Stmt::Kind(core::MemoryOrder)>& make);
  void note_weak_order(std::string what);
  void note_identity(clang::QualType pointer);
  std::string pointer_text(const Expr* pointer_expr) const;
  struct SyncOrder {
    core::MemoryOrder order;
    bool has_fences;  // on both sides
  };
  SyncOrder sync_order(const clang::CallExpr* call, const std::string& name);
  Value taken_out(const Value& old, clang::QualType object_type, const std::string& text);
  const clang::FunctionDecl* library_model(const std::string& name) { return program_.linker.library_function(name); }
  Value allocate(core::ExprPtr bytes, bool zeroed, std::string what,
                 std::shared_ptr<const core::PartNames> parts = nullptr, uint32_t align = 16);
  void allocate_nothing(core::Reg reg, const core::ExprPtr& bytes);
  void allocate_aligned(core::Reg reg, const core::ExprPtr& align, const core::ExprPtr& bytes, uint32_t candidate,
                        const std::string& name, const std::shared_ptr<const core::PartNames>& parts);
  void release(Value pointer, const clang::Stmt* at);
  std::vector<Value> arguments(const clang::CallExpr* call);
  core::Type passed_as(const clang::FunctionDecl* definition, unsigned param);
  struct KnownCall {
    const clang::CallExpr* call;
    const clang::FunctionDecl* callee;
    std::string name;
  };
  using KnownHandler = Value (Elaborator::*)(KnownCall&);
  static const std::unordered_map<std::string, KnownHandler>& known_calls();
  Value known_assert(KnownCall&);
  Value known_fail(KnownCall&);
  Value known_error(KnownCall&);
  Value known_assume(KnownCall&);
  Value known_nondet(KnownCall&);
  Value known_exit(KnownCall&);
  Value known_abort(KnownCall&);
  Value known_malloc(KnownCall&);
  Value known_calloc(KnownCall&);
  Value known_realloc(KnownCall&);
  Value known_aligned_alloc(KnownCall&);
  Value known_alloca(KnownCall&);
  Value known_free(KnownCall&);
  Value known_memcpy(KnownCall&);
  Value known_memmove(KnownCall&);
  Value known_memset(KnownCall&);
  Value known_rand(KnownCall&);
  Value known_any(KnownCall&);
  Value known_zero(KnownCall&);
  Value known_first(KnownCall&);
  Value known_assume_aligned(KnownCall&);
  Value known_unreachable(KnownCall&);
  Value known_unsupported(KnownCall&);
  Value known_choice(KnownCall&);
  Value known_region(KnownCall&);
  Value known_overlap(KnownCall&);
  Value known_size_of(KnownCall&);
  Value known_syscall(KnownCall&);
  // By its number; of a number that is not known here any of those that we know (known_system.cpp). A long.
  core::ExprPtr system_call(const core::ExprPtr& number, const std::vector<core::ExprPtr>& args, bool tells_error);
  core::ExprPtr system_call(size_t row, const std::vector<core::ExprPtr>& args, bool tells_error);
  core::ExprPtr passed_to_kernel(const core::ExprPtr& value, clang::QualType type);
  core::Scalars scalars_at(const KnownCall& known, const core::ExprPtr& bytes) const;
  Value known_fabs(KnownCall&);
  Value known_isnan(KnownCall&);
  Value known_bits(KnownCall&);
  Value known_order(KnownCall&);
  Value known_sign(KnownCall&);
  Value known_overflow(KnownCall&);
  Value known_constant(KnownCall&);
  Value known_scanf(KnownCall&);
  Value known_sscanf(KnownCall&);
  Value known_sprintf(KnownCall&);
  Value known_print(KnownCall&);
  using Printer = std::function<Value(const clang::StringLiteral*)>;  // null: a format that is not known
  Value print_by(KnownCall& known, const std::vector<Value>& args, size_t first, int stream,
                 const clang::StringLiteral* literal, const core::ExprPtr& fails);
  Value sprint_by(KnownCall& known, const std::vector<Value>& args, unsigned first,
                  const clang::StringLiteral* literal);
  Value by_format(const Expr* format, const Value& given, core::Type result, const Printer& print);
  Value known_puts(KnownCall&);
  Value known_putchar(KnownCall&);
  Value choose_or_eof(KnownCall&, core::SignedBits least, core::SignedBits most);
  core::ExprPtr call_library(const char* name, std::vector<core::ExprPtr> args, std::optional<core::Type> result);
  core::ExprPtr read_string(const Value& value);  // its length
  core::ExprPtr write_stream(KnownCall&, const Value* stream);
  struct Written;
  void print_argument(const Conversion& conversion, const Value* precision, const Value& value, const Expr* argument,
                      Written& written);
  core::ExprPtr choose_written(const Written& written, const std::string& what);
  Value printed(KnownCall& known, const Written& written, const core::ExprPtr& fails);
  void check_format(const Format& format, size_t count);
  bool check_argument(const Conversion& conversion, const Value& value, const Expr* argument);
  struct Memory;
  void put_text(Memory& memory, llvm::StringRef text);
  void put_argument(Memory& memory, const Conversion& conversion, const Value* width, const Value* precision,
                    const Value& value, const Expr* argument);
  Format scan_format(KnownCall& known, unsigned first);
  bool scan_argument(const Conversion& conversion, const Value& value, const Expr* argument, uint64_t read);
  void scan_text(llvm::StringRef text);
  bool scan_from_text(const Conversion& conversion, const Value* value, const Expr* argument);
  void print(const clang::CallExpr* call, int stream, std::string format, std::vector<Value> args);
  Value known_fence(KnownCall&);
  Value known_x86_fence(KnownCall&);
  Value known_fence_of(KnownCall&);
  Value known_flag(KnownCall&);
  Value known_spawn(KnownCall&);
  Value known_join(KnownCall&);
  Value known_self(KnownCall&);
  Value known_end_thread(KnownCall&);
  Value known_await(KnownCall&);
  Value known_atomic_begin(KnownCall&);
  Value known_atomic_end(KnownCall&);
  Value known_check(KnownCall&);
  Value known_rmw(KnownCall&);
  Value known_look(KnownCall&);
  Value known_is_specified(KnownCall&);
  Value known_checks(KnownCall&);
  Value known_is_one_run(KnownCall&);
  Value known_own_types(KnownCall& known);
  Value known_uses(KnownCall& known);
  Value known_unsupported_text(KnownCall&);
  core::ExprPtr thread_start(const Expr* argument, core::ExprPtr value, bool returns_int);

  // Variable arguments (variadic.cpp).
  static std::optional<unsigned> before_ellipsis(const clang::CallExpr* call);
  core::ExprPtr argument_number(clang::QualType type);
  core::ExprPtr further_arguments(const clang::CallExpr* call, const std::vector<Value>& values, unsigned first);
  Lvalue list_lvalue(const Expr* list);
  std::function<void()> watch_list(const Expr* argument,
                                   const Value& passed);  // returns what to do after the call, or an empty function
  Lvalue next_argument(const clang::VAArgExpr* expr);
  Value known_va_start(KnownCall&);
  Value known_va_copy(KnownCall&);
  Value known_va_end(KnownCall&);

  // Initialisers (initialisers.cpp).
  void initialise(const Lvalue& lvalue, const Expr* init, bool zeroed);
  void initialise_parts(const Lvalue& target, const clang::InitListExpr* list, bool zeroed);
  bool mentions(const clang::Stmt* expr, const core::ExprPtr& object) const;
  bool covers(const clang::InitListExpr* list) const;
  void fill_zero(const Lvalue& lvalue);
  struct Arbitrary;
  core::ExprPtr arbitrary_object(Arbitrary& all, clang::QualType type, uint64_t count, const std::string& name,
                                 unsigned steps);
  void fill_arbitrary(Arbitrary& all, const Lvalue& target, unsigned steps);
  void parts_of_type(const Lvalue& object, clang::QualType type, uint64_t count, std::vector<core::ExprPtr>& found);
  Lvalue any_element(const Lvalue& array, uint64_t count, clang::QualType element);
  void fill_undefined(const Lvalue& lvalue, const core::ExprPtr& unknown);

  // Statements (statements.cpp).
  void check_static_array(const clang::ParmVarDecl* param, core::ExprPtr value);
  void statement(const clang::Stmt* stmt);
  const clang::Stmt* behind_labels(const clang::Stmt* stmt);
  void substatement(const clang::Stmt* stmt);
  // Selection and iteration statements.
  void in_own_block(const clang::Stmt* stmt, const std::function<void()>& body);
  void compound(const clang::CompoundStmt* stmt);
  void declaration(const clang::DeclStmt* stmt);
  void check_linkage(const clang::VarDecl* declared);
  void if_statement(const clang::IfStmt* stmt);
  void while_statement(const clang::WhileStmt* stmt);
  void do_statement(const clang::DoStmt* stmt);
  void for_statement(const clang::ForStmt* stmt);
  void switch_statement(const clang::SwitchStmt* stmt);
  void return_statement(const clang::ReturnStmt* stmt);
  void branch(core::ExprPtr condition, core::Label then_label, core::Label else_label);
  // repeats: false of what is a loop by its form alone, do ... while (0).
  void loop_body(const clang::Stmt* body, core::Label break_label, core::Label continue_label, bool repeats = true);
  void define_object(core::Reg reg, clang::QualType type, clang::CharUnits align, std::string name);
  void define_object(core::Reg reg, const clang::VarDecl* decl);
  void enter(const Scope* scope);
  void leave(const Scope* scope);
  void change_scope(const Scope* from, const Scope* to);
  void close(const Scope* outer);
  void jump(core::Label label, const Scope* scope);
  core::Label label_of(const clang::LabelDecl* label);
  void go_to(const clang::Stmt* stmt, const clang::LabelDecl* label);
  // Labels as values (computed_gotos.cpp).
  Value label_address(const clang::AddrLabelExpr* expr);
  void computed_goto(const clang::IndirectGotoStmt* stmt);
  const std::vector<const clang::LabelDecl*>& labels_with_address();
  void stop_at_label(const core::ExprPtr& moved, clang::QualType pointee);
  bool is_parallel(const clang::CompoundStmt* stmt) const;
  void parallel(const clang::CompoundStmt* stmt);
  void arm(const clang::CompoundStmt* body, const clang::FunctionDecl* definition);
  void assembly(const clang::GCCAsmStmt* stmt);  // see assembly.h

  // Where fences may stand (places.cpp).
  void note_places(const clang::CompoundStmt* block);
  void note_place(const clang::Stmt* unbraced);
  void place_before(const clang::Stmt* stmt);
  void place_at_end(const clang::CompoundStmt* block);
  void place_behind(const clang::Stmt* unbraced);
  void emit_place(core::Place place, clang::SourceLocation at);
  bool knows_atomics(clang::SourceLocation at) const;
  bool has_places() const;
  // Where orders are named (order_sites.cpp). The number of the site, from 1 on; 0: there is none. The orders become those that are given
  // for it.
  uint32_t order_site(core::OrderSite::Kind kind, const Expr* call, const Expr* order_expr,
                      std::vector<OrderCase>& orders, const Expr* failure_expr, std::vector<OrderCase>& failures);
  core::OrderSite::Text written_text(clang::SourceRange range) const;
  void note_uses(uint32_t site, const Expr* order_expr);
  void place_of_fence(uint32_t site);
  bool inside_section() const;
  bool is_atomic_section(const clang::FunctionDecl* definition) const;

  ProgramContext& program_;
  Builder build_;
  const clang::ASTContext& context_;
  bool is_library_;
  bool in_arm_ = false;  // inside an arm of a parallel composition
  struct LaterPadding {
    Lvalue lvalue;
    core::Reg stored;  // a flag: has the store been executed?
  };
  std::vector<LaterPadding> later_padding_;
  int strands_ = 0;  // the number of strands around the current expression
  const clang::FunctionDecl* definition_ = nullptr;
  std::optional<ScopeTree> scopes_;
  const Scope* scope_ = nullptr;
  core::ExprPtr result_object_;              // the object for a result of struct or union type
  core::ExprPtr further_;                    // the variable arguments of this function; null: it has no ellipsis
  Lvalue read_from_;                         // the lvalue that was loaded last
  const clang::Expr* allocation_ = nullptr;  // what was converted last from void*, and what that then points to
  clang::QualType allocated_as_;
  std::unordered_map<void*, std::shared_ptr<const core::PartNames>> part_names_;  // by canonical type
  struct Whole {
    const Scope* scope;
    std::vector<core::Stmt> temporaries;  // their Allocs
    bool is_left = false;                 // by a jump
  };
  std::vector<Whole*> wholes_;                         // the full expressions around the current expression
  std::vector<Restricted> restricted_;                 // of this function
  std::vector<const clang::ParmVarDecl*> parameters_;  // their objects live until the function returns

  struct JumpTarget {
    core::Label label;
    const Scope* scope;
  };
  std::vector<JumpTarget> breaks_, continues_;
  unsigned loops_ = 0;         // around what is elaborated
  bool in_loop_head_ = false;  // in what a loop evaluates each time, beside its body
  std::unordered_map<const clang::Stmt*, bool> fence_may_precede_;  // statements, and whether that needs braces
  const clang::Stmt* loop_body_ = nullptr;                          // that was entered last
  std::unordered_map<const clang::LabelDecl*, core::Label> labels_;
  std::optional<std::vector<const clang::LabelDecl*>> labels_with_address_;  // of this function, once they are known
  std::unordered_map<const clang::SwitchCase*, core::Label> case_labels_;
  std::unordered_map<const clang::VarDecl*, core::Reg> objects_;
  std::unordered_map<const clang::CompoundLiteralExpr*, core::Reg> literal_objects_;
  std::unordered_map<const clang::Expr*, core::ExprPtr> array_sizes_;  // evaluated bounds of variable length arrays
  std::unordered_map<const clang::OpaqueValueExpr*, Value> opaque_;
  struct Leaf {
    Lvalue target;
    const clang::Expr* init;
    bool zeroed;
  };
  std::vector<Leaf>* leaves_ = nullptr;  // collects the scalar initialisers of an initialiser list
};

}  // namespace fencepost::frontend
