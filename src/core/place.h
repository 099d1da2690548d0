// A point between two statements of C at which one more statement, a fence, may stand. Points inside expressions and inside the
// text of macros are none: nobody could write a fence there without rewriting more than that.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/source.h"
#include "core/core.h"

namespace fencepost::core {

struct Place {
  SourcePos pos;               // where the new statement begins, before what stands there
  SourcePos begin, end;        // valid: it needs braces there, as in `if (c) f();`, and ends them unless it begins them
  std::string function;        // that it is in
  unsigned loops = 0;          // of that function, around it
  bool knows_atomics = false;  // <stdatomic.h> is included before it
};

// Text that names the memory order of an access or of a fence, or a call such as atomic_load(&x) that leaves it out and means
// seq_cst. Text inside macros of the program is none: it would stand for several accesses.
struct OrderSite {
  enum class Kind : uint8_t { load, store, update, fence };
  struct Text {
    SourcePos begin, end;  // the end is behind it; invalid: there is no such text
  };

  Kind kind = Kind::load;
  MemoryOrder order = MemoryOrder::relaxed;           // as the text has it
  std::optional<MemoryOrder> failure = std::nullopt;  // of a compare-exchange: when it writes nothing
  SourcePos pos;                                      // what tells it from others: of its order, or else of the call
  Text order_text, failure_text;                      // invalid: the call leaves it out
  Text call;                                          // all of it, if it stands so in the file
  SourcePos name_end;                                 // behind the name of a call that leaves the order out
  bool is_statement = false;                          // the call is a statement of a block
  bool is_usable = true;                              // false: one text names orders of different accesses
  std::string function;                               // that it is in
  unsigned loops = 0;                                 // of that function, around it

  // Of a fence: where a thread comes to it, as a mark says. No Place is there, as one may be where the call begins.
  const SourcePos& mark() const { return order_text.begin.valid() ? pos : call.end; }
};

}  // namespace fencepost::core
