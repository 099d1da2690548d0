#include <algorithm>
#include <iterator>
#include <set>

#include "base/check.h"
#include "check/waypoints.h"
#include "core/mark.h"
#include "driver/witness/steering.h"

namespace fencepost::driver {

namespace {

using namespace core;

class Weakener {
 public:
  Weakener(Program& program, const std::vector<result::Waypoint>& targets, const SourceMap& map,
           const Steering& steering, const Weakening& how)
      : program_(program),
        targets_(targets),
        map_(map),
        steering_(steering),
        is_declaration_(steering.is_declaration),
        has_gates_(steering.handed_at_end.has_value()),
        how_(how) {}

  void all() {
    for (Function& function : program_.functions) {
      function_ = &function;
      block(function.body);
    }
    const bool has_variables = has_variable("__fencepost_w_thread");
    if (has_variables && !how_.in_one_order) {
      for (Function& function : program_.functions)
        if (function.name == "__fencepost_w_run" || function.name == "__fencepost_w_run_int")
          require_all_passed(function, reg_expr(function.params.back(), number_));
      require_all_passed(program_.functions[index(program_.entry)], constant(0, number_));
      for (const FunctionId id : numbered_)
        require_all_passed(program_.functions[index(id)],
                           reg_expr(program_.functions[index(id)].params.back(), number_));
    }
    for (const FunctionId id : numbered_) {
      Function& function = program_.functions[index(id)];
      const Reg number = function.params.back();
      function.body.insert(
          function.body.begin(),
          stmt(Store{address("__fencepost_w_thread"), reg_expr(number, number_), number_, {}}, function.pos));
    }
    if (!has_variables) return;
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
      } else if (is_passing(one)) {
        out.push_back(std::move(one));
        mark(out);
        continue;
      } else if (how_.relaxes && is_plain(one)) {
        relax(std::move(one), out);
        continue;
      } else if (const auto* spawn = std::get_if<Spawn>(&one.kind); spawn && begins_by_library(*spawn)) {
        hand_number(one, out);
        continue;
      } else if (spawn && !function_->library && is_made(one)) {
        create(one, out);
        hand_number(one, out);
        continue;
      } else if (const auto* call = std::get_if<Call>(&one.kind); call && !function_->library) {
        if (makes_thread(*call)) create(one, out);
        const bool fails = set_failing(one.pos, out);
        const SourcePos pos = one.pos;
        out.push_back(std::move(one));
        if (fails) out.push_back(set("__fencepost_w_failing", kNone, pos));
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
    ExprPtr here = counts_in_text(pos, out);
    for (const Steering::Failing& one : steering_.failing)
      if (!function_->library && check::is_at_target(*one.target, pos, map_))
        here = log_not(log_and(log_not(here), log_not(has_turn(one.turn, pos, out))));
    return here;
  }

  ExprPtr counts_in_text(const SourcePos& pos, Block& out) {
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
    if (!how_.counting.has(check.kind) || !may_count(one.pos)) {
      out.push_back(stmt(Assume{check.condition}, one.pos));
      return;
    }
    if (is_declaration_) {
      out.push_back(std::move(one));
      return;
    }
    // The condition is asked once: whether an object lives may be answered otherwise the next time.
    If branches;
    branches.condition = counts(one.pos, out);
    branches.else_block.push_back(stmt(Assume{check.condition}, one.pos));
    branches.then_block.push_back(std::move(one));
    out.push_back(stmt(std::move(branches), source_pos(frontend::kInserted, 1, 1)));
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

  bool is_passing(const Stmt& one) const {
    const auto* store = std::get_if<Store>(&one.kind);
    return store != nullptr && store->ptr->op == ExprOp::global &&
           program_.globals[index(store->ptr->global)].name == "__fencepost_w_passed";
  }
  void mark(Block& out) {
    out.push_back({If{truth(true), {}, {}}, source_pos(frontend::kInserted, 1, 1), std::string(kMark)});
  }

  // A thread that ends has passed all of its waypoints.
  void require_all_passed(Function& function, const ExprPtr& number) {
    function_ = &function;
    before_returns(function.body, number);
  }
  void before_returns(Block& statements, const ExprPtr& number) {
    Block out;
    for (Stmt& one : statements) {
      if (auto* branches = std::get_if<If>(&one.kind)) {
        before_returns(branches->then_block, number);
        before_returns(branches->else_block, number);
      } else if (std::holds_alternative<Return>(one.kind)) {
        const ExprPtr passed = value_of("__fencepost_w_passed", one.pos, out);
        for (const auto& [thread, count] : counted_by_thread(steering_)) {
          const ExprPtr is_it = make(ExprOp::eq, boolean_type(), {number, constant(thread, number_)});
          const ExprPtr has_all = make(ExprOp::eq, boolean_type(), {passed, constant(count, number_)});
          out.push_back(stmt(Assume{log_not(log_and(is_it, log_not(has_all)))}, one.pos));
        }
      }
      out.push_back(std::move(one));
    }
    statements = std::move(out);
  }

  static constexpr Bits kNone = 0xffffffffU;  // -1

  Stmt set(const char* name, Bits value, const SourcePos& pos) const {
    return stmt(Store{address(name), constant(value, number_), number_, {}}, pos);
  }
  ExprPtr flag(size_t handover) const {
    return make(ExprOp::ptr_add, pointer_type(program_.pointer_bytes),
                {address("__fencepost_w_handed"), constant(4 * handover, int_type(8 * program_.pointer_bytes, false))});
  }
  ExprPtr value_of(const char* name, const SourcePos& pos, Block& out) {
    const Reg reg = fresh();
    out.push_back(stmt(Load{reg, address(name), number_, {}}, pos));
    return reg_expr(reg, number_);
  }
  ExprPtr is(const char* name, Bits value, const SourcePos& pos, Block& out) {
    return make(ExprOp::eq, boolean_type(), {value_of(name, pos, out), constant(value, number_)});
  }

  ExprPtr has_turn(const Steering::Turn& turn, const SourcePos& pos, Block& out) {
    ExprPtr has = is("__fencepost_w_thread", turn.thread, pos, out);
    has = log_and(std::move(has), is("__fencepost_w_passed", turn.passed, pos, out));
    if (!turn.handover) return has;
    const Reg reg = fresh();
    out.push_back(stmt(Load{reg, flag(*turn.handover), number_, {}, MemoryOrder::relaxed}, pos));
    return log_and(std::move(has), make(ExprOp::ne, boolean_type(), {reg_expr(reg, number_), constant(0, number_)}));
  }

  bool is_made(const Stmt& one) const {
    return std::ranges::any_of(steering_.creations,
                               [&](const Steering::Creation& creation) { return creation.pos == one.pos; });
  }
  bool makes_thread(const Call& call) const {
    return call.callee->op == ExprOp::function &&
           core::makes_threads(program_.functions[index(call.callee->function)].name);
  }

  // One visit passes one waypoint: the latest is asked for first.
  void create(const Stmt& one, Block& out) {
    Block chain;
    for (const Steering::Creation& creation : steering_.creations) {
      if (creation.pos != one.pos) continue;
      Block asked;
      If branches;
      branches.condition = has_turn(creation.turn, one.pos, asked);
      branches.then_block.push_back(set("__fencepost_w_passed", creation.turn.passed + 1, one.pos));
      mark(branches.then_block);
      branches.then_block.push_back(set("__fencepost_w_next", creation.number, one.pos));
      if (creation.hands)
        branches.then_block.push_back(
            stmt(Store{flag(*creation.hands), constant(1, number_), number_, {}, MemoryOrder::relaxed}, one.pos));
      branches.else_block = std::move(chain);
      asked.push_back(stmt(std::move(branches), one.pos));
      chain = std::move(asked);
    }
    std::ranges::move(chain, std::back_inserter(out));
  }

  // Around what a macro calls, which may fail inside the library.
  bool set_failing(const SourcePos& pos, Block& out) {
    bool is_there = false;
    for (const Steering::Failing& one : steering_.failing) {
      if (!check::is_at_target(*one.target, pos, map_)) continue;
      is_there = true;
      If branches;
      branches.condition = is("__fencepost_w_thread", one.turn.thread, pos, out);
      branches.then_block.push_back(set("__fencepost_w_failing", one.turn.passed, pos));
      const Type place = pointer_type(program_.pointer_bytes);
      branches.then_block.push_back(
          stmt(Store{address("__fencepost_w_gate"),
                     one.turn.handover ? flag(*one.turn.handover) : address("__fencepost_w_open"),
                     place,
                     {}},
               pos));
      out.push_back(stmt(std::move(branches), pos));
    }
    return is_there;
  }

  bool begins_by_library(const Spawn& spawn) const {
    return function_->library && !spawn.args.empty() && core::makes_threads(function_->name) &&
           has_variable("__fencepost_w_next");
  }

  void hand_number(Stmt& one, Block& out) {
    auto& spawn = std::get<Spawn>(one.kind);
    const SourcePos pos = one.pos;
    auto take = [&] {
      const Reg reg = fresh();
      out.push_back(stmt(Load{reg, address("__fencepost_w_next"), number_, {}}, pos));
      return reg_expr(reg, number_);
    };
    auto end = [&] {
      out.push_back(std::move(one));
      out.push_back(set("__fencepost_w_next", kNone, pos));
    };
    // An arm of a composition, or what calls destructors when a thread ends, takes its number itself.
    if (spawn.callee->op == ExprOp::function) {
      Function& begun = program_.functions[index(spawn.callee->function)];
      if (numbered_.insert(spawn.callee->function).second) {
        begun.regs.push_back({number_, {}});
        begun.params.push_back(static_cast<Reg>(begun.regs.size() - 1));
      }
      spawn.args.push_back(take());
      return end();
    }
    const char* const name = function_->name == "thrd_create" ? "__fencepost_w_run_int" : "__fencepost_w_run";
    auto run = std::ranges::find(program_.functions, name, &Function::name);
    if (run == program_.functions.end()) return out.push_back(std::move(one));
    spawn.args = {spawn.callee, spawn.args.front(), take()};
    spawn.callee = function_expr(static_cast<FunctionId>(run - program_.functions.begin()), spawn.callee->type);
    end();
  }

  Program& program_;
  const std::vector<result::Waypoint>& targets_;
  const SourceMap& map_;
  const Steering& steering_;
  std::set<FunctionId> numbered_;  // functions whose last parameter is their thread's number
  bool is_declaration_;            // where the target is, and what fails there fails before anything is done
  bool has_gates_;                 // of targets
  const Weakening& how_;
  Function* function_ = nullptr;
  Type number_ = int_type(32, true);
};

}  // namespace

void weaken_checks(core::Program& program, const result::Witness& witness, const core::SourceMap& map,
                   const Steering& steering, const Weakening& how) {
  Weakener(program, witness.segments.back().follow, map, steering, how).all();
}

}  // namespace fencepost::driver
