#include "frontend/clang/shared_literals.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <set>
#include <vector>

#include "core/walk.h"
#include "frontend/clang/opaque_objects.h"

namespace fencepost::frontend {

using core::ExprOp;
using core::ExprPtr;
using core::GlobalId;

namespace {

using Literals = std::map<GlobalId, LiteralText>;

constexpr size_t kMostPlaces = 8;  // positions inside other literals at which one literal may begin

template <typename... Kinds>
struct ForKinds : Kinds... {
  using Kinds::operator()...;
};
template <typename... Kinds>
ForKinds(Kinds...) -> ForKinds<Kinds...>;

// The expressions of a statement, to be replaced.
void for_each_slot(core::Stmt& stmt, const std::function<void(ExprPtr&)>& visit) {
  auto list = [&](std::initializer_list<ExprPtr*> slots) {
    for (ExprPtr* slot : slots)
      if (*slot) visit(*slot);
  };
  auto called = [&](ExprPtr& callee, std::vector<ExprPtr>& args) {
    list({&callee});
    for (ExprPtr& arg : args) list({&arg});
  };
  std::visit(ForKinds{[&](core::Let& k) { list({&k.value}); },
                      [&](core::Load& k) { list({&k.ptr}); },
                      [&](core::Store& k) { list({&k.ptr, &k.value}); },
                      [&](core::Rmw& k) { list({&k.ptr, &k.condition, &k.value}); },
                      [&](core::Copy& k) { list({&k.dst, &k.src, &k.bytes}); },
                      [&](core::Fill& k) { list({&k.ptr, &k.value, &k.bytes}); },
                      [&](core::Fence& k) { list({&k.ptr}); },
                      [&](core::Alloc& k) { list({&k.bytes}); },
                      [&](core::Kill& k) { list({&k.ptr}); },
                      [&](core::Check& k) { list({&k.condition}); },
                      [&](core::Assume& k) { list({&k.condition}); },
                      [&](core::Call& k) { called(k.callee, k.args); },
                      [&](core::Spawn& k) { called(k.callee, k.args); },
                      [&](core::Join& k) { list({&k.thread}); },
                      [&](core::EndThread& k) { list({&k.value}); },
                      [&](core::Await& k) { list({&k.condition}); },
                      [&](core::Return& k) { list({&k.value}); },
                      [&](core::Branch& k) { list({&k.condition}); },
                      [&](core::If& k) { list({&k.condition}); },
                      [](auto&) {}},
             stmt.kind);
}

// The offsets at which one literal may begin inside another.
std::vector<uint64_t> starts(const LiteralText& part, const LiteralText& whole) {
  std::vector<uint64_t> result;
  if (part.unit > whole.unit || part.bytes.empty()) return result;
  for (size_t at = whole.bytes.find(part.bytes); at != std::string::npos; at = whole.bytes.find(part.bytes, at + 1))
    if (at % part.unit == 0) result.push_back(at);
  return result;
}

// May they share bytes in another way: the end of one as the beginning of the other, or one inside another that is aligned by
// chance? Strings without zeros inside, of one kind of characters, never do.
bool may_overlap(const LiteralText& first, const LiteralText& second) {
  const std::string &one = first.bytes, &two = second.bytes;
  if (second.unit > first.unit && one.find(two) != std::string::npos) return true;
  for (size_t at = 1; at < one.size(); ++at)
    if (at % std::min(first.unit, second.unit) == 0 && one.size() - at < two.size() && two.starts_with(one.substr(at)))
      return true;
  return false;
}
bool may_overlap_either_way(const LiteralText& a, const LiteralText& b) {
  return may_overlap(a, b) || may_overlap(b, a);
}

// Pairs of literals that may share storage, where some expression may observe it.
class Observed {
 public:
  Observed(const Literals& literals, const core::Program& program) {
    for (auto a = literals.begin(); a != literals.end(); ++a)
      for (auto b = std::next(a); b != literals.end(); ++b)
        if (!starts(a->second, b->second).empty() || !starts(b->second, a->second).empty() ||
            may_overlap_either_way(a->second, b->second))
          open_.emplace_back(a->first, b->first);
    if (open_.empty()) return;
    reach_.emplace(program);
    for (uint32_t i = 0; i < program.functions.size() && !open_.empty(); ++i)
      core::for_each_stmt(program.functions[i].body, [&](const core::Stmt& stmt) {
        for (const ExprPtr& root : core::expressions(stmt))
          core::for_each_expr(root, [&](const ExprPtr& expr) { look(core::FunctionId{i}, *expr); });
      });
  }

  const std::set<std::pair<GlobalId, GlobalId>>& pairs() const { return pairs_; }

 private:
  void look(core::FunctionId in, const core::Expr& expr) {
    bool compares = (expr.op == ExprOp::eq || expr.op == ExprOp::ne) &&
                    expr.args[0]->type.kind == core::TypeKind::pointer && !core::is_constant(expr.args[0]) &&
                    !core::is_constant(expr.args[1]);
    if (!compares && expr.op != ExprOp::ptr_to_int) return;
    auto may_be = [&](size_t arg, GlobalId literal) { return reach_->may_designate(in, expr.args[arg], literal); };
    std::erase_if(open_, [&](const std::pair<GlobalId, GlobalId>& pair) {
      auto [a, b] = pair;
      bool tells =
          compares ? (may_be(0, a) && may_be(1, b)) || (may_be(0, b) && may_be(1, a)) : may_be(0, a) || may_be(0, b);
      if (tells) pairs_.insert(pair);
      return tells;
    });
  }

  std::optional<Reach> reach_;
  std::vector<std::pair<GlobalId, GlobalId>> open_;
  std::set<std::pair<GlobalId, GlobalId>> pairs_;
};

class Sharing {
 public:
  Sharing(const Literals& literals, core::Program& program)
      : program_(program), pointer_(core::pointer_type(program.pointer_bytes)) {
    const Observed observed(literals, program);
    std::vector<GlobalId> longest_first;
    for (const auto& [id, text] : literals) longest_first.push_back(id);
    std::ranges::stable_sort(longest_first, [&](GlobalId a, GlobalId b) {
      return literals.at(a).bytes.size() > literals.at(b).bytes.size();
    });
    for (GlobalId id : longest_first) {
      std::vector<Start> all;
      for (GlobalId other : longest_first) {
        if (other == id) break;
        if (!observed.pairs().contains(std::minmax(id, other))) continue;
        if (may_overlap_either_way(literals.at(id), literals.at(other)))
          note_gap(id, "whether {} lies partly in another literal is not modelled");
        for (uint64_t at : starts(literals.at(id), literals.at(other))) all.push_back({other, at});
      }
      if (all.size() > kMostPlaces) {
        note_gap(id, "where so many literals that have the bytes of {} lie is not modelled");
        all.resize(kMostPlaces);
      }
      if (!all.empty()) place(id, all);
    }
  }

  void apply() {
    if (places_.empty()) return;
    for (uint32_t i = 0; i < program_.functions.size(); ++i) {
      core::Function& function = program_.functions[i];
      function.body = redirected(std::move(function.body), function);
    }
    core::Block& init = program_.functions[core::index(program_.init)].body;
    init.insert(init.begin(), std::make_move_iterator(first_.begin()), std::make_move_iterator(first_.end()));
  }

 private:
  struct Start {
    GlobalId other;
    uint64_t offset;
  };

  void note_gap(GlobalId id, fmt::format_string<const std::string&> what) {
    const core::Global& literal = program_.globals[core::index(id)];
    program_.gaps.emplace_back(literal.pos, fmt::format(what, literal.name));
  }

  void place(GlobalId id, const std::vector<Start>& all) {
    const core::Global literal = program_.globals[core::index(id)];
    core::Global kept;
    kept.name = "where " + literal.name + " lies";
    kept.bytes = kept.align = program_.pointer_bytes;
    GlobalId at{static_cast<uint32_t>(program_.globals.size())};
    program_.globals.push_back(std::move(kept));
    auto emit = [&](core::Block& to, core::Stmt::Kind kind, std::string text = {}) {
      to.push_back({std::move(kind), literal.pos, std::move(text)});
    };
    ExprPtr kept_at = core::global_expr(at, pointer_);
    emit(first_, core::Store{kept_at, core::global_expr(id, pointer_), pointer_});
    core::Function& init = program_.functions[core::index(program_.init)];
    auto fresh = [&](core::Type type) {
      init.regs.push_back({type, ""});
      return core::Reg{static_cast<uint32_t>(init.regs.size() - 1)};
    };
    for (const auto& [other, offset] : all) {
      core::Reg shares = fresh(core::boolean_type());
      emit(first_, core::Choose{shares, core::boolean_type()},
           fmt::format("{} lies in {}", literal.name, program_.globals[core::index(other)].name));
      core::Block inside;
      ExprPtr base = core::global_expr(other, pointer_);
      if (auto it = places_.find(other); it != places_.end()) {
        core::Reg loaded = fresh(pointer_);
        emit(inside, core::Load{loaded, core::global_expr(it->second, pointer_), pointer_});
        base = core::reg_expr(loaded, pointer_);
      }
      ExprPtr bytes = core::constant(offset, core::int_type(pointer_.bits, true));
      ExprPtr start = offset == 0 ? base : core::make(ExprOp::ptr_add, pointer_, {base, bytes});
      emit(inside, core::Store{kept_at, start, pointer_});
      emit(first_, core::If{core::reg_expr(shares, core::boolean_type()), std::move(inside), {}});
    }
    places_.emplace(id, at);
  }

  // If a literal lies inside another one, filling it again writes the same bytes.
  core::Block redirected(core::Block block, core::Function& function) {
    core::Block out;
    for (core::Stmt& stmt : block) {
      if (auto* branch = std::get_if<core::If>(&stmt.kind)) {
        branch->then_block = redirected(std::move(branch->then_block), function);
        branch->else_block = redirected(std::move(branch->else_block), function);
      } else if (auto* unseq = std::get_if<core::Unseq>(&stmt.kind)) {
        for (core::Block& strand : unseq->strands) strand = redirected(std::move(strand), function);
      }
      std::map<GlobalId, ExprPtr> loaded;
      for_each_slot(stmt, [&](ExprPtr& slot) { slot = redirected(slot, stmt, function, out, loaded); });
      out.push_back(std::move(stmt));
    }
    return out;
  }

  ExprPtr redirected(const ExprPtr& expr, const core::Stmt& stmt, core::Function& function, core::Block& out,
                     std::map<GlobalId, ExprPtr>& loaded) {
    if (!expr) return expr;
    if (expr->op == ExprOp::global) {
      auto place = places_.find(expr->global);
      if (place == places_.end()) return expr;
      ExprPtr& value = loaded[expr->global];
      if (!value) {
        core::Reg reg{static_cast<uint32_t>(function.regs.size())};
        function.regs.push_back({pointer_, ""});
        out.push_back({core::Load{reg, core::global_expr(place->second, pointer_), pointer_}, stmt.pos, ""});
        value = core::reg_expr(reg, pointer_);
      }
      return value;
    }
    auto changed = std::make_shared<core::Expr>(*expr);
    bool is_same = true;
    for (ExprPtr& arg : changed->args) {
      ExprPtr next = redirected(arg, stmt, function, out, loaded);
      is_same = is_same && next == arg;
      arg = next;
    }
    return is_same ? expr : changed;
  }

  core::Program& program_;
  core::Type pointer_;
  std::map<GlobalId, GlobalId> places_;  // literal -> the pointer to where it lies
  core::Block first_;
};

}  // namespace

void share_literals(const Literals& literals, core::Program& program) {
  if (literals.size() > 1) Sharing(literals, program).apply();
}

}  // namespace fencepost::frontend
