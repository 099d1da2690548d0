#include "serve/guard.h"

#include <fmt/format.h>
#include <sys/random.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "serve/refusal.h"

namespace fencepost::serve {

namespace {

constexpr size_t kLongestPath = 200;

// Takes as long for every wrong text of that length.
bool is_same(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned difference = 0;
  for (size_t i = 0; i < a.size(); ++i)
    difference |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
  return difference == 0;
}

std::string lower(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return out;
}

// What is too large the server reads to its end before it says so: who is interrupted while sending does not listen.
void admit_body(const Asked& asked) {
  const bool is_number = !asked.length.empty() && asked.length.size() < 19 &&
                         std::ranges::all_of(asked.length, [](unsigned char c) { return std::isdigit(c) != 0; });
  if (!asked.coding.empty() || !asked.content_coding.empty() || !is_number)
    throw Refusal(411, "a request needs a Content-Length, and a body that is not encoded");
  if (!lower(asked.type).starts_with("application/json"))
    throw Refusal(415, "a request is an object of JSON, with Content-Type: application/json");
}

}  // namespace

std::string random_token() {
  std::array<unsigned char, 16> bytes{};
  size_t have = 0;
  while (have < bytes.size())
    if (ssize_t got = getrandom(bytes.data() + have, bytes.size() - have, 0); got > 0) have += static_cast<size_t>(got);
  std::string token;
  for (unsigned char byte : bytes) token += fmt::format("{:02x}", byte);
  return token;
}

bool Guard::is_ours(std::string_view authority) const {
  const std::string given = lower(authority);
  for (const char* host : {"127.0.0.1", "localhost", "[::1]"})
    if (given == fmt::format("{}:{}", host, port_) || (port_ == 80 && given == host)) return true;
  return false;
}

std::string_view Guard::behind_token(std::string_view path) const {
  path = path.substr(0, path.find('?'));
  if (path.starts_with('/')) path.remove_prefix(1);
  const size_t end = std::min(path.find('/'), path.size());
  if (!is_same(path.substr(0, end), token_))
    throw Refusal(403,
                  "the token in this address is missing or wrong: open the address that `fencepost serve` has printed");
  return path.substr(std::min(end + 1, path.size()));
}

std::string_view Guard::admit(const Asked& asked) const {
  if (!is_ours(asked.host))
    throw Refusal(403, "this server answers under its own address alone, and the Host of the request is another one");
  if (!asked.origin.empty() && !(asked.origin.starts_with("http://") && is_ours(asked.origin.substr(7))))
    throw Refusal(403, "the request comes from another page (Origin), and only this server's page may ask");
  if (asked.path.size() > kLongestPath) throw Refusal(414, "the path is too long");
  const std::string_view rest = behind_token(asked.path);
  if (asked.method != "GET" && asked.method != "HEAD" && asked.method != "POST")
    throw Refusal(405, "only GET, HEAD and POST have a meaning here");
  if (asked.method == "POST") admit_body(asked);
  return rest;
}

}  // namespace fencepost::serve
