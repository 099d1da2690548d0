// Where the parts of an object lie that other threads can tell apart: memory locations (C11 3.14) and scalars.
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

// The scalars of a type and the padding after them, as core::Copy wants them: a sequence of bit-fields and a union count as one. Empty if there are too
// many to be worth telling apart.
core::Scalars scalars(clang::QualType type, const clang::ASTContext& context);

// Of so many bytes of objects of this type, one after the other; empty where the type says nothing of what is in them.
core::Scalars scalars(clang::QualType type, uint64_t bytes, const clang::ASTContext& context);

}  // namespace fencepost::frontend
