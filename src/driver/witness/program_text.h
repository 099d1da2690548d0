// The text of a program that a witness speaks of: whether it is the one of which it was made, and which lines say anything.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/input_file.h"
#include "base/source.h"

namespace fencepost::driver {

// Lines, from 1 on, that hold more than white space, comments and what the preprocessor takes.
std::vector<bool> lines_with_code(const std::string& text);

class ProgramText {
 public:
  // `files`: of the program, with those that these include.
  ProgramText(std::vector<std::string> files, const InputFiles& inputs) : files_(std::move(files)), inputs_(inputs) {}

  const std::string& of(const std::string& file);
  bool has_code(const std::string& file, uint32_t line);
  // The file of the program that a witness means by a name, whatever folder it names. Throws InputError.
  std::string named(const std::string& name, const SourcePos& told_at) const;
  // `hash`: SHA-256 in hexadecimal digits; SHA-1, which older witnesses have, says nothing. Throws InputError.
  void require_same(const std::string& file, const std::string& hash, const SourcePos& told_at);

 private:
  struct Read {
    std::string text;
    std::vector<bool> has_code;
  };
  const Read& read(const std::string& file);

  std::vector<std::string> files_;
  const InputFiles& inputs_;
  std::map<std::string, Read> read_;
};

}  // namespace fencepost::driver
