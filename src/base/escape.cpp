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
