#include "program/unsequenced_races.h"

#include <algorithm>

#include "core/walk.h"

namespace fencepost::program {

using namespace core;

Definitions::Definitions(const Function& function) : count_(function.regs.size()), definition_(function.regs.size()) {
  for (Reg reg : function.params) defined(reg, nullptr);
  scan(function.body);
}

void Definitions::defined(Reg reg, const Stmt* stmt) {
  ++count_[index(reg)];
  definition_[index(reg)] = stmt;
}

void Definitions::scan(const Block& block) {
  for (const Stmt& stmt : block) {
    if (std::optional<Reg> reg = assigned(stmt)) defined(*reg, &stmt);
    if (auto* branch = std::get_if<If>(&stmt.kind)) {
      scan(branch->then_block);
      scan(branch->else_block);
    }
    if (auto* unseq = std::get_if<Unseq>(&stmt.kind))
      for (const Block& strand : unseq->strands) scan(strand);
  }
}

bool Definitions::stable(const Expr& expr) const {
  if (expr.op == ExprOp::reg) return index(expr.reg) >= count_.size() || count_[index(expr.reg)] <= 1;
  return std::all_of(expr.args.begin(), expr.args.end(), [&](const ExprPtr& arg) { return stable(*arg); });
}

const Stmt* Definitions::definition(Reg reg) const {
  return index(reg) < count_.size() && count_[index(reg)] == 1 ? definition_[index(reg)] : nullptr;
}

namespace {

// The base of an address: an object that is known to differ from all others, or just a register's value.
struct Root {
  enum class Kind { unknown, global, allocated, reg } kind = Kind::unknown;
  uint32_t id = 0;
  std::optional<SignedBits> offset = 0;

  bool is_object() const { return kind == Kind::global || kind == Kind::allocated; }
  bool same_base(const Root& other) const { return kind != Kind::unknown && kind == other.kind && id == other.id; }
};

Root root(const Expr& expr, const Definitions& definitions) {
  switch (expr.op) {
    case ExprOp::global:
      return {Root::Kind::global, index(expr.global), 0};
    case ExprOp::ptr_add: {
      Root base = root(*expr.args[0], definitions);
      if (base.offset && is_constant(expr.args[1]))
        *base.offset += logic::as_signed(expr.args[1]->value, expr.args[1]->type.bits);
      else
        base.offset.reset();
      return base;
    }
    case ExprOp::ptr_view:
    case ExprOp::ptr_unview:
    case ExprOp::ptr_based:
      return root(*expr.args[0], definitions);
    case ExprOp::reg: {
      const Stmt* stmt = definitions.definition(expr.reg);
      if (stmt != nullptr && std::holds_alternative<Alloc>(stmt->kind))
        return {Root::Kind::allocated, index(expr.reg), 0};
      if (stmt != nullptr)
        if (auto* let = std::get_if<Let>(&stmt->kind); let != nullptr && definitions.stable(*let->value))
          return root(*let->value, definitions);
      return {definitions.stable(expr) ? Root::Kind::reg : Root::Kind::unknown, index(expr.reg), 0};
    }
    default:
      return {Root::Kind::unknown, 0, std::nullopt};
  }
}

struct Extent {
  SignedBits begin, end;  // bits
};

std::optional<Extent> extent(const UnsequencedAccess& access, const Root& root) {
  if (!root.offset || !is_constant(access.bytes)) return std::nullopt;
  SignedBits begin = 8 * *root.offset;
  if (access.bits.width != 0) return Extent{begin + access.bits.offset, begin + access.bits.offset + access.bits.width};
  return Extent{begin, begin + 8 * static_cast<SignedBits>(access.bytes->value)};
}

// The bytes that the bits of a bit-field lie in.
ExprPtr first_byte(const UnsequencedAccess& access) {
  unsigned skipped = access.bits.width == 0 ? 0 : access.bits.offset / 8;
  if (skipped == 0) return access.ptr;
  return make(ExprOp::ptr_add, access.ptr->type,
              {access.ptr, constant(skipped, int_type(access.ptr->type.bits, true))});
}

ExprPtr byte_count(const UnsequencedAccess& access) {
  if (access.bits.width == 0) return access.bytes;
  unsigned last = access.bits.offset + access.bits.width - 1u;
  return constant(last / 8 - access.bits.offset / 8 + 1, access.bytes->type);
}

ExprPtr overlap(const UnsequencedAccess& a, const UnsequencedAccess& b) {
  ExprPtr bytes =
      make(ExprOp::ptr_overlap, boolean_type(), {first_byte(a), byte_count(a), first_byte(b), byte_count(b)});
  if (a.bits.width == 0 || b.bits.width == 0) return bytes;
  bool apart = a.bits.offset + a.bits.width <= b.bits.offset || b.bits.offset + b.bits.width <= a.bits.offset;
  if (!apart) return bytes;
  // In one storage unit these two fields share no bit.
  return log_and(bytes, make(ExprOp::ne, boolean_type(), {a.ptr, b.ptr}));
}

}  // namespace

ExprPtr no_conflict(const UnsequencedAccess& earlier, const UnsequencedAccess& later, const Definitions& definitions) {
  if (!earlier.write && !later.write) return nullptr;
  Root a = root(*earlier.ptr, definitions), b = root(*later.ptr, definitions);
  ExprPtr meet;
  if (a.same_base(b)) {
    auto x = extent(earlier, a), y = extent(later, b);
    if (x && y) {
      if (x->end <= y->begin || y->end <= x->begin) return nullptr;
      meet = truth(true);
    }
  } else if (a.is_object() && b.is_object()) {
    return nullptr;
  }
  if (meet == nullptr) meet = overlap(earlier, later);
  // The check follows the later access, which has happened; only the earlier one may not have been executed.
  for (const ExprPtr& guard : earlier.guards) meet = log_and(guard, meet);
  return log_not(meet);
}

}  // namespace fencepost::program
