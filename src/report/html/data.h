// The data of a page (report/html.h) as JSON: what page.js reads. A file of source is written once, and named by its number.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "report/html.h"

namespace fencepost::report::html {

// Files that runs and reasons are in, as far as this process has read them: a position may name any file (#line).
class Sources {
 public:
  // Null: there is no such text.
  nlohmann::ordered_json number(const SourcePos& pos);
  const std::vector<nlohmann::ordered_json>& files() const { return files_; }

 private:
  std::map<std::string, nlohmann::ordered_json> numbers_;
  std::vector<nlohmann::ordered_json> files_;
};

nlohmann::ordered_json place(const SourcePos& pos, Sources& sources);
nlohmann::ordered_json run(const PageRun& run, Sources& sources);

// Text for a script element: JSON in which <, > and & are escaped, so that nothing in it is HTML.
std::string script_text(const nlohmann::ordered_json& json);
// Text for an element.
std::string element_text(std::string_view text);

}  // namespace fencepost::report::html
