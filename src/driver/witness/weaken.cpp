#include <algorithm>

#include "base/check.h"
#include "check/waypoints.h"
#include "driver/witness/steering.h"

namespace fencepost::driver {

namespace {

using namespace core;

class Weakener {
 public:
  Weakener(Program& program, const result::Waypoint& target, const SourceMap& map)
      : program_(program), target_(target), map_(map) {}

  void all() {
    for (Function& function : program_.functions) {
      function_ = &function;
      block(function.body);
    }
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
      } else if (const auto* spawn = std::get_if<Spawn>(&one.kind); spawn && begins_by_library(*spawn)) {
        hand_number(one, out);
        continue;
      }
      out.push_back(std::move(one));
    }
    statements = std::move(out);
  }

  void weaken(const Check& check, Stmt& one, Block& out) {
    const bool may_count = has_variable("__fencepost_w_failing") &&
                           (function_->library ||
                            check::is_at_target(target_, one.pos, map_));  // the library's fail where they are called
    if (!may_count) {
      out.push_back(stmt(Assume{check.condition}, one.pos));
      return;
    }
    Reg reg = fresh();
    out.push_back(stmt(Load{reg, address("__fencepost_w_failing"), number_, {}}, one.pos));
    ExprPtr counts = make(ExprOp::ne, boolean_type(), {reg_expr(reg, number_), constant(0, number_)});
    out.push_back(stmt(Assume{log_not(log_and(log_not(check.condition), log_not(counts)))}, one.pos));
    out.push_back(std::move(one));
  }

  bool begins_by_library(const Spawn& spawn) const {
    return function_->library && spawn.args.size() == 1 && function_->name == "pthread_create" &&
           has_variable("__fencepost_w_next");
  }

  void hand_number(Stmt& one, Block& out) {
    auto& spawn = std::get<Spawn>(one.kind);
    auto run = std::ranges::find(program_.functions, "__fencepost_w_run", &Function::name);
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
  const result::Waypoint& target_;
  const SourceMap& map_;
  Function* function_ = nullptr;
  Type number_ = int_type(32, true);
};

}  // namespace

void weaken_checks(core::Program& program, const result::Witness& witness, const core::SourceMap& map) {
  const std::vector<result::Waypoint>& targets = witness.segments.back().follow;
  if (targets.size() == 1) Weakener(program, targets.front(), map).all();
}

}  // namespace fencepost::driver
