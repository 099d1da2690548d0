// A text as editors count in it: lines from 0, columns in units of UTF-16. Reports count lines and bytes from 1.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace fencepost::lsp {

using Json = nlohmann::json;

class Document {
 public:
  explicit Document(std::string text);

  const std::string& text() const { return text_; }
  // Of a report's position, both from 1; what lies outside becomes the nearest there is.
  Json position(unsigned line, unsigned column) const;
  // From there to the end of the line, without blanks at its end.
  Json range(unsigned line, unsigned column) const;
  // As the editor says: another text as a whole, or instead of a range.
  void change(const Json& change);

 private:
  std::string_view line(unsigned number) const;
  // In bytes, of an editor's position; what lies outside becomes the nearest there is.
  size_t offset(const Json& position) const;

  std::string text_;
  std::vector<size_t> starts_;
};

// "": no file.
std::string path_of(const std::string& uri);
std::string uri_of(const std::string& path);

// A function with a body, at whose name an analysis may start.
struct Function {
  std::string name;
  unsigned line = 0, column = 0;  // of the name, from 1
  bool is_static = false;
};
// Found in the text alone, so that it works while it is being written.
std::vector<Function> functions_of(const std::string& text);

// A unified diff as edits: by file, {range, newText}. Positions are of the text before.
Json edits_of(const std::string& patch);

}  // namespace fencepost::lsp
