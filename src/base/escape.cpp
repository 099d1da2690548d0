#include "base/escape.h"

#include <fmt/format.h>

namespace fencepost {

namespace {

// The length of "ESC [ digits and ; m" at the start of the text, or 0.
size_t length_of_color(std::string_view text) {
  if (!text.starts_with("\033[")) return 0;
  size_t end = text.find_first_not_of("0123456789;", 2);
  return end != std::string_view::npos && text[end] == 'm' ? end + 1 : 0;
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
