// A JSON report of `fencepost verify` as an editor shows it.
#pragma once

#include <string>

#include "lsp/document.h"

namespace fencepost::lsp {

// What stands below `place`, a range, when the pointer rests there.
struct Explanation {
  Json place;
  std::string markdown;
};

struct Findings {
  Json diagnostics = Json::array();
  std::vector<Explanation> explanations;
  std::string verdict;   // as people read it: "UNSAFE"; "" if there is none
  bool is_weak = false;  // a fence may help
};

// Of the document at `path`. What happens in other files is told with their places, at the first line.
Findings findings_of(const Json& report, const Document& document, const std::string& path);

}  // namespace fencepost::lsp
