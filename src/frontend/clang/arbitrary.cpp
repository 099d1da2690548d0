// Arguments of a function that starts a run on its own (--entry): any value that a caller could pass. A pointer is null, or it
// designates an object of its own, a part of fitting type of what another argument designates, or such a part of an object with
// external linkage. The objects hold arbitrary values of their types, pointers like these included. What lies beyond that
// (pointers to void or functions, to incomplete types, more than a few steps away) is an object of which nothing is known:
// reading such a pointer is not modelled.
#include <clang/AST/Attr.h>
#include <fmt/format.h>

#include <algorithm>

#include "frontend/clang/compatible.h"
#include "frontend/clang/elaborator.h"

namespace fencepost::frontend {

using core::ExprPtr;

namespace {

constexpr unsigned kMostSteps = 2;   // the most dereferences from an argument to an object of its own
constexpr size_t kMostObjects = 12;  // in all
constexpr size_t kMostAliases = 24;  // of one pointer, any element of an array being one

bool same_type(clang::QualType a, clang::QualType b) {
  return a.getCanonicalType().getUnqualifiedType() == b.getCanonicalType().getUnqualifiedType();
}

bool is_open(clang::QualType pointee) {
  return pointee->isVoidType() || pointee->isFunctionType() || pointee->isIncompleteType() ||
         pointee->isVariablyModifiedType();
}

bool never_null(const clang::FunctionDecl* function, unsigned index) {
  const clang::ParmVarDecl* param = function->getParamDecl(index);
  if (param->hasAttr<clang::NonNullAttr>()) return true;
  for (const auto* attribute : function->specific_attrs<clang::NonNullAttr>())
    if (attribute->isNonNull(index)) return true;
  const clang::ArrayType* array = function->getASTContext().getAsArrayType(param->getOriginalType());
  return array && array->getSizeModifier() == clang::ArraySizeModifier::Static;
}

// `int a[static 3]` promises so many elements.
uint64_t promised_elements(const clang::ParmVarDecl* param) {
  const clang::ASTContext& context = param->getASTContext();
  const auto* array = context.getAsConstantArrayType(param->getOriginalType());
  bool is_static = array && array->getSizeModifier() == clang::ArraySizeModifier::Static;
  return is_static ? std::max<uint64_t>(array->getSize().getZExtValue(), 1) : 1;
}

}  // namespace

struct Elaborator::Arbitrary {
  struct Slot {
    Lvalue lvalue;  // the lvalue that holds the pointer; of an argument: none
    clang::QualType pointee;
    ExprPtr own;  // null: none
    std::string name;
    bool may_be_null = true, may_alias = true;
    const clang::ParmVarDecl* param = nullptr;
    uint64_t count = 1;  // the number of elements that it must point to
  };
  struct Object {
    Lvalue lvalue;
    unsigned steps;
    bool is_shared;  // the pointer that it was made for may also point to others
  };
  std::vector<Object> objects;
  std::vector<Slot> slots;
  std::vector<const clang::ParmVarDecl*> arrays;  // parameters that ask for several elements and may overlap others

  void add(Elaborator& in, Slot slot, unsigned steps);
  ExprPtr value(Elaborator& in, const Slot& slot);
  bool is_covered(const Object& object, const Object* own) const;
  // More elements than the slot asks for, so that another argument may begin in the middle of it; null: none needs that.
  ExprPtr longer(Elaborator& in, const Slot& slot);
};

ExprPtr Elaborator::arbitrary_object(Arbitrary& all, clang::QualType type, uint64_t count, const std::string& name,
                                     unsigned steps) {
  core::Reg reg = build_.fresh(pointer(), name);
  Lvalue object;
  object.ptr = core::reg_expr(reg, pointer());
  object.text = name;
  object.type = type;
  if (count > 1)
    object.type = context_.getConstantArrayType(type, llvm::APInt(64, count), nullptr, clang::ArraySizeModifier::Normal,
                                                /*IndexTypeQuals=*/0);
  build_.emit(core::Alloc{reg, core::constant(count * size_of(type), size_type()),
                          static_cast<uint32_t>(context_.getTypeAlignInChars(type).getQuantity()),
                          core::Storage::static_, true, false, name, declared_scalars(object.type)});
  all.objects.push_back({object, steps, false});
  fill_arbitrary(all, object, steps);
  return object.ptr;
}

// The value of a pointer is chosen after all objects have been made.
void Elaborator::Arbitrary::add(Elaborator& in, Slot slot, unsigned steps) {
  size_t number = objects.size();
  if (!is_open(slot.pointee) && steps < kMostSteps && number < kMostObjects) {
    slot.own = in.arbitrary_object(*this, slot.pointee, slot.count, "*" + slot.name, steps + 1);
    objects[number].is_shared = slot.may_alias;
  }
  slots.push_back(std::move(slot));
}

ExprPtr Elaborator::Arbitrary::longer(Elaborator& in, const Slot& slot) {
  uint64_t most = 1;
  for (const clang::ParmVarDecl* other : arrays)
    if (other != slot.param && same_type(other->getType()->getPointeeType(), slot.pointee))
      most = std::max(most, promised_elements(other));
  if (!slot.own || !slot.param || !slot.may_alias || most == 1 || objects.size() >= kMostObjects) return nullptr;
  core::Reg taken = in.build_.fresh(core::boolean_type());
  in.build_.emit(core::Choose{taken, core::boolean_type()}, fmt::format("{} is longer", slot.name));
  ExprPtr object = in.arbitrary_object(*this, slot.pointee, slot.count + most - 1, "*" + slot.name, kMostSteps);
  return in.build_.bind(
      core::make(core::ExprOp::select, in.pointer(), {core::reg_expr(taken, core::boolean_type()), object, slot.own}));
}

void Elaborator::fill_arbitrary(Arbitrary& all, const Lvalue& target, unsigned steps) {
  if (is_scalar(target.type)) {
    if (target.type->isAnyPointerType())
      all.add(*this, {target, target.type->getPointeeType(), nullptr, target.text}, steps);
    else
      store(target, choose(target.type, target.text), false, true);
    return;
  }
  if (const auto* array = context_.getAsConstantArrayType(target.type)) {
    for (uint64_t i = 0; i < array->getSize().getZExtValue(); ++i)
      fill_arbitrary(all, element_at(target, i, array->getElementType()), steps);
  } else if (const auto* record = target.type->getAs<clang::RecordType>()) {
    for (const clang::FieldDecl* field : record->getDecl()->fields()) {
      if (!field->isUnnamedBitField())
        fill_arbitrary(all, member(target, field, target.text + "." + field->getNameAsString()), steps);
      if (record->getDecl()->isUnion()) break;
    }
  } else {
    build_.emit(core::Unsupported{fmt::format("an arbitrary value of type {}", target.type.getAsString())});
  }
}

// The parts of an object that are so many elements of the type; of an array, any of them. Every object consists of characters.
void Elaborator::parts_of_type(const Lvalue& object, clang::QualType type, uint64_t count,
                               std::vector<ExprPtr>& found) {
  if (object.type.isConstQualified() && !type.isConstQualified()) return;
  if (type->isAnyCharacterType()) {
    uint64_t bytes = size_of(object.type);
    if (bytes >= count) found.push_back(any_element(object, bytes - count + 1, type).ptr);
    return;
  }
  if (same_type(object.type, type)) {
    if (count == 1) found.push_back(object.ptr);
    return;
  }
  if (const auto* array = context_.getAsConstantArrayType(object.type)) {
    clang::QualType element = array->getElementType();
    uint64_t size = array->getSize().getZExtValue();
    if (same_type(element, type)) {
      if (size >= count) found.push_back(any_element(object, size - count + 1, element).ptr);
    } else if (size > 0) {
      parts_of_type(any_element(object, size, element), type, count, found);
    }
  } else if (const auto* record = object.type->getAs<clang::RecordType>()) {
    for (const clang::FieldDecl* field : record->getDecl()->fields())
      if (!field->isBitField()) parts_of_type(member(object, field, object.text), type, count, found);
  }
}

Lvalue Elaborator::any_element(const Lvalue& array, uint64_t count, clang::QualType element) {
  if (count == 1) return element_at(array, 0, element);
  core::Reg reg = build_.fresh(size_type());
  build_.emit(core::Choose{reg, size_type()}, "an index");
  ExprPtr index = core::make(core::ExprOp::rem, size_type(),
                             {core::reg_expr(reg, size_type()), core::constant(count, size_type())});
  Lvalue result = element_at(array, 0, element);
  result.ptr = build_.bind(
      core::make(core::ExprOp::ptr_add, pointer(), {array.ptr, scaled(build_.bind(std::move(index)), element)}));
  return result;
}

// If two pointers may alias, it does not matter for which of them the common object was made. The object nearer to
// the arguments is used, since more is known of what it points to.
bool Elaborator::Arbitrary::is_covered(const Object& object, const Object* own) const {
  if (!own || &object <= own || !object.is_shared || object.steps < own->steps) return false;
  bool may_be_own = !own->lvalue.type.isConstQualified() || object.lvalue.type.isConstQualified();
  return may_be_own && same_type(object.lvalue.type, own->lvalue.type);
}

ExprPtr Elaborator::Arbitrary::value(Elaborator& in, const Slot& slot) {
  std::vector<ExprPtr> values;
  auto add_unknown = [&] {
    core::Global global;
    global.name = slot.name;
    global.known = core::Known::nothing;
    global.pos = in.build_.pos();
    values.push_back(core::global_expr(static_cast<core::GlobalId>(in.program_.program.globals.size()), in.pointer()));
    in.program_.program.globals.push_back(std::move(global));
  };
  if (slot.own)
    values.push_back(slot.own);
  else
    add_unknown();
  if (slot.may_be_null) values.push_back(core::constant(0, in.pointer()));
  if (slot.may_alias && !slot.pointee->isFunctionType() && !slot.pointee->isVoidType()) {
    std::vector<ExprPtr> aliases;
    auto is_own = [&](const Object& object) { return object.lvalue.ptr == slot.own; };
    auto found = std::find_if(objects.begin(), objects.end(), is_own);
    const Object* own = found == objects.end() ? nullptr : &*found;
    for (const Object& object : objects)
      if (&object != own && !is_covered(object, own))
        in.parts_of_type(object.lvalue, slot.pointee, slot.count, aliases);
    for (const clang::VarDecl* global : in.program_.linker.external_objects()) {
      if (&global->getASTContext() != &in.context_ || global->getType()->isIncompleteType()) continue;
      Lvalue object;
      object.type = global->getType();
      std::vector<ExprPtr> parts;
      object.ptr = core::constant(0, in.pointer());
      core::Block probe = in.build_.capture([&] { in.parts_of_type(object, slot.pointee, slot.count, parts); });
      if (parts.empty()) continue;
      object.ptr = core::global_expr(in.program_.linker.global(global), in.pointer());
      in.parts_of_type(object, slot.pointee, slot.count, aliases);
    }
    if (aliases.size() > kMostAliases) {
      aliases.resize(kMostAliases);
      add_unknown();
    }
    values.insert(values.end(), aliases.begin(), aliases.end());
  }
  ExprPtr value = values.front();
  for (size_t i = 1; i < values.size(); ++i) {
    core::Reg other = in.build_.fresh(core::boolean_type());
    std::string what = core::is_constant(values[i]) ? "null" : "the address of what others may access";
    in.build_.emit(core::Choose{other, core::boolean_type()}, fmt::format("{} is {}", slot.name, what));
    value = in.build_.bind(core::make(core::ExprOp::select, in.pointer(),
                                      {core::reg_expr(other, core::boolean_type()), values[i], value}));
  }
  return value;
}

std::vector<ExprPtr> Elaborator::arbitrary_arguments(const clang::FunctionDecl* function) {
  Arbitrary all;
  std::vector<ExprPtr> values(function->getNumParams());
  for (unsigned i = 0; i < function->getNumParams(); ++i) {
    const clang::ParmVarDecl* param = function->getParamDecl(i);
    clang::QualType type = param->getType();
    std::string name = param->getNameAsString().empty() ? fmt::format("argument {}", i + 1) : param->getNameAsString();
    if (!is_scalar(type)) {
      values[i] = arbitrary_object(all, type, 1, name, 0);
    } else if (!type->isAnyPointerType()) {
      Value value = choose(type, name);
      values[i] = convert(value, type, passed_type(function, i)).expr;
    } else {
      Arbitrary::Slot slot{{}, type->getPointeeType(), nullptr, name};
      slot.param = param;
      slot.may_be_null = !never_null(function, i);
      slot.may_alias = !type.isRestrictQualified();
      slot.count = promised_elements(param);
      if (slot.may_alias && slot.count > 1) all.arrays.push_back(param);
      all.add(*this, std::move(slot), 0);
    }
  }
  std::vector<ExprPtr> own(all.slots.size());
  for (size_t i = 0; i < own.size(); ++i) own[i] = all.longer(*this, all.slots[i]);
  for (size_t i = 0; i < all.slots.size(); ++i) {
    Arbitrary::Slot slot = all.slots[i];
    if (i < own.size() && own[i]) slot.own = own[i];
    ExprPtr value = all.value(*this, slot);
    if (slot.param)
      values[slot.param->getFunctionScopeIndex()] = value;
    else
      store(slot.lvalue, {value, std::nullopt, nullptr}, false, true);
  }
  return values;
}

}  // namespace fencepost::frontend
