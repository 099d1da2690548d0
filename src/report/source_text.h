// The texts of the files that a report is about, for formats that count characters. Clang counts bytes in a line.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/source.h"

namespace fencepost::report {

class SourceText {
 public:
  // `read`: the text of a file; empty if it cannot be read.
  using Read = std::function<std::string(const std::string&)>;
  explicit SourceText(Read read) : read_(std::move(read)) {}

  const std::string& text(const std::string& file);
  // The column in Unicode code points, from 1 on; bytes that are no UTF-8 count one each. 0: not known.
  uint32_t column(const SourcePos& pos);
  // Bytes before it in its file; nothing if the file has no such place.
  std::optional<size_t> offset(const SourcePos& pos);

 private:
  struct File {
    std::string text;
    std::vector<size_t> lines;  // where they begin
  };
  const File& file(const std::string& name);

  Read read_;
  std::map<std::string, File> files_;
};

}  // namespace fencepost::report
