// Padding takes unspecified values at stores (C11 6.2.6.1p6-7, --strict).
#include <clang/AST/RecordLayout.h>
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "frontend/clang/elaborator.h"

namespace fencepost::frontend {

using core::ExprOp;
using core::ExprPtr;

namespace {

constexpr uint64_t kMostChosen = 4;  // bytes of padding that are chosen one by one

// The bytes of a record that belong to no member, those of members that are records included. Of a union they are those
// beyond `member`, if it is given (6.2.6.1p7), or beyond its largest.
class PaddingFinder {
 public:
  explicit PaddingFinder(const clang::ASTContext& context) : context_(context) {}

  std::vector<std::pair<uint64_t, uint64_t>> of(const clang::RecordDecl* record, const clang::FieldDecl* member) {
    covered_.assign(static_cast<size_t>(context_.getASTRecordLayout(record).getSize().getQuantity()), false);
    if (record->isUnion() && member)
      cover(member, 0);
    else
      cover(record, 0);
    std::vector<std::pair<uint64_t, uint64_t>> found;
    for (uint64_t i = 0; i < covered_.size(); ++i) {
      if (covered_[i]) continue;
      if (!found.empty() && found.back().first + found.back().second == i)
        ++found.back().second;
      else
        found.emplace_back(i, 1);
    }
    return found;
  }

 private:
  void cover(const clang::RecordDecl* record, uint64_t at) {
    for (const clang::FieldDecl* field : record->fields()) cover(field, at);
  }
  void cover(const clang::FieldDecl* field, uint64_t at) {
    const clang::ASTRecordLayout& layout = context_.getASTRecordLayout(field->getParent());
    uint64_t bits = 8 * at + layout.getFieldOffset(field->getFieldIndex());
    if (field->isBitField())
      cover(bits / 8, (bits + field->getBitWidthValue(context_) + 7) / 8);
    else
      cover(field->getType(), bits / 8);
  }
  void cover(clang::QualType type, uint64_t at) {
    if (const auto* array = context_.getAsConstantArrayType(type)) {
      auto size = static_cast<uint64_t>(context_.getTypeSizeInChars(array->getElementType()).getQuantity());
      for (uint64_t i = 0; i < array->getSize().getZExtValue(); ++i) cover(array->getElementType(), at + i * size);
    } else if (const auto* record = type->getAs<clang::RecordType>()) {
      cover(record->getDecl(), at);
    } else if (!type->isIncompleteType()) {
      cover(at, at + static_cast<uint64_t>(context_.getTypeSizeInChars(type).getQuantity()));
    }
  }
  void cover(uint64_t begin, uint64_t end) {
    for (uint64_t i = begin; i < end && i < covered_.size(); ++i) covered_[i] = true;
  }

  const clang::ASTContext& context_;
  std::vector<bool> covered_;
};

}  // namespace

// A store to a struct or union, or to a member of one, leaves its padding with unspecified values (6.2.6.1p6), and the bytes of a
// union that the member does not have (6.2.6.1p7). Other threads and operands may do the same to the same bytes, without a race:
// so only in programs without threads, and behind the operands.
void Elaborator::change_padding(const Lvalue& lvalue) {
  if (!program_.options.padding_changes || is_library_ || !definition_) return;
  if (strands_ > 0 && (!lvalue.around.empty() || lvalue.type->isRecordType())) {
    core::Reg stored = build_.fresh(core::boolean_type());
    build_.emit(core::Let{stored, core::truth(true)});
    later_padding_.push_back({lvalue, stored});
  }
  if (strands_ > 0) return;
  Builder::AsCall as_call(build_);
  PaddingFinder finder(context_);
  auto change = [&](const ExprPtr& start, const clang::RecordDecl* record, const clang::FieldDecl* member) {
    for (auto [at, bytes] : finder.of(record, member))
      if (program_.has_threads)
        program_.not_followed.emplace("padding", build_.pos());
      else
        choose_bytes(start, at, bytes, lvalue.root != nullptr);
  };
  for (const Padded& outer : lvalue.around) change(outer.start, outer.member->getParent(), outer.member);
  if (const auto* record = lvalue.type->getAs<clang::RecordType>(); record && !lvalue.bits.width)
    change(lvalue.ptr, record->getDecl(), nullptr);
}

// Elaborates `around`, then changes the padding of the objects to which its operands stored.
void Elaborator::with_later_padding(const std::function<void()>& around) {
  std::vector<LaterPadding> stores = std::exchange(later_padding_, {});
  for (const LaterPadding& store : stores) build_.emit(core::Let{store.stored, core::truth(false)});
  around();
  for (const LaterPadding& store : stores) {
    ExprPtr alive = core::make(ExprOp::ptr_alive, core::boolean_type(), {store.lvalue.ptr});
    core::Block change = build_.capture([&] { change_padding(store.lvalue); });
    build_.emit(core::If{
        build_.bind(core::log_and(core::reg_expr(store.stored, core::boolean_type()), alive)), std::move(change), {}});
  }
}

void Elaborator::choose_bytes(const ExprPtr& start, uint64_t at, uint64_t bytes, bool may_be_outside) {
  core::Type byte = core::int_type(8, false);
  ExprPtr from = build_.bind(core::make(ExprOp::ptr_add, pointer(), {start, core::constant(at, offset_type())}));
  core::Block block = build_.capture([&] {
    for (uint64_t i = 0; i < std::min(bytes, kMostChosen); ++i) {
      core::Reg chosen = build_.fresh(byte);
      build_.emit(core::Choose{chosen, byte}, "padding");
      ExprPtr ptr = core::make(ExprOp::ptr_add, pointer(), {from, core::constant(i, offset_type())});
      uint64_t rest = i + 1 == kMostChosen ? bytes - i : 1;
      build_.emit(core::Fill{build_.bind(ptr), core::reg_expr(chosen, byte), core::constant(rest, size_type())},
                  "padding");
    }
  });
  if (!may_be_outside) return build_.append(std::move(block));
  ExprPtr inside = core::make(ExprOp::ptr_in_bounds, core::boolean_type(), {from, core::constant(bytes, size_type())});
  build_.emit(core::If{build_.bind(inside), std::move(block), {}});
}

}  // namespace fencepost::frontend
