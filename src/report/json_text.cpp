#include "report/json_text.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace fencepost::report {

std::string json_text(const nlohmann::ordered_json& json) {
  const std::string text = json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  std::string out;
  out.reserve(text.size() + 1);
  for (size_t i = 0; i < text.size(); ++i) {
    const auto next = i + 1 < text.size() ? static_cast<unsigned char>(text[i + 1]) : 0;
    if (text[i] == '\x7f')
      out += "\\u007f";
    else if (text[i] == '\xC2' && next >= 0x80 && next < 0xA0)
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(static_cast<unsigned char>(text[++i])));
    else
      out += text[i];
  }
  return out + "\n";
}

}  // namespace fencepost::report
