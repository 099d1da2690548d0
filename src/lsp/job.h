// A question about a file, in the line of a server that answers few at a time.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "jobs/child.h"

namespace fencepost::lsp {

struct Job {
  enum class Kind { verify, fences };

  Kind kind = Kind::verify;
  std::string uri, path;
  std::string model, entry;  // "": the default
  std::string token;         // of its progress
  bool is_asked = false;     // by the user, who waits for an answer; else it follows from saving
  std::unique_ptr<jobs::Child> child = nullptr;
  double told_at = 0;  // when its progress was told

  std::string title() const {
    return (kind == Kind::fences ? "fences" : "verify") + (entry.empty() ? "" : " " + entry) +
           (model.empty() ? "" : " under " + model);
  }
};

}  // namespace fencepost::lsp
