// The parts of an object that other threads access separately: memory locations (C11 3.14) and scalars.
#pragma once

#include <clang/AST/ASTContext.h>

#include "core/core.h"

namespace fencepost::frontend {

struct BitSpan {
  uint64_t begin = 0, end = 0;  // bits from the start of the record
};

// The memory location of a bit-field: the longest sequence of adjacent bit-fields around it, all of them members of its own
// record, none of width zero (C11 3.14p1, p3). Members of a union are not adjacent.
BitSpan memory_location(const clang::FieldDecl* field, const clang::ASTContext& context);

// The scalars of a type and the padding after them, in the form of core::Scalars. A sequence of bit-fields, and a
// union, count as one scalar. Empty if there are too many.
core::Scalars scalars(clang::QualType type, const clang::ASTContext& context);

// The scalars of an array of objects of this type that has this many bytes; empty if the type does not determine its
// contents.
core::Scalars scalars(clang::QualType type, uint64_t bytes, const clang::ASTContext& context);

}  // namespace fencepost::frontend
