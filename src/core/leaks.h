// What a program leaves behind when it ends. SV-COMP has two properties of it. valid-memcleanup: all that was allocated has
// been freed. valid-memtrack: all that was allocated has been freed or is pointed to, by a pointer to any place in it, in an
// object that lives when the program ends and is not lost itself.
//
// By then the objects of static storage duration live (C11 6.2.4p3). The locals of main are gone if it has returned
// (5.1.2.2.3p1: as if exit were called with what it returned), while exit called elsewhere ends no block, so that the locals
// of the functions that have not returned still hold what they point to. Values that are in no object, as a result of
// malloc that was not stored yet, hold nothing. Nor does what is left of a pointer when a byte of it has been overwritten and
// lies nowhere else. An object whose address became a number counts as held, since where the number is cannot be told.
#pragma once

#include <vector>

#include "core/memory_bytes.h"

namespace fencepost::core {

// Living objects that came from an allocation function, in the order of their allocation.
std::vector<ObjectId> unfreed(const Memory& memory);

// Those to which no chain of pointers leads from a static object or one of `locals` (the living ones of these).
std::vector<ObjectId> lost(const Memory& memory, const std::vector<ObjectId>& locals);

}  // namespace fencepost::core
