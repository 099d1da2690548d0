// What a report says about the run besides its result.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fencepost::report {

struct RunInfo {
  std::vector<std::string> files;
  std::string entry;  // "": main
  std::string model;
  std::string data_model;
  std::string property;             // of a task file: the property that was checked
  std::optional<bool> expected;     // of a task file: does the property hold, according to the file?
  std::string model_reason;         // why this model was chosen; empty: the user named it
  std::string witness = {};         // that was validated
  std::string witness_answer = {};  // confirmed, refuted, open
  uint32_t threads = 0;             // no more run a function that any number of them may run; 0: no limit
  bool shows_proof = false;
  std::string engine = {};  // that the user named; "auto" or empty: none
};

std::string_view version();  // "0.1.0"

}  // namespace fencepost::report
