#include "frontend/clang/linker.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/Frontend/ASTUnit.h>
#include <fmt/format.h>

#include <algorithm>

#include "frontend/clang/aliases.h"
#include "frontend/clang/compatible.h"
#include "frontend/clang/roles.h"

namespace fencepost::frontend {

namespace {

SourcePos decl_position(const clang::Decl* decl) {
  const clang::SourceManager& sources = decl->getASTContext().getSourceManager();
  clang::PresumedLoc at = sources.getPresumedLoc(sources.getExpansionLoc(decl->getLocation()), false);
  return at.isValid() ? source_pos(at.getFilename(), at.getLine(), at.getColumn()) : SourcePos{};
}

uint64_t size_of(const clang::VarDecl* decl) {
  const clang::ASTContext& context = decl->getASTContext();
  clang::QualType type = declared_type(decl);
  if (type->isIncompleteType()) {
    // A tentative `int a[];` has one element (C11 6.9.2p5).
    if (const auto* array = context.getAsIncompleteArrayType(type))
      return static_cast<uint64_t>(context.getTypeSizeInChars(array->getElementType()).getQuantity());
    return 0;
  }
  uint64_t bytes = static_cast<uint64_t>(context.getTypeSizeInChars(type).getQuantity());
  // A flexible array member with an initialiser lengthens the object.
  if (decl->hasInit() && type->isRecordType())
    if (uint64_t extra = static_cast<uint64_t>(decl->getFlexibleArrayInitChars(context).getQuantity())) bytes += extra;
  return bytes;
}

// No external definition, but one for calls in its own file (C11 6.7.4p7): every declaration there says inline and none
// extern. GNU's attribute turns the latter around.
bool is_inline_definition(const clang::FunctionDecl* definition) {
  if (!definition->isExternallyVisible() || !definition->isInlined()) return false;
  bool is_gnu = definition->hasAttr<clang::GNUInlineAttr>();
  bool is_extern = false, is_plain = false;
  for (const clang::FunctionDecl* decl : definition->redecls()) {
    is_extern = is_extern || decl->getStorageClass() == clang::SC_Extern;
    is_plain = is_plain || !decl->isInlineSpecified();
  }
  return is_gnu ? is_extern : !is_extern && !is_plain;
}

// The structs and unions that occur in a type, also behind pointers, arrays and functions.
std::vector<const clang::RecordType*> records_in(clang::QualType type) {
  type = type.getCanonicalType();
  if (const auto* record = type->getAs<clang::RecordType>()) return {record};
  if (type->isPointerType()) return records_in(type->getPointeeType());
  if (const auto* array = type->getAsArrayTypeUnsafe()) return records_in(array->getElementType());
  std::vector<const clang::RecordType*> found;
  if (const auto* function = type->getAs<clang::FunctionType>()) {
    found = records_in(function->getReturnType());
    if (const auto* proto = llvm::dyn_cast<clang::FunctionProtoType>(function))
      for (clang::QualType param : proto->param_types())
        for (const clang::RecordType* record : records_in(param)) found.push_back(record);
  }
  return found;
}

// The same function types but for the structs that are pointed to: FILE has another name and members in every library.
bool differ_in_structs(const clang::FunctionDecl* a, const clang::FunctionDecl* b) {
  auto is_like = [](clang::QualType one, clang::QualType other) {
    bool to_structs = one->isPointerType() && other->isPointerType() && one->getPointeeType()->isRecordType() &&
                      other->getPointeeType()->isRecordType();
    return to_structs || one.getCanonicalType().getUnqualifiedType().getAsString() ==
                             other.getCanonicalType().getUnqualifiedType().getAsString();
  };
  if (a->getNumParams() != b->getNumParams() || a->isVariadic() != b->isVariadic()) return false;
  for (unsigned i = 0; i < a->getNumParams(); ++i)
    if (!is_like(a->getParamDecl(i)->getType(), b->getParamDecl(i)->getType())) return false;
  return is_like(a->getReturnType(), b->getReturnType());
}

constexpr const char* kByHandle = "__fencepost_by_handle_";

bool is_weak(const clang::Decl* decl) { return decl->hasAttr<clang::WeakAttr>(); }

// Threads named by pointers, as in musl, FreeBSD and macOS: the models with such parameters are others (library/threads_handles.c).
bool takes_handles(const clang::FunctionDecl* decl) {
  static const std::set<std::string> kResults = {"pthread_self", "thrd_current"},
                                     kMakers = {"pthread_create", "thrd_create"};
  static const std::set<std::string> kOthers = {"pthread_join", "pthread_detach", "pthread_equal",
                                                "thrd_join",    "thrd_detach",    "thrd_equal"};
  const std::string name = decl->getNameAsString();
  if (kResults.contains(name)) return decl->getReturnType()->isPointerType();
  if (decl->getNumParams() == 0) return false;
  const clang::QualType first = decl->getParamDecl(0)->getType();
  if (kMakers.contains(name)) return first->isPointerType() && first->getPointeeType()->isPointerType();
  return kOthers.contains(name) && first->isPointerType();
}

// Its beginning, cut between two letters.
std::string literal_name(const clang::StringLiteral& literal) {
  constexpr size_t kMost = 24;
  if (!literal.isOrdinary()) return "\"...\"";
  const llvm::StringRef text = literal.getString();
  if (text.size() <= kMost) return fmt::format("\"{}\"", text.str());
  size_t end = kMost;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return fmt::format("\"{}...\"", text.substr(0, end).str());
}

}  // namespace

SourcePos position(const clang::FunctionDecl* decl) { return decl_position(decl); }
SourcePos position(const clang::VarDecl* decl) { return decl_position(decl); }
SourcePos position(const clang::ValueDecl* decl) { return decl_position(decl); }
SourcePos position(const clang::LabelDecl* decl) { return decl_position(decl); }

std::string Linker::signature(const clang::ASTContext& context, clang::QualType function) {
  clang::QualType type = context.getCanonicalType(function).getUnqualifiedType();
  const auto* proto = type->getAs<clang::FunctionProtoType>();
  std::string text = type_name(context, type->castAs<clang::FunctionType>()->getReturnType()) + "(";
  if (!proto) return text + "*)";
  for (unsigned i = 0; i < proto->getNumParams(); ++i) {
    if (i) text += ",";
    text += type_name(context, proto->getParamType(i));
  }
  return text + (proto->isVariadic() ? ",...)" : ")");
}

// Structs of one tag in different files are one type if they have the same members (C11 6.2.7p1): those that do not get
// different numbers. Structs of our library are taken for those of the users' files.
std::string Linker::type_name(const clang::ASTContext& context, clang::QualType type) {
  clang::PrintingPolicy policy = context.getPrintingPolicy();
  policy.AnonymousTagLocations = false;
  std::string name = type.getUnqualifiedType().getAsString(policy);
  for (const clang::RecordType* record : records_in(type)) {
    const clang::RecordDecl* definition = record->getDecl()->getDefinition();
    if (!definition || library_units_.contains(&context)) continue;
    std::vector<const clang::RecordDecl*>& known = records_[clang::QualType(record, 0).getAsString(policy)];
    auto is_same = [&](const clang::RecordDecl* other) {
      const clang::ASTContext& ast = other->getASTContext();
      if (&ast == &context) return other == definition;
      return Compatibility(context, ast).holds(clang::QualType(record, 0), ast.getRecordType(other));
    };
    auto same = std::find_if(known.begin(), known.end(), is_same);
    if (same != known.begin() && same != known.end()) name += fmt::format("#{}", same - known.begin());
    if (same != known.end()) continue;
    if (!known.empty()) name += fmt::format("#{}", known.size());
    known.push_back(definition);
  }
  return name;
}

// `int f(void) __asm__("g")`: f is another name of what the object file calls g. C libraries declare functions so whose
// variants they keep under reserved names, or for large files (`open64`); those are the function that C's name means.
std::optional<UnknownExtension> Linker::unknown_label(const clang::DeclaratorDecl* decl) const {
  const auto* label = decl->getMostRecentDecl()->getAttr<clang::AsmLabelAttr>();
  if (!label) return std::nullopt;
  // The register that an operand of assembly lies in (assembly.cpp); elsewhere it is a variable like others.
  const auto* variable = llvm::dyn_cast<clang::VarDecl>(decl);
  if (variable && variable->hasLocalStorage()) return std::nullopt;
  std::string name = decl->getNameAsString();
  llvm::StringRef symbol = label->getLabel();
  symbol.consume_front("\1");
  if (symbol == name && llvm::isa<clang::FunctionDecl>(decl)) return std::nullopt;
  auto by_program = [&](const std::string& one) {
    auto it = external_functions_.find(one);
    return external_globals_.contains(one) || (it != external_functions_.end() && !is_library(it->second));
  };
  bool is_ours = !decl->isExternallyVisible() || by_program(name) || by_program(symbol.str());
  if (!is_ours && (symbol.starts_with("__") || symbol == name || symbol == name + "64")) return std::nullopt;
  return UnknownExtension{decl_position(decl), fmt::format("`{}` under the name `{}` of assembly", name, symbol.str())};
}

std::optional<UnknownExtension> Linker::unknown_alias(const clang::DeclaratorDecl* decl) const {
  if (!is_alias(decl)) return std::nullopt;
  const bool is_known =
      llvm::isa<clang::FunctionDecl>(decl) ? aliased_function(decl) != nullptr : aliased_object(decl) != nullptr;
  if (is_known) return std::nullopt;
  return UnknownExtension{decl_position(decl),
                          fmt::format("`{}`, an alias of what its file does not define", decl->getNameAsString())};
}

std::optional<UnknownExtension> Linker::unknown_extension(const clang::DeclaratorDecl* decl) const {
  if (std::optional<UnknownExtension> attribute = unknown_attribute(decl)) return attribute;
  if (std::optional<UnknownExtension> alias = unknown_alias(decl)) return alias;
  if (decl->isExternallyVisible())
    if (auto it = unknown_extensions_.find(decl->getNameAsString()); it != unknown_extensions_.end()) return it->second;
  return unknown_label(decl);
}

void Linker::note_unknown_extension(const clang::DeclaratorDecl* decl) {
  if (!decl->isExternallyVisible()) return;
  if (std::optional<UnknownExtension> attribute = unknown_attribute(decl))
    unknown_extensions_.emplace(decl->getNameAsString(), *attribute);
  if (std::optional<UnknownExtension> alias = unknown_alias(decl))
    unknown_extensions_.emplace(decl->getNameAsString(), *alias);
  const auto* label = decl->getAttr<clang::AsmLabelAttr>();
  if (label && label->getLabel() != decl->getName())
    unknown_extensions_.emplace(
        label->getLabel().str(),
        UnknownExtension{decl_position(decl), fmt::format("another name of `{}`", decl->getNameAsString())});
}

void Linker::add(const ParsedUnit& unit) {
  if (!unit.library) note_types(unit);
  if (unit.library) library_units_.insert(&unit.ast->getASTContext());
  for (const clang::Decl* decl : unit.ast->getASTContext().getTranslationUnitDecl()->decls()) {
    if (const auto* named = llvm::dyn_cast<clang::DeclaratorDecl>(decl); named && !unit.library)
      note_unknown_extension(named);
    if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(decl)) {
      std::string name = function->getNameAsString();
      const clang::FunctionDecl* alias_of = is_alias(function) ? aliased_function(function) : nullptr;
      if (!unit.library) note_declaration(function, function->doesThisDeclarationHaveABody() || alias_of);
      if (alias_of) {
        if (function->isExternallyVisible()) define(name, function, alias_of, unit);
        continue;
      }
      if (!function->doesThisDeclarationHaveABody()) {
        if (function->isReferenced() && !unit.library) used_.insert(name);
        continue;
      }
      if (unit.library) of_library_.insert(function);
      bool external = function->isExternallyVisible();
      if (unit.is_stub && external && external_functions_.contains(name)) continue;
      // Text that a witness adds brings functions of its own (insertions.h).
      if (!unit.library && !name.starts_with("__fencepost_")) in_order_.push_back(function);
      if (external) define(name, function, function, unit);
    } else if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(decl)) {
      if (!variable->isExternallyVisible()) continue;
      const clang::VarDecl* alias_of = is_alias(variable) ? aliased_object(variable) : nullptr;
      clang::VarDecl::DefinitionKind kind = variable->isThisDeclarationADefinition();
      std::string name = variable->getNameAsString();
      if (!unit.library) note_declaration(variable, kind != clang::VarDecl::DeclarationOnly);
      if (alias_of) {
        define(name, variable, alias_of, unit);
        continue;
      }
      if (kind == clang::VarDecl::DeclarationOnly) {
        if (variable->isReferenced() && !unit.library) used_.insert(name);
        if (!variable->getType()->isIncompleteType()) declared_globals_.emplace(name, variable);
        continue;
      }
      if (unit.library)
        library_globals_.emplace(name, variable);
      else
        define(name, variable, variable, unit);
    }
  }
}

// What the name means from now on; `decl` has it, `body` may be what it is an alias of.
void Linker::define(const std::string& name, const clang::FunctionDecl* decl, const clang::FunctionDecl* body,
                    const ParsedUnit& unit) {
  auto [it, fresh] = external_functions_.emplace(name, body);
  if (fresh && is_weak(decl)) weak_.insert(name);
  if (fresh || it->second == body || unit.library || unit.is_stub || is_inline_definition(body)) return;
  bool gives_way = weak_.contains(name) || is_inline_definition(it->second);
  if (!gives_way && !is_weak(decl) && !body->isInlined() && !it->second->isInlined())
    throw InputError(
        position(decl),
        fmt::format("`{}` is defined twice; the other definition is at {}", name, to_string(position(it->second))),
        "leave one of the files out, or make one definition static");
  if (!gives_way || is_weak(decl)) return;
  it->second = body;
  weak_.erase(name);
}

void Linker::define(const std::string& name, const clang::VarDecl* decl, const clang::VarDecl* body,
                    const ParsedUnit& unit) {
  if (unit.is_stub && external_globals_.contains(name)) return;
  const clang::VarDecl*& known = external_globals_[name];
  const bool was_weak = weak_.contains(name);
  if (known && is_weak(decl) != was_weak) {
    if (was_weak) known = body, weak_.erase(name);
    return;
  }
  if (known && known->hasInit() && body->hasInit() && known != body && !was_weak &&
      &known->getASTContext() != &body->getASTContext())
    throw InputError(
        position(decl),
        fmt::format("`{}` is defined twice; the other definition is at {}", name, to_string(position(known))),
        "leave one of the files out, or make one definition static");
  if (known && !body->hasInit() && !known->getType()->isIncompleteType()) return;
  known = body;
  if (is_weak(decl)) weak_.insert(name);
}

// Our headers declare __fencepost_here beside their types.
void Linker::note_types(const ParsedUnit& unit) {
  static const std::set<std::string> kTypes = {"pthread_mutex_t", "pthread_spinlock_t"};
  bool has_types = false;
  for (const clang::Decl* decl : unit.ast->getASTContext().getTranslationUnitDecl()->decls()) {
    const auto* named = llvm::dyn_cast<clang::NamedDecl>(decl);
    if (!named || !named->getIdentifier()) continue;
    if (named->getName() == "__fencepost_here") return;
    has_types |= llvm::isa<clang::TypedefDecl>(named) && kTypes.contains(named->getName().str());
  }
  has_foreign_types_ |= has_types;
}

void Linker::note_declaration(const clang::ValueDecl* decl, bool defines) {
  if (decl->isImplicit() || (!defines && !decl->isReferenced())) return;
  if (llvm::cast<clang::NamedDecl>(decl)->isExternallyVisible()) declared_[decl->getNameAsString()].push_back(decl);
}

const clang::ValueDecl* Linker::conflict(const clang::ValueDecl* decl) const {
  auto known = declared_.find(decl->getNameAsString());
  if (known == declared_.end() || decl->isImplicit() || !decl->isExternallyVisible()) return nullptr;
  if (library_units_.contains(&decl->getASTContext())) return nullptr;  // it has types of its own, such as FILE
  for (const clang::ValueDecl* other : known->second)
    if (&other->getASTContext() != &decl->getASTContext() && !agree(decl, other)) return other;
  return nullptr;
}

std::vector<const clang::VarDecl*> Linker::external_objects() const {
  std::vector<const clang::VarDecl*> found;
  for (const auto& [name, decl] : external_globals_)
    if (decl->isReferenced()) found.push_back(decl);
  std::sort(found.begin(), found.end(),
            [](const auto* a, const auto* b) { return a->getNameAsString() < b->getNameAsString(); });
  return found;
}

bool Linker::bring(const std::set<std::string>& names) {
  const ParsedUnit* unit = library_.read(names);
  if (unit) add(*unit);
  return unit != nullptr;
}

void Linker::add_library() { bring(used_); }

const clang::FunctionDecl* Linker::external_function(const std::string& name) {
  auto it = external_functions_.find(name);
  if (it == external_functions_.end() && bring({name})) it = external_functions_.find(name);
  return it == external_functions_.end() ? nullptr : it->second;
}

const clang::FunctionDecl* Linker::definition(const clang::FunctionDecl* decl) {
  const clang::FunctionDecl* with_body = nullptr;
  if (decl->hasBody(with_body) && !is_weak(with_body)) return with_body;
  if (!decl->isExternallyVisible()) return is_alias(decl) ? aliased_function(decl) : with_body;
  const std::string name = decl->getNameAsString();
  const clang::FunctionDecl* found = external_function(name);
  return found && is_library(found) && takes_handles(decl) ? external_function(kByHandle + name) : found;
}

// The inline definition of the declaration's own file.
const clang::FunctionDecl* Linker::own_inline(const clang::FunctionDecl* decl) const {
  const clang::FunctionDecl* body = nullptr;
  return decl->hasBody(body) && is_inline_definition(body) ? body : nullptr;
}

const clang::FunctionDecl* Linker::beside_inline(const clang::FunctionDecl* decl) const {
  auto external = external_functions_.find(decl->getNameAsString());
  if (!own_inline(decl) || external == external_functions_.end() || is_inline_definition(external->second))
    return nullptr;
  return is_library(external->second) ? nullptr : external->second;
}

const clang::FunctionDecl* Linker::find_function(const std::string& name) const {
  for (const clang::FunctionDecl* function : in_order_)
    if (function->getNameAsString() == name) return function;
  return nullptr;
}

const clang::FunctionDecl* Linker::added_function(const std::string& name) const {
  auto found = external_functions_.find(name);
  return found == external_functions_.end() ? nullptr : found->second;
}

const clang::FunctionDecl* Linker::library_function(const std::string& name) {
  const clang::FunctionDecl* function = external_function(name);
  return function && is_library(function) ? function : nullptr;
}

bool Linker::defines(const clang::DeclaratorDecl* decl) {
  if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(decl)) return definition(function) != nullptr;
  const auto* variable = llvm::dyn_cast<clang::VarDecl>(decl);
  if (!variable || variable->hasDefinition() != clang::VarDecl::DeclarationOnly) return true;
  std::string name = decl->getNameAsString();
  return external_globals_.contains(name) || library_globals_.contains(name);
}

core::FunctionId Linker::function(const clang::FunctionDecl* decl) {
  bool external = decl->isExternallyVisible() && !own_inline(decl);
  std::string name = decl->getNameAsString();
  if (external) {
    if (auto it = function_by_name_.find(name); it != function_by_name_.end()) return it->second;
  } else if (auto it = function_by_decl_.find(decl->getCanonicalDecl()); it != function_by_decl_.end()) {
    return it->second;
  }
  const clang::FunctionDecl* body = definition(decl);
  if (body && !is_library(body) && body->getNameAsString() != name) return aliased(body);
  const core::FunctionId id = add_function(decl, body);
  if (external)
    function_by_name_.emplace(name, id);
  else
    function_by_decl_.emplace(decl->getCanonicalDecl(), id);
  return id;
}

// What an alias stands for may be weak, and its own name another file's by now.
core::FunctionId Linker::aliased(const clang::FunctionDecl* body) {
  if (definition(body) == body) return function(body);
  auto it = function_by_decl_.find(body->getCanonicalDecl());
  if (it == function_by_decl_.end())
    it = function_by_decl_.emplace(body->getCanonicalDecl(), add_function(body, body)).first;
  return it->second;
}

core::FunctionId Linker::add_function(const clang::FunctionDecl* decl, const clang::FunctionDecl* body) {
  core::FunctionId id = static_cast<core::FunctionId>(program_.functions.size());
  std::string name = decl->getNameAsString();
  if (!body && decl->isExternallyVisible() && !own_inline(decl)) body = library_function("__fencepost_pointed_" + name);
  core::Function& function = program_.functions.emplace_back();
  function.name = name;
  function.pos = decl_position(body ? body : decl);
  const clang::FunctionDecl* typed = body ? body : decl;
  if (auto told = declared_.find(name); body && is_library(body) && told != declared_.end())
    if (const auto* by_user = llvm::dyn_cast<clang::FunctionDecl>(told->second.front()))
      if (differ_in_structs(by_user, body) || takes_handles(by_user)) typed = by_user;
  function.signature = signature(typed->getASTContext(), declared_type(typed));
  function.variadic = decl->isVariadic();
  function.library = body && is_library(body);
  if (function.library) function.role = role_of(function.name);
  if (body)
    functions.push_back({body, id});
  else
    undefined.push_back({decl, id});
  return id;
}

const clang::VarDecl* Linker::best_declaration(const clang::VarDecl* decl) const {
  if (!decl->getType()->isIncompleteType()) return decl;
  for (const clang::VarDecl* other : decl->redecls())
    if (!other->getType()->isIncompleteType()) return other;
  auto elsewhere = declared_globals_.find(decl->getNameAsString());
  return elsewhere == declared_globals_.end() ? decl : elsewhere->second;
}

core::GlobalId Linker::global(const clang::VarDecl* decl) {
  bool external = decl->isExternallyVisible() && !decl->isStaticLocal();
  std::string name = decl->getNameAsString();
  if (external) {
    if (auto it = global_by_name_.find(name); it != global_by_name_.end()) return it->second;
  } else if (auto it = global_by_decl_.find(decl->getCanonicalDecl()); it != global_by_decl_.end()) {
    return it->second;
  }
  const clang::VarDecl* body = decl->getDefinition();
  if (!body)  // tentative definitions (C11 6.9.2p2)
    for (const clang::VarDecl* redeclaration : decl->redecls())
      if (redeclaration->isThisDeclarationADefinition() != clang::VarDecl::DeclarationOnly) body = redeclaration;
  if (external) {
    if (auto it = external_globals_.find(name); it != external_globals_.end()) body = it->second;
    if (body && body->getNameAsString() != name) return aliased(body);
    if (!body && !library_globals_.contains(name)) bring({name});
    if (auto it = library_globals_.find(name); !body && it != library_globals_.end()) body = it->second;
  } else if (is_alias(decl) && aliased_object(decl)) {
    return aliased(aliased_object(decl));
  }
  const core::GlobalId id = add_global(decl, body);
  if (external)
    global_by_name_.emplace(name, id);
  else
    global_by_decl_.emplace(decl->getCanonicalDecl(), id);
  return id;
}

core::GlobalId Linker::aliased(const clang::VarDecl* body) {
  auto named = external_globals_.find(body->getNameAsString());
  const bool is_known = named != external_globals_.end() && named->second == body;
  if (!body->isExternallyVisible() || is_known) return global(body);
  auto it = global_by_decl_.find(body->getCanonicalDecl());
  if (it == global_by_decl_.end()) it = global_by_decl_.emplace(body->getCanonicalDecl(), add_global(body, body)).first;
  return it->second;
}

core::GlobalId Linker::add_global(const clang::VarDecl* decl, const clang::VarDecl* body) {
  core::GlobalId id = static_cast<core::GlobalId>(program_.globals.size());
  core::Global& global = program_.globals.emplace_back();
  const clang::VarDecl* shown = body ? body : best_declaration(decl);
  global.name = decl->getNameAsString();
  global.bytes = size_of(shown);
  if (shown->getTLSKind() != clang::VarDecl::TLS_None) global.storage = core::Storage::thread;
  global.align = static_cast<uint32_t>(shown->getASTContext().getDeclAlign(shown, true).getQuantity());
  global.is_const = shown->getASTContext().getBaseElementType(shown->getType()).isConstQualified();
  global.pos = decl_position(shown);
  if (body)
    globals.push_back({body, id});
  else
    undefined_objects.push_back({shown, id});
  return id;
}

core::GlobalId Linker::literal(const clang::StringLiteral* decl, const clang::ASTContext& ast) {
  auto [it, fresh] = literal_ids_.emplace(decl, static_cast<core::GlobalId>(program_.globals.size()));
  if (!fresh) return it->second;
  core::Global& global = program_.globals.emplace_back();
  global.name = literal_name(*decl);
  global.bytes = (decl->getLength() + 1) * decl->getCharByteWidth();
  global.align = decl->getCharByteWidth();
  global.storage = core::Storage::literal;
  literals.push_back({decl, it->second, &ast});
  return it->second;
}

}  // namespace fencepost::frontend
