// What people are told of objects, their parts and pointers to them. Names are those of the program: `ring.prod.tail`, `nodes[1].next`.
// An object that another thread keeps for itself has that thread's number (`n of thread 2`), one of malloc the line that made it
// and, from the second on, how many that line had made by then (`malloc at 10, #2`). The file is told where it is not the main one.
#pragma once

#include <optional>
#include <string>

#include "core/memory_bytes.h"

namespace fencepost::core {

// `viewer`: the thread that says so.
std::string object_name(const Memory& memory, ObjectId id, uint32_t viewer);
inline std::string object_name(const Memory& memory, ObjectId id) { return object_name(memory, id, memory.viewer()); }

// The scalar, or part of one, that an access of so many bytes designates. Nothing: the object has no name, or no scalar of its type is there.
std::optional<std::string> place_name(const Memory& memory, const Value& pointer, uint64_t bytes, const BitRange& bits,
                                      uint32_t viewer);
inline std::optional<std::string> place_name(const Memory& memory, const Value& pointer, uint64_t bytes,
                                             const BitRange& bits) {
  return place_name(memory, pointer, bytes, bits, memory.viewer());
}

// Is that inside of an object of the library's types, of which people see the front alone (is_inner_part)?
bool is_inside(const Memory& memory, const Value& pointer, uint64_t bytes);

// "line 12", of another file than the main one "queue.h:12".
std::string line_name(const SourcePos& pos, const std::string* main_file);

// "&x", "&nodes[1]", "malloc at 10, #2", "&a+8"; of a pointer into some object.
std::string pointer_text(const Memory& memory, const Value& pointer);

// The values of the scalars that lie in these bytes: ".x = 1, .next = &nodes[1]". Empty: their names are not known, or they are too
// many. Memory is asked through its tap.
std::string values_text(Memory& memory, const Value& pointer, uint64_t bytes);

}  // namespace fencepost::core
