#include "frontend/clang/embedded.h"

namespace fencepost::frontend {

namespace {

constexpr EmbeddedFile kHeaders[] = {
#include "embedded_headers.inc"
};
constexpr EmbeddedFile kLibrary[] = {
#include "embedded_library.inc"
};

}  // namespace

std::span<const EmbeddedFile> embedded_headers() { return kHeaders; }
std::span<const EmbeddedFile> embedded_library() { return kLibrary; }

}  // namespace fencepost::frontend
