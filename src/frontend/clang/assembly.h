// GNU inline assembly as Core: the idioms of atomic operations, fences and spin hints of the target's machine. The text becomes
// instructions (assembly_text.h), these become steps by the tables of the machine (assembly_steps.h), and here steps become
// actions on C's objects. A statement of which one instruction is not understood is Unsupported as a whole, with its text.
//
// Registers are values: expressions over what was read, put into registers of Core only where a jump of the text leads to a
// label. A load-exclusive and the store-exclusive behind it, with computations in between, are one Rmw; jumps out of that region are
// the cases in which it stores nothing; the two in statements of their own: assembly_exclusives.cpp. The jump that tries again is left out where another attempt would find everything as
// the first one did: a run in which an attempt fails is then one that begins later.
//
// Orders. Under the memory model of the machine itself an instruction is the event that the model has for it. Elsewhere (models of C,
// sc) it is what C is compiled to by the same instruction: ldar is a seq_cst load; a locked instruction of x86 is a seq_cst update between two
// full fences, a mov an acquire or a release. There the compiler counts, too: without "memory" among its clobbers a statement
// orders no other accesses.
#pragma once

#include <clang/AST/Stmt.h>
#include <clang/Basic/TargetInfo.h>

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "frontend/clang/assembly_steps.h"
#include "frontend/clang/elaborator.h"

namespace fencepost::frontend {

class Assembly {
 public:
  Assembly(Elaborator& in, const clang::GCCAsmStmt* stmt);
  void emit();

 private:
  using ExprPtr = core::ExprPtr;
  struct Operand {
    clang::QualType type;
    bool is_memory = false, is_output = false;
    bool has_own_register = false;  // which no other operand shares with it
    bool is_named = false;          // in memory: as a part of an object with a name
    std::string reg;                // where it lies, unless it is in memory
    std::string flag;               // the condition of a flag output
    Lvalue lvalue;                  // of outputs, and of operands in memory
    std::string text;
  };
  struct Line {
    AsmLine text;
    AsmStep step;
    std::optional<size_t> target;        // jump: the line, in this text
    std::optional<unsigned> goto_label;  // jump: or the label of C
    std::optional<size_t> stores;        // load_exclusive: the line of its store_exclusive
    std::optional<size_t> loads;         // store_exclusive: the other way round
    std::optional<size_t> retry;         // store_exclusive: the line of the jump that tries again
  };
  struct Flags {
    ExprPtr e, b, l, s, o;  // as the conditions of AsmStep; null: not known
  };
  using Values = std::map<std::string, ExprPtr>;
  struct NotUnderstood {
    std::string why;
  };
  struct TryAgain {};

  // What is there (assembly.cpp).
  std::string template_text() const;
  void read_operands();
  Operand output(unsigned i, const clang::TargetInfo::ConstraintInfo& info);
  void input(unsigned i, const std::vector<clang::TargetInfo::ConstraintInfo>& outputs);
  std::string register_of(const clang::Expr* expr, llvm::StringRef constraint, unsigned number) const;
  void read_lines();
  std::optional<size_t> find_label(const std::string& label, size_t from) const;
  void find_exclusives();
  void find_retry(size_t store);
  // Registers that operands share (assembly_clobbers.cpp).
  static bool is_named_object(const clang::Expr* expr);
  bool is_in_text(const clang::Expr* expr, llvm::StringRef constraint) const;
  bool is_of(const AsmPlace& place, unsigned operand) const;
  bool reads(const AsmStep& step, unsigned operand) const;
  bool writes(const AsmStep& step, unsigned operand) const;
  bool is_overwritten(unsigned output, unsigned input) const;
  void check_registers_apart() const;
  void write_outputs();
  std::string reason(const std::string& why) const;

  // Steps (assembly_evaluate.cpp; of pairs assembly_pairs.cpp; of exclusives assembly_exclusives.cpp).
  void walk();
  void act(size_t number);
  void move(const AsmStep& step);
  void compute(const AsmStep& step);
  void count_zeros(const AsmStep& step);
  void reverse_bits(const AsmStep& step);
  void write_flags(const AsmStep& step);
  void compare(const AsmStep& step);
  void compare_always(const AsmStep& step);
  void exchange(const AsmStep& step);
  void fetch(const AsmStep& step);
  void compare_swap(const AsmStep& step);
  void compare_swap_wide(const AsmStep& step);
  ExprPtr read_pair(const AsmPlace& low, const AsmPlace& high, unsigned bytes);
  void write_pair(const AsmPlace& low, const AsmPlace& high, unsigned bytes, const ExprPtr& value);
  void load_pair(const AsmStep& step);
  ExprPtr in_halves(const Lvalue& at, const core::Type& type, core::MemoryOrder order);
  struct Region;
  ExprPtr load_torn(const Region& region, core::MemoryOrder order, const std::function<void()>& otherwise);
  void test_bit(const AsmStep& step);
  void begin_exclusive(size_t number);
  void end_exclusive(size_t number);
  void load_alone(const AsmStep& step);
  void store_alone(const AsmStep& step);
  void report_store(const AsmStep& step, const ExprPtr& succeeds);
  core::MemoryOrder order_of_both(core::MemoryOrder load, core::MemoryOrder store, bool is_acquire);
  void jump(size_t number);
  void fence(const AsmStep& step);
  // Beside the tables (assembly_system.cpp).
  void call_system(const AsmStep& step);
  void trap();
  ExprPtr applied(const AsmStep& step, const ExprPtr& a, const ExprPtr& b) const;
  ExprPtr holds(const AsmStep& step);
  ExprPtr holds(char condition, const AsmStep& step);
  void set_flags(const AsmStep& step, const ExprPtr& a, const ExprPtr& b, const ExprPtr& result);

  // Registers (assembly_registers.cpp).
  ExprPtr get(const std::string& name);
  void set(const std::string& name, ExprPtr value);
  ExprPtr read(const AsmPlace& place, unsigned bytes, core::MemoryOrder order = core::MemoryOrder::relaxed);
  ExprPtr read_number(const AsmPlace& place, unsigned bytes, core::MemoryOrder order = core::MemoryOrder::relaxed);
  void write(const AsmPlace& place, unsigned bytes, const ExprPtr& value, bool is_signed = false,
             core::MemoryOrder order = core::MemoryOrder::relaxed);
  ExprPtr number(const ExprPtr& value, unsigned bytes) const;
  ExprPtr widened(const ExprPtr& value, bool is_signed) const;
  ExprPtr as(const ExprPtr& value, const core::Type& type) const;
  ExprPtr bound(const ExprPtr& value);
  core::Reg stored_in(const std::string& name);
  void settle();  // all values into registers of Core
  void settle(const Values& values);

  // Memory (assembly_memory.cpp).
  bool is_memory(const AsmPlace& place) const;
  bool holds_pointer(const AsmPlace& place) const;
  core::Type access_type(const AsmPlace& memory, const std::vector<AsmPlace>& others, unsigned bytes) const;
  Lvalue memory_at(const AsmPlace& place, const core::Type& type, ExprPtr further = nullptr);
  ExprPtr load(const AsmPlace& place, const core::Type& type, core::MemoryOrder order);
  void store(const AsmPlace& place, const core::Type& type, const ExprPtr& value, core::MemoryOrder order);
  using OfOld = std::function<ExprPtr(const ExprPtr& old)>;
  ExprPtr update(const Lvalue& at, const core::Type& type, const OfOld& condition, const OfOld& value,
                 const AsmStep& step);
  void either_way(const ExprPtr& condition, const std::function<void()>& yes, const std::function<void()>& no);
  core::MemoryOrder in_order(core::MemoryOrder order);
  clang::QualType type_for(const core::Type& type) const;

  Elaborator& in_;
  Builder& build_;
  const clang::GCCAsmStmt* stmt_;
  AsmShape shape_;
  std::vector<Operand> operands_;
  std::vector<Line> lines_;
  std::map<std::string, clang::QualType> register_types_;
  std::set<size_t> kept_retries_;  // jumps that have to stay

  Values initial_, values_;
  Flags flags_;
  std::map<std::string, core::Reg> settled_;
  std::map<size_t, core::Label> labels_;  // by line
  std::map<unsigned, core::Label> gotos_;
  bool unreachable_ = false;
  // Since the line to which a retry leads: what was read before it was written, and what was written.
  std::set<std::string> read_first_, written_;
  bool is_pure_ = true;

  struct Exit {
    ExprPtr condition;
    size_t line;
    Values values;
  };
  struct Region {
    size_t store;
    core::Reg old;
    core::Type type;
    Lvalue at;
    AsmStep load;
    std::vector<Exit> exits;
    ExprPtr stays;  // no exit so far
  };
  std::optional<Region> region_;
};

}  // namespace fencepost::frontend
