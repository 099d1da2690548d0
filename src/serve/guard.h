// Who may ask. The server listens on the loopback interface alone, but any page in the user's browser, and any user of the
// machine, can send requests there. So the address has a random token in it, which only the user was told; the Host must be
// the server's own (a foreign name that resolves to 127.0.0.1 is a rebinding attack), and the Origin, where the
// browser names one, too. Nothing is read of a request that is refused.
#pragma once

#include <string>
#include <string_view>

namespace fencepost::serve {

// 128 random bits, as hexadecimal digits.
std::string random_token();

struct Asked {
  std::string method, path, host, origin;
  std::string length, coding, content_coding, type;  // headers of a body
};

class Guard {
 public:
  Guard(std::string token, int port) : token_(std::move(token)), port_(port) {}

  // The path behind the token: "page/app.js". Throws Refusal.
  std::string_view admit(const Asked& asked) const;

 private:
  bool is_ours(std::string_view authority) const;
  std::string_view behind_token(std::string_view path) const;

  std::string token_;
  int port_;
};

}  // namespace fencepost::serve
