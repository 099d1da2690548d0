// SHA-256 (FIPS 180-4), by which witnesses name the files that they are about. Small enough to have, and no library that is linked
// already offers it.
#pragma once

#include <string>
#include <string_view>

namespace fencepost {

std::string sha256(std::string_view text);  // 64 lower-case hexadecimal digits

}  // namespace fencepost
