// Our C library headers (include/) and library models (library/*.c), compiled into the program as text, so that
// it runs from anywhere and a program means the same on every host. Rejected: installing them beside the binary.
#pragma once

#include <span>
#include <string_view>

namespace fencepost::frontend {

struct EmbeddedFile {
  std::string_view path;  // as in #include <path>
  std::string_view text;
};

std::span<const EmbeddedFile> embedded_headers();
std::span<const EmbeddedFile> embedded_library();

}  // namespace fencepost::frontend
