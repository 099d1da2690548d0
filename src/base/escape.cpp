#include "base/escape.h"

#include <fmt/format.h>

namespace fencepost {

namespace {

// Of one that is ours, at the start of the text, or 0.
size_t length_of_color(std::string_view text) {
  for (std::string_view color : {"\033[0m", "\033[1m", "\033[2m", "\033[36m", "\033[1;31m", "\033[1;32m", "\033[1;33m"})
    if (text.starts_with(color)) return color.size();
  return 0;
}

// Of a character at the start of the text that makes what follows it run in another direction, so that a line is not what it
// seems to be: U+202A to U+202E, U+2066 to U+2069. 0: it is none.
unsigned turning(std::string_view text) {
  if (text.size() < 3 || text[0] != '\xe2') return 0;
  const auto second = static_cast<unsigned char>(text[1]), third = static_cast<unsigned char>(text[2]);
  if (second == 0x80 && third >= 0xaa && third <= 0xae) return 0x2000u + (third - 0x80u);
  if (second == 0x81 && third >= 0xa6 && third <= 0xa9) return 0x2040u + (third - 0x80u);
  return 0;
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    auto byte = static_cast<unsigned char>(text[i]);
    auto next = i + 1 < text.size() ? static_cast<unsigned char>(text[i + 1]) : 0;
    if (size_t color = length_of_color(text.substr(i)); color > 0) {
      out += text.substr(i, color);
      i += color - 1;
    } else if ((byte < 32 && byte != '\n' && byte != '\t') || byte == 127) {
      out += fmt::format("\\x{:02x}", byte);
    } else if (byte == 0xC2 && next >= 0x80 && next < 0xA0) {  // the second set of control characters, in UTF-8
      out += fmt::format("\\x{:02x}", next);
      ++i;
    } else if (const unsigned turns = turning(text.substr(i)); turns != 0) {
      out += fmt::format("\\u{:04x}", turns);  // in JSON the same character
      i += 2;
    } else {
      out += text[i];
    }
  }
  return out;
}

int EscapedStream::Buffer::sync() {
  std::string text = escaped(view());
  str({});
  bool written = below_->sputn(text.data(), static_cast<std::streamsize>(text.size())) ==
                 static_cast<std::streamsize>(text.size());
  return written && below_->pubsync() == 0 ? 0 : -1;
}

EscapedStream::EscapedStream(std::ostream& stream) : stream_(stream), below_(stream.rdbuf()), buffer_(below_) {
  stream.rdbuf(&buffer_);
  stream.setf(std::ios::unitbuf);
}

}  // namespace fencepost
