// A unified diff that adds fences to C files; `patch -p0` applies it. A statement that begins its line gets the fence on a line of its
// own before it, any other one on its line; a fence that needs braces gets them.
#pragma once

#include <functional>
#include <string>

#include "result/fence_choices.h"

namespace fencepost::report {

// `read`: the text of a file. Files that do not name <stdatomic.h> get it, unless the fences are those of the Linux kernel.
std::string patch_of(const result::FenceChoice& fences, const std::function<std::string(const std::string&)>& read);

}  // namespace fencepost::report
