// What a user can ask for, declared once (options.def). The command line is made from the table; the driver reads the
// struct. Rejected: one struct a command, which would write shared options several times.
#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "frontend/clang/frontend.h"
#include "result/task.h"

namespace fencepost::driver {

using Flag = bool;
using Text = std::string;
using Texts = std::vector<std::string>;
using Count = unsigned;
using Amount = double;

enum Command : unsigned {
  kVerify = 1,
  kShow = 2,
  kRun = 4,
  kExplore = 8,
  kFences = 16,
  kRobust = 32,
  kServe = 64,
  kLsp = 128
};

struct Options {
  std::vector<std::string> files;
#define OPTION(group, commands, type, member, flags, default_, range, help) type member = default_;
#include "driver/options.def"
#undef OPTION
};

struct OptionInfo {
  std::string_view group;
  unsigned commands;
  std::string_view flags;
  std::string_view range;
  std::string_view help;
  std::variant<Flag Options::*, Text Options::*, Texts Options::*, Count Options::*, Amount Options::*> member;
};

std::span<const OptionInfo> option_table();

// For who gives the same options to several commands: without those, and their values, that others know and this one does not.
std::vector<std::string> words_for(Command command, const std::vector<std::string>& words);

// A command line that cannot mean anything: exit code 64.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The stages' own options out of the user's; they throw UsageError, or MissingFile for a property file.
// What SV-COMP's formula is about, `G ! call(reach_error())`, or one of ours, `G ! null-deref`; nothing: it is not known.
std::optional<core::UndefSet> kinds_of_specification(const std::string& text);
std::vector<std::string> property_names();  // of --property, but for files
core::UndefSet checks_of(const Options& options);
frontend::SourceOptions source_options(const Options& options);
std::string model_name(
    const Options& options);                    // of verify and explore: as named, or whose answer is given without one
uint32_t most_threads(const Options& options);  // result::Task::threads
result::EngineOptions engine_options(const Options& options);

}  // namespace fencepost::driver
