// Compound literals. Those of a const-qualified type need not be objects of their own (C11 6.5.2.5p7): one that is made of
// constants may lie in static storage, with others that have the same or overlapping representations. Whether it does is
// chosen before the program runs; what shares storage then is chosen like that of string literals (shared_literals.h).
#include <map>
#include <optional>
#include <string>

#include "frontend/clang/elaborator.h"

namespace fencepost::frontend {

using core::ExprOp;
using core::ExprPtr;

namespace {

// The bytes that an initialiser of constants writes; padding is zero.
class ConstantBytes {
 public:
  ConstantBytes(const ExprPtr& base, uint64_t size) : base_(base), bytes_(size, '\0') {}

  std::optional<std::string> of(const core::Block& block) {
    for (const core::Stmt& stmt : block) {
      bool known = false;
      if (const auto* let = std::get_if<core::Let>(&stmt.kind)) {
        regs_[let->reg] = offset(let->value);
        known = true;
      } else if (const auto* store = std::get_if<core::Store>(&stmt.kind)) {
        known = write(*store);
      } else if (const auto* fill = std::get_if<core::Fill>(&stmt.kind)) {
        known = fill->value && core::is_constant(fill->value) && fill->value->value == 0;
      }
      if (!known) return std::nullopt;
    }
    return bytes_;
  }

 private:
  std::optional<uint64_t> offset(const ExprPtr& pointer) const {
    if (pointer->op == base_->op &&
        (base_->op == ExprOp::reg ? pointer->reg == base_->reg : pointer->global == base_->global))
      return 0;
    if (pointer->op == ExprOp::reg) {
      auto known = regs_.find(pointer->reg);
      return known == regs_.end() ? std::nullopt : known->second;
    }
    if (pointer->op != ExprOp::ptr_add || !core::is_constant(pointer->args[1])) return std::nullopt;
    std::optional<uint64_t> start = offset(pointer->args[0]);
    return start ? std::optional(*start + static_cast<uint64_t>(pointer->args[1]->value)) : std::nullopt;
  }

  bool write(const core::Store& store) {
    std::optional<uint64_t> at = offset(store.ptr);
    if (!at || !core::is_constant(store.value)) return false;
    unsigned width = store.bits.width == 0 ? 8u * store.type.bytes : store.bits.width;
    for (unsigned i = 0; i < width; ++i) {
      uint64_t bit = 8 * *at + store.bits.offset + i;
      if (bit / 8 >= bytes_.size()) return false;
      auto mask = static_cast<unsigned char>(1u << bit % 8);
      auto& byte = bytes_[bit / 8];
      bool is_set = i < 128 && (store.value->value >> i & 1) != 0;
      byte = static_cast<char>(is_set ? static_cast<unsigned char>(byte) | mask
                                      : static_cast<unsigned char>(byte) & ~mask);
    }
    return true;
  }

  ExprPtr base_;
  std::string bytes_;
  std::map<core::Reg, std::optional<uint64_t>> regs_;
};

}  // namespace

Lvalue Elaborator::compound_literal(const clang::CompoundLiteralExpr* literal) {
  Lvalue result;
  fix_array_sizes(literal->getType());
  result.type = literal->getType();
  result.text = "compound literal";
  bool is_const = context_.getBaseElementType(result.type).isConstQualified() && !is_library_;
  auto align = static_cast<uint32_t>(context_.getTypeAlignInChars(result.type).getQuantity());
  auto add_global = [&] {
    core::Global& global = program_.program.globals.emplace_back();
    global.name = "compound literal";
    global.bytes = size_of(result.type);
    global.align = align;
    global.is_const = is_const;
    global.pos = position(literal->getExprLoc());
    return static_cast<core::GlobalId>(program_.program.globals.size() - 1);
  };
  auto it = literal_objects_.find(literal);
  if (it != literal_objects_.end()) {
    result.ptr = core::reg_expr(it->second, pointer());
  } else if (!definition_) {  // file scope: static storage
    result.ptr = core::global_expr(add_global(), pointer());
  } else {
    unsupported(literal, "a compound literal here");
    return dereference({core::constant(0, pointer()), {}, {}}, literal->getType(), text_of(literal));
  }
  result.is_copied = true;
  core::Block block = build_.capture([&] { initialise(result, literal->getInitializer(), !definition_); });
  result.is_copied = false;
  std::optional<std::string> bytes;
  if (is_const && context_.getAsVariableArrayType(result.type) == nullptr)
    bytes = ConstantBytes(result.ptr, size_of(result.type)).of(block);
  if (bytes && !definition_) program_.literals[result.ptr->global] = {*bytes, align, false};
  build_.append(block);
  if (!bytes || !definition_) return result;

  auto [pooled, fresh] = program_.pooled_literals.try_emplace(literal);
  if (fresh) {
    pooled->second = {add_global(), core::GlobalId{}};
    program_.literals[pooled->second.object] = {*bytes, align, false};
    pool(pooled->second, *bytes);
  }
  core::Type flag = core::int_type(8, false);
  core::Reg is_pooled = build_.fresh(flag), where = build_.fresh(pointer());
  build_.emit(core::Load{is_pooled, core::global_expr(pooled->second.is_used, pointer()), flag});
  build_.emit(core::Let{where, result.ptr});
  core::Block there =
      build_.capture([&] { build_.emit(core::Let{where, core::global_expr(pooled->second.object, pointer())}); });
  ExprPtr chosen =
      core::make(ExprOp::ne, core::boolean_type(), {core::reg_expr(is_pooled, flag), core::constant(0, flag)});
  build_.emit(core::If{chosen, std::move(there), {}});
  result.ptr = core::reg_expr(where, pointer());
  return result;
}

// The object in static storage, filled when the program starts, and whether it is used.
void Elaborator::pool(PooledLiteral& pooled, const std::string& bytes) {
  core::Program& program = program_.program;
  core::Function& init = program.functions[core::index(program.init)];
  SourcePos pos = build_.pos();
  core::Type byte = core::int_type(8, false);
  auto emit = [&](core::Stmt::Kind kind, std::string text = {}) {
    init.body.push_back({std::move(kind), pos, std::move(text)});
  };
  auto write = [&](ExprPtr at, ExprPtr value) {
    emit(core::Store{std::move(at), std::move(value), byte, {}, core::MemoryOrder::plain, false, false, true});
  };
  core::Global& flag = program.globals.emplace_back();
  flag.name = "whether a compound literal is shared";
  flag.bytes = 1;
  flag.pos = pos;
  pooled.is_used = static_cast<core::GlobalId>(program.globals.size() - 1);
  ExprPtr base = core::global_expr(pooled.object, pointer());
  for (uint64_t i = 0; i < bytes.size(); ++i)
    if (bytes[i] != 0)
      write(i == 0 ? base : core::make(ExprOp::ptr_add, pointer(), {base, core::constant(i, offset_type())}),
            core::constant(static_cast<unsigned char>(bytes[i]), byte));
  init.regs.push_back({core::boolean_type(), ""});
  core::Reg chosen{static_cast<uint32_t>(init.regs.size() - 1)};
  emit(core::Choose{chosen, core::boolean_type()}, "a constant compound literal lies in static storage");
  write(core::global_expr(pooled.is_used, pointer()),
        core::make(ExprOp::bool_to_int, byte, {core::reg_expr(chosen, core::boolean_type())}));
}

}  // namespace fencepost::frontend
