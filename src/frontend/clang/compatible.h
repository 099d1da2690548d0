// Compatibility of types in different translation units (C11 6.2.7). Clang decides it within one unit only; here each
// of the two types belongs to an AST of its own.
#pragma once

#include <clang/AST/Decl.h>
#include <clang/AST/Type.h>

#include <set>
#include <utility>

namespace fencepost::frontend {

class Compatibility {
 public:
  Compatibility(const clang::ASTContext& one, const clang::ASTContext& other) : one_(one), other_(other) {}

  // Compatible types, each qualified alike (6.7.3p10).
  bool holds(clang::QualType one, clang::QualType other);

 private:
  bool arrays(const clang::ArrayType* one, const clang::ArrayType* other);
  bool functions(const clang::FunctionType* one, const clang::FunctionType* other);
  bool fits_open(const clang::FunctionProtoType* with, const clang::ASTContext& context) const;
  bool records(const clang::RecordDecl* one, const clang::RecordDecl* other);
  bool members(const clang::FieldDecl* one, const clang::FieldDecl* other);
  bool enumerations(const clang::EnumDecl* one, const clang::EnumDecl* other) const;

  const clang::ASTContext& one_;
  const clang::ASTContext& other_;
  std::set<std::pair<const clang::RecordDecl*, const clang::RecordDecl*>> assumed_;  // pairs that are being compared
};

// May both declarations declare one external name (6.2.7p2, 6.7.1p3)?
bool agree(const clang::ValueDecl* one, const clang::ValueDecl* other);

// The declared type for comparison with other files: an array has the length that any declaration in its file gives
// (6.2.7p4), a definition with an identifier list has the promoted types of its parameters (6.7.6.3p15), and one with
// empty parentheses has no parameters.
clang::QualType declared_type(const clang::ValueDecl* decl);

// The type after default argument promotions, as which an argument is passed without a prototype (6.5.2.2p6).
clang::QualType promoted(clang::QualType type, const clang::ASTContext& context);
// The type as which a parameter is passed: that of the prototype, also of an earlier declaration, or else the
// promoted type.
clang::QualType passed_type(const clang::FunctionDecl* definition, unsigned param);

}  // namespace fencepost::frontend
