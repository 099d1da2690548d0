#include "serve/embedded.h"

namespace fencepost::serve {

namespace {

constexpr EmbeddedFile kPage[] = {
#include "embedded_page.inc"
};
constexpr EmbeddedFile kEditor[] = {
#include "embedded_editor.inc"
};
constexpr EmbeddedFile kExamples[] = {
#include "embedded_examples.inc"
};

}  // namespace

std::span<const EmbeddedFile> embedded_page() { return kPage; }
std::span<const EmbeddedFile> embedded_editor() { return kEditor; }
std::span<const EmbeddedFile> embedded_examples() { return kExamples; }

}  // namespace fencepost::serve
