#include <algorithm>

#include "base/check.h"
#include "check/waypoints.h"
#include "driver/witness/steering.h"

namespace fencepost::driver {

namespace {

using namespace core;

class Weakener {
 public:
  Weakener(Program& program, const std::vector<result::Waypoint>& targets, const SourceMap& map, bool has_gates,
           bool relaxes)
      : program_(program),
        targets_(targets),
        map_(map),
        is_declaration_(!has_variable("__fencepost_w_failing")),
        has_gates_(has_gates),
        relaxes_(relaxes) {}

  void all() {
    for (Function& function : program_.functions) {
      function_ = &function;
      block(function.body);
    }
    if (!has_variable("__fencepost_w_thread")) return;
    Function& entry = program_.functions[index(program_.entry)];
    entry.body.insert(entry.body.begin(),
                      stmt(Store{address("__fencepost_w_thread"), constant(0, number_), number_, {}}, entry.pos));
  }

 private:
  GlobalId variable(const char* name) const {
    auto found = std::ranges::find(program_.globals, name, &Global::name);
    FP_CHECK_MSG(found != program_.globals.end(), name);
    return static_cast<GlobalId>(found - program_.globals.begin());
  }
  bool has_variable(const char* name) const {
    return std::ranges::find(program_.globals, name, &Global::name) != program_.globals.end();
  }

  Reg fresh() {
    function_->regs.push_back({number_, {}});
    return static_cast<Reg>(function_->regs.size() - 1);
  }
  Stmt stmt(Stmt::Kind kind, const SourcePos& pos) const { return {std::move(kind), pos, {}}; }
  ExprPtr address(const char* name) const { return global_expr(variable(name), pointer_type(program_.pointer_bytes)); }

  void block(Block& statements) {
    Block out;
    for (Stmt& one : statements) {
      if (auto* branches = std::get_if<If>(&one.kind)) {
        block(branches->then_block);
        block(branches->else_block);
      } else if (auto* unseq = std::get_if<Unseq>(&one.kind)) {
        for (Block& strand : unseq->strands) block(strand);
      } else if (const auto* check = std::get_if<Check>(&one.kind)) {
        weaken(*check, one, out);
        continue;
      } else if (relaxes_ && is_plain(one)) {
        relax(std::move(one), out);
        continue;
      } else if (const auto* spawn = std::get_if<Spawn>(&one.kind); spawn && begins_by_library(*spawn)) {
        hand_number(one, out);
        continue;
      }
      out.push_back(std::move(one));
    }
    statements = std::move(out);
  }

  // The library's fail where they are called, and the added text's where it stands.
  bool may_count(const SourcePos& pos) const {
    if (is_declaration_)
      return pos.valid() && pos.file == targets_.front().pos.file && pos.line == targets_.front().pos.line;
    return function_->library || (pos.valid() && *pos.file == frontend::kInserted) ||
           std::ranges::any_of(targets_,
                               [&](const result::Waypoint& target) { return check::is_at_target(target, pos, map_); });
  }

  // Is the thread in a statement that is to fail, and are all waypoints passed?
  ExprPtr counts(const SourcePos& pos, Block& out) {
    Reg failing = fresh(), passed = fresh();
    out.push_back(stmt(Load{failing, address("__fencepost_w_failing"), number_, {}}, pos));
    out.push_back(stmt(Load{passed, address("__fencepost_w_passed"), number_, {}}, pos));
    ExprPtr own = make(ExprOp::eq, boolean_type(), {reg_expr(failing, number_), reg_expr(passed, number_)});
    if (!has_gates_) return own;
    const Type place = pointer_type(program_.pointer_bytes);
    function_->regs.push_back({place, {}});
    const Reg gate = static_cast<Reg>(function_->regs.size() - 1), is_open = fresh();
    out.push_back(stmt(Load{gate, address("__fencepost_w_gate"), place, {}}, pos));
    out.push_back(stmt(Load{is_open, reg_expr(gate, place), number_, {}, MemoryOrder::relaxed}, pos));
    return log_and(own, make(ExprOp::ne, boolean_type(), {reg_expr(is_open, number_), constant(0, number_)}));
  }

  void weaken(const Check& check, Stmt& one, Block& out) {
    if (!may_count(one.pos)) {
      out.push_back(stmt(Assume{check.condition}, one.pos));
      return;
    }
    if (!is_declaration_)
      out.push_back(stmt(Assume{log_not(log_and(log_not(check.condition), log_not(counts(one.pos, out))))}, one.pos));
    out.push_back(std::move(one));
  }

  static MemoryOrder* order_of_plain(Stmt& one) {
    MemoryOrder* order = nullptr;
    if (auto* load = std::get_if<Load>(&one.kind)) order = &load->order;
    if (auto* store = std::get_if<Store>(&one.kind)) order = store->initialises ? nullptr : &store->order;
    if (auto* copy = std::get_if<Copy>(&one.kind)) order = &copy->order;
    if (auto* fill = std::get_if<Fill>(&one.kind)) order = &fill->order;
    return order != nullptr && *order == MemoryOrder::plain ? order : nullptr;
  }
  // Not of the variables that were added.
  bool is_plain(Stmt& one) const {
    if (order_of_plain(one) == nullptr) return false;
    const ExprPtr* place = nullptr;
    if (const auto* load = std::get_if<Load>(&one.kind)) place = &load->ptr;
    if (const auto* store = std::get_if<Store>(&one.kind)) place = &store->ptr;
    return place == nullptr || (*place)->op != ExprOp::global ||
           !program_.globals[index((*place)->global)].name.starts_with("__fencepost_w_");
  }

  // Relaxed atomics race with plain accesses alone: a race has a part in a target, by a thread that has passed all before.
  void relax(Stmt one, Block& out) {
    if (!may_count(one.pos)) {
      *order_of_plain(one) = MemoryOrder::relaxed;
      out.push_back(std::move(one));
      return;
    }
    const SourcePos pos = one.pos;
    If branches;
    branches.condition = counts(pos, out);
    Stmt relaxed = one;
    *order_of_plain(relaxed) = MemoryOrder::relaxed;
    branches.then_block.push_back(std::move(one));
    branches.else_block.push_back(std::move(relaxed));
    out.push_back(stmt(std::move(branches), pos));
  }

  bool begins_by_library(const Spawn& spawn) const {
    return function_->library && spawn.args.size() == 1 &&
           (function_->name == "pthread_create" || function_->name == "thrd_create") &&
           has_variable("__fencepost_w_next");
  }

  void hand_number(Stmt& one, Block& out) {
    auto& spawn = std::get<Spawn>(one.kind);
    const char* const name = function_->name == "thrd_create" ? "__fencepost_w_run_int" : "__fencepost_w_run";
    auto run = std::ranges::find(program_.functions, name, &Function::name);
    if (run == program_.functions.end()) return out.push_back(std::move(one));
    Reg reg = fresh();
    const SourcePos pos = one.pos;
    out.push_back(stmt(Load{reg, address("__fencepost_w_next"), number_, {}}, pos));
    spawn.args = {spawn.callee, spawn.args.front(), reg_expr(reg, number_)};
    spawn.callee = function_expr(static_cast<FunctionId>(run - program_.functions.begin()), spawn.callee->type);
    out.push_back(std::move(one));
    out.push_back(
        stmt(Store{address("__fencepost_w_next"), constant(truncated_minus_one(), number_), number_, {}}, pos));
  }
  static Bits truncated_minus_one() { return 0xffffffffU; }

  Program& program_;
  const std::vector<result::Waypoint>& targets_;
  const SourceMap& map_;
  bool is_declaration_;  // where the target is, and what fails there fails before anything is done
  bool has_gates_;       // of targets
  bool relaxes_;
  Function* function_ = nullptr;
  Type number_ = int_type(32, true);
};

}  // namespace

void weaken_checks(core::Program& program, const result::Witness& witness, const core::SourceMap& map,
                   const Steering& steering, bool relaxes) {
  Weakener(program, witness.segments.back().follow, map, steering.handed_at_end.has_value(), relaxes).all();
}

}  // namespace fencepost::driver
