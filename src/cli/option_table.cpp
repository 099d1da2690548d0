#include "cli/option_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/layout.h"

namespace fencepost::cli {

namespace {

using driver::Amount;
using driver::Count;
using driver::Flag;
using driver::OptionInfo;
using driver::Options;
using driver::Text;
using driver::Texts;

std::vector<std::string> split(std::string_view text, std::string_view separator) {
  std::vector<std::string> parts;
  for (size_t at = 0; at <= text.size();) {
    size_t end = std::min(text.find(separator, at), text.size());
    parts.emplace_back(text.substr(at, end - at));
    at = end + separator.size();
  }
  return parts;
}

// Lower-case alternatives are the only values; a capital means a placeholder such as N|auto.
bool is_choice(std::string_view range) {
  auto parts = split(range, "|");
  return parts.size() > 1 && parts[0] != "N";
}

// The help text in lines that leave room for the column of names.
std::string help_of(const OptionInfo& info) {
  constexpr size_t kNames = 30;
  std::string wrapped = report::wrap(info.help, kNames), out;
  for (size_t at = 0; at < wrapped.size(); at = wrapped.find('\n', at) + 1)
    out += wrapped.substr(at + kNames, wrapped.find('\n', at) - at - kNames) + "\n";
  out.pop_back();
  return out;
}

template <typename Number>
void check_range(CLI::Option* option, std::string_view range) {
  auto ends = split(range, "..");
  double least = std::stod(ends[0]), most = std::stod(ends[1]);
  option->check([=](const std::string& given) {
    Number value{};
    bool is_inside = CLI::detail::lexical_cast(given, value) && static_cast<double>(value) >= least &&
                     static_cast<double>(value) <= most;
    return is_inside ? std::string() : fmt::format("'{}' is not a number from {} to {}", given, least, most);
  });
}

CLI::Option* add(CLI::App& app, Options& options, const OptionInfo& info, Flag Options::* member) {
  return app.add_flag(std::string(info.flags), options.*member, help_of(info));
}

CLI::Option* add(CLI::App& app, Options& options, const OptionInfo& info, Text Options::* member) {
  CLI::Option* option = app.add_option(std::string(info.flags), options.*member, help_of(info));
  option->type_name(std::string(info.range));
  option->check([range = std::string(info.range)](const std::string& given) {
    return given.empty() ? fmt::format("'' is no {}; leave the option out for its default", range) : "";
  });
  if (is_choice(info.range)) {
    option->check([values = split(info.range, "|")](const std::string& given) {
      if (std::find(values.begin(), values.end(), given) != values.end()) return std::string();
      std::string list;
      for (const std::string& value : values) list += (list.empty() ? "" : ", ") + value;
      return fmt::format("'{}' is not one of {}", given, list);
    });
  }
  if (!(options.*member).empty()) option->capture_default_str();
  return option;
}

CLI::Option* add(CLI::App& app, Options& options, const OptionInfo& info, Texts Options::* member) {
  return app.add_option(std::string(info.flags), options.*member, help_of(info))
      ->type_name(std::string(info.range))
      ->allow_extra_args(false);
}

template <typename Number>
CLI::Option* add(CLI::App& app, Options& options, const OptionInfo& info, Number Options::* member) {
  CLI::Option* option = app.add_option(std::string(info.flags), options.*member, help_of(info));
  check_range<Number>(option, info.range);
  option->type_name("N");
  option->capture_default_str();
  return option;
}

}  // namespace

size_t distance(const std::string& a, const std::string& b) {
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = std::exchange(row[0], i);
    for (size_t j = 1; j <= b.size(); ++j)
      diagonal = std::exchange(row[j], std::min({row[j] + 1, row[j - 1] + 1, diagonal + (a[i - 1] != b[j - 1])}));
  }
  return row[b.size()];
}

namespace {

std::string closest(const std::vector<std::string>& names, const std::string& given) {
  std::string best;
  size_t least = std::max<size_t>(2, given.size() / 3) + 1;
  for (const std::string& name : names) {
    size_t d = distance(name, given);
    if (d < least) {
      least = d;
      best = name;
    }
  }
  return best;
}

// Clang takes what begins with a dash for an option; all stages are to know a file by the same name.
std::string with_folder(std::string file) { return file.size() > 1 && file.starts_with('-') ? "./" + file : file; }

}  // namespace

void add_options(CLI::App& app, Options& options, driver::Command command) {
  if ((command & (driver::kServe | driver::kLsp)) == 0)
    app.add_option("files", options.files, "C files, linked as one program; or one litmus test in C")
        ->type_name("FILE")
        ->required()
        ->transform(with_folder);
  for (const OptionInfo& info : driver::option_table()) {
    if (!(info.commands & command)) continue;
    CLI::Option* option = std::visit([&](auto member) { return add(app, options, info, member); }, info.member);
    option->group(std::string(info.group));
  }
}

std::string closest_option(const CLI::App& app, const std::string& given) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return closest(names, given.substr(0, given.find('=')));
}

std::string closest_command(const CLI::App& app, const std::string& given) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  return closest(names, given);
}

}  // namespace fencepost::cli
