// `fencepost litmus`: run tests under a memory model and tell what it allows, as text in herd7's manner, JSON or CSV.
// Files are independent, so `jobs` threads share the list; output keeps the order of the inputs.
#pragma once

#include <cstdint>
#include <memory>
#include <ostream>
#include <set>
#include <string>
#include <vector>

#include "base/input_file.h"
#include "report/html.h"

namespace fencepost::driver {

struct LitmusOptions {
  std::vector<std::string> inputs;  // files, directories, @lists
  std::string model;                // built-in name or path; empty: the dialect's own
  std::set<std::string> variants;
  std::string bell;    // declarations read before the model
  std::string macros;  // a .def file of C macros, in place of the built-in ones
  std::string format = "text";
  std::string expect;  // a CSV of recorded results to compare with
  std::string draw;    // a directory for execution graphs
  std::string html;    // a file for a page about the tests
  std::string root;    // nothing outside it is read; empty: anything may be
  unsigned jobs = 1;
  unsigned unroll = 2;
  double timeout = 0;    // seconds a test; 0: none
  bool progress = true;  // a line on standard error, if that is a terminal
};

int litmus_run(const LitmusOptions& options, std::ostream& err);

std::vector<std::string> model_names();  // of built-in models
// `fencepost models`: all built-in models with a line each, or the text of one.
int models_run(const std::string& name, std::ostream& out);

struct LitmusRow {
  std::string file, name, model, condition, validated, observation, error, text;
  std::vector<std::string> states;
  std::set<std::string> flags;
  uint64_t positive = 0, negative = 0, candidates = 0;
  size_t state_count = 0;
  double ms = 0;
  bool cut = false;
  int exit_code = 0;                         // of the error, if there is one
  std::shared_ptr<const report::Page> page;  // if there is to be one
};

// Expands directories and lists; throws MissingFile for what does not exist.
std::vector<std::string> litmus_files(const std::vector<std::string>& names, const InputFiles& inputs);

}  // namespace fencepost::driver
