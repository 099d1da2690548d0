// Allocated storage that a program leaves behind when it ends. SV-COMP has two properties about it. valid-memcleanup: all that was allocated has
// been freed. valid-memtrack: all that was allocated has been freed or is pointed to, by a pointer to any place in it, in an
// object that lives when the program ends and is not lost itself.
//
// By then the objects of static storage duration live (C11 6.2.4p3). The locals of main are gone if it has returned
// (5.1.2.2.3p1: as if exit were called with what it returned), while exit called elsewhere ends no block, so that the locals
// of the functions that have not returned still hold what they point to. A pointer that is in no object, such as
// a result of malloc that was not stored yet, holds no object. Nor does a pointer of which a byte has been overwritten and
// exists nowhere else. An object whose address was converted to an integer counts as held, since integers are not tracked.
#pragma once

#include <vector>

#include "core/memory_bytes.h"

namespace fencepost::core {

// Living objects that came from an allocation function, in the order of their allocation.
std::vector<ObjectId> unfreed(const Memory& memory);

// The unfreed objects to which no chain of pointers leads from a static object or from a living object of `locals`.
std::vector<ObjectId> lost(const Memory& memory, const std::vector<ObjectId>& locals);

}  // namespace fencepost::core
