// Do declarations in different files speak of the same thing (C11 6.2.7)? Clang answers for one file; here each type lives in a
// tree of its own.
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
  std::set<std::pair<const clang::RecordDecl*, const clang::RecordDecl*>> assumed_;  // being compared
};

// Two declarations of one external name (6.2.7p2, 6.7.1p3).
bool agree(const clang::ValueDecl* one, const clang::ValueDecl* other);

// Its type as others see it: an array has the length that any declaration of its file gives (6.2.7p4), a definition with an
// identifier list the promoted types of its parameters (6.7.6.3p15); one with empty parentheses is taken as it is written,
// without any.
clang::QualType declared_type(const clang::ValueDecl* decl);

// What an argument of this type is passed as where no prototype is in sight (6.5.2.2p6).
clang::QualType promoted(clang::QualType type, const clang::ASTContext& context);
// What a parameter arrives as: as a prototype says, be it that of an earlier declaration, or promoted.
clang::QualType passed_type(const clang::FunctionDecl* definition, unsigned param);

}  // namespace fencepost::frontend
