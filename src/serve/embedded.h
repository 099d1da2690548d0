// What the page is made of, and the programs to start from, as texts in the executable.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace fencepost::serve {

struct EmbeddedFile {
  // The length is known from the type: a compiler need not count what is as long as an editor.
  template <size_t N, size_t M>
  constexpr EmbeddedFile(const char (&name_)[N], const char (&text_)[M]) : name(name_, N - 1), text(text_, M - 1) {}

  std::string_view name;  // relative to its folder
  std::string_view text;
};

std::span<const EmbeddedFile> embedded_page();      // page/
std::span<const EmbeddedFile> embedded_editor();    // CodeMirror's
std::span<const EmbeddedFile> embedded_examples();  // examples/ of the project

}  // namespace fencepost::serve
