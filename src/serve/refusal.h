// A request that is not served: an HTTP status, and a sentence with the way out.
#pragma once

#include <stdexcept>
#include <string>

namespace fencepost::serve {

class Refusal : public std::runtime_error {
 public:
  Refusal(int status, const std::string& message) : std::runtime_error(message), status_(status) {}
  int status() const { return status_; }

 private:
  int status_;
};

}  // namespace fencepost::serve
