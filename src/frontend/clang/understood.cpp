#include "frontend/clang/understood.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/Frontend/ASTUnit.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "frontend/clang/parse.h"

namespace fencepost::frontend {

namespace {

constexpr std::array kAttributes = {
#define FP_ATTRIBUTE(name) std::string_view(#name),
#define FP_PRAGMA(beginning)
#include "frontend/clang/understood.def"
#undef FP_ATTRIBUTE
#undef FP_PRAGMA
};
constexpr std::array kPragmas = {
#define FP_ATTRIBUTE(name)
#define FP_PRAGMA(beginning) std::string_view(beginning),
#include "frontend/clang/understood.def"
#undef FP_ATTRIBUTE
#undef FP_PRAGMA
};

std::string_view without_underscores(std::string_view name) {
  while (name.starts_with('_')) name.remove_prefix(1);
  while (name.ends_with('_')) name.remove_suffix(1);
  return name;
}

// Attributes that only Clang itself gives have no spelling, and those of loops have that of a pragma.
std::string_view name_of(const clang::Attr* attribute) {
  std::string_view spelling = attribute->getSpelling();
  if (!spelling.starts_with('(') && attribute->getKind() != clang::attr::LoopHint) return without_underscores(spelling);
  switch (attribute->getKind()) {
#define ATTR(name)        \
  case clang::attr::name: \
    return #name;
#include <clang/Basic/AttrList.inc>
  }
  return spelling;
}

bool is_understood_attribute(std::string_view name) {
  if (size_t scope = name.rfind("::"); scope != std::string_view::npos) name.remove_prefix(scope + 2);
  return std::ranges::find(kAttributes, without_underscores(name)) != kAttributes.end();
}

// Where the object file's loader looks for functions to call.
bool is_called_by_the_loader(llvm::StringRef section) {
  for (const char* family : {".init_array", ".fini_array", ".preinit_array", ".ctors", ".dtors"})
    if (section.starts_with(family)) return true;
  return section == ".init" || section == ".fini";
}

SourcePos position_in(const clang::ASTContext& context, clang::SourceLocation location) {
  const clang::SourceManager& sources = context.getSourceManager();
  clang::PresumedLoc at = sources.getPresumedLoc(sources.getExpansionLoc(location), false);
  return at.isValid() ? source_pos(at.getFilename(), at.getLine(), at.getColumn()) : SourcePos{};
}

// Extensions that change the program even if the declaration is never used.
std::optional<UnknownExtension> unknown_by_itself(const clang::Decl* decl) {
  const clang::ASTContext& context = decl->getASTContext();
  if (const auto* assembly = llvm::dyn_cast<clang::FileScopeAsmDecl>(decl)) {
    if (assembly->getAsmString()->getString().trim().empty()) return std::nullopt;
    return UnknownExtension{position_in(context, decl->getLocation()), "assembly outside of functions"};
  }
  const auto* function = llvm::dyn_cast<clang::FunctionDecl>(decl);
  if (function && !function->isDefined()) return std::nullopt;
  for (const clang::Attr* attribute : decl->attrs()) {
    const auto* section = llvm::dyn_cast<clang::SectionAttr>(attribute);
    // Loaders pass what main gets; nobody says so.
    const bool is_called_with = llvm::isa<clang::ConstructorAttr, clang::DestructorAttr>(attribute) && function &&
                                function->getNumParams() != 0;
    if (is_called_with || (section && is_called_by_the_loader(section->getName())))
      return UnknownExtension{position_in(context, attribute->getLocation()),
                              fmt::format("the attribute `{}`", name_of(attribute))};
    if (llvm::isa<clang::PragmaClangBSSSectionAttr, clang::PragmaClangDataSectionAttr,
                  clang::PragmaClangRelroSectionAttr, clang::PragmaClangRodataSectionAttr,
                  clang::PragmaClangTextSectionAttr>(attribute))
      return UnknownExtension{position_in(context, decl->getLocation()), "the pragma `clang section`"};
  }
  switch (decl->getKind()) {
    case clang::Decl::Typedef:  // whoever uses the name, or takes the size, is not looked for
    case clang::Decl::Enum:
    case clang::Decl::EnumConstant:
    case clang::Decl::Record:
    case clang::Decl::Field:
      return unknown_attribute(decl);
    case clang::Decl::Function:
    case clang::Decl::Var:
    case clang::Decl::ParmVar:
    case clang::Decl::IndirectField:
    case clang::Decl::Label:
    case clang::Decl::Empty:
    case clang::Decl::StaticAssert:
    case clang::Decl::PragmaComment:
    case clang::Decl::PragmaDetectMismatch:
      return std::nullopt;
    default:
      return UnknownExtension{position_in(context, decl->getLocation()),
                              fmt::format("this declaration ({})", decl->getDeclKindName())};
  }
}

}  // namespace

bool is_understood(const Dropped& dropped) {
  // These are nothing without Clang's tree, and other compilers may keep what Clang drops (on a declaration behind the definition).
  constexpr std::array kInTree = {std::string_view("alias"), std::string_view("constructor"),
                                  std::string_view("destructor")};
  if (!dropped.is_pragma && std::ranges::find(kInTree, without_underscores(dropped.text)) != kInTree.end())
    return false;
  if (!dropped.is_pragma) return is_understood_attribute(dropped.text);
  return std::ranges::any_of(kPragmas, [&](std::string_view beginning) {
    std::string_view text = dropped.text;
    return text.starts_with(beginning) && (text.size() == beginning.size() || !isalnum(text[beginning.size()]));
  });
}

std::optional<UnknownExtension> unknown_attribute(const clang::Attr* attribute, const clang::ASTContext& context) {
  std::string_view name = name_of(attribute);
  if (llvm::isa<clang::AsmLabelAttr>(attribute)) return std::nullopt;
  if (const auto* section = llvm::dyn_cast<clang::SectionAttr>(attribute);
      section && !is_called_by_the_loader(section->getName()))
    return std::nullopt;
  if (is_understood_attribute(name)) return std::nullopt;
  return UnknownExtension{position_in(context, attribute->getLocation()), fmt::format("the attribute `{}`", name)};
}

std::optional<UnknownExtension> unknown_attribute(const clang::Decl* decl) {
  for (const clang::Decl* declared : decl->redecls())
    for (const clang::Attr* attribute : declared->attrs())
      if (std::optional<UnknownExtension> unknown = unknown_attribute(attribute, decl->getASTContext())) return unknown;
  return std::nullopt;
}

void find_unknown_extensions(const ParsedUnit& unit, UnknownExtensions& parts) {
  const clang::ASTContext& context = unit.ast->getASTContext();
  const clang::SourceManager& sources = context.getSourceManager();
  std::vector<const clang::FunctionDecl*> functions;
  // What a block declares may reach further than the block: another declaration of a function, `extern` ones.
  std::vector<const clang::DeclContext*> open = {context.getTranslationUnitDecl()};
  while (!open.empty()) {
    const clang::DeclContext* around = open.back();
    open.pop_back();
    for (const clang::Decl* decl : around->decls()) {
      if (std::optional<UnknownExtension> unknown = unknown_by_itself(decl)) parts.everywhere.push_back(*unknown);
      const auto* function = llvm::dyn_cast<clang::FunctionDecl>(decl);
      if (function && function->doesThisDeclarationHaveABody()) functions.push_back(function);
      if (const auto* inside = llvm::dyn_cast<clang::DeclContext>(decl)) open.push_back(inside);
    }
  }
  for (const Dropped& dropped : unit.dropped) {
    clang::SourceLocation location =
        sources.getExpansionLoc(clang::SourceLocation::getFromRawEncoding(dropped.location));
    UnknownExtension unknown{position_in(context, location),
                             fmt::format("the {} `{}`", dropped.is_pragma ? "pragma" : "attribute", dropped.text)};
    auto around = std::ranges::find_if(functions, [&](const clang::FunctionDecl* function) {
      clang::SourceRange body = function->getBody()->getSourceRange();
      return sources.isPointWithin(location, sources.getExpansionLoc(body.getBegin()),
                                   sources.getExpansionLoc(body.getEnd()));
    });
    if (around == functions.end() || dropped.reaches_out)
      parts.everywhere.push_back(std::move(unknown));
    else
      parts.in_function.emplace(*around, std::move(unknown));
  }
}

}  // namespace fencepost::frontend
