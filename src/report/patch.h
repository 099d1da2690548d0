// A unified diff that makes changes to C files; `patch -p0` applies it. A statement that begins its line gets a fence on a line of its
// own before it, any other one on its line; a fence that needs braces gets them. An order is replaced where it stands, a call without an
// order becomes one with it, and a fence that is none any more disappears with its lines if it stands alone there.
#pragma once

#include <functional>
#include <string>

#include "result/fence_choices.h"

namespace fencepost::report {

// `read`: the text of a file.
std::string patch_of(const result::FenceChoice& fences, const std::function<std::string(const std::string&)>& read);

}  // namespace fencepost::report
