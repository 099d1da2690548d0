#include "lsp/wire.h"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <charconv>

namespace fencepost::lsp {

namespace {

constexpr size_t kMostBytes = size_t{64} << 20;
constexpr int kDeepest = 100;

// Of a header without its blank line; npos: there is none.
size_t length_in(std::string_view header) {
  while (!header.empty()) {
    const size_t end = std::min(header.find("\r\n"), header.size());
    const std::string_view line = header.substr(0, end);
    constexpr std::string_view kName = "content-length:";
    const bool is_length =
        line.size() > kName.size() &&
        std::ranges::equal(line.substr(0, kName.size()), kName, {}, [](unsigned char c) { return std::tolower(c); });
    if (is_length) {
      std::string_view value = line.substr(kName.size());
      value.remove_prefix(std::min(value.find_first_not_of(' '), value.size()));
      size_t length = 0;
      auto [at, error] = std::from_chars(value.data(), value.data() + value.size(), length);
      if (error == std::errc() && at == value.data() + value.size()) return length;
    }
    header.remove_prefix(std::min(end + 2, header.size()));
  }
  return std::string_view::npos;
}

// Null: it is no JSON, or nests too deeply.
Json parsed(std::string_view text) {
  bool is_too_deep = false;
  auto message = Json::parse(
      text,
      [&](int depth, Json::parse_event_t, Json&) {
        is_too_deep |= depth > kDeepest;
        return depth <= kDeepest;
      },
      false);
  return message.is_discarded() || is_too_deep ? Json() : message;
}

}  // namespace

void Reader::add(std::string_view bytes) {
  const size_t skipped = std::min(to_skip_, bytes.size());
  to_skip_ -= skipped;
  rest_.append(bytes.substr(skipped));
}

bool Reader::next(Json& message) {
  const size_t end = rest_.find("\r\n\r\n");
  if (end == rest_.npos) {
    if (rest_.size() > kMostBytes) rest_.clear();
    return false;
  }
  const size_t length = length_in(std::string_view(rest_).substr(0, end));
  if (length == rest_.npos || length > kMostBytes) {
    rest_.erase(0, end + 4);
    if (length != rest_.npos) {
      const size_t here = std::min(length, rest_.size());
      rest_.erase(0, here);
      to_skip_ = length - here;
    }
    message = nullptr;
    return true;
  }
  if (rest_.size() < end + 4 + length) return false;
  message = parsed(std::string_view(rest_).substr(end + 4, length));
  rest_.erase(0, end + 4 + length);
  return true;
}

std::deque<Json> Wire::receive(int milliseconds) {
  pollfd input{STDIN_FILENO, POLLIN, 0};
  if (poll(&input, 1, milliseconds) > 0) {
    std::array<char, 65536> part;
    const ssize_t length = read(STDIN_FILENO, part.data(), part.size());
    if (length > 0)
      reader_.add({part.data(), static_cast<size_t>(length)});
    else if (length == 0 || errno != EINTR)
      is_closed_ = true;
  }
  std::deque<Json> messages;
  for (Json message; reader_.next(message);) messages.push_back(std::move(message));
  return messages;
}

void Wire::send(const Json& message) {
  const std::string body = message.dump(-1, ' ', false, Json::error_handler_t::replace);
  const std::string text = fmt::format("Content-Length: {}\r\n\r\n{}", body.size(), body);
  for (size_t done = 0; done < text.size();) {
    const ssize_t written = write(STDOUT_FILENO, text.data() + done, text.size() - done);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) {
      is_closed_ = true;  // nobody reads
      return;
    }
    done += static_cast<size_t>(written);
  }
}

void Wire::notify(const char* method, Json parameters) {
  send({{"jsonrpc", "2.0"}, {"method", method}, {"params", std::move(parameters)}});
}

void Wire::request(const char* method, Json parameters) {
  const std::string id = fmt::format("fencepost-{}", ++requests_);
  send({{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", std::move(parameters)}});
}

void Wire::answer(const Json& id, Json result) {
  send({{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(result)}});
}

void Wire::fail(const Json& id, int code, const std::string& message) {
  send({{"jsonrpc", "2.0"}, {"id", id}, {"error", {{"code", code}, {"message", message}}}});
}

}  // namespace fencepost::lsp
