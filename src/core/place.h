// A point between two statements of C at which one more statement, a fence, may stand. Points inside expressions and inside the
// text of macros are none: nobody could write a fence there without rewriting more than that.
#pragma once

#include <string>

#include "base/source.h"

namespace fencepost::core {

struct Place {
  SourcePos pos;         // where the new statement begins, before what stands there
  SourcePos end;         // valid: it needs braces, which close here, as in `if (c) f();`
  std::string function;  // that it is in
  unsigned loops = 0;    // of that function, around it
};

}  // namespace fencepost::core
